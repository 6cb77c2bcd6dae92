"""The SQL of ratings: who plays a rated game, what came of it, and what follows from all results in their order."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, text, update

from ...company.ratings import MODEL, Rating, is_early, places_of, pool_of, rate
from ...domain.table import Table
from ..ledger import insert_into
from ..schema import LINKS, PERSONS
from .schema import RATED_SEATS, RATING_CHANGES, RATINGS
from .studies import parts_of

_LOCK = 7_201_960
"""The advisory lock under which a PostgreSQL rates one game after another."""


@dataclass(frozen=True, slots=True)
class Rated:
    """A person's rating among the games of a pool; ``name`` is None for a former person."""

    person_id: str
    name: str | None
    rating: Rating


@dataclass(frozen=True, slots=True)
class Change:
    """What a game has made of a person's rating; ``at`` is in seconds since 1970."""

    pool: str
    table_id: str
    place: int
    at: float
    after: Rating


def note_players(connection: Connection, table: Table) -> None:
    """Write who sits at a table whose rated game begins; where not everybody has a name of their own nothing is rated.

    No bot may play: bots have no ratings of people.
    """
    if not table.agreement.is_rated or any(seat.kind == "bot" for seat in table.seats):
        return
    rows = connection.execute(
        select(LINKS.c.seat, LINKS.c.person_id).where(LINKS.c.table_id == table.id, LINKS.c.seat >= 0)
    )
    sitting = {row.seat: row.person_id for row in rows}
    if len(sitting) != len(table.seats) or len(set(sitting.values())) != len(table.seats):
        return
    pool = pool_of(table.game.name, len(table.seats), table.clock.kind)
    for seat, person in sorted(sitting.items()):
        row = {"table_id": table.id, "seat": seat, "person_id": person, "pool": pool}
        connection.execute(insert_into(connection, RATED_SEATS, row).on_conflict_do_nothing())


def note_result(connection: Connection, table: Table) -> None:
    """Rate a game that has just ended, in the same transaction; a game is rated once."""
    match = table.match
    if not table.agreement.is_rated or match is None:
        return
    _lock(connection)
    waiting = select(RATED_SEATS).where(RATED_SEATS.c.table_id == table.id, RATED_SEATS.c.number.is_(None))
    rows = list(connection.execute(waiting.order_by(RATED_SEATS.c.seat)))
    if not rows:
        return
    has_left = [seat.is_resigned or seat.absence is not None for seat in table.seats]
    totals, at = match.position.totals, table.events[-1].at
    places: list[int | None] = [*places_of(totals, has_left)]
    if _is_left_early(table, has_left):
        # Too little was played to say anything of those who stayed: only who left has a result.
        places = [place if has_gone else None for place, has_gone in zip(places, has_left, strict=True)]
    last = connection.execute(select(func.max(RATED_SEATS.c.number))).scalar_one()
    number = 1 if last is None else last + 1
    for row, place, parts in zip(rows, places, parts_of(table), strict=True):
        mine = (RATED_SEATS.c.table_id == table.id, RATED_SEATS.c.seat == row.seat)
        connection.execute(update(RATED_SEATS).where(*mine).values(number=number, place=place, at=at, parts=parts))
    _rate(connection, rows[0].pool, table.id, number, [row.person_id for row in rows], places, at)


def _is_left_early(table: Table, has_left: Sequence[bool]) -> bool:
    """Return whether somebody has left a game before a third of it, and did not come back."""
    turns, left_after = 0, {}
    for event in table.events:
        if event.kind == "turn":
            turns += 1
        elif event.kind == "undone":
            turns -= event.payload["turns"]
        elif event.kind in ("away", "resigned", "ended") and event.seat is not None:
            left_after[event.seat] = turns
    whole = turns if table.status == "over" else None
    measured = table.game.measured.get(len(table.seats))
    usual = None if measured is None else measured.turns
    return any(
        has_gone and is_early(left_after.get(seat, turns), whole, usual) for seat, has_gone in enumerate(has_left)
    )


