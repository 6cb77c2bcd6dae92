"""What others do can be followed: a sentence with its glass, skipped by one tap, shown again on the board."""

import random
import re
import time
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from table.clients import Party

from .conftest import Begin, Visit
from .hands import CONFIRM, Mouse, Player
from .seats import play, seat_link
from .stages import under_way

DESK = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844, "has_touch": True}


def banner(page: Page) -> Locator:
    return page.locator("[data-banner]")


COVERED = """() => {
  const { x, y, right, bottom } = document.querySelector('[data-banner]').getBoundingClientRect()
  // On a phone and a tablet it lies over the whole header.
  const needed = `main button, #actions${innerWidth < 1180 ? '' : ', header .turn > *, header button'}`
  const things = [...document.querySelectorAll(needed)].filter((one) => one.checkVisibility())
  return things.filter((one) => {
    const box = one.getBoundingClientRect()
    return box.x < right && box.right > x && box.y < bottom - 1 && box.bottom > y && !one.closest('.others')
  }).map((one) => one.ariaLabel ?? one.textContent)
}"""
"""What is needed for a turn and lies under the banner."""
STICKING_OUT = """() => [...document.querySelectorAll('[data-opponent]')].flatMap((one) => {
  const cell = one.parentElement
  cell.querySelector('.rest').textContent = 'Wilhelmina of the Seven Alders'
  return [...cell.querySelectorAll('.head > *')].filter(
    (part) => part.getBoundingClientRect().right > cell.getBoundingClientRect().right).map((part) => part.textContent)
})"""
"""What of opponents with long names reaches past their place."""


WATCH_FLIGHTS = """() => {
  window.flown = 0
  const look = (changes) => changes.forEach(({ addedNodes }) => {
    window.flown += [...addedNodes].filter((one) => one.classList?.contains('flying')).length
  })
  new MutationObserver(look).observe(document.body, { childList: true })
}"""
"""Counts the pieces that set out to fly."""


def slow(page: Page) -> None:
    page.evaluate("localStorage.setItem('rivertable.settings', JSON.stringify({ pace: 'slow' }))")


@pytest.mark.parametrize(
    ("game", "screen"), [("glassworks", DESK), ("glassworks", PHONE), ("market", DESK), ("market", PHONE)]
)
def test_others_turns_are_told_one_by_one_and_skipped(
    visit: Visit, begin: Begin, game: str, screen: dict[str, Any]
) -> None:
    party = begin(game, ["person"] * 4, turns=8, seed=5)
    mover = party.view()["turn"]["seat"]
    visitor = visit(**screen, reduced_motion="no-preference")
    visitor.page.clock.install()
    slow(visitor.go())
    page = visitor.go(seat_link(party, (mover + 3) % 4))
    expect(page.locator("#actions")).to_contain_text("Waiting for")
    # The next turn waits for its time, which does not come while this goes on, however slow the machine.
    page.clock.pause_at(time.time() + 5)
    page.evaluate(WATCH_FLIGHTS)
    choose = random.Random(6)
    for seat in (mover, mover + 1, mover + 2):
        play(party, seat % 4, choose)
    # The first is told, and the others wait.
    expect(banner(page)).to_contain_text(f"Player {mover + 1}")
    # Glass goes to whoever gets it, on a phone to the name above the bar.
    assert game == "market" or page.evaluate("window.flown") > 0
    assert page.evaluate(COVERED) == []
    assert page.evaluate(STICKING_OUT) == []
    banner(page).get_by_role("button", name="Skip").click()
    page.clock.resume()
    expect(banner(page)).to_contain_text(f"Player {(mover + 2) % 4 + 1}")
    expect(page.get_by_role("button", name="Confirm turn")).to_be_visible()
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_a_turn_is_told_by_its_shapes_and_its_points(visit: Visit, begin: Begin) -> None:
    party, event = _placed(begin)
    page = visit(**DESK).go(seat_link(party, 1 - event["seat"]))
    line = page.get_by_role("region", name="Log").get_by_role("listitem").first
    expect(line).to_contain_text(
        re.compile(r"placed .+ on the (drop|heart|circle|square|hexagon|triangle) and gathered")
    )
    expect(line).not_to_contain_text("tile")
    # The shape stands before its name, in one line with it.
    assert line.locator(".tile").evaluate("(one) => one.getClientRects().length") == 1
    gain = event["totals"][event["seat"]]
    if gain:
        expect(line).to_contain_text(f"{gain:+d}".replace("-", "−"))
    # Where it has a place of its own it stays to be read.
    expect(banner(page)).to_contain_text("placed")


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_what_lies_over_whose_turn_it_is_leaves(visit: Visit, begin: Begin, motion: str) -> None:
    party = under_way(begin, "market", 6, 2)
    visitor = visit(**PHONE, reduced_motion=motion)
    visitor.page.clock.install()
    page = visitor.go(seat_link(party, party.view()["turn"]["seat"]))
    expect(banner(page)).to_be_visible()
    page.clock.fast_forward(8000)
    expect(banner(page)).to_be_hidden()


def _placed(begin: Begin) -> tuple[Party, dict[str, Any]]:
    """Return a table of which the first turn placed glass, and that turn."""
    for seed in range(40):
        party = begin("glassworks", ["person", "person"], turns=1, seed=seed)
        event = party.door.do("GET", f"{party.path}/events?since=0")["events"][-1]
        if event["move"]["type"] == "place":
            return party, event
    raise AssertionError("Nobody ever places.")


WATCH_REPLAY = """() => {
  window.replayed = []
  const look = () => {
    const turn = document.querySelector('[aria-label=Replay]')?.textContent.match(/\\d+ of \\d+/)?.[0]
    if (turn && turn !== window.replayed.at(-1)) window.replayed.push(turn)
  }
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true })
}"""
"""Notes every turn that a replay shows, for however short a time."""


def test_what_was_missed_is_shown_again_on_the_board(visit: Visit, begin: Begin) -> None:
    party = begin("glassworks", ["person"] * 3)
    first = party.view()["turn"]["seat"]
    page = visit(**DESK).go(seat_link(party, first))
    Player(page, Mouse(), 9).take_turn()
    choose = random.Random(10)
    for more in (1, 2):
        play(party, (first + more) % 3, choose)
    link = page.get_by_role("button", name="Show since my last turn")
    confirm = page.get_by_role("button", name="Confirm turn")
    expect(confirm).to_be_visible()
    page.evaluate(WATCH_REPLAY)
    link.click()
    page.wait_for_function("() => window.replayed.includes('3 of 3')")
    assert page.evaluate("window.replayed")[0] == "1 of 3"
    # It leads back by itself, and the turn can be taken.
    expect(page.get_by_role("region", name="Replay")).to_have_count(0)
    player = Player(page, Mouse(), 11)
    player.decide()
    player.press(CONFIRM)
    expect(confirm).to_have_count(0)
