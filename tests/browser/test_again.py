"""After a game: a link to a position, playing on from one, and the same deal once more with both results."""

import re

import pytest
from playwright.sync_api import Page, expect

from table.clients import Party

from .conftest import Begin, Visit
from .hands import Mouse, Player, expect_result, wait_until
from .seats import held, seat_link


def shown_state(party: Party, turn: int) -> dict[str, object]:
    """Return the position after a turn as everybody may see it."""
    found: dict[str, object] = party.door.do("GET", f"{party.path}/positions/{turn}")["state"]
    return found


def step_back(page: Page, turns: int) -> None:
    for _ in range(turns):
        page.get_by_role("button", name="One turn back").click()


def new_table(page: Page, old: str) -> str:
    """Begin what is planned, and return the new table's id."""
    page.get_by_role("dialog").get_by_role("button", name="Begin").click()
    page.wait_for_url(lambda url: "/t/" in url and old not in url)
    return str(held(page)["table"])


@pytest.mark.slow
@pytest.mark.parametrize("game", ["glassworks", "market"])
def test_a_position_is_shared_and_played_on_from(visit: Visit, begin: Begin, game: str) -> None:
    party = begin(game, ["person", "person"], turns=400, seed=8)
    turns = len(party.record()["turns"])
    page = visit(width=360, height=780).go(seat_link(party, 1))
    expect_result(page)
    page.get_by_role("button", name="Replay").click()
    page.get_by_role("button", name="To the latest turn").click()
    # After the last turn nothing is left to play.
    expect(page.get_by_text(f"{turns} of {turns}", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Play on from here")).to_have_count(0)
    step_back(page, 6)
    expect(page.get_by_text(f"{turns - 6} of {turns}", exact=True)).to_be_visible()

    # Whoever gets the link sees this position, and can go on to others from there.
    page.get_by_role("button", name="Link to this position").click()
    address = page.get_by_role("dialog").locator(".address").inner_text()
    assert address.endswith(f"/t/{party.table}/{turns - 6}")
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    other = visit().go(f"/t/{party.table}/{turns - 6}")
    expect(other.get_by_text(f"{turns - 6} of {turns}", exact=True)).to_be_visible()
    step_back(other, 2)
    expect(other.get_by_text(f"{turns - 8} of {turns}", exact=True)).to_be_visible()
    other.get_by_role("button", name="Back to the table").click()
    expect_result(other)

    page.get_by_role("button", name="Play on from here").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("Your seat")).to_have_value("1")
    dialog.get_by_label("In the other seats").select_option("novice")
    table = new_table(page, party.table)
    told = party.door.do("GET", f"/tables/{table}/positions/0")
    assert told["state"] == shown_state(party, turns - 6)
    expect(page.get_by_text(f"Played on after turn {turns - 6}")).to_be_attached()
    player = Player(page, Mouse(), 4)
    wait_until(page, lambda now: now.is_over or (now.is_mine and bool(now.offered)))
    player.play()
    expect_result(page)
    record = party.door.do("GET", f"/tables/{table}/record")
    assert record["branch"]["turn"] == turns - 6 and record["seats"][1]["kind"] == "human"
    assert party.door.do("POST", "/check", record)["is_good"]


def test_the_same_deal_is_played_and_both_results_are_seen(visit: Visit, begin: Begin) -> None:
    party = begin("glassworks", ["person", "novice"], turns=400, seed=8)
    first = party.record()["result"]["totals"]
    page = visit().go(seat_link(party, 0))
    expect_result(page)
    # One game says little; the same deal once more, below, says nothing.
    won = page.get_by_role("heading", name=re.compile("^You won")).is_visible()
    strength = f"1 game against the levels, {'and it is won' if won else 'not won yet'}. Play "
    expect(page.get_by_role("region", name="How strong you play")).to_contain_text(strength)
    # Nobody else has played it yet.
    expect(page.get_by_role("region", name="Everybody who played this deal")).to_have_count(0)
    page.get_by_role("button", name="Play the same deal").click()
    expect(page.get_by_role("dialog")).to_contain_text("Whoever saw this game knows what will be drawn")
    expect(page.get_by_label("In the other seats")).to_have_value("")
    page.get_by_label("In the other seats").select_option("novice")
    table = new_table(page, party.table)
    assert party.door.do("GET", f"/tables/{table}/positions/0")["state"] == shown_state(party, 0)
    expect(page.get_by_text("A deal played before")).to_be_attached()
    Player(page, Mouse(), 5).play()
    expect_result(page)
    results = page.get_by_role("region", name="Everybody who played this deal")
    second = party.door.do("GET", f"/tables/{table}/record")["result"]["totals"]
    expect(results.locator("ol b")).to_have_text([str(total).replace("-", "−") for total in (*first, *second)])
    expect(results.get_by_text("At this table")).to_be_visible()
    page.get_by_role("region", name="How strong you play").get_by_role("link", name="Your games by level").click()
    found = page.get_by_role("region", name="Glassworks · 2 players")
    expect(found).to_contain_text(strength)
    found.get_by_text("Your games by level").click()
    expect(found.get_by_role("row").filter(has_text="Novice")).to_contain_text("1")
