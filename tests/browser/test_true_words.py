"""What the page says of a turn is true of that turn, and not of the present."""

import random
import re

from playwright.sync_api import Route, expect

from .conftest import Begin, Visit
from .hands import expect_result
from .seats import play, seat_link
from .visitors import words_of


def test_a_replay_tells_the_turn_that_it_shows_and_stops_for_the_review(visit: Visit, begin: Begin) -> None:
    party = begin("glassworks", ["person", "person"], turns=400, seed=8)
    page = visit(width=1440, height=900).go(seat_link(party, 0))
    expect_result(page)
    page.get_by_role("button", name="Replay").click()
    header = page.get_by_role("banner")
    expect(header).to_contain_text("to move")
    expect(header).to_contain_text("round 1")
    expect(header).not_to_contain_text("The game is over")
    keys = page.get_by_role("region", name="Replay")
    keys.get_by_role("button", name="Play", exact=True).click()
    keys.get_by_role("button", name="Stop").wait_for()
    keys.get_by_role("button", name="Review").click()
    expect(keys.get_by_role("button", name="Play", exact=True)).to_be_visible()
    keys.get_by_role("button", name="To the latest turn").click()
    expect(header).to_contain_text("The game is over")


def test_who_begins_the_end_is_told_in_a_banner_and_the_zoom_token_keeps_to_its_mat(visit: Visit, begin: Begin) -> None:
    party = begin("market", ["person", "person"])
    choose = random.Random(12)
    visitor = visit(width=1440, height=900, locale="de")
    visitor.expect("409")  # What is asked of the table while others move may come too late.
    page = None
    while (state := (view := party.view())["state"])["turn"]["phase"] != "final":
        assert view["status"] == "playing", "nobody has built every house"
        # What tells it is loaded after the table: it is there once it tells what the other did.
        if page is None and view["turn"]["seat"] == 0 and min(seat["houses"] for seat in state["seats"]) <= 2:
            page = visitor.go(seat_link(party, 0))
            expect(page.locator("[data-banner]")).to_be_visible()
        play(party, view["turn"]["seat"], choose)
    assert page is not None
    ends = words_of("de", "table", "market")["firefly"].split("{name}")[1].split("{count}")[0].strip()
    expect(page.locator("[data-banner]")).to_contain_text(ends)
    # It may have been spent.
    page.route(re.compile(r"/events\?since"), _give_token)
    page.reload()
    token = page.locator(".mat").get_by_title(words_of("de", "table", "market")["token_have"])
    expect(token).to_be_visible()
    inside, around = token.bounding_box(), page.locator(".mat").bounding_box()
    assert inside is not None and around is not None
    assert inside["x"] + inside["width"] <= around["x"] + around["width"], "the token sticks out"


def _give_token(route: Route) -> None:
    answer = route.fetch()
    told = answer.json()
    told["table"]["state"]["seats"][0]["zoom_token"] = True
    route.fulfill(response=answer, json=told)
