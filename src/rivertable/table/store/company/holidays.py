"""The holidays of people: the SQL of them."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select, update

from .schema import HOLIDAYS


@dataclass(frozen=True, slots=True)
class Holiday:
    """Time in which no clock of days runs for a person: seconds since 1970."""

    id: str
    from_at: float
    until: float


def holidays_of(connection: Connection, person_id: str) -> list[Holiday]:
    """Return a person's holidays, the first first."""
    rows = connection.execute(
        select(HOLIDAYS.c.id, HOLIDAYS.c.from_at, HOLIDAYS.c.until)
        .where(HOLIDAYS.c.person_id == person_id)
        .order_by(HOLIDAYS.c.from_at)
    )
    return [Holiday(*row) for row in rows]


def add_holiday(connection: Connection, person_id: str, from_at: float, until: float) -> None:
    """Write a new holiday of a person."""
    row = {"id": secrets.token_hex(16), "person_id": person_id, "from_at": from_at, "until": until}
    connection.execute(insert(HOLIDAYS), row)


def end_holiday(connection: Connection, holiday: Holiday, now: float) -> None:
    """End a holiday now, or forget it where it has not begun."""
    own = HOLIDAYS.c.id == holiday.id
    if holiday.from_at >= now:
        connection.execute(delete(HOLIDAYS).where(own))
    else:
        connection.execute(update(HOLIDAYS).where(own).values(until=now))


def forget_holidays_of(connection: Connection, person_id: str) -> None:
    """Forget the holidays of a person."""
    connection.execute(delete(HOLIDAYS).where(HOLIDAYS.c.person_id == person_id))
