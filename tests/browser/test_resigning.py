"""Who resigns is told how the game ends, and nobody is left before a board on which nothing happens any more."""

import random
from typing import Any

import pytest
from playwright.sync_api import expect

from .conftest import Begin, Visit
from .seats import play, seat_link


def can_be_played(view: dict[str, Any]) -> bool:
    return bool(view["status"] != "playing" or view["seats"][view["turn"]["seat"]]["substitute"] is None)


@pytest.mark.parametrize("game", ["glassworks", "market"])
def test_a_game_that_ends_by_resigning_says_who_has_won(visit: Visit, begin: Begin, game: str) -> None:
    party = begin(game, ["person", "person"], turns=3)
    pages = [visit().go(seat_link(party, seat)) for seat in (0, 1)]
    for page in pages:
        expect(page.locator("#actions")).to_be_visible()
    pages[1].get_by_role("button", name="Menu").click()
    pages[1].get_by_role("button", name="Resign").click()
    expect(pages[1].get_by_text("The game then ends, and Player 1 wins.")).to_be_visible()
    pages[1].get_by_role("button", name="Resign").click()
    expect(
        pages[1].get_by_role("status").filter(has_text="You are out of the game, and Player 1 wins.")
    ).to_be_visible()
    expect(pages[0].get_by_role("status").filter(has_text="You win: nobody else is left in the game.")).to_be_visible()
    for page in pages:
        expect(page.get_by_text("The game is over").first).to_be_visible()
        expect(page.get_by_text("A bot plays on.")).to_have_count(0)
    # A page that is loaded anew says the same, and leads on.
    pages[0].reload()
    pages[0].get_by_role("region", name="Result").get_by_role("button", name="Replay").click()
    expect(pages[0].get_by_role("button", name="Back to the table")).to_be_visible()
    pages[1].get_by_role("region", name="Result").get_by_role("button", name="Rematch").click()
    expect(pages[1]).not_to_have_url(seat_link(party, 1).split("#")[0])


def test_who_resigned_has_not_come_second(visit: Visit, begin: Begin) -> None:
    """A bot plays on for the others to finish, and may well have the most points."""
    party = begin("glassworks", ["person", "person", "person"])
    party.person(0).door.do("POST", f"{party.path}/resign")
    choose = random.Random(3)
    while (view := party.wait_for(can_be_played))["status"] == "playing":
        play(party, view["turn"]["seat"], choose)
    page = visit().go(seat_link(party, 0))
    expect(page.get_by_text("You are out of the game, and ").first).to_be_visible()
    expect(page.get_by_text("You came ")).to_have_count(0)
