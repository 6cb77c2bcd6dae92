"""The hint of a practice game: first the idea, then the move, drawn on the board and played as it says."""

import re

import pytest
from playwright.sync_api import Page, expect

from .conftest import Begin, Visit
from .hands import Finger, Hand, Keys, Mouse, Player, wait_until
from .seats import seat_link, turns_of
from .stages import HINT_PATIENCE_MS, ready_to_hint
from .visitors import NO_WIDER

SEATS = ["person", "novice"]


def press(page: Page, hand: Hand, name: str) -> None:
    """Press a button of the bar at the bottom."""
    button = page.locator("#actions").get_by_role("button", name=name, exact=True).element_handle()
    assert button is not None
    hand.press(page, button)


@pytest.mark.parametrize(
    ("game", "hand", "screen"),
    [
        ("glassworks", Mouse(), {"width": 1440, "height": 900}),
        ("market", Keys(), {"width": 1280, "height": 800}),
        ("glassworks", Finger(), {"width": 360, "height": 780, "has_touch": True, "is_mobile": True}),
    ],
    ids=["mouse", "keyboard", "touch"],
)
def test_pressed_twice_it_says_a_turn_that_is_then_played(
    visit: Visit, begin: Begin, game: str, hand: Hand, screen: dict[str, int]
) -> None:
    ready_to_hint(begin, game)
    party = begin(game, SEATS, turns=5, seed=8)
    visitor = visit(**screen)
    page = visitor.go(seat_link(party, 0))
    wait_until(page, lambda now: now.is_mine and bool(now.offered))
    marked = page.get_by_role("button", name=re.compile(r"\bBest\b"))
    region = page.get_by_role("region", name="Hint")

    press(page, hand, "Hint")
    expect(region).to_contain_text("The idea: ", timeout=HINT_PATIENCE_MS)
    expect(region).not_to_contain_text("The move: ")
    expect(marked).to_have_count(0)
    press(page, hand, "Hint")
    expect(region).to_contain_text("The move: ")
    expect(region).to_contain_text(re.compile(r"About [0-9]+% of the win\."))
    expect(marked.first).to_be_visible()
    assert page.evaluate(NO_WIDER)

    view = party.view()
    assert [seat["hints"] for seat in view["seats"]] == [1, 0]
    asked = {"version": view["version"], "step": "move"}
    said = party.person(0).door.do("POST", f"{party.path}/hint", asked)["best"]["notation"]
    player = Player(page, hand, 1)
    press(page, hand, "Lay it out")
    wait_until(page, lambda now: now.can_confirm)
    player.settle()
    assert page.evaluate(NO_WIDER)
    press_confirm(page, hand)
    party.wait_for(lambda now: now["turn"]["number"] > view["turn"]["number"])
    played = turns_of(party)[view["turn"]["number"] - 1]
    assert (played["seat"], played["notation"]) == (0, said)
    # Its turn is over, and with it the hint.
    expect(region).to_have_count(0)
    expect(marked).to_have_count(0)


def press_confirm(page: Page, hand: Hand) -> None:
    button = page.locator("#actions [data-spot=confirm]").element_handle()
    assert button is not None
    hand.press(page, button)


def test_it_is_closed_and_comes_back_the_same(visit: Visit, begin: Begin) -> None:
    """By its key, by its cross, and in the reader's language."""
    ready_to_hint(begin, "glassworks")
    party = begin("glassworks", SEATS, turns=3, seed=9)
    page = visit(locale="fr-FR").go(seat_link(party, 0))
    region = page.get_by_role("region", name="Indice")
    button = page.locator("#actions").get_by_role("button", name="Indice", exact=True)
    button.wait_for()
    page.keyboard.press("h")
    idea = region.get_by_text("L’idée : ")
    expect(idea).to_be_visible(timeout=HINT_PATIENCE_MS)
    said = idea.inner_text()
    region.get_by_role("button", name="Fermer l’indice").click()
    expect(region).to_have_count(0)
    button.click()
    expect(idea).to_have_text(said)
    region.get_by_role("button", name="Montrer le coup").click()
    expect(region).to_contain_text("Le coup : ")
    page.keyboard.press("h")
    expect(region).to_have_count(0)
    assert party.view()["seats"][0]["hints"] == 1


def test_where_others_play_there_is_no_hint(visit: Visit, begin: Begin) -> None:
    party = begin("glassworks", ["person", "person"], turns=2)
    page = visit().go(seat_link(party, 0))
    wait_until(page, lambda now: now.is_mine and bool(now.offered))
    expect(page.get_by_role("button", name="Hint", exact=True)).to_have_count(0)
    page.keyboard.press("h")
    expect(page.get_by_role("region", name="Hint")).to_have_count(0)


def test_the_result_says_how_many_hints_were_taken(visit: Visit, begin: Begin) -> None:
    ready_to_hint(begin, "glassworks")
    party = begin("glassworks", SEATS)
    view = party.wait_for(lambda now: now["turn"]["seat"] == 0)
    party.person(0).door.do("POST", f"{party.path}/hint", {"version": view["version"], "step": "idea"})
    party.play()
    page = visit().go(seat_link(party, 0))
    expect(page.get_by_role("region", name="Result").get_by_text("1 hint")).to_be_visible()
