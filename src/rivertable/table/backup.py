"""Backing a store up while a server uses it, and restoring it while none does."""

from __future__ import annotations

import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, func, insert, select, text
from sqlalchemy.exc import DatabaseError, SQLAlchemyError

from ..core.errors import OptionError, RivertableError
from .store import erasures, ledger, messages
from .store.archive import Archive, copy_rows, read_archive, settle_file, unfinished, unpack, write_archive
from .store.audit import note_act
from .store.care.condition import note_backup
from .store.care.keys import remove_keys
from .store.company.schema import METADATA
from .store.database import Database, sqlite_url, url_of_file
from .store.migrations import REVISION, revision_of
from .store.place import StorePlace, open_database
from .store.schema import AUDIT, BACKUP_RUNS, TABLES, TOMBSTONES
from .store.server_secrets import ServerSecrets, open_secrets, read_secrets, write_secrets

_OUTLIVING = (AUDIT, BACKUP_RUNS, TOMBSTONES)
"""What a restore keeps of the store that it replaces."""
_STALE_SECONDS = 3_600.0
"""A restore sends no messages that were due longer ago: they were sent then."""

Rows = dict[str, list[dict[str, object]]]
"""Rows by the names of their tables."""


@dataclass(frozen=True, slots=True)
class Restored:
    """What a restore has led to.

    Attributes:
        archive: what was restored.
        erased: how many tables and people were erased once more.
        is_former_known: False where the store that was replaced could not be read: what was erased after the archive
            was made may be back.
    """

    archive: Archive
    erased: int
    is_former_known: bool


def backup(place: StorePlace, file: Path) -> Archive:
    """Write a store and the server's secrets to a new file, as they are at one moment, and check it.

    Raises:
        OptionError: there is no store, or the file is there already.
        OSError, SQLAlchemyError: the store cannot be read, or the file cannot be written.
    """
    database = Database(place.database or sqlite_url(place.data))
    if database.file is not None and not database.file.exists():
        raise OptionError("There is no store in {place}.", place=str(database.file.parent))
    now = time.time()
    try:
        written = write_archive(database, open_secrets(place.secrets_file), file, now)
        with _noting(database) as connection:
            if connection is not None:
                size = file.stat().st_size
                note_act(connection, "backup", now, file=file.name, tables=written.tables, bytes=size)
                note_backup(connection, file.name, now, size)
    except (RivertableError, OSError, SQLAlchemyError, sqlite3.Error) as error:
        with suppress(SQLAlchemyError), _noting(database) as connection:
            if connection is not None:
                note_backup(connection, file.name, now, None, str(error))
        raise
    finally:
        database.close()
    return written


@contextmanager
def _noting(database: Database) -> Iterator[Connection | None]:
    """Return a connection to write to a store; None where it is not of this version."""
    with database.read() as connection:
        is_present = revision_of(connection) == REVISION
    if not is_present:
        yield None
        return
    with database.write() as connection:
        yield connection


def restore(place: StorePlace, file: Path, *, is_replacing: bool = False) -> Restored:
    """Put an archive in the place of a store that no server uses, and erase again what was erased since.

    The log of what operators did goes on. A store of an older version is migrated.

    Raises:
        DamagedArchiveError: the file is damaged, or no archive.
        OptionError: a server runs, or there are tables already and the archive ``is_replacing`` nothing.
        OSError, SQLAlchemyError: the archive cannot be read, or the store cannot be written.
    """
    archive = read_archive(file)
    present = _readable_secrets(place.secrets_file)
    secrets = archive.secrets or present or ServerSecrets.fresh()
    database, lock = open_database(place)
    try:
        _check_unused(database)
        former, is_former_known = _outliving(database, is_replacing=is_replacing)
        with _working_file(database) as made:
            unpack(file, made)
            with _embedded(made) as connection:
                _add(connection, former)
                former_key = None if present is None else present.erasure_key
                erased = erasures.erase_again(connection, secrets, former_key, time.time())
                ledger.release(connection)
                ledger.release_reviews(connection)
                messages.release_messages(connection)
                remove_keys(connection)
                messages.drop_stale_messages(connection, time.time() - _STALE_SECONDS)
                note_act(connection, "restore", time.time(), file=file.name, tables=archive.tables)
            read_archive(made)
            if database.file is None:
                _fill(database, made)
            else:
                database.close()
                settle_file(made, database.file)
        write_secrets(place.secrets_file, secrets, is_replacing=True)
    finally:
        database.close()
        if lock is not None:
            lock.close()
    return Restored(archive, erased, is_former_known)


def _check_unused(database: Database) -> None:
    """Refuse where a server uses the store; an embedded one is locked by now."""
    if database.is_shared:
        with database.read() as connection:
            if ledger.living_processes(connection):
                raise OptionError("A server still uses this database; stop it first.")


def _readable_secrets(file: Path) -> ServerSecrets | None:
    """Return the secrets in a file; None where there are none that can be read."""
    try:
        return read_secrets(file)
    except OptionError:
        return None


@contextmanager
def _working_file(database: Database) -> Iterator[Path]:
    """Return an empty file to prepare a store in: beside the one that it is to replace, if it is to replace one."""
    with tempfile.TemporaryDirectory() as folder, unfinished(database.file or Path(folder, "store")) as made:
        yield made


def _outliving(database: Database, *, is_replacing: bool) -> tuple[Rows, bool]:
    """Return what outlives a restore, by the names of tables; and whether the present store could be read.

    Raises:
        OptionError: there are tables already, and nothing is to be replaced.
    """
    refusal = OptionError("The store has tables already; --replace puts the backup in their place.")
    try:
        with database.read() as connection:
            revision = revision_of(connection)
            if revision is None:
                return {}, True
            if not is_replacing and connection.execute(select(func.count()).select_from(TABLES)).scalar_one():
                raise refusal
            if revision != REVISION:
                return {}, True
            kept = {
                table.name: [dict(row) for row in connection.execute(select(table)).mappings()] for table in _OUTLIVING
            }
            return kept, True
    except DatabaseError:
        if database.is_shared:
            raise
        if not is_replacing:
            raise refusal from None
        return {}, False


@contextmanager
def _embedded(file: Path) -> Iterator[Connection]:
    """Return a connection that writes to the store in a file, with this version's tables; it is closed at the end."""
    store = Database(url_of_file(file))
    try:
        store.migrate()
        with store.write() as connection:
            yield connection
    finally:
        store.close()


def _add(connection: Connection, former: Rows) -> None:
    """Add what outlives a restore, as far as the archive does not have it."""
    for table in _OUTLIVING:
        (key,) = table.primary_key.columns
        known = set(connection.execute(select(key)).scalars())
        missing = [row for row in former.get(table.name, []) if row[key.name] not in known]
        if missing:
            connection.execute(insert(table), missing)


def _fill(database: Database, made: Path) -> None:
    """Put what is in a file in the place of all that is in a PostgreSQL, in one transaction."""
    database.migrate()
    with _embedded(made) as source, database.write() as connection:
        connection.execute(text(f"TRUNCATE {', '.join(METADATA.tables)}"))
        copy_rows(source, connection)
        for table in METADATA.sorted_tables:
            counting = select(func.count()).select_from(table)
            if source.execute(counting).scalar_one() != connection.execute(counting).scalar_one():
                raise OptionError("Not all of {name} could be restored; nothing was changed.", name=table.name)
