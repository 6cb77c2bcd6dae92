"""Play now and the Rivals: asked once on one sheet, and remembered."""

from playwright.sync_api import Route, expect

from table.clients import Door

from .conftest import Visit
from .hands import wait_until
from .visitors import NO_WIDER, play_now


def test_what_was_asked_once_is_chosen_the_next_time(visit: Visit, door: Door) -> None:
    visitor = visit(width=360, height=640, has_touch=True)
    page = visitor.go()
    article = page.get_by_role("article", name="Glassworks")
    article.get_by_role("button", name="Play now").tap()
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_label("Novice")).to_be_checked()
    sheet.get_by_label("1", exact=True).check()
    sheet.get_by_label("Expert").check()
    sheet.get_by_label("One of them").check()
    expect(sheet.get_by_role("button", name="Start the game")).to_be_in_viewport(ratio=1)
    assert page.evaluate(NO_WIDER)
    sheet.get_by_role("button", name="Start the game").tap()
    page.wait_for_url("**/t/*")
    table = door.do("GET", f"/tables/{page.url.rsplit('/', 1)[1]}")
    assert [seat["level"] for seat in table["seats"]] == [None, "expert"]
    assert table["first_seat"] == 1
    wait_until(page, lambda now: now.is_mine)
    # Two taps begin the same game again, and another game has its own.
    visitor.go()
    play_now(page, "Glassworks")
    page.wait_for_url("**/t/*")
    again = door.do("GET", f"/tables/{page.url.rsplit('/', 1)[1]}")
    assert again["id"] != table["id"]
    assert [seat["level"] for seat in again["seats"]] == [None, "expert"]
    visitor.go()
    page.get_by_role("article", name="River Market").get_by_role("button", name="Play now").tap()
    expect(sheet.get_by_label("2", exact=True)).to_be_checked()


def test_a_rival_tells_its_rules_and_keeps_the_result(visit: Visit, door: Door) -> None:
    visitor = visit()
    page = visitor.go()
    page.get_by_role("article", name="Glassworks").get_by_role("button", name="Rivals").click()
    magpie = page.get_by_role("dialog").get_by_role("listitem").filter(has=page.get_by_role("heading", name="Magpie"))
    expect(magpie).to_contain_text("Not met yet")
    magpie.get_by_text("Its rules").click()
    expect(magpie.get_by_text("gathers the tile with the most glass")).to_be_visible()
    magpie.get_by_role("button", name="Play").click()
    wait_until(page, lambda now: now.is_mine and bool(now.offered))
    table = page.url.rsplit("/", 1)[1]
    assert [seat["level"] for seat in door.do("GET", f"/tables/{table}")["seats"]] == [None, "rival:magpie"]

    def end(route: Route) -> None:
        route.fulfill(json=route.fetch().json() | {"status": "over", "totals": [40, 47]})

    page.route(f"**/api/tables/{table}", end)
    visitor.go()
    page.get_by_role("article", name="Glassworks").get_by_role("button", name="Rivals").click()
    expect(magpie).to_contain_text("Lost once, by 7")
