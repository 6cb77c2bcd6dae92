"""Whole games through the page, against bots, as a person plays them."""

import re
from itertools import product

import pytest
from playwright.sync_api import expect

from extent import IS_LONG
from table.clients import Party

from .conftest import Begin, Visit
from .hands import Dragger, Finger, Hand, Keys, Mouse, Player, expect_result
from .seats import seat_link
from .visitors import NO_WIDER

TITLES = {"glassworks": "River Valley Glassworks", "market": "River Market"}


HANDS: dict[str, tuple[Hand, dict[str, int]]] = {
    "mouse": (Mouse(), {"width": 1440, "height": 900}),
    "keyboard": (Keys(), {"width": 1280, "height": 800}),
    "touch": (Finger(), {"width": 360, "height": 780, "has_touch": True, "is_mobile": True}),
}
HALF = {"glassworks": 4, "market": 9}
"""Turns that a person has taken before."""
EVERY_WAY = list(product(HANDS, TITLES))
# Games of two people and games of a first start are played to their end with the mouse and by touch too.
BRIEFLY = [("keyboard", "market"), ("keyboard", "glassworks"), ("touch", "glassworks")]


@pytest.mark.slow
@pytest.mark.parametrize(("hand_name", "game"), EVERY_WAY if IS_LONG else BRIEFLY)
def test_a_whole_game_against_bots(visit: Visit, hand_name: str, game: str) -> None:
    hand, screen = HANDS[hand_name]
    visitor = visit(service_workers="allow", **screen)
    page = visitor.go()
    article = page.get_by_role("article", name=TITLES[game])
    sheet = page.get_by_role("dialog")
    for button in (article.get_by_role("button", name="Play now"), sheet.get_by_role("button", name="Start the game")):
        target = button.element_handle()
        assert target is not None
        hand.press(page, target)
    player = Player(page, hand, seed=7)
    turns = player.play()
    expect_result(page)
    assert turns >= 4 and player.presses >= 2 * turns


@pytest.mark.slow
@pytest.mark.parametrize("game", TITLES)
def test_a_game_is_dragged_to_its_end(visit: Visit, begin: Begin, game: str) -> None:
    """Its second half: pieces to tiles, tiles and the lake to one's own board, cards to Booths and to the mat."""
    party = begin(game, ["person", "novice"], turns=HALF[game])
    hand = Dragger()
    page = visit(width=1440, height=900).go(seat_link(party, 0))
    player = Player(page, hand, seed=3)
    turns = player.play()
    expect_result(page)
    assert 2 * hand.drags >= turns >= 1


def test_a_step_with_many_pieces_keeps_to_a_phone(visit: Visit, begin: Begin) -> None:
    """A tile that nobody took for long: its pieces break into a second row, and Confirm can be tapped."""
    party = begin("glassworks", ["person", "person"])
    first = party.view()["turn"]["seat"]
    page = visit(width=360, height=780, has_touch=True, is_mobile=True).go(seat_link(party, first))
    page.get_by_role("region", name="Satchel").get_by_role("button", name="can be chosen").first.tap()
    page.get_by_role("button", name="can be chosen").and_(page.get_by_role("button", name="Tile")).first.tap()
    chip = page.locator("#actions .steps .chip", has=page.locator("svg")).first
    chip.evaluate(
        "(chip) => { for (let more = 0; more < 12; more++) chip.append(chip.querySelector('svg').cloneNode(true)) }"
    )
    assert page.evaluate(NO_WIDER)
    page.get_by_role("button", name="Start over").tap()
    page.get_by_role("button", name="Start over").wait_for(state="detached")


def test_a_piece_picked_up_is_one_of_the_pair(visit: Visit, begin: Begin) -> None:
    """A tile of another shape takes a pair: the piece that was picked up is one of it, whatever the other will be."""
    piece, shape, party = next(found for _ in range(400) if (found := _three_of_a_shape(begin)))
    page = visit().go(seat_link(party, party.view()["turn"]["seat"]))
    page.get_by_role("button", name=f"{piece}, can be chosen").first.click()
    page.get_by_role("button", name=re.compile(f"^Tile (?!\\S+ {shape}).*can be chosen")).first.click()
    expect(page.locator("#actions .steps .chip", has_text=piece)).to_be_visible()


def _three_of_a_shape(begin: Begin) -> tuple[str, str, Party] | None:
    """Open a table; give a piece, its shape and the table where who begins has three different pieces of one shape."""
    party = begin("glassworks", ["person", "person"])
    view = party.view()
    satchel = view["state"]["seats"][view["turn"]["seat"]]["satchel"]
    shapes = {piece.split()[-1] for piece in satchel}
    if len(shapes) == 1 and len(set(satchel)) == len(satchel):
        return satchel[0], shapes.pop(), party
    return None
