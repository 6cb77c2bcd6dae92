"""Messages to those who keep links to a table, of what is no turn of theirs."""

from __future__ import annotations

from typing import Literal

from sqlalchemy import Connection, func, insert, literal, select

from ..ledger import version_of
from ..messages import REFUSALS_AT_MOST
from ..schema import CONTACTS, LINKS, OUTBOX

Occasion = Literal["ending", "choice", "invited"]
"""A table that waits for players is about to be deleted; the others choose about a person; somebody is invited."""
_COLUMNS = ["contact_id", "table_id", "version", "reason", "seat", "made_at", "due_at", "tries"]


def tell_seats(
    connection: Connection, table_id: str, occasion: Occasion, at: float, due_at: float, seats: set[int] | None = None
) -> None:
    """Write messages to whoever keeps the links to some seats, else any link to the table; each person is told once."""
    version = version_of(connection, table_id)
    if version is None:
        return
    told = (
        select(
            CONTACTS.c.id,
            literal(table_id),
            literal(version),
            literal(occasion),
            func.min(LINKS.c.seat),
            literal(at),
            literal(due_at),
            literal(0),
        )
        .select_from(LINKS.join(CONTACTS, CONTACTS.c.person_id == LINKS.c.person_id))
        .where(
            LINKS.c.table_id == table_id,
            CONTACTS.c.confirmed_at.is_not(None),
            CONTACTS.c.refusals < REFUSALS_AT_MOST,
            *([] if seats is None else [LINKS.c.seat.in_(sorted(seats))]),
        )
        .group_by(CONTACTS.c.id)
    )
    connection.execute(insert(OUTBOX).from_select(_COLUMNS, told))
