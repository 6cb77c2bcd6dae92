"""The SQL of deals that many tables play: the deals, the attempts at them, and how attempts stand to one another."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, func, select, update

from ....bots.strength.ladder import ANCHOR
from ...company.levels import Meeting
from ...company.ratings import Rating
from ...domain.table import Table
from ..ledger import insert_into
from ..schema import PERSONS
from .schema import ATTEMPTS, DEALS, RATINGS


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal that many tables play. Times are in seconds since 1970.

    Attributes:
        day: the date in UTC, of a deal of the day.
        options: as records write them.
        components: the SHA-256 of the printed data.
        level: the bots that play at each table.
        rules_hash: the version of the rules and bots that it is played by.
        commitment: the SHA-256 of its key.
        made_at: when the commitment was published.
        opens_at: from when on it can be played.
        closes_at: until when an attempt may begin that counts.
        sealed_until: when its key is published; what ends later does not count.
        cancelled_at: when it turned out that it counts for nobody, because the rules have changed.
    """

    id: str
    day: str | None
    game: str
    players: int
    options: dict[str, Any]
    components: str
    level: str
    first_seat: int
    rules_hash: str
    commitment: str
    made_at: float
    opens_at: float
    closes_at: float
    sealed_until: float
    cancelled_at: float | None = None


@dataclass(frozen=True, slots=True)
class Attempt:
    """A table at which a deal is played; ``points`` and ``margin`` are there once it was played to its end in time."""

    table_id: str
    deal_id: str
    is_scored: bool
    finished_at: float | None
    points: int | None
    margin: float | None


@dataclass(frozen=True, slots=True)
class Standing:
    """One of the best attempts that count: who, and with how much."""

    name: str | None
    table_id: str
    points: int
    margin: float


def _deal_of(row: Any) -> Deal:
    facts = dict(row._mapping)
    return Deal(**facts | {"options": json.loads(facts["options"])})


def put_deals(connection: Connection, deals: Sequence[Deal]) -> None:
    """Write deals that are not there yet; one that is there and has not opened takes over what has changed."""
    for deal in deals:
        row = {name: getattr(deal, name) for name in Deal.__slots__} | {"options": json.dumps(deal.options)}
        statement = insert_into(connection, DEALS, row)
        renewed = {name: value for name, value in row.items() if name != "id"}
        connection.execute(
            statement.on_conflict_do_update(
                index_elements=["id"],
                set_=renewed,
                where=(DEALS.c.opens_at > deal.made_at) & (DEALS.c.commitment != deal.commitment),
            )
        )


def cancel_deals(connection: Connection, rules_hash: str, now: float) -> None:
    """Cancel the deals of days that are open and were published by other rules than are played now.

    The tables of a tournament are all begun at once: they keep the set-up that they have begun with.
    """
    is_open = (DEALS.c.opens_at <= now) & (DEALS.c.sealed_until > now) & DEALS.c.cancelled_at.is_(None)
    is_open &= DEALS.c.day.is_not(None)
    connection.execute(update(DEALS).where(is_open, DEALS.c.rules_hash != rules_hash).values(cancelled_at=now))


def deals_of_day(connection: Connection, day: str) -> list[Deal]:
    """Return the deals of a day, by game and number of players."""
    rows = connection.execute(select(DEALS).where(DEALS.c.day == day).order_by(DEALS.c.game, DEALS.c.players))
    return [_deal_of(row) for row in rows]


def find_deal(connection: Connection, deal_id: str) -> Deal | None:
    """Return a deal; None where there is none of that id."""
    row = connection.execute(select(DEALS).where(DEALS.c.id == deal_id)).one_or_none()
    return None if row is None else _deal_of(row)


def begin_attempt(connection: Connection, deal_id: str, table_id: str, person: str | None, now: float) -> bool:
    """Note that a table plays a deal, and return whether it is the person's one attempt that counts."""
    row = {"table_id": table_id, "deal_id": deal_id, "scorer": person, "begun_at": now}
    statement = insert_into(connection, ATTEMPTS, row).on_conflict_do_nothing()
    # Not every driver tells how many rows were written.
    made = connection.execute(statement.returning(ATTEMPTS.c.table_id)).first() is not None
    if not made:
        connection.execute(insert_into(connection, ATTEMPTS, row | {"scorer": None}))
    return made and person is not None


