"""Duplicate tournaments over a server: joined by link, played at all tables, sealed meanwhile, compared afterwards."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import select

from rivertable.core.chance import commitment
from rivertable.table.people import ERASURE_DAYS
from rivertable.table.store.company.schema import TOURNAMENT_ENTRIES

from .days import Days, days
from .in_process import Document, Server, running
from .problem_documents import document, problem_in
from .tables import Made, play_at_random
from .test_days import LOOKING, OF_A_TABLE, TELLS_NOTHING, _body
from .test_people import Browser, named

__all__ = ["days"]
NAMES = ("Ada", "Ben", "Cleo", "Dana")
DAY = 86_400.0


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with running(tmp_path, has_jobs=False) as made:
        yield made


def make(owner: Browser, **more: Any) -> str:
    wanted = {"name": "River cup", "game": "glassworks", "players": 2, "rounds": 2, "days": 3} | more
    told: Document = owner.do("POST", "/tournaments", wanted)
    assert told["state"] == "open" and told["people"] == [] == told["rounds"]
    return str(told["tournament"])


def joined(server: Server, **more: Any) -> tuple[str, list[Browser]]:
    """A tournament that four people have joined, the first of them its owner."""
    people = [named(server, name) for name in NAMES]
    tournament = make(people[0], **more)
    for who in people:
        who.do("POST", f"/tournaments/{tournament}/join", {})
    return tournament, people


def page_of(server: Server, tournament: str) -> Document:
    told: Document = server.get(f"/api/tournaments/{tournament}")
    return told


def deal_of(server: Server, tournament: str, deal: int = 1) -> Document:
    told: Document = server.get(f"/api/tournaments/{tournament}/deals/{deal}")
    return told


def seats_of(who: Browser, tournament: str) -> list[Document]:
    told: list[Document] = who.do("GET", f"/tournaments/{tournament}")["seats"]
    return told


def tables_of(people: list[Browser], tournament: str) -> dict[str, list[Document]]:
    """The seats of a tournament by table."""
    found: dict[str, list[Document]] = {}
    for who in people:
        for seat in seats_of(who, tournament):
            found.setdefault(seat["table"], []).append(seat)
    return found


def test_a_whole_duplicate_tournament(server: Server, days: Days) -> None:
    tournament, people = joined(server)
    ada, ben = people[0], people[1]
    assert [each["name"] for each in page_of(server, tournament)["people"]] == list(NAMES)
    assert page_of(server, tournament)["luck"]["tables"] == 2
    assert problem_in(ben.call("POST", f"/tournaments/{tournament}/start")).code == "not-yours"
    started = ada.do("POST", f"/tournaments/{tournament}/start")
    assert started["state"] == "playing" and [deal["waiting_for"] for deal in started["rounds"]] == [2, 2]
    assert problem_in(named(server, "Late").call("POST", f"/tournaments/{tournament}/join", {})).code == "wrong-state"
    tables = tables_of(people, tournament)
    assert len(tables) == 4 and all({seat["seat"] for seat in seats} == {0, 1} for seats in tables.values())
    # The links are among those of the person, too, and each seat's turn is told.
    assert {link["table"] for link in ada.do("GET", "/tables")} == {seat["table"] for seat in seats_of(ada, tournament)}
    assert sum(seat["is_on_turn"] for seats in tables.values() for seat in seats) == 4
    by_deal: dict[int, list[str]] = {}
    for table_id, seats in tables.items():
        by_deal.setdefault(seats[0]["round"], []).append(table_id)
    # Both tables of a deal begin alike; another deal does not.
    starts = {}
    for deal, (one, other) in by_deal.items():
        matches = [server.tables.open(table).match for table in (one, other)]
        assert matches[0] is not None and matches[1] is not None and matches[0].start == matches[1].start
        starts[deal] = matches[0].start
    assert starts[1] != starts[2]
    # One table has ended: nothing is told yet.
    play_at_random(server, Made(by_deal[1][0], "glassworks", ""), 500, Random(1))
    told = deal_of(server, tournament)
    assert told["deal"]["waiting_for"] == 1 and told["results"] == [] == page_of(server, tournament)["standings"]
    play_at_random(server, Made(by_deal[1][1], "glassworks", ""), 500, Random(2))
    told = deal_of(server, tournament)
    assert len(told["results"]) == 4 and told["deal"]["key"] is None
    assert all(one["table"] is None and one["parted"] is None for one in told["results"])
    for seat in (0, 1):
        here, there = (one for one in told["results"] if one["seat"] == seat)
        assert here["over"] == -there["over"] == here["margin"] - there["margin"]
        assert {here["share"], there["share"]} == ({0.5} if here["over"] == 0 else {0, 1})
    page = page_of(server, tournament)
    assert page["ranked_by"] == "over" and page["state"] == "playing"
    assert [one["over"] for one in page["standings"]] == sorted((one["over"] for one in told["results"]), reverse=True)
    # The second deal is never played to its end: whoever is waited for is late, and that stops nobody.
    play_at_random(server, Made(by_deal[2][0], "glassworks", ""), 3, Random(3))
    days.move(3 * DAY + 60)
    page = page_of(server, tournament)
    assert page["state"] == "over" and [deal["waiting_for"] for deal in page["rounds"]] == [0, 0]
    outcomes = sorted(one["outcome"] for one in deal_of(server, tournament, 2)["results"])
    assert outcomes == ["late", "late", "unfinished", "unfinished"]
    assert [one["deals"] for one in page["standings"]] == [2] * 4
    told = deal_of(server, tournament)
    assert commitment(bytes.fromhex(told["deal"]["key"])) == told["deal"]["commitment"]
    assert {one["table"] for one in told["results"]} == set(by_deal[1])
    parted = [one["parted"] for one in told["results"] if one["parted"]]
    assert parted and all(one["own"] != one["best"] for one in parted)
    assert server.get(f"/api/tables/{by_deal[1][0]}/record")["shuffle"]["seed"] == told["deal"]["key"]


def test_it_is_over_once_everybody_has_played(server: Server) -> None:
    tournament, people = joined(server, rounds=1)
    people[0].do("POST", f"/tournaments/{tournament}/start")
    one, other = tables_of(people, tournament)
    play_at_random(server, Made(one, "glassworks", ""), 500, Random(1))
    # Who gives up has the worst of the field, the other one a table that was not played.
    seat = server.tables.open(other).to_move
    secret = next(own["secret"] for own in tables_of(people, tournament)[other] if own["seat"] == seat)
    server.post(f"/api/tables/{other}/resign", {}, secret)
    assert page_of(server, tournament)["state"] == "over"
    shares = {one["outcome"]: one["share"] for one in deal_of(server, tournament)["results"]}
    assert shares == {"played": 0.5, "left": 0.4, "unfinished": 0.6}
    lines = people[1].do("GET", "/tournaments")
    assert [(line["state"], line["is_owner"]) for line in lines] == [("over", False)]


def test_bots_fill_the_tables_and_join_where_they_may(server: Server) -> None:
    ada, program = named(server, "Ada"), named(server, "Program")
    closed = make(ada)
    assert problem_in(program.call("POST", f"/tournaments/{closed}/join", {"is_bot": True})).code == "wrong-state"
    tournament = make(ada, players=3, has_outside_bots=True)
    for who, is_bot in ((ada, False), (program, True)):
        who.do("POST", f"/tournaments/{tournament}/join", {"is_bot": is_bot})
    told = ada.do("POST", f"/tournaments/{tournament}/start")
    assert [(each["name"], each["is_bot"]) for each in told["people"]] == [
        ("Ada", False),
        ("Program", True),
        *[(None, True)] * 4,
    ]
    seats = [seat for who in (ada, program) for seat in seats_of(who, tournament)]
    assert len(seats) == 4
    for table in {seat["table"] for seat in seats}:
        kinds = [seat.kind for seat in server.tables.open(table).seats]
        assert kinds.count("bot") == 3 - sum(seat["table"] == table for seat in seats)


def test_before_the_start_one_may_leave_and_one_alone_cannot_start(server: Server) -> None:
    ada, ben = named(server, "Ada"), named(server, "Ben")
    tournament = make(ada)
    for who in (ada, ben, ben):
        who.do("POST", f"/tournaments/{tournament}/join", {})
    ben.do("POST", f"/tournaments/{tournament}/leave")
    assert problem_in(ben.call("POST", f"/tournaments/{tournament}/leave")).code == "wrong-state"
    assert problem_in(ada.call("POST", f"/tournaments/{tournament}/start")).code == "wrong-state"
    told = ben.do("POST", f"/tournaments/{tournament}/join", {})
    assert [each["entry"] for each in told["people"]] == [0, 1]
    assert ada.do("POST", f"/tournaments/{tournament}/start")["state"] == "playing"
    assert problem_in(ada.call("POST", f"/tournaments/{tournament}/start")).code == "wrong-state"
    missing = "A" * 22
    assert problem_in(server.call("GET", f"/api/tournaments/{missing}")).code == "no-such-tournament"
    assert problem_in(server.call("GET", f"/api/tournaments/{tournament}/deals/3")).code == "no-such-tournament"


def test_whoever_is_erased_stays_without_a_name(server: Server, days: Days) -> None:
    tournament, people = joined(server, days=60)
    people[0].do("POST", f"/tournaments/{tournament}/start")
    people[1].do("DELETE")
    days.move((ERASURE_DAYS + 1) * DAY)
    assert server.context.people is not None
    server.context.people.sweep(time.time())
    with server.database.read() as connection:
        kept = list(connection.execute(select(TOURNAMENT_ENTRIES.c.person_id)).scalars())
    assert kept.count(None) == 1
    assert [each["name"] for each in page_of(server, tournament)["people"]] == ["Ada", None, "Cleo", "Dana"]


def test_a_server_that_stopped_makes_the_tables_that_are_missing(server: Server, days: Days) -> None:
    tournament, people = joined(server)
    found = server.context.tournaments
    assert found is not None
    make_table, made = found._make_table, []

    def stops(*parts: Any) -> None:
        if made:
            raise KeyboardInterrupt
        made.append(make_table(*parts))

    found._make_table = stops  # type: ignore[method-assign]  # the process ends while it makes tables
    visitor = server.context.people.visitor(people[0].cookie) if server.context.people else None
    assert visitor is not None
    with pytest.raises(KeyboardInterrupt):
        found.start(found.find(tournament), visitor)
    found._make_table = make_table  # type: ignore[method-assign]
    assert len(tables_of(people, tournament)) == 1
    days.move(300)
    found.tend()
    tables = tables_of(people, tournament)
    assert len(tables) == 4 and all(len(seats) == 2 for seats in tables.values())


def test_no_route_tells_of_a_deal_of_a_tournament(server: Server) -> None:
    """Every operation on a table and on a tournament, as nobody, as somebody at another table, and as a player."""
    tournament, people = joined(server)
    people[0].do("POST", f"/tournaments/{tournament}/start")
    tables = tables_of(people, tournament)
    table_id, seats = next(iter(tables.items()))
    elsewhere = next(seat for other, found in tables.items() if other != table_id for seat in found)
    played = Made(table_id, "glassworks", "")
    play_at_random(server, played, 4, Random(1))
    for is_over in (False, True):
        if is_over:
            play_at_random(server, played, 500, Random(1))
        found = server.tables.open(table_id)
        key = found.seed.hex()
        for method, path in sorted(OF_A_TABLE):
            if "{seat}" in path or path.endswith(("/leave", "/resign")):
                continue
            place = path.format(table=table_id, turn=1, sanction="0" * 32)
            body = None if method in ("GET", "DELETE") else _body(path, found.version)
            for secret in (None, elsewhere["secret"], seats[0]["secret"]):
                response = server.call(method, place, body, secret)
                assert key not in response.text, place
                if secret != seats[0]["secret"]:
                    assert response.status_code >= 400 or (method, path) in TELLS_NOTHING, (method, path)
                elif method == "GET" and (method, path) not in TELLS_NOTHING | LOOKING:
                    assert response.status_code in (401, 403, 404, 409), (method, path)
        for method, path in OF_A_TOURNAMENT:
            place = path.removeprefix("/api/me").format(tournament=tournament, deal=1)
            for who in people:
                response = (
                    who.call(method, place, None if method == "GET" else {})
                    if path.startswith("/api/me")
                    else server.call(method, path.format(tournament=tournament, deal=1))
                )
                assert key not in response.text, place


OF_A_TOURNAMENT = [
    (method.upper(), path)
    for path, methods in document()["paths"].items()
    if "{tournament}" in path
    for method in methods
]


def test_a_tournament_says_what_its_deals_can_show(server: Server) -> None:
    told = server.get("/api/luck?game=glassworks&players=3&deals=16&people=15")
    assert told["tables"] == 5 and told["deviation"] > 0
    needed = {line["difference"]: line["deals"] for line in told["needed"]}
    assert needed[2] > needed[5] > needed[10] > 0
    # With four times as many deals half of the difference is seen.
    assert server.get("/api/luck?game=glassworks&players=3&deals=4&people=15")["seen"] == pytest.approx(
        2 * told["seen"], abs=0.2
    )
