"""The network goes away in the middle of a game, and comes back: nothing is lost, and no page is loaded anew."""

import random

from playwright.sync_api import APIResponse, Route, WebSocketRoute, expect

from table.servers import Server

from .conftest import Begin, Visit
from .hands import CONFIRM, OFFER, Mouse, Player, find_at_last, look, wait_until
from .line import line_to
from .seats import play, seat_link, turns_of

RECONNECTING = "Reconnecting. The table is as you last saw it."
SENDS = "Reconnecting. Your turn is sent as soon as the table answers."
NETWORK = r"ERR_|WebSocket|status of 50\d"


def test_the_page_catches_up_when_the_network_returns(visit: Visit, server: Server, begin: Begin) -> None:
    party = begin("glassworks", ["person", "person"])
    with line_to(server.port) as line:
        visitor = visit(line.address)
        visitor.expect(NETWORK)
        page = visitor.go(seat_link(party, 0))
        page.evaluate("window.isTheSamePage = true")
        player = Player(page, Mouse(), seed=3)
        player.play(1)
        line.cut()
        expect(page.get_by_text(RECONNECTING)).to_be_visible()
        play(party, 1, random.Random(4))
        # The board can still be read meanwhile.
        expect(page.get_by_role("button", name="Tile 1")).to_be_visible()
        line.mend()
        expect(page.get_by_text(RECONNECTING)).to_be_hidden()
        wait_until(page, lambda now: now.is_mine and bool(now.offered))
        player.take_turn()
        assert len(turns_of(party)) == 3
        assert page.evaluate("window.isTheSamePage") is True


def test_a_draft_outlives_the_network_and_is_played_afterwards(visit: Visit, server: Server, begin: Begin) -> None:
    party = begin("glassworks", ["person", "person"])
    with line_to(server.port) as line:
        visitor = visit(line.address)
        visitor.expect(NETWORK)
        page = visitor.go(seat_link(party, 0))
        player = Player(page, Mouse(), seed=5)
        player.decide()
        chips = page.locator("#actions .steps").inner_text()
        line.cut()
        expect(page.get_by_text(RECONNECTING)).to_be_visible()
        assert page.locator("#actions .steps").inner_text() == chips
        line.mend()
        expect(page.get_by_text(RECONNECTING)).to_be_hidden()
        player.press(CONFIRM)
        wait_until(page, lambda now: not now.is_mine)
        assert [turn["seat"] for turn in turns_of(party)] == [0]


def test_a_choice_outlives_news_that_come_before_its_answer(visit: Visit, begin: Begin) -> None:
    party = begin("glassworks", ["person"] * 3)
    page = visit().go(seat_link(party, 0))
    player = Player(page, Mouse(), seed=5)
    seen = wait_until(page, lambda now: bool(now.offered))
    player.settle()
    answers: list[tuple[Route, APIResponse]] = []
    page.route("**/draft", lambda route: answers.append((route, route.fetch())), times=1)
    player.press(OFFER, seen.offered[0])
    route, answer = find_at_last(page, lambda: answers[0] if answers else None)
    # The table goes on meanwhile: nobody's turn, and another version.
    person = party.person(2)
    person.door.do("POST", f"{party.path}/resign")
    expect(page.get_by_text("Player 3 resigned. A bot plays on.").first).to_be_attached()
    route.fulfill(response=answer)
    steps = page.locator("#actions .steps button")
    expect(steps).not_to_have_count(0)
    player.settle()
    expect(steps).not_to_have_count(0)


def test_a_turn_confirmed_while_the_network_is_away_is_played_when_it_returns(
    visit: Visit, server: Server, begin: Begin
) -> None:
    party = begin("glassworks", ["person", "person"])
    with line_to(server.port) as line:
        visitor = visit(line.address)
        visitor.expect(NETWORK)
        page = visitor.go(seat_link(party, 0))
        player = Player(page, Mouse(), seed=5)
        player.decide()
        line.cut()
        expect(page.get_by_text(RECONNECTING)).to_be_visible()
        player.press(CONFIRM)
        expect(page.get_by_text(SENDS)).to_be_visible()
        expect(page.get_by_role("button", name="Confirm")).to_be_disabled()
        assert turns_of(party) == []
        line.mend()
        wait_until(page, lambda now: not now.is_mine)
        assert [turn["seat"] for turn in turns_of(party)] == [0]


def test_a_turn_whose_answer_is_lost_is_played_once(visit: Visit, server: Server, begin: Begin) -> None:
    party = begin("glassworks", ["person", "person"])
    with line_to(server.port) as line:
        visitor = visit(line.address)
        visitor.expect(NETWORK)
        page = visitor.go(seat_link(party, 0))
        player = Player(page, Mouse(), seed=6)
        player.decide()
        line.loses_answers = True
        player.press(CONFIRM)
        party.wait_for(lambda view: view["turn"]["seat"] == 1)
        line.cut()
        line.mend()
        expect(page.get_by_text(RECONNECTING)).to_be_hidden()
        wait_until(page, lambda now: not now.is_mine)
        assert [turn["seat"] for turn in turns_of(party)] == [0]
        play(party, 1, random.Random(7))
        player.play(1)
        assert [turn["seat"] for turn in turns_of(party)] == [0, 1, 0]


def test_a_turn_is_confirmed_once_however_late_its_news_come(visit: Visit, begin: Begin) -> None:
    """Once the table has answered, and until the page hears what happened, nothing can be done to the turn."""
    party = begin("glassworks", ["person", "person"])
    visitor = visit()
    held_up: list[tuple[WebSocketRoute, str | bytes]] = []
    is_held_up = False

    def pass_on(socket: WebSocketRoute) -> None:
        def tell(message: str | bytes) -> None:
            if is_held_up:
                held_up.append((socket, message))
            else:
                socket.send(message)

        socket.connect_to_server().on_message(tell)

    visitor.page.route_web_socket("**/api/socket", pass_on)
    page = visitor.go(seat_link(party, 0))
    player = Player(page, Mouse(), seed=8)
    player.decide()
    is_held_up = True
    with page.expect_response("**/moves"):
        player.press(CONFIRM)
    expect(page.locator("[data-asked]")).to_have_count(0)
    assert look(page).can_confirm is False
    asked = len(visitor.addresses)
    page.keyboard.press("c")
    page.get_by_role("button", name="Step back").click()
    # What the page loads when it is idle asks nothing of the table.
    assert look(page).is_sent and [url for url in visitor.addresses[asked:] if "/api/" in url] == []
    is_held_up = False
    find_at_last(page, lambda: held_up or None)
    for socket, message in held_up:
        socket.send(message)
    wait_until(page, lambda now: not now.is_mine)
    assert [turn["seat"] for turn in turns_of(party)] == [0]
