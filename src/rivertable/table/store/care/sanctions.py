"""What operators impose on people: the SQL of it, of appeals and of their answers."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import ColumnElement, Connection, Row, Select, delete, func, insert, select, update

from ..schema import LINKS, SANCTIONS

SanctionKind = Literal["warn", "no-lobby", "no-rated", "closed"]
"""A warning; no listed tables; no rated ones; a name that is closed but for reading, appealing and erasing."""
CLOSED: tuple[SanctionKind, ...] = ("closed",)
UNLISTED: tuple[SanctionKind, ...] = ("no-lobby", *CLOSED)
UNRATED: tuple[SanctionKind, ...] = ("no-rated", *CLOSED)
"""The sanctions under which nobody has to do with new tables, with listed ones, and with rated ones."""


@dataclass(frozen=True, slots=True)
class Sanction:
    """What an operator has imposed on a person, until when (None for good), and what was said to it.

    Attributes:
        report_id: the report that led to it, if any.
        answer: what an operator answered to the appeal.
        lifted_at: when it was taken back before its end, if it was.
    """

    id: str
    person_id: str
    kind: SanctionKind
    reason: str
    at: float
    until: float | None
    report_id: str | None
    appeal: str | None
    appealed_at: float | None
    answer: str | None
    answered_at: float | None
    lifted_at: float | None

    def holds(self, now: float) -> bool:
        """Return whether it is neither over nor lifted."""
        return self.lifted_at is None and (self.until is None or self.until > now)


def add_sanction(connection: Connection, **values: Any) -> str:
    """Write a sanction, and return its id."""
    row = {"id": secrets.token_hex(16), **values}
    connection.execute(insert(SANCTIONS), row)
    return str(row["id"])


def change_sanction(connection: Connection, sanction_id: str, **values: Any) -> None:
    """Write other values for a sanction."""
    connection.execute(update(SANCTIONS).where(SANCTIONS.c.id == sanction_id).values(**values))


def sanction_of(connection: Connection, sanction_id: str) -> Sanction | None:
    """Return a sanction by its id."""
    row = connection.execute(select(SANCTIONS).where(SANCTIONS.c.id == sanction_id)).one_or_none()
    return None if row is None else _told(row)


def sanctions_of(connection: Connection, person_id: str) -> list[Sanction]:
    """Return all that was ever imposed on a person, the newest first."""
    mine = select(SANCTIONS).where(SANCTIONS.c.person_id == person_id)
    return list(map(_told, connection.execute(mine.order_by(SANCTIONS.c.at.desc()))))


_WAITS = SANCTIONS.c.appealed_at.is_not(None) & SANCTIONS.c.answered_at.is_(None)


def count_appeals(connection: Connection) -> int:
    """Return how many appeals wait for their answer."""
    counting = select(func.count()).select_from(SANCTIONS).where(_WAITS)
    return int(connection.execute(counting).scalar_one())


def open_sanctions(connection: Connection, now: float) -> list[Sanction]:
    """Return what holds or has an appeal that waits for its answer, these first, then the newest first."""
    rows = connection.execute(select(SANCTIONS).where(_holds(now) | _WAITS).order_by(SANCTIONS.c.at.desc()))
    found = list(map(_told, rows))
    return sorted(found, key=lambda one: one.appealed_at is None or one.answered_at is not None)


def has_sanction(connection: Connection, person_id: str, kinds: Sequence[SanctionKind], now: float) -> bool:
    """Return whether one of some kinds of sanctions holds for a person."""
    found = select(SANCTIONS.c.id).where(SANCTIONS.c.person_id == person_id, SANCTIONS.c.kind.in_(kinds), _holds(now))
    return connection.execute(found.limit(1)).first() is not None


def barred_tables(now: float) -> Select[Any]:
    """Return how to find the tables that are not to be listed: somebody who may have no listed ones is their host."""
    return (
        select(LINKS.c.table_id)
        .join(SANCTIONS, SANCTIONS.c.person_id == LINKS.c.person_id)
        .where(LINKS.c.seat == -1, SANCTIONS.c.kind.in_(UNLISTED), _holds(now))
    )


def remove_sanctions_of(connection: Connection, person_id: str) -> None:
    """Delete what was imposed on a person, and what was said to it."""
    connection.execute(delete(SANCTIONS).where(SANCTIONS.c.person_id == person_id))


def _holds(now: float) -> ColumnElement[bool]:
    is_going_on = SANCTIONS.c.until.is_(None) | (SANCTIONS.c.until > now)
    return SANCTIONS.c.lifted_at.is_(None) & is_going_on


def _told(row: Row[Any]) -> Sanction:
    return Sanction(**row._mapping)
