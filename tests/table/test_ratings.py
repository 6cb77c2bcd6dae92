"""Ratings: a rated game changes them once, by places; all of them follow from the results again, to the last bit."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import insert, select, update

from rivertable.bots.strength.scale import MU, SIGMA
from rivertable.table.company.ratings import Rating, is_early, places_of, rate
from rivertable.table.people import ERASURE_DAYS
from rivertable.table.store.company.ratings import rebuild
from rivertable.table.store.company.schema import RATING_CHANGES, RATINGS
from rivertable.table.store.schema import REVIEWS, TABLES

from .days import Days, days
from .in_process import Server, running
from .problem_documents import problem_in
from .tables import Made, make_table, play_at_random
from .test_people import Browser, named

__all__ = ["days"]
BESIDE_A_BOT = [{"kind": "person"}, {"kind": "bot", "level": "novice"}]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with running(tmp_path, has_jobs=False) as made:
        yield made


def seated(server: Server, people: list[Browser], game: str = "glassworks", **more: Any) -> Made:
    """A rated table at which people have the seats, in their order, and the game has begun."""
    table = make_table(server, game, len(people), is_rated=True, **more)
    for person, secret in zip(people, table.secrets, strict=True):
        person.do("POST", "/tables", {"table": table.id, "secret": secret})
    server.post(f"{table.path}/start", {}, table.host)
    return table


def stored(server: Server) -> list[tuple[Any, ...]]:
    """All ratings and changes, as they are stored."""
    with server.database.read() as connection:
        ratings = connection.execute(select(RATINGS).order_by(RATINGS.c.pool, RATINGS.c.person_id))
        changes = connection.execute(
            select(RATING_CHANGES).order_by(RATING_CHANGES.c.number, RATING_CHANGES.c.person_id)
        )
        return [tuple(row) for row in (*ratings, *changes)]


def test_a_rated_game_changes_ratings_by_places_and_once(server: Server) -> None:
    people = [named(server, name) for name in ("Ada", "Ben", "Cem")]
    table = seated(server, people)
    assert server.get(table.path)["agreement"]["is_rated"]
    play_at_random(server, table, 500, Random(1))
    match = server.tables.open(table.id).match
    assert match is not None and match.is_over
    places = places_of(match.position.totals, [False] * 3)
    told = [person.do("GET", "/ratings") for person in people]
    numbers = [one["ratings"][0]["rating"] for one in told]
    assert sorted(range(3), key=lambda seat: places[seat]) == sorted(range(3), key=lambda seat: -numbers[seat])
    assert [one["changes"][0]["place"] for one in told] == places
    assert all(one["ratings"][0]["is_provisional"] and one["ratings"][0]["games"] == 1 for one in told)
    best = server.get("/api/ratings?game=glassworks&players=3")
    assert best["pool"] == "glassworks-3-live" and {each["name"] for each in best["people"]} == {"Ada", "Ben", "Cem"}
    assert server.get("/api/ratings?game=glassworks&players=3&pace=days")["people"] == []
    (kept,) = people[0].do("GET", "/data")["rated"]
    assert (kept["table"], kept["place"], kept["rating"]) == (table.id, places[0], numbers[0])
    before = stored(server)
    server.call("POST", f"{table.path}/resign", secret=table.secrets[0])
    assert stored(server) == before


def test_nothing_is_rated_where_somebody_has_no_name_or_sits_twice(server: Server) -> None:
    ada, ben = named(server, "Ada"), named(server, "Ben")
    twice = seated(server, [ada, ada])
    plain = make_table(server, "glassworks")
    with_bot = make_table(
        server, "glassworks", seats=[{"kind": "person"}, {"kind": "bot", "level": "novice"}], is_rated=True
    )
    unnamed = make_table(server, "glassworks", is_rated=True)
    for table, people in ((plain, (ada, ben)), (with_bot, (ada,)), (unnamed, (ada,))):
        for person, secret in zip(people, table.secrets, strict=False):
            person.do("POST", "/tables", {"table": table.id, "secret": secret})
        server.post(f"{table.path}/start", {}, table.host)
    for table in (twice, plain, with_bot, unnamed):
        play_at_random(server, table, 500, Random(1))
    assert stored(server) == []


def test_everybody_may_see_how_somebody_who_is_rated_has_played(server: Server) -> None:
    people = [named(server, name) for name in ("Ada", "Ben")]
    played = [seated(server, people) for _ in range(2)]
    for number, table in enumerate(played):
        play_at_random(server, table, 500, Random(number))
    left = seated(server, people)
    server.post(f"{left.path}/resign", secret=left.secrets[0])
    marks = {each["name"]: each["person"] for each in server.get("/api/ratings?game=glassworks&players=2")["people"]}
    page, own = server.get(f"/api/people/{marks['Ada']}"), people[0].do("GET", "/ratings")
    assert page["name"] == "Ada" and page["ratings"] == own["ratings"]
    # Tables are for those who have played there.
    assert [one["table"] for one in own["changes"]] == [left.id, *(table.id for table in reversed(played))]
    assert page["changes"] == [one | {"table": None} for one in own["changes"]]
    assert (page["games"], page["finished"]) == (3, 2) and page["studies"] == own["studies"]
    with server.database.write() as connection:
        connection.execute(update(TABLES).where(TABLES.c.id == left.id).values(is_public=True))
    found = server.get(f"/api/people/{marks['Ada']}")["changes"]
    assert [one["table"] for one in found] == [left.id, None, None]
    assert problem_in(server.call("GET", f"/api/people/{'0' * 32}")).code == "no-such-person"


def test_a_page_says_what_somebody_loses_most_by_and_what_was_luck(server: Server) -> None:
    people = [named(server, name) for name in ("Ada", "Ben", "Cem")]
    played = [seated(server, people) for _ in range(4)]
    ends = []
    for number, table in enumerate(played):
        play_at_random(server, table, 500, Random(number))
        match = server.tables.open(table.id).match
        assert match is not None and match.is_over
        ends.append(match.position)
    broken_off = seated(server, people)
    server.post(f"{broken_off.path}/resign", secret=broken_off.secrets[1])
    lucks = [(0.1, -0.2), (0.3, -0.1)]
    with server.database.write() as connection:
        for table, (luck, skill) in zip(played[1:3], lucks, strict=True):
            seats = [{"luck": luck, "own_skill": skill, "accuracy": 80.0, "marks": {"best": 3, "blunder": 1}}] * 3
            row = {
                "table_id": table.id,
                "asked_at": 0.0,
                "seconds": 40.0,
                "spent": 40.0,
                "seats": json.dumps(seats),
            }
            connection.execute(insert(REVIEWS), row)
        # One that goes on says nothing yet.
        connection.execute(insert(REVIEWS), row | {"table_id": played[3].id, "spent": 20.0})
    told = people[0].do("GET", "/ratings")
    (study,) = told["studies"]
    assert (study["pool"], study["games"], study["reviewed"]) == ("glassworks-3-live", 4, 2)
    counting = ends[0].game.counting
    assert [part["part"] for part in study["parts"]] == list(counting.CATEGORIES)
    totals = [end.total(0) for end in ends]
    assert sum(part["own"] for part in study["parts"]) == pytest.approx(sum(totals) / 4, abs=0.05)
    others = [(end.total(1) + end.total(2)) / 2 for end in ends]
    over = sum(part["over"]["mean"] for part in study["parts"])
    assert over == pytest.approx((sum(totals) - sum(others)) / 4, abs=0.05)
    assert all(part["over"]["plus_minus"] > 0 for part in study["parts"])
    assert study["luck"] == {"mean": 0.2, "plus_minus": None} and study["skill"]["mean"] == -0.15
    assert study["accuracy"] == 80.0 and study["marks"] == {"best": 6, "blunder": 2}
    by_table = {one["table"]: one["is_reviewed"] for one in told["changes"]}
    assert [by_table[table.id] for table in played] == [False, True, True, False]


def test_who_leaves_comes_last(server: Server) -> None:
    people = [named(server, name) for name in ("Ada", "Ben", "Cem")]
    table = seated(server, people, "market")
    play_at_random(server, table, 45, Random(1))
    server.post(f"{table.path}/resign", secret=table.secrets[1])
    play_at_random(server, table, 900, Random(2))
    assert [person.do("GET", "/ratings")["changes"][0]["place"] for person in people][1] == 3
    alone = seated(server, people[:2])
    play_at_random(server, alone, 12, Random(1))
    server.post(f"{alone.path}/resign", secret=alone.secrets[0])
    assert [person.do("GET", "/ratings")["changes"][0]["place"] for person in people[:2]] == [2, 1]


@pytest.mark.parametrize(("players", "is_played_on"), [(2, False), (3, True)])
def test_before_a_third_of_a_game_only_who_leaves_has_a_result(
    server: Server, players: int, is_played_on: bool
) -> None:
    people = [named(server, name) for name in ("Ada", "Ben", "Cem")[:players]]
    table = seated(server, people)
    play_at_random(server, table, 4, Random(1))
    server.post(f"{table.path}/resign", secret=table.secrets[0])
    if is_played_on:
        play_at_random(server, table, 500, Random(2))
    told = [person.do("GET", "/ratings") for person in people]
    assert [len(one["changes"]) for one in told] == [1] + [0] * (players - 1)
    assert told[0]["changes"][0]["place"] == players and told[0]["ratings"][0]["rating"] < 1500
    before = stored(server)
    with server.database.write() as connection:
        assert rebuild(connection) == 1
    assert stored(server) == before


def test_what_is_a_third_of_a_game() -> None:
    assert is_early(6, None, 19) and not is_early(7, None, 19)
    assert is_early(9, 30, 29) and not is_early(10, 30, 29)
    assert not is_early(0, None, None)


def test_all_ratings_follow_from_the_results_again(server: Server, days: Days) -> None:
    people = [named(server, name) for name in ("Ada", "Ben", "Cem")]
    for number in range(4):
        table = seated(server, people[: 2 + number % 2])
        play_at_random(server, table, 500, Random(number))
        days.move(40 * 86_400.0)
    people[0].do("DELETE")
    days.move((ERASURE_DAYS + 1) * 86_400.0)
    assert server.context.people is not None
    server.context.people.sweep(time.time())
    before = stored(server)
    with server.database.write() as connection:
        assert rebuild(connection) == 4
    assert stored(server) == before and len(before) == 5 + 10
    listed = server.get("/api/ratings?game=glassworks&players=3")["people"]
    assert {each["name"] for each in listed} == {"Ben", "Cem"}


def test_a_rating_is_less_certain_after_months_without_a_game() -> None:
    played = Rating(30.0, 2.0, 50, 0.0)
    year = played.at(365 * 86_400.0)
    assert year.mu == played.mu and played.sigma < year.sigma < 3.0
    assert played.at(1e12).sigma == SIGMA and Rating().at(1e12) == Rating()


def test_places_are_shared_and_equals_stay_equal() -> None:
    assert places_of([40, 55, 40, 90], [False, False, False, True]) == [2, 1, 2, 4]
    first, second = rate([Rating(), Rating()], [1, 1], 0.0)
    assert first.mu == second.mu == MU and first.sigma < SIGMA
    upset = rate([Rating(20.0, 3.0), Rating(30.0, 3.0)], [1, 2], 0.0)
    assert upset[0].mu > 20.0 and upset[1].mu < 30.0
