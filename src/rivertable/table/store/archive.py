"""An archive: a whole store in one SQLite file, whatever it was in, with the server's secrets and when it was made."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, insert, select

from ... import __version__
from ...core.errors import OptionError
from .company.schema import METADATA
from .database import Database, url_of_file
from .migrations import REVISION, revision_of
from .server_secrets import ServerSecrets

FORMAT = "rivertable-archive/1"

_FACTS = "archive"
"""The table of an archive that says what it is. A plain copy of an embedded store has none, and is restored as well."""
_ROWS = 500
"""So many rows are copied at once."""
_BUSY_SECONDS = 10.0
_WITHOUT_LAST_EVENT = """
    SELECT count(*) FROM table_
    WHERE version IS NOT (SELECT max(version) FROM event WHERE event.table_id = table_.id)
"""


@dataclass(frozen=True, slots=True)
class Archive:
    """What an archive says of itself.

    Attributes:
        tables: how many tables it holds.
        made_at: when it was made, in seconds since 1970; None for a plain copy of an embedded store.
        secrets: the server's; None for such a copy.
    """

    tables: int
    made_at: float | None
    secrets: ServerSecrets | None


class DamagedArchiveError(OptionError):
    """A file is no archive, or a damaged one."""


def write_archive(database: Database, secrets: ServerSecrets, file: Path, now: float) -> Archive:
    """Write a store, as it is at one moment, to a new file, and check what was written.

    A server may use the store meanwhile; whatever it has answered before this began is in the archive.

    Raises:
        OptionError: the file is there already, or the store lacks this version's tables.
        OSError, sqlite3.Error, SQLAlchemyError: the store cannot be read, or the file cannot be written.
    """
    if file.exists():
        raise OptionError("{file} is there already; nothing is overwritten.", file=str(file))
    with unfinished(file) as partial:
        if database.file is None:
            _copy_shared(database, partial)
        else:
            _copy_file(database.file, partial)
        with closing(_opened(partial)) as connection:
            connection.execute(f"CREATE TABLE {_FACTS} (name TEXT PRIMARY KEY, value TEXT NOT NULL)")
            facts = {"format": FORMAT, "made_at": repr(now), "version": __version__, "secrets": secrets.text()}
            connection.executemany(f"INSERT INTO {_FACTS} VALUES (?, ?)", facts.items())
            connection.commit()
            connection.execute("PRAGMA journal_mode = DELETE")
        written = read_archive(partial)
        settle_file(partial, file)
    return written


def read_archive(file: Path) -> Archive:
    """Check an archive from its first to its last page, and return what it says of itself.

    Raises:
        DamagedArchiveError: it is damaged, or no archive.
        OSError: it cannot be read.
    """
    file.open("rb").close()
    try:
        with closing(_opened(file, is_at_rest=True)) as connection:
            _check_pages(connection, file)
            tables = int(connection.execute("SELECT count(*) FROM table_").fetchone()[0])
            has_facts = connection.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (_FACTS,)).fetchone()
            facts = dict(connection.execute(f"SELECT name, value FROM {_FACTS}")) if has_facts else {}
        if not facts:
            return Archive(tables, None, None)
        if facts["format"] != FORMAT:
            raise DamagedArchiveError("{file} is of a format that this version does not know.", file=str(file))
        return Archive(tables, float(facts["made_at"]), ServerSecrets.parse(facts["secrets"]))
    except DamagedArchiveError:
        raise
    except (sqlite3.Error, LookupError, ValueError, TypeError) as error:
        raise DamagedArchiveError("{file} is no backup, or a damaged one.", file=str(file)) from error


def _check_pages(connection: sqlite3.Connection, file: Path) -> None:
    """Refuse a store whose file is damaged, or whose tables lack their last events.

    Raises:
        DamagedArchiveError: it is.
    """
    found = connection.execute("PRAGMA integrity_check").fetchall()
    if found != [("ok",)] or connection.execute(_WITHOUT_LAST_EVENT).fetchone() != (0,):
        raise DamagedArchiveError("{file} is damaged.", file=str(file))


def _copy_file(source: Path, target: Path, *, is_at_rest: bool = False) -> None:
    """Copy an embedded store as it is at one moment, without what was deleted from it."""
    with closing(_opened(source, is_at_rest=is_at_rest)) as connection:
        connection.execute("VACUUM INTO ?", (str(target),))


def unpack(archive: Path, target: Path) -> None:
    """Make a store of an archive, in an empty file."""
    _copy_file(archive, target, is_at_rest=True)
    with closing(_opened(target)) as connection:
        connection.execute(f"DROP TABLE IF EXISTS {_FACTS}")
        connection.commit()


def copy_rows(source: Connection, target: Connection) -> None:
    """Copy all rows of all tables."""
    for table in METADATA.sorted_tables:
        rows = source.execute(select(table), execution_options={"yield_per": _ROWS})
        for part in rows.mappings().partitions():
            target.execute(insert(table), [dict(row) for row in part])


def _copy_shared(database: Database, target: Path) -> None:
    """Copy what is in a PostgreSQL, as it is at one moment, into an empty file."""
    with database.read() as source:
        source.execution_options(isolation_level="REPEATABLE READ")
        found = revision_of(source)
        if found != REVISION:
            raise OptionError(
                "The store is at revision {found}, and this version works with {known}: let a server of this version"
                " migrate it first.",
                found=str(found),
                known=REVISION,
            )
        copy = Database(url_of_file(target))
        try:
            copy.migrate()
            with copy.write() as connection:
                copy_rows(source, connection)
        finally:
            copy.close()


@contextmanager
def unfinished(file: Path) -> Iterator[Path]:
    """Return an empty file beside another one, for what is to take its place; nothing of it is left behind."""
    made = file.with_name(f".{file.name}.unfinished")
    made.unlink(missing_ok=True)
    os.close(os.open(made, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    try:
        yield made
    finally:
        for part in (made, *companions(made)):
            part.unlink(missing_ok=True)


def companions(file: Path) -> tuple[Path, ...]:
    """Return the files that SQLite keeps beside a database, and takes for its newest part."""
    return tuple(file.with_name(f"{file.name}-{part}") for part in ("wal", "shm", "journal"))


def settle_file(made: Path, file: Path) -> None:
    """Put a finished file in the place of another one, for good; what lay beside that one goes before."""
    with closing(_opened(made)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    _sync(made)
    for part in companions(file):
        part.unlink(missing_ok=True)
    made.replace(file)
    if os.name == "posix":
        _sync(file.parent)


def _sync(place: Path) -> None:
    opened = os.open(place, os.O_RDONLY if place.is_dir() else os.O_RDWR)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _opened(file: Path, *, is_at_rest: bool = False) -> sqlite3.Connection:
    """Open a database that is there; one that nobody writes to is only read, and nothing is made beside it."""
    mode = "mode=ro&immutable=1" if is_at_rest else "mode=rw"
    return sqlite3.connect(f"{file.resolve().as_uri()}?{mode}", uri=True, timeout=_BUSY_SECONDS)
