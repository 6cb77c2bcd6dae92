"""How people have conducted themselves in games that are over: a row for each seat that was a person's."""

from __future__ import annotations

from typing import Literal

from sqlalchemy import Connection

from ...domain.table import Seat, Table
from ..ledger import insert_into
from ..schema import CONDUCT

Outcome = Literal["finished", "left", "timed-out", "replaced"]


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


def outcome_of(seat: Seat) -> Outcome:
    """Return how a person has come to the end: who has come back in time has finished the game."""
    return seat.absence or "finished"
