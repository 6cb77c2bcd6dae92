"""Clubs: a group by link, with the tables that its members show it and a table of its results."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from rivertable.table.company.clubs import ClubStanding, standings
from rivertable.table.people import ERASURE_DAYS
from rivertable.table.store.company.clubs import ClubResult

from .days import Days, days
from .in_process import Document, Server, running
from .problem_documents import problem_in
from .tables import Made, make_table, play_at_random
from .test_people import Browser, named

__all__ = ["days"]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with running(tmp_path, has_jobs=False) as made:
        yield made


def founded(owner: Browser, *others: Browser) -> str:
    """A club that some people are in."""
    club: str = owner.do("POST", "/clubs", {"name": "Otters"})["club"]
    for one in others:
        one.do("POST", f"/clubs/{club}/join")
    return club


def page_of(server: Server, club: str) -> Document:
    told: Document = server.get(f"/api/clubs/{club}")
    return told


def seated(server: Server, people: list[Browser], size: int = 2) -> Made:
    """A table that waits, at which people keep the links of the first seats."""
    table = make_table(server, "glassworks", size)
    for person, secret in zip(people, table.secrets, strict=False):
        person.do("POST", "/tables", {"table": table.id, "secret": secret})
    return table


def test_a_club_has_its_own_tables_and_results(server: Server) -> None:
    ada, ben, cem = (named(server, name) for name in ("Ada", "Ben", "Cem"))
    club = founded(ada, ben)
    table, aside = seated(server, [ada, ben, cem], 3), seated(server, [ada, ben])
    assert problem_in(cem.call("POST", f"/clubs/{club}/tables", {"table": table.id})).code == "wrong-state"
    assert problem_in(ada.call("POST", f"/clubs/{club}/tables", {"table": seated(server, [ben]).id})).status == 401
    ben.do("POST", f"/clubs/{club}/tables", {"table": table.id})
    told = ada.do("POST", f"/clubs/{club}/tables", {"table": table.id})
    assert [line["id"] for line in told["tables"]] == [table.id]
    for each in (table, aside):
        server.post(f"{each.path}/start", {}, each.host)
        play_at_random(server, each, 500, Random(1))
    found = page_of(server, club)
    match = server.tables.open(table.id).match
    assert match is not None and found["tables"] == []
    # The third one at the table is not of the club; the other table was not shown to it.
    (game,) = found["games"]
    assert [seat["member"] for seat in game["seats"]] == [0, 1, None]
    assert [seat["points"] for seat in game["seats"]] == list(match.position.totals)
    assert {one["member"]: one["games"] for one in found["standings"]} == {0: 1, 1: 1}
    best = max(range(3), key=lambda seat: match.position.totals[seat])
    assert [one["member"] for one in found["standings"] if one["wins"]] == [best][: best < 2]
    # Nothing of a table that is over leads there.
    assert table.id not in server.call("GET", f"/api/clubs/{club}").text


def test_points_are_shared_and_whoever_has_played_less_comes_first() -> None:
    def result(table: str, seat: int, member: int | None, place: int) -> ClubResult:
        return ClubResult(table, seat, member, "glassworks", place, 0, 0.0)

    first = [result("a", 0, 0, 1), result("a", 1, 1, 1), result("a", 2, None, 3)]
    second = [result("b", 0, 1, 2), result("b", 1, None, 1)]
    assert standings([*first, *second]) == [ClubStanding(0, 1, 1, 0.75), ClubStanding(1, 2, 1, 0.75)]


def test_members_come_and_go_and_the_owner_removes(server: Server) -> None:
    ada, ben, cem = (named(server, name) for name in ("Ada", "Ben", "Cem"))
    club = founded(ada, ben, cem)
    assert [line["name"] for line in ben.do("GET", "/clubs")] == ["Otters"]
    assert problem_in(ben.call("DELETE", f"/clubs/{club}/members/2")).code == "not-yours"
    assert problem_in(ada.call("DELETE", f"/clubs/{club}/members/0")).code == "wrong-state"
    ada.do("DELETE", f"/clubs/{club}/members/2")
    assert problem_in(cem.call("POST", f"/clubs/{club}/join")).code == "not-yours"
    ben.do("POST", f"/clubs/{club}/leave")
    assert problem_in(ben.call("POST", f"/clubs/{club}/leave")).code == "wrong-state"
    ben.do("POST", f"/clubs/{club}/join")
    members = page_of(server, club)["members"]
    assert [(one["name"], one["is_in"]) for one in members] == [("Ada", True), ("Ben", True), ("Cem", False)]
    # An owner who leaves leaves the club to whoever is in it longest; the last one takes it along.
    assert ada.do("POST", f"/clubs/{club}/leave") == []
    assert ben.do("GET", f"/clubs/{club}") == {"club": club, "is_owner": True, "member": 1}
    ben.do("POST", f"/clubs/{club}/leave")
    assert problem_in(server.call("GET", f"/api/clubs/{club}")).code == "no-such-club"


def test_who_is_erased_leaves_results_of_nobody(server: Server, days: Days) -> None:
    ada, ben = named(server, "Ada"), named(server, "Ben")
    club = founded(ada, ben)
    assert ada.do("GET", "/data")["clubs"] == [{"club": club, "name": "Otters", "is_owner": True}]
    table = seated(server, [ada, ben])
    ada.do("POST", f"/clubs/{club}/tables", {"table": table.id})
    server.post(f"{table.path}/start", {}, table.host)
    play_at_random(server, table, 500, Random(1))
    ada.do("DELETE")
    days.move((ERASURE_DAYS + 1) * 86_400.0)
    assert server.context.people is not None
    server.context.people.sweep(time.time())
    found = page_of(server, club)
    assert [(one["name"], one["is_owner"], one["is_in"]) for one in found["members"]] == [
        (None, False, False),
        ("Ben", True, True),
    ]
    assert len(found["standings"]) == 2
