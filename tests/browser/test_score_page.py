"""The boards of a real table, tapped in."""

from playwright.sync_api import expect

from .conftest import Visit


def test_the_published_example_of_glassworks_is_55(visit: Visit) -> None:
    """G38: the example board of the score sheet, with two pieces of overflow."""
    visitor = visit(width=360, height=780, has_touch=True, is_mobile=True)
    page = visitor.go("/score/glassworks")
    for column, height in enumerate((3, 5, 2, 4, 2, 1, 1), 1):
        page.get_by_role("button", name=f"Column {column}, height {height}:").tap()
    for _ in range(2):
        page.get_by_role("button", name="One piece more").tap()
    expect(page.get_by_role("region", name="Score", exact=True).locator(".big")).to_have_text("55")


def test_a_sheet_of_market_counts_coins_and_cards(visit: Visit) -> None:
    visitor = visit()
    page = visitor.go("/score/market")
    score = page.get_by_role("region", name="Score", exact=True).locator(".big")
    expect(score).to_be_visible()
    empty = score.inner_text()
    page.get_by_role("group", name="Booths").get_by_role("button").first.click()
    expect(score).not_to_have_text(empty)
