"""The SQL of tournaments: making them, joining them, who sits where, and what came of it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import Connection, func, insert, select, update

from ...company.fields import margins_of
from ...domain.table import Table
from ..ledger import insert_into
from ..schema import PERSONS
from .schema import TOURNAMENT_ENTRIES, TOURNAMENT_ROUNDS, TOURNAMENT_SEATS, TOURNAMENTS

Kind = Literal["duplicate", "swiss", "knockout"]
Outcome = Literal["played", "left", "late", "unfinished", "bye"]
"""How a table came to its end for a seat: to the end of its game; given up to a bot; waited for when time was up; or
waiting for somebody else then. Or nobody was there to play against."""
GONE = ("left", "late")
"""The outcomes of those who were not there in the end."""


Reason = Literal["equal", "near", "again", "bye", "bracket"]
"""Why some sit together: they have equal points; the nearest that there are; nobody is left whom they have not met.
Or why somebody sits out; or the bracket says so."""


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament. Times are in seconds since 1970.

    Attributes:
        rules: what was said before the start and stays as it was.
        owner: the person who has made it; None once erased.
        ends_at: until when results count, once it has started.
        over_at: when all of its results were there, or the time was up.
    """

    id: str
    kind: Kind
    name: str
    game: str
    players: int
    rules: dict[str, Any]
    owner: str | None
    made_at: float
    started_at: float | None = None
    ends_at: float | None = None
    over_at: float | None = None

    @property
    def state(self) -> Literal["open", "playing", "over"]:
        """How far it is."""
        return "open" if self.started_at is None else "playing" if self.over_at is None else "over"


@dataclass(frozen=True, slots=True)
class Entry:
    """Somebody who plays: by ``number`` pairings know them; ``name`` is None of former people and of filling bots."""

    number: int
    person_id: str | None
    name: str | None
    is_bot: bool
    joined_at: float
    withdrawn_at: float | None


@dataclass(frozen=True, slots=True)
class TournamentSeat:
    """A seat at one of a round's tables, and what came of it."""

    round: int
    number: int
    seat: int
    entry: int
    table_id: str | None = None
    points: int | None = None
    margin: float | None = None
    outcome: Outcome | None = None


def put_tournament(connection: Connection, tournament: Tournament) -> None:
    """Write a new tournament."""
    row = {name: getattr(tournament, name) for name in Tournament.__slots__}
    connection.execute(insert(TOURNAMENTS), row | {"rules": json.dumps(tournament.rules)})


def find_tournament(connection: Connection, tournament_id: str) -> Tournament | None:
    """Return a tournament; None where there is none of that id."""
    row = connection.execute(select(TOURNAMENTS).where(TOURNAMENTS.c.id == tournament_id)).one_or_none()
    return None if row is None else _tournament(row)


def _tournament(row: Any) -> Tournament:
    facts = dict(row._mapping)
    return Tournament(**facts | {"rules": json.loads(facts["rules"])})


def tournaments_of(connection: Connection, person_id: str, limit: int | None = None) -> list[Tournament]:
    """Return the tournaments that a person has made or plays in, the newest first."""
    entered = select(TOURNAMENT_ENTRIES.c.tournament_id).where(TOURNAMENT_ENTRIES.c.person_id == person_id)
    mine = (TOURNAMENTS.c.owner == person_id) | TOURNAMENTS.c.id.in_(entered)
    rows = connection.execute(select(TOURNAMENTS).where(mine).order_by(TOURNAMENTS.c.made_at.desc()).limit(limit))
    return [_tournament(row) for row in rows]


def running_tournaments(connection: Connection) -> list[str]:
    """Return the tournaments that have started and are not over."""
    running = select(TOURNAMENTS.c.id).where(TOURNAMENTS.c.over_at.is_(None), TOURNAMENTS.c.started_at.is_not(None))
    return list(connection.execute(running).scalars())


def count_open_of(connection: Connection, person_id: str) -> int:
    """Return how many tournaments of a person's making are not over."""
    mine = (TOURNAMENTS.c.owner == person_id, TOURNAMENTS.c.over_at.is_(None))
    return int(connection.execute(select(func.count()).select_from(TOURNAMENTS).where(*mine)).scalar_one())


