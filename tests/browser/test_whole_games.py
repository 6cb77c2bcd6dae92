"""Whole games through the page, as a person plays them."""

from .conftest import Visit
from .hands import Mouse, Player, expect_result

PLAY_NOW = "Play now"


def test_a_game_of_glassworks_by_clicking(visit: Visit) -> None:
    visitor = visit()
    page = visitor.go()
    page.get_by_role("article", name="River Valley Glassworks").get_by_role("button").click()
    player = Player(page, Mouse(), seed=1)
    turns = player.play()
    assert turns >= 5
    expect_result(page)
