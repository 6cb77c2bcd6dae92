"""What a turn asks: nothing where there is one answer, and nothing anew where the page is loaded again."""

from typing import Any

import pytest
from playwright.sync_api import Route, expect

from .conftest import Begin, Visit
from .hands import Mouse, Player, find_at_last, wait_until
from .seats import seat_link


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
