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


def test_both_games_are_scored_without_a_connection(visit: Visit) -> None:
    """Whoever once opened the table keeps its pages and the printed data."""
    visitor = visit(service_workers="allow")
    visitor.go("/").evaluate("navigator.serviceWorker.ready.then(() => null)")
    visitor.context.set_offline(True)
    visitor.expect("ERR_INTERNET_DISCONNECTED")
    worker = visitor.context.service_workers[0]
    assert worker.evaluate("fetch('/api/tables').then(() => 'answered', () => 'away')") == "away"
    page = visitor.go("/score/market")
    score = page.get_by_role("region", name="Score", exact=True).locator(".big")
    page.get_by_role("button", name="Coins: one more").click(click_count=2)
    expect(score).to_have_text("1 VP")
    page = visitor.go("/score/glassworks")
    page.get_by_role("button", name="Column 1, height 5:").click()
    expect(score).not_to_have_text("0")
    page.get_by_role("button", name="Column 3, height 1:").click()
    expect(page.get_by_text("Column 2 is empty")).to_be_visible()
