"""The store: SQLite in a folder, or PostgreSQL by its URL; transactions, migrations, and word to other processes."""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, create_engine, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DisconnectionError, InterfaceError, OperationalError, TimeoutError
from sqlalchemy.pool import QueuePool

from ...core.errors import OptionError
from .audit import note_act
from .ledger import note_alive
from .migrations import REVISION, make_tables, revision_of, upgrade
from .schema import CHANNEL, carry_out

EMBEDDED = "rivertable.sqlite3"
"""The file of the embedded store in its folder."""

_MIGRATION_LOCK = 7_201_957
_CONNECTIONS = 16
_CHECK_SECONDS = 2.0
"""How long a check holds, so that whoever asks for it often writes no more often."""
_AWAY = (InterfaceError, OperationalError, TimeoutError)
_log = logging.getLogger("rivertable.store")


def cause_of(error: Exception) -> str:
    """Return what the driver of a database says of a failure, in one line without its last stop."""
    return str(getattr(error, "orig", None) or error).strip().partition("\n")[0].rstrip(".")


def sqlite_url(folder: Path) -> str:
    """Return the URL of the embedded store in a folder."""
    return url_of_file(folder / EMBEDDED)


def url_of_file(file: Path) -> str:
    """Return the URL of the embedded store in a file."""
    return URL.create("sqlite", database=str(file)).render_as_string()


class Database:
    """Connections to one database.

    Every write is one transaction that is durable when its block ends. On SQLite writes queue for one lock, and each
    begins IMMEDIATE: a transaction that reads first and writes later would be refused when another one came between.

    Raises:
        OptionError: the URL names no database that can be used.
    """

    def __init__(self, url: str) -> None:
        try:
            parsed = make_url(url)
        except ArgumentError as error:
            raise OptionError("The database is given as a URL, such as postgresql://user@host/name.") from error
        if parsed.drivername in ("postgres", "postgresql"):
            parsed = parsed.set(drivername="postgresql+psycopg")
        if parsed.get_backend_name() not in ("sqlite", "postgresql"):
            raise OptionError("The database is SQLite or PostgreSQL, not {name}.", name=parsed.get_backend_name())
        self.url = parsed
        self.is_shared = parsed.get_backend_name() == "postgresql"
        """Whether other processes may write to it too."""
        name = None if self.is_shared or parsed.database == ":memory:" else parsed.database
        self.file = Path(name) if name else None
        """The file of an embedded store that is kept in one."""
        self._lock = threading.Lock()
        self._has_answered = False
        self._failing: set[str] = set()
        self._checking = threading.Lock()
        self._checked_until = 0.0
        if self.is_shared:
            self._engine = create_engine(
                parsed, hide_parameters=True, pool_size=_CONNECTIONS, max_overflow=_CONNECTIONS
            )
            event.listen(self._engine, "checkout", _check_postgresql)
        else:
            self._engine = create_engine(
                parsed, hide_parameters=True, poolclass=QueuePool, pool_size=_CONNECTIONS, max_overflow=_CONNECTIONS * 4
            )
            event.listen(self._engine, "connect", _prepare_sqlite)
            event.listen(self._engine, "begin", _begin_sqlite)
        self._writer: Connection | None = None

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """Return a connection in a transaction that is committed, durably, at the end of the block."""
        with self._noticing("written"), self._writing() as connection, connection.begin():
            yield connection

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        """Return a connection to write over: the kept one, or on PostgreSQL another one while somebody else has it."""
        if not self._lock.acquire(blocking=not self.is_shared):
            with self._engine.connect() as connection:
                yield connection
            return
        try:
            with self._kept_writer() as connection:
                yield connection
        finally:
            self._lock.release()

    @contextmanager
    def _kept_writer(self) -> Iterator[Connection]:
        """Return the connection that is kept for writing; after a failure it is another one."""
        if self._writer is not None and self.is_shared and _is_cut(self._writer.connection.driver_connection):
            self._writer.invalidate()
            self._writer.close()
            self._writer = None
        if self._writer is None:
            self._writer = self._engine.connect().execution_options(is_writing=True)
        try:
            yield self._writer
        except BaseException:
            self._writer.close()
            self._writer = None
            raise

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """Return a connection to read from."""
        with self._noticing("read"), self._engine.connect() as connection:
            yield connection

    @contextmanager
    def _noticing(self, what: str) -> Iterator[None]:
        """Log the beginning and the end of a time in which the database cannot be read, or written: a line each.

        Where it has never answered, whoever asked first says why.
        """
        try:
            yield
        except _AWAY as error:
            if self._has_answered and what not in self._failing:
                self._failing.add(what)
                _log.warning("The store cannot be %s: %s.", what, cause_of(error))
            raise
        self._has_answered = True
        if what in self._failing:
            self._failing.discard(what)
            _log.warning("The store can be %s again.", what)

    def announce(self, connection: Connection, *words: str) -> None:
        """Tell all processes words once the transaction is committed."""
        if self.is_shared:
            carry_out(connection, _NOTIFY, [{"word": word} for word in words])

    def migrate(self) -> None:
        """Bring the database to this version's tables; processes that start together wait for one another.

        Raises:
            OptionError: a newer version of this program has written it.
        """
        with self.read() as connection:
            revision = revision_of(connection)
        if revision == REVISION:
            return
        # Revisions are numbered, with zeros in front.
        if revision is not None and revision > REVISION:
            raise OptionError(
                "A newer version of rivertable has written the store (revision {found}, this one knows {known}): start"
                " that version, or use another store.",
                found=revision,
                known=REVISION,
            )
        with self.write() as connection:
            if self.is_shared:
                connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": _MIGRATION_LOCK})
            found = revision_of(connection)
            if found is None:
                make_tables(connection)
            elif found != REVISION:
                upgrade(connection)
                note_act(connection, "upgrade", time.time(), by_server=True, before=found, after=REVISION)

    def check(self) -> None:
        """Note in the database that this process runs; raises what the driver raises where that fails.

        A full disk or a database that may only be read shows in no other way.
        """
        with self._checking:
            if time.monotonic() < self._checked_until:
                return
            with self.write() as connection:
                note_alive(connection, time.time())
            self._checked_until = time.monotonic() + _CHECK_SECONDS

    def close(self) -> None:
        """Close all connections."""
        with self._lock:
            if self._writer is not None:
                self._writer.close()
                self._writer = None
        self._engine.dispose()


