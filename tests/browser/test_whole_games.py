"""Whole games through the page, against bots, as a person plays them."""

import pytest

from .conftest import Visit
from .hands import Finger, Hand, Keys, Mouse, Player, expect_result

TITLES = {"glassworks": "River Valley Glassworks", "market": "River Market"}


@pytest.mark.parametrize("game", TITLES)
@pytest.mark.parametrize(
    ("hand", "screen"),
    [
        (Mouse(), {"width": 1440, "height": 900}),
        (Keys(), {"width": 1280, "height": 800}),
        (Finger(), {"width": 360, "height": 780, "has_touch": True, "is_mobile": True}),
    ],
    ids=["mouse", "keyboard", "touch"],
)
def test_a_whole_game_against_bots(visit: Visit, game: str, hand: Hand, screen: dict[str, int]) -> None:
    visitor = visit(**screen)
    page = visitor.go()
    article = page.get_by_role("article", name=TITLES[game])
    start = article.get_by_role("button").element_handle()
    assert start is not None
    hand.press(page, start)
    player = Player(page, hand, seed=7)
    turns = player.play()
    expect_result(page)
    assert turns >= 4 and player.presses >= 2 * turns
