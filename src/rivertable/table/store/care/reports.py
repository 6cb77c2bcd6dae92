"""What people report to those who run the server: the SQL of it."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, delete, func, insert, select, update

from ..schema import REPORTS

OPEN_AT_MOST, OF_WATCHERS_AT_MOST = 20, 5
"""So many reports from the seats of one table wait for an operator at most, and so many of people who only watch it."""
WATCHING = -2
"""Stands in a report for the seat of somebody who only watches."""


@dataclass(frozen=True, slots=True)
class Report:
    """What somebody at a table has reported, at which version of it.

    Attributes:
        seat: from where, -1 for the host's, -2 for somebody who watches; ``person_id`` is whoever that is, if known.
        about_seat: the seat that it is about, if any, with the name that stood there then, and whoever keeps its link.
        answer: what the operator noted who closed it.
    """

    id: str
    at: float
    table_id: str
    version: int
    seat: int
    person_id: str | None
    about_seat: int | None
    about_id: str | None
    about_name: str | None
    text: str
    closed_at: float | None
    answer: str | None


def add_report(connection: Connection, **values: Any) -> str:
    """Write a report, and return its id."""
    row = {"id": secrets.token_hex(16), **values}
    connection.execute(insert(REPORTS), row)
    return str(row["id"])


def count_open(connection: Connection) -> int:
    """Return how many reports wait for an operator."""
    return _count(connection, REPORTS.c.closed_at.is_(None))


def has_too_many(connection: Connection, table_id: str, seat: int) -> bool:
    """Return whether no more reports of a table are taken now from a seat; who only watches crowds no seat out."""
    is_watching = REPORTS.c.seat == WATCHING
    side = is_watching if seat == WATCHING else ~is_watching
    count = _count(connection, REPORTS.c.closed_at.is_(None), REPORTS.c.table_id == table_id, side)
    return count >= (OF_WATCHERS_AT_MOST if seat == WATCHING else OPEN_AT_MOST)


def _count(connection: Connection, *conditions: ColumnElement[bool]) -> int:
    return int(connection.execute(select(func.count()).select_from(REPORTS).where(*conditions)).scalar_one())


def reports(connection: Connection, *, is_all: bool = False, limit: int = 200) -> list[Report]:
    """Return the reports that wait, the oldest first; or all of them, the newest first."""
    wanted = select(REPORTS).order_by(REPORTS.c.at.desc() if is_all else REPORTS.c.at).limit(limit)
    if not is_all:
        wanted = wanted.where(REPORTS.c.closed_at.is_(None))
    return list(map(_told, connection.execute(wanted)))


def report_of(connection: Connection, report_id: str) -> Report | None:
    """Return a report by its id."""
    row = connection.execute(select(REPORTS).where(REPORTS.c.id == report_id)).one_or_none()
    return None if row is None else _told(row)


def reports_by(connection: Connection, person_id: str) -> list[Report]:
    """Return what a person has reported, the oldest first."""
    rows = connection.execute(select(REPORTS).where(REPORTS.c.person_id == person_id).order_by(REPORTS.c.at))
    return list(map(_told, rows))


def close_report(connection: Connection, report_id: str, answer: str, now: float) -> bool:
    """Note that an operator has dealt with a report; False where none waits by that id."""
    waiting = update(REPORTS).where(REPORTS.c.id == report_id, REPORTS.c.closed_at.is_(None))
    return connection.execute(waiting.values(closed_at=now, answer=answer)).rowcount == 1


def forget_reports_of(connection: Connection, person_id: str) -> None:
    """Forget what a person has reported, and whom reports about the person were about."""
    mine = update(REPORTS).where(REPORTS.c.person_id == person_id)
    connection.execute(mine.values(person_id=None, text=""))
    about = update(REPORTS).where(REPORTS.c.about_id == person_id)
    connection.execute(about.values(about_id=None, about_name=None))


def forget_closed_reports(connection: Connection, before: float) -> None:
    """Delete the reports that were closed before a time."""
    connection.execute(delete(REPORTS).where(REPORTS.c.closed_at < before))


def _told(row: Row[Any]) -> Report:
    return Report(**row._mapping)