_NOTIFY = text(f"SELECT pg_notify('{CHANNEL}', :word)")


def keep_private(folder: Path) -> None:
    """Let nobody but the user who runs the server read a folder of games, or what is in it.

    Raises:
        OSError: the folder cannot be made or changed.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    if os.name != "posix":
        return
    folder.chmod(0o700)
    store = folder / EMBEDDED
    # Its log and index are made with the same permissions as the database.
    os.close(os.open(store, os.O_CREAT | os.O_RDWR, 0o600))
    for file in folder.iterdir():
        if file.is_file():
            file.chmod(0o600)


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    # The driver must not open transactions by itself: BEGIN is said below.
    connection.isolation_level = None
    cursor = connection.cursor()
    for setting in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


_BEGIN, _BEGIN_WRITING = text("BEGIN"), text("BEGIN IMMEDIATE")


def _begin_sqlite(connection: Connection) -> None:
    is_writing = connection.get_execution_options().get("is_writing")
    carry_out(connection, _BEGIN_WRITING if is_writing else _BEGIN, [{}])


def _is_cut(connection: Any) -> bool:
    """Return whether PostgreSQL has closed a connection. Nothing is sent, nothing waited for.

    What the server said before it went, and that it went, are read one after the other.
    """
    try:
        connection.pgconn.consume_input()
        connection.pgconn.consume_input()
    except connection.OperationalError:
        return True
    return False


def _check_postgresql(connection: Any, _record: Any, _proxy: Any) -> None:
    """Refuse a connection that the server has closed: another one takes its place."""
    if _is_cut(connection):
        raise DisconnectionError


class Listener(threading.Thread):
    """Hears on a connection of its own what other processes announce, and connects again when it is cut.

    The connection holds an advisory lock: while it does, the others know that this process lives.
    """

    def __init__(self, database: Database, hear: Any, lost: Any, lock: tuple[int, int]) -> None:
        """Call ``hear(word)`` for each word; ``lost()`` after a time in which words may have been missed."""
        super().__init__(name="listener", daemon=True)
        self._url = database.url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._hear = hear
        self._lost = lost
        self._lock = lock
        self._is_stopping = threading.Event()

    def run(self) -> None:
        """Listen until stopped."""
        import psycopg

        while not self._is_stopping.is_set():
            with suppress(psycopg.Error), psycopg.connect(self._url, autocommit=True) as connection:
                connection.execute(f"LISTEN {CHANNEL}")
                connection.execute("SELECT pg_advisory_lock_shared(%s, %s)", self._lock)
                self._lost()
                while not self._is_stopping.is_set():
                    for notice in connection.notifies(timeout=1):
                        self._hear(notice.payload)
            self._is_stopping.wait(0.5)

    def stop(self) -> None:
        """Let the thread end within a second."""
        self._is_stopping.set()