def start_tournament(connection: Connection, tournament_id: str, now: float, ends_at: float | None) -> bool:
    """Note that a tournament starts, and return whether it had not yet."""
    waiting = (TOURNAMENTS.c.id == tournament_id, TOURNAMENTS.c.started_at.is_(None))
    statement = update(TOURNAMENTS).where(*waiting).values(started_at=now, ends_at=ends_at)
    return connection.execute(statement.returning(TOURNAMENTS.c.id)).first() is not None


def end_tournament(connection: Connection, tournament_id: str, now: float) -> None:
    """Note that a tournament is over."""
    mine = (TOURNAMENTS.c.id == tournament_id, TOURNAMENTS.c.over_at.is_(None))
    connection.execute(update(TOURNAMENTS).where(*mine).values(over_at=now))


# Who plays.


def entries_of(connection: Connection, tournament_id: str) -> list[Entry]:
    """Return who plays, by number."""
    statement = (
        select(TOURNAMENT_ENTRIES, PERSONS.c.name)
        .join_from(TOURNAMENT_ENTRIES, PERSONS, PERSONS.c.id == TOURNAMENT_ENTRIES.c.person_id, isouter=True)
        .where(TOURNAMENT_ENTRIES.c.tournament_id == tournament_id)
        .order_by(TOURNAMENT_ENTRIES.c.number)
    )
    return [
        Entry(row.number, row.person_id, row.name, row.is_bot, row.joined_at, row.withdrawn_at)
        for row in connection.execute(statement)
    ]


def add_entry(
    connection: Connection, tournament_id: str, number: int, person_id: str | None, now: float, *, is_bot: bool
) -> bool:
    """Write who plays under a number, and return whether nobody else has taken that number meanwhile."""
    row = {
        "tournament_id": tournament_id,
        "number": number,
        "person_id": person_id,
        "is_bot": is_bot,
        "joined_at": now,
    }
    statement = insert_into(connection, TOURNAMENT_ENTRIES, row).on_conflict_do_nothing()
    return connection.execute(statement.returning(TOURNAMENT_ENTRIES.c.number)).first() is not None


def withdraw_entry(connection: Connection, tournament_id: str, number: int, now: float) -> None:
    """Note that somebody plays no more."""
    mine = (TOURNAMENT_ENTRIES.c.tournament_id == tournament_id, TOURNAMENT_ENTRIES.c.number == number)
    connection.execute(update(TOURNAMENT_ENTRIES).where(*mine).values(withdrawn_at=now))


def return_entry(connection: Connection, tournament_id: str, number: int) -> None:
    """Note that somebody who had withdrawn plays again."""
    mine = (TOURNAMENT_ENTRIES.c.tournament_id == tournament_id, TOURNAMENT_ENTRIES.c.number == number)
    connection.execute(update(TOURNAMENT_ENTRIES).where(*mine).values(withdrawn_at=None))


def forget_entrant(connection: Connection, person_id: str) -> None:
    """Forget who an erased person was in tournaments; the results stay, under no name."""
    mine = update(TOURNAMENT_ENTRIES).where(TOURNAMENT_ENTRIES.c.person_id == person_id)
    connection.execute(mine.values(person_id=None))
    connection.execute(update(TOURNAMENTS).where(TOURNAMENTS.c.owner == person_id).values(owner=None))


# Who sits where.


def put_seats(connection: Connection, tournament_id: str, seats: Iterable[TournamentSeat]) -> None:
    """Write who sits where in rounds to come."""
    rows = [{"tournament_id": tournament_id} | {name: getattr(seat, name) for name in _SEAT_FIELDS} for seat in seats]
    connection.execute(insert(TOURNAMENT_SEATS), rows)


_SEAT_FIELDS = TournamentSeat.__slots__


def seats_of(connection: Connection, tournament_id: str) -> list[TournamentSeat]:
    """Return all seats of a tournament, by round, table and seat."""
    chosen = [TOURNAMENT_SEATS.c[name] for name in _SEAT_FIELDS]
    statement = select(*chosen).where(TOURNAMENT_SEATS.c.tournament_id == tournament_id).order_by(*chosen[:3])
    return [TournamentSeat(*row) for row in connection.execute(statement)]


def put_table(connection: Connection, tournament_id: str, round_number: int, number: int, table_id: str) -> bool:
    """Note at which table a pairing is played, and return whether no other one was made for it meanwhile."""
    mine = (
        TOURNAMENT_SEATS.c.tournament_id == tournament_id,
        TOURNAMENT_SEATS.c.round == round_number,
        TOURNAMENT_SEATS.c.number == number,
        TOURNAMENT_SEATS.c.table_id.is_(None),
    )
    statement = update(TOURNAMENT_SEATS).where(*mine).values(table_id=table_id)
    return connection.execute(statement.returning(TOURNAMENT_SEATS.c.seat)).first() is not None


