"""The first minute: from the address, or from a link, to the first move."""

import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from table.clients import Door

from .conftest import Visit
from .hands import OFFER, Mouse, Player, wait_until

CLICKS_AT_MOST = 3


@pytest.mark.parametrize("title", ["River Valley Glassworks", "River Market"])
def test_from_the_address_to_the_first_choice(
    visit: Visit, title: str, record_property: Callable[[str, object], None]
) -> None:
    began = time.perf_counter()
    visitor = visit()
    page = visitor.go()
    page.get_by_role("article", name=title).get_by_role("button", name="Play now").click()
    page.get_by_role("dialog").get_by_role("button", name="Start the game").click()
    player = Player(page, Mouse(), seed=1)
    seen = wait_until(page, lambda now: now.is_mine and bool(now.offered))
    player.press(OFFER, seen.offered[0])
    record_property("seconds to the first choice", round(time.perf_counter() - began, 1))
    assert 2 + player.presses <= CLICKS_AT_MOST
    assert visitor.page.url.startswith(f"{visitor.address}/t/")


def test_from_a_link_to_a_seat(visit: Visit, door: Door) -> None:
    made = door.do("POST", "/tables", {"game": "glassworks", "seats": [{"kind": "open"}, {"kind": "open"}]})
    visitor = visit(width=360, height=780, has_touch=True, is_mobile=True)
    page = visitor.go(f"/t/{made['table']}")
    page.get_by_label("Your name").fill("Ben")
    page.get_by_role("button", name="Sit here").first.tap()
    expect(page.get_by_text("The host starts the game.")).to_be_visible()
    door.do("POST", f"/tables/{made['table']}/start", {"fill": "novice"}, secret=made["host"])
    wait_until(page, lambda now: now.is_mine and bool(now.offered))
    names = [seat["name"] for seat in door.do("GET", f"/tables/{made['table']}")["seats"]]
    assert "Ben" in names


def test_each_free_seat_has_a_link_of_its_own(visit: Visit) -> None:
    host, guest = visit(), visit(width=360, height=780, has_touch=True)
    page = host.go("/new/glassworks")
    page.get_by_label("Name", exact=True).fill("Ada")
    page.get_by_label("Who sits at Leaf").select_option("open")
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("button", name="QR code: Leaf").click()
    page.get_by_role("img", name="QR code of the link: Leaf").wait_for()
    address = page.get_by_role("dialog").get_by_text(host.address).inner_text()
    guest.go(address.removeprefix(host.address))
    guest.page.get_by_label("Your name").fill("Ben")
    seats = guest.page.get_by_role("listitem")
    seats.filter(has_text="Leaf").locator(".primary").tap()
    expect(guest.page.get_by_text("The host starts the game.")).to_be_visible()
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_role("listitem").nth(2)).to_contain_text("Ben")


def test_who_opens_a_table_says_whether_puzzles_may_be_made_and_who_comes_reads_it(visit: Visit, door: Door) -> None:
    sentence = "Puzzles may be made of this game, without names: whoever sits down agrees."
    for is_agreed in (False, True):
        host, guest = visit(), visit(width=360, height=780, has_touch=True)
        page = host.go("/new/market")
        box = page.get_by_label("Puzzles may be made of this game")
        expect(box).not_to_be_checked()
        box.set_checked(is_agreed)
        page.get_by_role("button", name="Open the table").click()
        page.wait_for_url("**/t/**")
        path = page.url.removeprefix(host.address)
        assert door.do("GET", f"/tables/{path.split('/')[2]}")["can_become_puzzles"] is is_agreed
        guest.go(path)
        expect(guest.page.get_by_role("button", name="Sit here").first).to_be_visible()
        expect(guest.page.get_by_text(sentence)).to_have_count(int(is_agreed))


def test_a_game_without_pages_is_named_with_a_sentence(visit: Visit, door: Door) -> None:
    """Where a server has one game more than its pages: on the start page, and at a table of that game."""
    made = door.do("POST", "/tables", {"game": "glassworks", "seats": [{"kind": "open"}, {"kind": "open"}]})
    visitor = visit()
    page = visitor.go()

    def with_chess(route: Route) -> None:
        games = route.fetch().json()
        route.fulfill(json=[*games, games[0] | {"name": "chess", "title": "Chess"}])

    def of_chess(route: Route) -> None:
        news = route.fetch().json()
        route.fulfill(json=news | {"table": news["table"] | {"game": "chess"}})

    # Nothing but what is asked for comes: the socket would tell of the game that it is.
    page.route_web_socket("**/api/**", lambda socket: None)
    page.route("**/api/games", with_chess)
    page.route("**/api/tables/*/events?*", of_chess)
    page.reload()
    expect(page.get_by_text("These pages cannot show Chess.")).to_be_visible()
    expect(page.get_by_role("button", name="Play now")).to_have_count(2)
    visitor.go(f"/t/{made['table']}")
    expect(page.get_by_text("These pages cannot show chess.")).to_be_visible()
