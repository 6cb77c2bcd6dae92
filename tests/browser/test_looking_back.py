"""From the last turns of a game to its review, and from there back into play, by hand."""

from typing import Any

import pytest
from playwright.sync_api import ElementHandle, Locator, Page, expect

from extent import repeated

from .conftest import Begin, Visit
from .hands import Finger, Hand, Keys, Mouse, Player, expect_result
from .seats import held, seat_link
from .stages import REVIEW_PATIENCE_MS
from .visitors import PATIENCE_MS

PHONE = {"width": 360, "height": 780, "has_touch": True, "is_mobile": True}
DESK = {"width": 1440, "height": 900}


def element_of(found: Locator, timeout: float = PATIENCE_MS) -> ElementHandle:
    """Return the thing itself, once it is there."""
    found.wait_for(timeout=timeout)
    element = found.element_handle()
    assert element is not None
    return element


def press(page: Page, hand: Hand, name: str) -> None:
    hand.press(page, element_of(page.get_by_role("button", name=name, exact=True)))


HANDS: dict[str, tuple[Hand, dict[str, Any]]] = {
    "keyboard": (Keys(), DESK),
    "touch": (Finger(), PHONE),
    "mouse": (Mouse(), DESK),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", [*HANDS][: repeated(2, 3)])
def test_a_game_is_finished_looked_back_at_and_played_on(visit: Visit, begin: Begin, name: str) -> None:
    hand, screen = HANDS[name]
    party = begin("glassworks", ["person", "novice"], turns=5, seed=8)
    page = visit(**screen).go(seat_link(party, 0))
    player = Player(page, hand, seed=3)
    assert player.play() > 0
    expect_result(page)

    press(page, hand, "Review")
    graph = page.get_by_role("slider", name="Share of the win over the turns")
    review = page.get_by_role("region", name="Review")
    turns = len(party.record()["turns"])
    reached = element_of(graph, REVIEW_PATIENCE_MS)
    expect(review).to_contain_text(f"Turn 1 of {turns}")
    # A pointer lands in the middle of the graph; from wherever that is, keys go on.
    hand.press(page, reached)
    graph.press("Home")
    graph.press("PageUp")
    expect(review).to_contain_text(f"Turn 6 of {turns}")

    press(page, hand, "Play on from here")
    press(page, hand, "Begin")
    page.wait_for_url(lambda url: "/t/" in url and party.table not in url)
    table = held(page)["table"]
    assert player.play(turns=1) == 1
    begun = party.door.do("GET", f"/tables/{table}/positions/0")["state"]
    assert begun == party.door.do("GET", f"{party.path}/positions/5")["state"]
    events = party.door.do("GET", f"/tables/{table}/events?since=0")["events"]
    assert sum(event["kind"] == "turn" for event in events) >= 1