def _rate(
    connection: Connection,
    pool: str,
    table_id: str,
    number: int,
    people: list[str],
    places: Sequence[int | None],
    at: float,
) -> None:
    """Take a result into the ratings; who has no place has no result, and came before those who have one."""
    found = connection.execute(select(RATINGS).where(RATINGS.c.pool == pool, RATINGS.c.person_id.in_(people)))
    known = {row.person_id: _rating(row) for row in found}
    after = rate([known.get(person, Rating()) for person in people], [place or 1 for place in places], at)
    for person, place, rating in zip(people, places, after, strict=True):
        if place is None:
            continue
        values = {"mu": rating.mu, "sigma": rating.sigma, "games": rating.games, "last": at}
        statement = insert_into(connection, RATINGS, {"pool": pool, "person_id": person} | values)
        connection.execute(statement.on_conflict_do_update(index_elements=["pool", "person_id"], set_=values))
        change = {"number": number, "person_id": person, "table_id": table_id, "pool": pool, "place": place, "at": at}
        model = {"model": f"{MODEL} {version('openskill')}", "games": rating.games}
        connection.execute(insert(RATING_CHANGES), change | model | {"mu": rating.mu, "sigma": rating.sigma})


def rebuild(connection: Connection) -> int:
    """Work all ratings out anew from the results, in their order, and return how many games that were."""
    _lock(connection)
    connection.execute(delete(RATING_CHANGES))
    connection.execute(delete(RATINGS))
    ended = select(RATED_SEATS).where(RATED_SEATS.c.number.is_not(None))
    games: dict[int, list[Any]] = {}
    for row in connection.execute(ended.order_by(RATED_SEATS.c.number, RATED_SEATS.c.seat)):
        games.setdefault(row.number, []).append(row)
    for number, rows in games.items():
        people, places = [row.person_id for row in rows], [row.place for row in rows]
        _rate(connection, rows[0].pool, rows[0].table_id, number, people, places, rows[0].at)
    return len(games)


def ratings_of(connection: Connection, person_id: str) -> dict[str, Rating]:
    """Return a person's ratings by pool."""
    rows = connection.execute(select(RATINGS).where(RATINGS.c.person_id == person_id).order_by(RATINGS.c.pool))
    return {row.pool: _rating(row) for row in rows}


def changes_of(connection: Connection, person_id: str, limit: int | None = None) -> list[Change]:
    """Return what a person's rated games, or the last of them, have made of their ratings, the newest first."""
    mine = select(RATING_CHANGES).where(RATING_CHANGES.c.person_id == person_id)
    rows = connection.execute(mine.order_by(RATING_CHANGES.c.number.desc()).limit(limit))
    return [
        Change(row.pool, row.table_id, row.place, row.at, Rating(row.mu, row.sigma, row.games, row.at)) for row in rows
    ]


def best_rated(connection: Connection, pool: str, limit: int) -> list[Rated]:
    """Return who is rated best in a pool, by the strength that they hardly are below."""
    statement = (
        select(RATINGS, PERSONS.c.name)
        .join_from(RATINGS, PERSONS, PERSONS.c.id == RATINGS.c.person_id)
        .where(RATINGS.c.pool == pool)
        .order_by((RATINGS.c.mu - 2 * RATINGS.c.sigma).desc(), RATINGS.c.person_id)
        .limit(limit)
    )
    return [Rated(row.person_id, row.name, _rating(row)) for row in connection.execute(statement)]


def rated_people(connection: Connection) -> dict[str, str]:
    """Return the names of all who are rated, by their ids."""
    statement = (
        select(PERSONS.c.id, PERSONS.c.name).join_from(RATINGS, PERSONS, PERSONS.c.id == RATINGS.c.person_id).distinct()
    )
    return {row.id: row.name for row in connection.execute(statement)}


def forget_rated(connection: Connection, person_id: str) -> None:
    """Forget whose a person's results were: they stand under an id of nobody, and no rating changes."""
    nobody = secrets.token_hex(16)
    for mine in (
        update(RATED_SEATS).where(RATED_SEATS.c.person_id == person_id),
        update(RATING_CHANGES).where(RATING_CHANGES.c.person_id == person_id),
        update(RATINGS).where(RATINGS.c.person_id == person_id),
    ):
        connection.execute(mine.values(person_id=nobody))


def _rating(row: Any) -> Rating:
    return Rating(row.mu, row.sigma, row.games, row.last)


def _lock(connection: Connection) -> None:
    """Let one game after another be rated: the order of results is what ratings follow from."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": _LOCK})
