"""Whole games through the page, against bots, as a person plays them."""

from itertools import product

import pytest

from extent import IS_LONG

from .conftest import Begin, Visit
from .hands import Finger, Hand, Keys, Mouse, Player, expect_result
from .seats import seat_link
from .visitors import NO_WIDER

TITLES = {"glassworks": "River Valley Glassworks", "market": "River Market"}


HANDS: dict[str, tuple[Hand, dict[str, int]]] = {
    "mouse": (Mouse(), {"width": 1440, "height": 900}),
    "keyboard": (Keys(), {"width": 1280, "height": 800}),
    "touch": (Finger(), {"width": 360, "height": 780, "has_touch": True, "is_mobile": True}),
}
EVERY_WAY = list(product(HANDS, TITLES))
# Games of two people and games of a first start are played to their end with the mouse and by touch too.
BRIEFLY = [("keyboard", "market"), ("keyboard", "glassworks"), ("touch", "glassworks")]


@pytest.mark.parametrize(("hand_name", "game"), EVERY_WAY if IS_LONG else BRIEFLY)
def test_a_whole_game_against_bots(visit: Visit, hand_name: str, game: str) -> None:
    hand, screen = HANDS[hand_name]
    visitor = visit(service_workers="allow", **screen)
    page = visitor.go()
    article = page.get_by_role("article", name=TITLES[game])
    start = article.get_by_role("button").element_handle()
    assert start is not None
    hand.press(page, start)
    player = Player(page, hand, seed=7)
    turns = player.play()
    expect_result(page)
    assert turns >= 4 and player.presses >= 2 * turns


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
