"""Swiss and knock-out tournaments over a server: rounds by days, deadlines, late entry, withdrawal, byes, reasons."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from .days import Days, days
from .in_process import Document, Server, running
from .problem_documents import problem_in
from .tables import Made, play_at_random
from .test_people import Browser, named

__all__ = ["days"]
DAY = 86_400.0


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with running(tmp_path, has_jobs=False) as made:
        yield made


def started(server: Server, count: int, **more: Any) -> tuple[str, list[Browser]]:
    """A tournament that so many people have joined and the first has started."""
    people = [named(server, f"Person {number}") for number in range(count)]
    wanted = {"name": "River cup", "kind": "swiss", "game": "glassworks", "players": 2, "rounds": 3, "days": 2}
    tournament = str(people[0].do("POST", "/tournaments", wanted | more)["tournament"])
    for who in people:
        who.do("POST", f"/tournaments/{tournament}/join", {})
    people[0].do("POST", f"/tournaments/{tournament}/start")
    return tournament, people


def page_of(server: Server, tournament: str) -> Document:
    told: Document = server.get(f"/api/tournaments/{tournament}")
    return told


def tend(server: Server) -> None:
    assert server.context.tournaments is not None
    server.context.tournaments.tend()


def play_round(server: Server, tournament: str, *, but: int | None = None) -> Document:
    """Play all tables of the last round to their end, but that of somebody; gives the round."""
    last: Document = page_of(server, tournament)["pairings"][-1]
    for number, pairing in enumerate(last["pairings"]):
        if pairing["table"] and all(seat["entry"] != but for seat in pairing["seats"]):
            play_at_random(server, Made(pairing["table"], "glassworks", ""), 500, Random(number))
    return last


def test_six_people_over_three_rounds_of_days_and_one_vanishes(server: Server, days: Days) -> None:
    tournament, people = started(server, 6)
    first = play_round(server, tournament, but=5)
    assert [pairing["reason"] for pairing in first["pairings"]] == ["equal"] * 3
    assert page_of(server, tournament)["ranking"] == []
    tend(server)
    # The table of who has vanished still has time.
    assert len(page_of(server, tournament)["pairings"]) == 1
    table = next(one["table"] for one in first["pairings"] if any(seat["entry"] == 5 for seat in one["seats"]))
    # The other one plays until the vanished one is waited for.
    seat = next(own for own in people[5].do("GET", f"/tournaments/{tournament}")["seats"])["seat"]
    while server.tables.open(table).to_move != seat:
        play_at_random(server, Made(table, "glassworks", ""), 1, Random(3))
    days.move(2 * DAY + 60)
    tend(server)
    page = page_of(server, tournament)
    assert len(page["pairings"]) == 2
    settled = next(one for one in page["pairings"][0]["pairings"] if one["table"] == table)
    assert {seat["entry"]: (seat["place"], seat["outcome"]) for seat in settled["seats"]}[5] == (2, "late")
    # Whoever was not there plays no more; five are left, so one sits out.
    assert [each["has_left"] for each in page["people"]] == [False] * 5 + [True]
    second = page["pairings"][1]["pairings"]
    assert sorted(len(one["seats"]) for one in second) == [1, 2, 2]
    met = {frozenset(seat["entry"] for seat in one["seats"]) for one in first["pairings"]}
    assert not met & {frozenset(seat["entry"] for seat in one["seats"]) for one in second}
    (bye,) = (one for one in second if one["reason"] == "bye")
    assert bye["table"] is None and bye["seats"][0]["outcome"] == "bye"
    points = {line["entry"]: line["points"] for line in page["ranking"]}
    assert points[5] == 0 and sum(points.values()) == 3
    # Somebody leaves, somebody comes late, and who vanished comes back.
    people[1].do("POST", f"/tournaments/{tournament}/leave")
    refused = named(server, "Too late").call("POST", f"/tournaments/{tournament}/join", {})
    assert problem_in(refused).code == "wrong-state"
    people[5].do("POST", f"/tournaments/{tournament}/join", {})
    play_round(server, tournament)
    tend(server)
    page = page_of(server, tournament)
    playing = {seat["entry"] for one in page["pairings"][2]["pairings"] for seat in one["seats"]}
    assert 1 not in playing and 5 in playing
    play_round(server, tournament)
    tend(server)
    page = page_of(server, tournament)
    assert page["state"] == "over" and len(page["ranking"]) == 6
    lines = page["ranking"]
    assert [line["points"] for line in lines] == sorted((line["points"] for line in lines), reverse=True)
    assert {line["entry"]: line["rounds"] for line in lines} == {0: 3, 1: 2, 2: 3, 3: 3, 4: 3, 5: 2}
    byes = [
        seat["entry"]
        for turn in page["pairings"]
        for one in turn["pairings"]
        if one["reason"] == "bye"
        for seat in one["seats"]
    ]
    assert len(byes) == len(set(byes))
    # Its tables are open to everybody, once they are over.
    assert server.get(f"/api/tables/{table}/events") and server.get(f"/api/tables/{table}")["shared"] is None


def test_whoever_comes_late_has_half_a_point(server: Server) -> None:
    tournament, _ = started(server, 4, rounds=2)
    late = named(server, "Late")
    late.do("POST", f"/tournaments/{tournament}/join", {})
    play_round(server, tournament)
    tend(server)
    page = page_of(server, tournament)
    assert {line["entry"]: line["points"] for line in page["ranking"]}[4] == 0.5
    assert 4 in {seat["entry"] for one in page["pairings"][1]["pairings"] for seat in one["seats"]}


def test_a_knock_out_halves_until_one_is_left(server: Server) -> None:
    tournament, people = started(server, 5, kind="knockout", rounds=1)
    sizes = []
    while (page := page_of(server, tournament))["state"] != "over":
        last = play_round(server, tournament)
        sizes.append(sum(one["table"] is not None for one in last["pairings"]))
        tend(server)
    assert sizes == [1, 2, 1]
    final = page["pairings"][-1]["pairings"][0]["seats"]
    winner = next(seat["entry"] for seat in final if seat["place"] == 1)
    assert page["ranking"][0]["entry"] == winner and page["ranking"][0]["place"] == 1
    out = next(each["entry"] for each in page["people"] if each["has_left"])
    refused = people[out].call("POST", f"/tournaments/{tournament}/join", {})
    assert problem_in(refused).code == "wrong-state"


def test_too_many_rounds_for_so_few_are_refused(server: Server) -> None:
    people = [named(server, name) for name in ("Ada", "Ben", "Cleo")]
    wanted = {"name": "Cup", "kind": "swiss", "game": "market", "players": 2, "rounds": 3, "days": 1}
    tournament = people[0].do("POST", "/tournaments", wanted)["tournament"]
    for who in people:
        who.do("POST", f"/tournaments/{tournament}/join", {})
    refused = problem_in(people[0].call("POST", f"/tournaments/{tournament}/start"))
    assert refused.code == "wrong-state" and "all would have met" in str(refused)


def test_three_at_a_table(server: Server) -> None:
    tournament, _ = started(server, 5, players=3, rounds=2)
    first = play_round(server, tournament)
    assert sorted(len(one["seats"]) for one in first["pairings"]) == [2, 3]
    tend(server)
    page = page_of(server, tournament)
    assert len(page["pairings"]) == 2 and sum(line["points"] for line in page["ranking"]) == 2.5
