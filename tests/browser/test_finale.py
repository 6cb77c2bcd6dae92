"""The end of a game: the scores are counted before everybody's eyes, then the podium and the ways on."""

import random
import time
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from table.clients import Party

from .conftest import Begin, Visit
from .hands import expect_result
from .seats import play, seat_link
from .visitors import NO_WIDER, Visitor

DESK = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844, "has_touch": True}
STEP_MS, STEPS_AT_MOST = 1500, 40
"""No step of the count takes longer, and no game has more of them."""
AT_ONCE = "localStorage.setItem('rivertable.settings', JSON.stringify({ pace: 'none' }))"


def seen_to_the_end(visitor: Visitor, party: Party) -> Page:
    """Return the page of somebody who watches how a game ends."""
    visitor.expect("409")  # What is asked of the table while the game goes on may come too late.
    visitor.page.clock.install()
    visitor.go().evaluate(AT_ONCE)
    page = visitor.go(seat_link(party, 0))
    # The count begins, and does not go on by itself until it is paused, however slow the machine.
    page.clock.pause_at(time.time() + 5)
    choose = random.Random(3)
    while (view := party.view())["status"] == "playing":
        play(party, view["turn"]["seat"], choose)
    return page


def almost_over(begin: Begin, game: str) -> Party:
    """Return a table whose game has few turns left."""
    for turns in range(60 if game == "market" else 24, 0, -6):
        party = begin(game, ["person", "person"], turns=turns, seed=8)
        if party.view()["status"] == "playing":
            return party
    raise AssertionError(f"No game of {game} lasts.")


@pytest.mark.parametrize(
    ("game", "screen", "is_awaited"), [("glassworks", DESK, False), ("market", PHONE, True)], ids=["skipped", "awaited"]
)
def test_the_scores_are_counted_to_the_result(
    visit: Visit, begin: Begin, game: str, screen: dict[str, Any], is_awaited: bool
) -> None:
    party = almost_over(begin, game)
    page = seen_to_the_end(visit(**screen, reduced_motion="no-preference"), party)
    count = page.get_by_role("region", name="The scores are counted")
    count.get_by_role("button", name="Pause").click()
    page.clock.resume()
    count.get_by_role("heading", level=2).click()
    expect(count.locator("footer li.on")).to_have_count(1)
    # There is no bar yet that a link past everything could lead to.
    expect(page.locator("a.skip")).to_have_count(0)
    assert page.evaluate(NO_WIDER)
    if is_awaited:
        count.get_by_role("button", name="Play").click()
        result = page.get_by_role("region", name="Result")
        for _ in range(STEPS_AT_MOST):
            page.clock.run_for(STEP_MS)
            if result.is_visible():
                break
    else:
        count.get_by_role("button", name="Show the result").click()
    expect_result(page)
    totals = party.view()["totals"]
    podium = page.get_by_role("region", name="Result").locator(".podium b")
    expect(podium).to_have_count(len(totals))
    assert sorted(podium.all_inner_texts()) == sorted(str(total).replace("-", "−") for total in totals)
    scored = "[data-vignette]" if game == "market" else ".window svg.set"
    expect(page.locator(f".podium {scored}").first).to_be_visible()


@pytest.mark.parametrize(("game", "screen"), [("glassworks", PHONE), ("market", DESK)])
def test_the_end_says_who_came_where_and_covers_nothing(
    visit: Visit, begin: Begin, game: str, screen: dict[str, Any]
) -> None:
    party = begin(game, ["person"] * 3, turns=400, seed=8)
    page = visit(**screen).go(seat_link(party, 0))
    expect_result(page)
    view = party.view()
    best = max(view["totals"])
    heading = page.get_by_role("region", name="Result").get_by_role("heading", level=2)
    if 0 not in view["winners"]:
        expect(heading).to_contain_text(f"{best - view['totals'][0]} behind Player")
    elif len(view["winners"]) == 1:
        expect(heading).to_contain_text("You won")
    # The table adds up to what the podium says.
    expect(page.get_by_role("row").last).to_contain_text(str(best))
    page.get_by_role("button", name="Explain the scores").click()
    told = page.locator(".explained h2").first
    expect(told).to_be_in_viewport()
    boxes = page.evaluate(
        """() => ['.podium', '.explained', '.acts'].map((one) => {
             const { top, bottom } = document.querySelector(one).getBoundingClientRect()
             return { top, bottom } })"""
    )
    assert boxes[0]["bottom"] <= boxes[1]["top"], "what explains lies over what it explains"
    assert page.evaluate(NO_WIDER)
    for name in ("Rematch", "Review", "Replay", "Play the same deal", "Share this game"):
        expect(page.get_by_role("button", name=name, exact=True)).to_be_visible()
