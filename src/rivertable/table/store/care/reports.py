"""What people report to those who run the server: the SQL of it."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, select, update

from ..schema import REPORTS

OPEN_AT_MOST = 20
"""So many reports from one table wait for an operator at most."""


@dataclass(frozen=True, slots=True)
class Report:
    """What somebody at a table has reported, at which version of it.

    Attributes:
        seat: from where, -1 for the host's; ``person_id`` is whoever keeps that link, where somebody does.
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


def count_open(connection: Connection, table_id: str | None = None) -> int:
    """Return how many reports wait for an operator, of one table or of all."""
    counting = select(func.count()).select_from(REPORTS).where(REPORTS.c.closed_at.is_(None))
    if table_id is not None:
        counting = counting.where(REPORTS.c.table_id == table_id)
    return int(connection.execute(counting).scalar_one())


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
