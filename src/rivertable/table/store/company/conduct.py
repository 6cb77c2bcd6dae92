"""How people have conducted themselves in games that are over: a row for each seat that was a person's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sqlalchemy import Connection, select

from ...domain.table import Seat, Table
from ..ledger import insert_into
from ..schema import LINKS
from .schema import CONDUCT

Outcome = Literal["finished", "left", "timed-out", "replaced"]
_LAST_GAMES = 50


def note_conduct(connection: Connection, table: Table) -> None:
    """Write how each person has come to the end of a game; a game is over once, and what was written stays."""
    if table.is_brought_in:
        return
    for number, seat in enumerate(table.seats):
        if seat.kind == "bot":
            continue
        row = {
            "table_id": table.id,
            "seat": number,
            "outcome": outcome_of(seat),
            "bot_turns": len(seat.by_bot),
            "at": table.events[-1].at,
        }
        connection.execute(insert_into(connection, CONDUCT, row).on_conflict_do_nothing())


@dataclass(frozen=True, slots=True)
class Conduct:
    """How many of somebody's last ``games`` that are over they have ``finished``, themselves."""

    games: int
    finished: int


def conduct_of(connection: Connection, person_id: str) -> Conduct:
    """Return how a person has conducted themselves at the seats whose links they keep, lately."""
    statement = (
        select(CONDUCT.c.outcome)
        .join(LINKS, (LINKS.c.table_id == CONDUCT.c.table_id) & (LINKS.c.seat == CONDUCT.c.seat))
        .where(LINKS.c.person_id == person_id)
        .order_by(CONDUCT.c.at.desc())
        .limit(_LAST_GAMES)
    )
    outcomes = list(connection.execute(statement).scalars())
    return Conduct(len(outcomes), outcomes.count("finished"))


def outcome_of(seat: Seat) -> Outcome:
    """Return how a person has come to the end: who has come back in time has finished the game."""
    return seat.absence or "finished"
