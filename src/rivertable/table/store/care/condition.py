"""The condition of a store: its last backup, its queues, and what it takes up."""

from __future__ import annotations

import secrets
import shutil
from dataclasses import dataclass

from sqlalchemy import Connection, func, insert, select, text

from ..archive import companions
from ..database import Database
from ..schema import BACKUP_RUNS, OUTBOX, TABLES

_FILE_AT_MOST, _ERROR_AT_MOST = 255, 200


@dataclass(frozen=True, slots=True)
class Space:
    """What a store takes up, and what is left beside it, in bytes; ``free`` is None where that is not to be seen."""

    size: int
    free: int | None


def note_backup(connection: Connection, file: str, now: float, size: int | None, error: str | None = None) -> None:
    """Note that a backup was made and checked, or why it was not."""
    row = {
        "id": secrets.token_hex(16),
        "at": now,
        "file": file[-_FILE_AT_MOST:],
        "size": size,
        "error": None if error is None else error[:_ERROR_AT_MOST],
    }
    connection.execute(insert(BACKUP_RUNS), row)


def last_good_backup(connection: Connection) -> float | None:
    """Return when the last backup was made that is good; None before the first."""
    found = select(func.max(BACKUP_RUNS.c.at)).where(BACKUP_RUNS.c.error.is_(None))
    at: float | None = connection.execute(found).scalar_one()
    return at


def oldest_message(connection: Connection, now: float) -> float | None:
    """Return since when the oldest message is due that was not sent; None where none is."""
    found = select(func.min(OUTBOX.c.due_at)).where(OUTBOX.c.due_at <= now)
    at: float | None = connection.execute(found).scalar_one()
    return at


def most_tries(connection: Connection) -> int:
    """Return how often sending a message that still waits has failed, at most."""
    return int(connection.execute(select(func.max(OUTBOX.c.tries))).scalar_one() or 0)


def oldest_bot_turn(connection: Connection, now: float) -> float | None:
    """Return since when the oldest turn of a bot is due; None where none is."""
    is_due = (TABLES.c.due_kind == "bot", TABLES.c.due_at <= now)
    at: float | None = connection.execute(select(func.min(TABLES.c.due_at)).where(*is_due)).scalar_one()
    return at


def space_of(database: Database) -> Space:
    """Return what a store takes up, and what is left beside it. The disk of a PostgreSQL is not to be seen from here.

    Raises:
        OSError: the store's file is gone.
    """
    if database.file is None:
        with database.read() as connection:
            return Space(
                int(connection.execute(text("SELECT pg_database_size(current_database())")).scalar_one()), None
            )
    files = (database.file, *companions(database.file))
    size = sum(file.stat().st_size for file in files if file.exists())
    return Space(size, shutil.disk_usage(database.file.parent).free)
