"""Tournaments from the page that makes them to their end: a duplicate one, and a Swiss one from which one vanishes."""

import re
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from rivertable.table.store.server_secrets import ServerSecrets
from table.days import Days, days
from table.servers import Server, served

from .beside import own_seats, play_out, secrets_by_table
from .test_over_days import running_here
from .visitors import NO_WIDER, PATIENCE_MS, Visitor

__all__ = ["days"]
DAY = 86_400.0


@pytest.fixture(scope="module")
def keeping(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that lets people take a name."""
    made = Server(tmp_path_factory.mktemp("tournaments"), variables={"RIVERTABLE_PEOPLE": "true"})
    with served(made):
        yield made
    assert made.complaints == []


def person(address: str, tournament: str, name: str) -> httpx.Client:
    """Somebody who joins over the API."""
    http = httpx.Client(base_url=address, trust_env=False)
    http.post("/api/me", json={"name": name}).raise_for_status()
    http.post(f"/api/me/tournaments/{tournament}/join", json={}).raise_for_status()
    return http


def beside(visitor: Visitor, address: str) -> httpx.Client:
    """Ask as somebody who has a browser."""
    key = next(one["value"] for one in visitor.context.cookies(f"{address}/api/me") if one["name"] == "rivertable")
    return httpx.Client(base_url=address, trust_env=False, cookies={"rivertable": key})


def make(page: Page, name: str, **numbers: int) -> str:
    """Make a tournament with the page, join it, and give its id."""
    page.get_by_label("Its name").fill("River cup")
    page.get_by_label("Your name").fill(name)
    for label, number in numbers.items():
        page.get_by_label(label.replace("_", " "), exact=True).fill(str(number))
    assert page.evaluate(NO_WIDER)
    page.get_by_role("button", name="Make the tournament").tap()
    expect(page.get_by_role("heading", name="River cup")).to_be_visible()
    page.get_by_role("button", name="Join", exact=True).tap()
    expect(page.get_by_text("You have joined.")).to_be_visible()
    return page.url.rpartition("/")[2]


def test_from_making_a_duplicate_tournament_to_the_page_of_a_deal(browser: Browser, keeping: Server) -> None:
    ada = Visitor(browser, keeping.address, width=390, height=844, has_touch=True, is_mobile=True)
    page = ada.go("/tournament")
    # What so few deals can show is told before.
    expect(page.get_by_text(re.compile(r"8 deals show a difference of \d+\.\d points"))).to_be_visible()
    tournament = make(page, "Ada", Deals=1)
    ben = Visitor(browser, keeping.address)
    with ExitStack() as stack:
        others = [stack.enter_context(closing(person(keeping.address, tournament, name))) for name in ("Cleo", "Dana")]
        seen = ben.go(f"/tournament/{tournament}")
        seen.get_by_label("Your name").fill("Ben")
        seen.get_by_role("button", name="Join", exact=True).click()
        expect(seen.get_by_text("Ada, Cleo, Dana, Ben")).to_be_visible()
        expect(seen.get_by_role("button", name="Start the tournament")).to_be_hidden()
        page.get_by_role("button", name="Start the tournament").tap()
        expect(page.get_by_role("heading", name="1 table is still yours to play")).to_be_visible()
        expect(page.get_by_text("waiting for 2 tables")).to_be_visible()
        people = [*others, *(stack.enter_context(closing(beside(who, keeping.address))) for who in (ada, ben))]
        for table, secrets in secrets_by_table(people, tournament).items():
            play_out(others[0], table, secrets)
    seen.reload()
    standings = seen.get_by_role("region", name="Standings after 1 deal")
    expect(standings.get_by_role("row")).to_have_count(5)
    expect(standings).to_contain_text("Ranked by points over the field")
    seen.get_by_role("link", name="Deal 1").click()
    expect(seen.get_by_role("region", name="Deal 1").get_by_role("table")).to_have_count(2)
    page.reload()
    expect(page.get_by_role("region", name="Standings after 1 deal")).to_be_visible()
    assert page.evaluate(NO_WIDER)
    assert [*ada.close(), *ben.close()] == []


def test_an_address_of_no_tournament_leads_to_those_that_there_are(browser: Browser, keeping: Server) -> None:
    visitor = Visitor(browser, keeping.address, width=390, height=844, has_touch=True, is_mobile=True)
    visitor.expect("404")
    page = visitor.go("/tournament/zzz")
    expect(page.get_by_role("alert")).to_be_visible()
    page.get_by_role("link", name="Tournaments").tap()
    expect(page.get_by_role("button", name="Make the tournament")).to_be_visible()
    assert visitor.close() == []


def wait_for_round(http: httpx.Client, tournament: str, number: int) -> dict[str, Any]:
    """Wait until a round has begun with all of its tables, or the tournament is over; give the tournament."""
    until = time.monotonic() + PATIENCE_MS / 1000
    while time.monotonic() < until:
        told: dict[str, Any] = http.get(f"/api/tournaments/{tournament}").json()
        begun = told["pairings"]
        if told["state"] == "over" or (
            len(begun) == number and all(one["table"] or one["reason"] == "bye" for one in begun[-1]["pairings"])
        ):
            return told
        time.sleep(0.2)
    raise AssertionError(f"Round {number} does not begin.")


def test_six_people_over_three_rounds_of_days_and_one_vanishes(browser: Browser, tmp_path: Path, days: Days) -> None:
    with running_here(tmp_path, {}, ServerSecrets.fresh(), "localhost") as address, ExitStack() as stack:
        ada = Visitor(browser, address, width=390, height=844, has_touch=True, is_mobile=True)
        page = ada.go("/tournament")
        page.get_by_role("radio", name="Swiss").tap()
        tournament = make(page, "Ada", Rounds=3, Days_for_a_round=3)
        expect(page.get_by_text("Equal points are ordered by the opponents’ points")).to_be_visible()
        names = ("Ben", "Cleo", "Dana", "Eve", "Finn")
        others = [stack.enter_context(closing(person(address, tournament, name))) for name in names]
        finn = others.pop()
        people = [*others, stack.enter_context(closing(beside(ada, address)))]
        page.get_by_role("button", name="Start the tournament").tap()
        expect(page.get_by_role("heading", name="Rounds")).to_be_visible()
        assert len(wait_for_round(finn, tournament, 1)["pairings"][0]["pairings"]) == 3
        (his,) = own_seats(finn, tournament)
        for table, secrets in secrets_by_table(people, tournament).items():
            play_out(finn, table, secrets, absent=his["seat"] if table == his["table"] else None)
        # Finn is waited for; after a day a bot takes his turns, and the round comes to its end.
        days.move(DAY + 60)
        (left,) = secrets_by_table(people, tournament).items()
        play_out(finn, *left)
        told = wait_for_round(finn, tournament, 2)
        assert [each["has_left"] for each in told["people"]].count(True) == 1
        page.reload()
        expect(page.get_by_text("sits out", exact=True)).to_be_visible()
        page.get_by_text("Round 1 ·").tap()
        expect(page.get_by_role("listitem").filter(has_text="Finn")).to_contain_text("(away)")
        for number in (2, 3):
            days.move(DAY / 2)
            for table, secrets in secrets_by_table(people, tournament).items():
                play_out(finn, table, secrets)
            told = wait_for_round(finn, tournament, number + 1)
        assert told["state"] == "over"
        page.reload()
        ranking = page.get_by_role("region", name="Standings")
        expect(ranking.get_by_role("row")).to_have_count(7)
        expect(ranking.get_by_role("row").last).to_contain_text("Finn")
        expect(page.get_by_text("Round 3 ·")).to_be_visible()
        assert page.evaluate(NO_WIDER)
        assert ada.close() == []


def test_a_knock_out_of_four_ends_with_one_table(browser: Browser, keeping: Server) -> None:
    ada = Visitor(browser, keeping.address, width=390, height=844, has_touch=True, is_mobile=True)
    page = ada.go("/tournament")
    page.get_by_role("radio", name="Knock-out").tap()
    tournament = make(page, "Ada", Days_for_a_round=3)
    with ExitStack() as stack:
        names = ("Ben", "Cleo", "Dana")
        others = [stack.enter_context(closing(person(keeping.address, tournament, name))) for name in names]
        people = [*others, stack.enter_context(closing(beside(ada, keeping.address)))]
        page.get_by_role("button", name="Start the tournament").tap()
        expect(page.get_by_text("Round 1 ·")).to_be_visible()
        for number in (1, 2):
            told = wait_for_round(others[0], tournament, number)
            assert len(told["pairings"][-1]["pairings"]) == 3 - number
            for table, secrets in secrets_by_table(people, tournament).items():
                play_out(others[0], table, secrets)
        told = wait_for_round(others[0], tournament, 3)
        assert told["state"] == "over" and [one["rounds"] for one in told["ranking"]] == [2, 2, 1, 1]
        (last,) = told["pairings"][-1]["pairings"]
        best = told["ranking"][0]["entry"]
        assert [seat["place"] for seat in last["seats"] if seat["entry"] == best] == [1]
        page.reload()
        winner = next(one["name"] for one in told["people"] if one["entry"] == best)
        ranking = page.get_by_role("region", name="Standings")
        expect(ranking.get_by_role("row")).to_have_count(5)
        expect(ranking.get_by_role("row").nth(1)).to_contain_text(winner)
        assert page.evaluate(NO_WIDER)
    assert ada.close() == []


def test_a_club_has_open_tables_and_results_that_its_page_tells(browser: Browser, keeping: Server) -> None:
    ada = Visitor(browser, keeping.address, width=390, height=844, has_touch=True, is_mobile=True)
    page = ada.go("/club")
    page.get_by_label("Its name").fill("Otters")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Make the club").tap()
    expect(page.get_by_role("heading", name="1 member")).to_be_visible()
    club = page.url.rpartition("/")[2]
    with ExitStack() as stack:
        ben = stack.enter_context(closing(httpx.Client(base_url=keeping.address, trust_env=False)))
        ben.post("/api/me", json={"name": "Ben"}).raise_for_status()
        ben.post(f"/api/me/clubs/{club}/join").raise_for_status()
        wanted = {"game": "glassworks", "seats": [{"kind": "person"}] * 2, "is_rated": True}
        made = ben.post("/api/tables", json=wanted).json()
        table, secrets = made["table"], [seat["secret"] for seat in made["seats"]]
        own = stack.enter_context(closing(beside(ada, keeping.address)))

        def sit(http: httpx.Client, seat: int, name: str) -> None:
            http.post("/api/me/tables", json={"table": table, "secret": secrets[seat]}).raise_for_status()
            sitting = {"Authorization": f"Bearer {secrets[seat]}"}
            http.post(f"/api/tables/{table}/seats/{seat}", json={"name": name}, headers=sitting).raise_for_status()

        sit(own, 0, "Ada")
        room = ada.go(f"/t/{table}#0.{secrets[0]}")
        room.get_by_role("button", name="Show to Otters").tap()
        expect(room.get_by_text("Otters sees the table now.")).to_be_visible()
        page = ada.go(f"/club/{club}")
        expect(page.get_by_role("region", name="Open tables").get_by_role("link")).to_have_count(1)
        sit(ben, 1, "Ben")
        starting = {"Authorization": f"Bearer {made['host']}"}
        ben.post(f"/api/tables/{table}/start", json={}, headers=starting).raise_for_status()
        play_out(ben, table, dict(enumerate(secrets)))
        page.reload()
        results = page.get_by_role("region", name="Results")
        expect(results.get_by_role("row")).to_have_count(3)
        expect(results).to_contain_text("1. ")
        assert page.evaluate(NO_WIDER)
        page.get_by_role("button", name=re.compile("^Remove.*Ben$")).tap()
        expect(page.get_by_role("heading", name="1 member")).to_be_visible()
        # The same game is on her page of ratings: by parts of the score, beside the levels of the bots.
        page = ada.go("/ratings")
        expect(page.get_by_role("table").get_by_role("row")).to_have_count(4)
        expect(page.get_by_role("region", name="The bots’ levels").get_by_role("listitem")).to_have_count(5)
        assert page.evaluate(NO_WIDER)
    assert ada.close() == []
