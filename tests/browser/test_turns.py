"""What a turn asks: nothing where there is one answer, and nothing anew where the page is loaded again."""

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from .conftest import Begin, Visit
from .hands import OFFER, Finger, Mouse, Player, find_at_last, wait_until
from .seats import seat_link
from .stages import under_way


def test_an_opening_hand_that_must_be_kept_is_not_asked_about(visit: Visit, begin: Begin) -> None:
    for _ in range(20):
        party = begin("market", ["person", "person"])
        first = party.view()["turn"]["seat"]
        opening = {"version": party.view()["version"], "decisions": []}
        asked = party.person(first).door.do("POST", f"{party.path}/draft", opening)
        if len(asked["choices"]) == 1:
            break
    visitor = visit()
    visitor.go(seat_link(party, first))

    def has_moved_on(view: dict[str, Any]) -> bool:
        return bool(view["turn"]["seat"] != first)

    party.wait_for(has_moved_on)
    expect(visitor.page.locator("#actions")).to_contain_text("Waiting for")


@pytest.mark.parametrize("game", ["glassworks", "market"])
def test_a_turn_that_is_half_made_outlives_its_page(visit: Visit, begin: Begin, game: str) -> None:
    party = begin(game, ["person", "person"], turns=4, seed=5)
    page = visit().go(seat_link(party, party.view()["turn"]["seat"]))
    wait_until(page, lambda now: bool(now.offered))
    Player(page, Mouse(), 2).decide()
    asked: list[Route] = []
    told: list[str | bytes] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: told.append(frame)))
    page.route("**/draft", lambda route: asked.append(route))
    page.reload()
    # What was kept is answered only after the table has told its state once more.
    find_at_last(page, lambda: (asked and told) or None)
    assert asked[0].request.post_data_json["decisions"]
    for route in asked:
        route.continue_()
    page.unroute("**/draft")
    wait_until(page, lambda now: now.can_confirm)


def _own_by_others(route: Route) -> None:
    answer = route.fetch()
    told = answer.json()
    state = told["table"]["state"]
    for booth in (*state["river"]["top"], *state["river"]["bottom"]):
        booth["owner"] = 1 - state["turn"]["seat"]
    route.fulfill(response=answer, json=told)


def _pay_owners(route: Route) -> None:
    answer = route.fetch()
    told = answer.json()
    for card in told["cards"]:
        card["owner_bonus"] = {"lily": 2}
    route.fulfill(response=answer, json=told)


STRIP = """async () => {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  const line = document.querySelector('#actions .steps'), left = line.getBoundingClientRect().x
  const all = [...line.children].map((one) => [one, one.getBoundingClientRect()])
  return {
    isScrolled: line.scrollLeft > 0,
    cut: all.filter(([, box]) => box.x < left - 1 && box.right > left + 4).map(([one]) => one.textContent),
    broken: all.filter(([one, box]) => one.matches('.cap') && box.height > 30).map(([one]) => one.textContent),
    hasBonus: all.some(([one]) => one.matches('.cap')),
  }
}"""
"""How the strip of steps stands: what of it is cut at its beginning, and what of a Booth's owner breaks its line."""


PLANK = "document.querySelector('#actions .effect:not(:has(.of)), .booth.legal [data-card]')"
"""A Booth to stop at, and a plank of it."""


def test_the_steps_of_a_turn_are_whole_on_a_phone(visit: Visit, begin: Begin) -> None:
    visitor = visit(width=390, height=844, has_touch=True, is_mobile=True)
    page = visitor.page
    page.route(re.compile(r"/events\?since"), _own_by_others)
    page.route(re.compile(r"/components"), _pay_owners)
    # The table would tell who owns them in truth.
    page.route_web_socket(re.compile("."), lambda socket: None)
    seen: set[str] = set()
    for turns in range(20, 52, 4):
        party = under_way(begin, "market", turns, 2)
        visitor.go(seat_link(party, party.view()["turn"]["seat"]))
        seen |= _decide_and_look(page, turns)
        if seen == {"isScrolled", "hasBonus"}:
            break
    # With one deal or another the turn is long enough, and with one or another it uses a plank.
    assert seen == {"isScrolled", "hasBonus"}


def _decide_and_look(page: Page, seed: int) -> set[str]:
    """Decide a turn; after each step the strip is looked at. Return what it had to show."""
    player, choose = Player(page, Finger(), seed), random.Random(seed)
    found: set[str] = set()
    before, seen = None, wait_until(page, lambda now: bool(now.offered) or now.can_confirm)
    for _ in range(30):
        strip = page.evaluate(STRIP)
        assert (strip["cut"], strip["broken"]) == ([], [])
        found |= {what for what in ("isScrolled", "hasBonus") if strip[what]}
        if seen.can_confirm or not seen.offered:
            break
        fresh = [name for name in seen.offered if before is None or name not in before.offered]
        if page.evaluate(f"{PLANK} !== null"):
            player.press(f"() => {PLANK}")
        else:
            player.press(OFFER, choose.choice(fresh or seen.offered))
        before, seen = seen, player.settle()
    return found