def note_tournament_result(connection: Connection, table: Table) -> None:
    """Write what came of a table that has just ended, where it is one of a tournament's and the time is not up."""
    match, ended_at = table.match, table.events[-1].at
    if match is None:
        return
    statement = (
        select(TOURNAMENT_SEATS.c.seat, TOURNAMENT_SEATS.c.tournament_id, TOURNAMENTS.c.ends_at)
        .join_from(TOURNAMENT_SEATS, TOURNAMENTS, TOURNAMENTS.c.id == TOURNAMENT_SEATS.c.tournament_id)
        .where(TOURNAMENT_SEATS.c.table_id == table.id, TOURNAMENT_SEATS.c.outcome.is_(None))
    )
    waiting = list(connection.execute(statement))
    totals = match.position.totals
    margins = margins_of(totals)
    for number, _, ends_at in waiting:
        if ends_at is not None and ended_at >= ends_at:
            continue
        seat = table.seats[number]
        has_left = seat.is_resigned or (seat.kind != "bot" and seat.absence is not None)
        is_whole = table.status == "over" and not has_left
        outcome: Outcome = "left" if has_left else "played" if is_whole else "unfinished"
        mine = (TOURNAMENT_SEATS.c.table_id == table.id, TOURNAMENT_SEATS.c.seat == number)
        values = {"points": totals[number], "margin": margins[number] if is_whole else None, "outcome": outcome}
        connection.execute(update(TOURNAMENT_SEATS).where(*mine).values(values))
    if waiting:
        _end_where_all_is_played(connection, waiting[0].tournament_id, ended_at)


def _end_where_all_is_played(connection: Connection, tournament_id: str, now: float) -> None:
    mine = (TOURNAMENT_SEATS.c.tournament_id == tournament_id, TOURNAMENT_SEATS.c.outcome.is_(None))
    if connection.execute(select(TOURNAMENT_SEATS.c.seat).where(*mine).limit(1)).first() is None:
        # Of the others it is not known yet whether another round follows.
        duplicate = (TOURNAMENTS.c.id == tournament_id, TOURNAMENTS.c.kind == "duplicate")
        connection.execute(update(TOURNAMENTS).where(*duplicate).values(over_at=now))


def settle_seats(connection: Connection, table_id: str, outcomes: Sequence[tuple[Outcome, int | None]]) -> None:
    """Write what came of the seats of a table whose time is up, with their points, as far as that is not known."""
    for number, (outcome, points) in enumerate(outcomes):
        mine = (
            TOURNAMENT_SEATS.c.table_id == table_id,
            TOURNAMENT_SEATS.c.seat == number,
            TOURNAMENT_SEATS.c.outcome.is_(None),
        )
        connection.execute(update(TOURNAMENT_SEATS).where(*mine).values(outcome=outcome, points=points))


# Rounds that follow from those before.


@dataclass(frozen=True, slots=True)
class OpenedRound:
    """A round with why each of its tables, by number, is as it is. Times are in seconds since 1970."""

    number: int
    opened_at: float
    ends_at: float
    reasons: list[Reason]


def put_round(connection: Connection, tournament_id: str, opened: OpenedRound) -> bool:
    """Write a round that begins, and return whether no other process has meanwhile."""
    row = {
        "tournament_id": tournament_id,
        "number": opened.number,
        "opened_at": opened.opened_at,
        "ends_at": opened.ends_at,
        "reasons": json.dumps(opened.reasons),
    }
    statement = insert_into(connection, TOURNAMENT_ROUNDS, row).on_conflict_do_nothing()
    return connection.execute(statement.returning(TOURNAMENT_ROUNDS.c.number)).first() is not None


def rounds_of(connection: Connection, tournament_id: str) -> list[OpenedRound]:
    """Return the rounds of a tournament that have begun, in their order."""
    mine = select(TOURNAMENT_ROUNDS).where(TOURNAMENT_ROUNDS.c.tournament_id == tournament_id)
    return [
        OpenedRound(row.number, row.opened_at, row.ends_at, json.loads(row.reasons))
        for row in connection.execute(mine.order_by(TOURNAMENT_ROUNDS.c.number))
    ]
