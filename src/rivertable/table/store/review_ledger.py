"""Asking for reviews, claiming them and keeping what they find: the SQL of reviews."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, select, update
from sqlalchemy.dialects import postgresql, sqlite

from .schema import REVIEWS, TABLES

LEASE_SECONDS = 60.0
"""So long a review may be silent before another process takes it up."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A review as it is kept: ``spent`` of the ``seconds`` asked for led to the JSON of the document."""

    seconds: float
    spent: float
    document: str | None
    is_claimed: bool

    @property
    def is_done(self) -> bool:
        """Whether nothing more was asked for."""
        return self.spent >= self.seconds


def find(connection: Connection, table_id: str, now: float) -> Kept | None:
    """Return a table's review, None where none was asked for."""
    row = connection.execute(select(REVIEWS).where(REVIEWS.c.table_id == table_id)).one_or_none()
    if row is None:
        return None
    is_claimed = row.claimed_until is not None and row.claimed_until >= now
    return Kept(row.seconds, row.spent, row.document, is_claimed)


def ask(connection: Connection, table_id: str, seconds: float, most: float, now: float) -> None:
    """Ask for a review, or for one that is done to go on for as long again; nothing is done while one goes on."""
    dialect: Any = sqlite if connection.dialect.name == "sqlite" else postgresql
    row = {"table_id": table_id, "asked_at": now, "seconds": seconds, "spent": 0.0}
    made = connection.execute(dialect.insert(REVIEWS).values(row).on_conflict_do_nothing())
    if made.rowcount != 1:
        connection.execute(
            update(REVIEWS)
            .where(
                REVIEWS.c.table_id == table_id,
                REVIEWS.c.spent >= REVIEWS.c.seconds,
                REVIEWS.c.seconds + seconds <= most,
            )
            .values(seconds=REVIEWS.c.seconds + seconds, asked_at=now)
        )


def waiting(connection: Connection, now: float, limit: int) -> list[tuple[str, str]]:
    """Return the tables, each with its game, whose reviews nobody works on: what was asked for first comes first."""
    is_free = REVIEWS.c.claimed_until.is_(None) | (REVIEWS.c.claimed_until < now)
    statement = (
        select(REVIEWS.c.table_id, TABLES.c.game)
        .join(TABLES, TABLES.c.id == REVIEWS.c.table_id)
        .where(REVIEWS.c.spent < REVIEWS.c.seconds, is_free)
        .order_by(REVIEWS.c.asked_at)
        .limit(limit)
    )
    return [(row[0], row[1]) for row in connection.execute(statement)]


def claim(connection: Connection, table_id: str, owner: str, now: float) -> bool:
    """Claim a review for one process; False where another one has it."""
    is_free = REVIEWS.c.claimed_until.is_(None) | (REVIEWS.c.claimed_until < now)
    changed = connection.execute(
        update(REVIEWS)
        .where(REVIEWS.c.table_id == table_id, REVIEWS.c.spent < REVIEWS.c.seconds, is_free)
        .values(claimed_by=owner, claimed_until=now + LEASE_SECONDS)
    )
    return changed.rowcount == 1


def keep_first(connection: Connection, table_id: str, document: str) -> None:
    """Keep what first sight shows, where nothing is kept yet."""
    connection.execute(
        update(REVIEWS).where(REVIEWS.c.table_id == table_id, REVIEWS.c.document.is_(None)).values(document=document)
    )


def keep(connection: Connection, table_id: str, owner: str, spent: float, document: str | None, now: float) -> bool:
    """Keep what a process has found by now; False where the review is no longer its own."""
    found = {} if document is None else {"document": document}
    changed = connection.execute(
        update(REVIEWS)
        .where(REVIEWS.c.table_id == table_id, REVIEWS.c.claimed_by == owner)
        .values(spent=spent, claimed_until=now + LEASE_SECONDS, **found)
    )
    return changed.rowcount == 1


def release(connection: Connection, owner: str | None = None) -> None:
    """Give back the reviews that a process has claimed; without one all: for a process that knows it is alone."""
    whose = REVIEWS.c.claimed_by.is_not(None) if owner is None else REVIEWS.c.claimed_by == owner
    connection.execute(update(REVIEWS).where(whose).values(claimed_by=None, claimed_until=None))