def note_attempt(connection: Connection, table: Table) -> None:
    """Write the result of a deal of the day that has just ended, if its one person took every turn, and in time."""
    match, ended_at = table.match, table.events[-1].at
    if table.shared is None or match is None or table.status != "over" or ended_at >= table.shared.sealed_until:
        return
    people = [(number, seat) for number, seat in enumerate(table.seats) if seat.kind != "bot"]
    if len(people) != 1:
        return  # the deal is of a tournament
    ((number, seat),) = people
    if seat.by_bot or seat.is_resigned:
        return
    totals = match.position.totals
    others = [total for place, total in enumerate(totals) if place != number]
    margin = totals[number] - sum(others) / len(others)
    beaten = sum((total < totals[number]) + (total == totals[number]) / 2 for total in others) / len(others)
    connection.execute(
        update(ATTEMPTS)
        .where(ATTEMPTS.c.table_id == table.id, ATTEMPTS.c.finished_at.is_(None))
        .values(finished_at=ended_at, points=totals[number], margin=margin, beaten=beaten)
    )


def find_attempt(connection: Connection, table_id: str) -> Attempt | None:
    """Return the attempt at a table; None where none is made there."""
    row = connection.execute(select(ATTEMPTS).where(ATTEMPTS.c.table_id == table_id)).one_or_none()
    if row is None:
        return None
    return Attempt(row.table_id, row.deal_id, row.scorer is not None, row.finished_at, row.points, row.margin)


def attempts_of(connection: Connection, person: str) -> list[Attempt]:
    """Return a person's attempts that count, in their order."""
    rows = connection.execute(select(ATTEMPTS).where(ATTEMPTS.c.scorer == person).order_by(ATTEMPTS.c.begun_at))
    return [Attempt(row.table_id, row.deal_id, True, row.finished_at, row.points, row.margin) for row in rows]


def field_of(connection: Connection, deal_id: str) -> list[tuple[float, int]]:
    """Return how many attempts that count have ended with each margin, the lowest first."""
    statement = (
        select(ATTEMPTS.c.margin, func.count())
        .where(ATTEMPTS.c.deal_id == deal_id, ATTEMPTS.c.margin.is_not(None), ATTEMPTS.c.scorer.is_not(None))
        .group_by(ATTEMPTS.c.margin)
        .order_by(ATTEMPTS.c.margin)
    )
    return [(row[0], row[1]) for row in connection.execute(statement)]


def meetings_of(connection: Connection, pool: str, game: str, players: int, now: float) -> list[Meeting]:
    """Return how people who are rated in a pool have done against the bots of deals of days, who stand for a level."""
    met = (
        select(RATINGS, func.count().label("met"), func.sum(ATTEMPTS.c.beaten).label("beaten"))
        .join_from(RATINGS, ATTEMPTS, ATTEMPTS.c.scorer == RATINGS.c.person_id)
        .join(DEALS, DEALS.c.id == ATTEMPTS.c.deal_id)
        .where(RATINGS.c.pool == pool, DEALS.c.game == game, DEALS.c.players == players, DEALS.c.level == ANCHOR)
        .where(ATTEMPTS.c.beaten.is_not(None), DEALS.c.cancelled_at.is_(None))
        .group_by(*RATINGS.c)
        .order_by(RATINGS.c.person_id)
    )
    return [
        Meeting(Rating(row.mu, row.sigma, row.games, row.last).at(now), row.met, row.beaten)
        for row in connection.execute(met)
    ]


def best_attempts(connection: Connection, deal_id: str, limit: int) -> list[Standing]:
    """Return the best attempts that count, of equal ones the earlier first."""
    statement = (
        select(PERSONS.c.name, ATTEMPTS.c.table_id, ATTEMPTS.c.points, ATTEMPTS.c.margin)
        .join_from(ATTEMPTS, PERSONS, PERSONS.c.id == ATTEMPTS.c.scorer, isouter=True)
        .where(ATTEMPTS.c.deal_id == deal_id, ATTEMPTS.c.margin.is_not(None), ATTEMPTS.c.scorer.is_not(None))
        .order_by(ATTEMPTS.c.margin.desc(), ATTEMPTS.c.finished_at)
        .limit(limit)
    )
    return [Standing(*row) for row in connection.execute(statement)]


def forget_scorer(connection: Connection, person_id: str) -> None:
    """Forget whose a person's attempts were; their results stay among the others'."""
    mine = update(ATTEMPTS).where(ATTEMPTS.c.scorer == person_id)
    connection.execute(mine.values(scorer=ATTEMPTS.c.table_id))
