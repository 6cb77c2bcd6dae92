"""The store: SQLite in a folder, or PostgreSQL by its URL; transactions, migrations, and word to other processes."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, create_engine, event, inspect, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import QueuePool

from ...core.errors import OptionError
from .schema import REVISION

CHANNEL = "rivertable"
"""The PostgreSQL channel on which processes tell one another of new versions."""

_MIGRATION_LOCK = 7_201_957
_CONNECTIONS = 16


def sqlite_url(folder: Path) -> str:
    """Return the URL of the embedded store in a folder."""
    return URL.create("sqlite", database=str(folder / "rivertable.sqlite3")).render_as_string()


class Store:
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
        self._lock = threading.Lock()
        if self.is_shared:
            self._engine = create_engine(
                parsed, hide_parameters=True, pool_size=_CONNECTIONS, max_overflow=_CONNECTIONS, pool_pre_ping=True
            )
        else:
            self._engine = create_engine(
                parsed, hide_parameters=True, poolclass=QueuePool, pool_size=_CONNECTIONS, max_overflow=_CONNECTIONS * 4
            )
            event.listen(self._engine, "connect", _prepare_sqlite)
            event.listen(self._engine, "begin", _begin_sqlite)
        self._writing = self._engine.execution_options(is_writing=True)

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """Return a connection in a transaction that is committed, durably, at the end of the block."""
        if self.is_shared:
            with self._writing.begin() as connection:
                yield connection
        else:
            with self._lock, self._writing.begin() as connection:
                yield connection

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """Return a connection to read from."""
        with self._engine.connect() as connection:
            yield connection

    def announce(self, connection: Connection, word: str) -> None:
        """Tell all processes a word once the transaction is committed."""
        if self.is_shared:
            connection.execute(_NOTIFY, {"word": word})

    def migrate(self) -> None:
        """Bring the database to this version's tables; processes that start together wait for one another."""
        if self._is_current():
            return
        from alembic import command  # a tenth of the time that a start takes, and rarely needed
        from alembic.config import Config

        with self.write() as connection, as_file(files("rivertable.table.store") / "migrations") as folder:
            if self.is_shared:
                connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": _MIGRATION_LOCK})
            config = Config()
            config.set_main_option("script_location", str(folder).replace("%", "%%"))  # read as an .ini file
            config.attributes["connection"] = connection
            command.upgrade(config, "head")

    def _is_current(self) -> bool:
        with self.read() as connection:
            if not inspect(connection).has_table("alembic_version"):
                return False
            return list(connection.execute(text("SELECT version_num FROM alembic_version")).scalars()) == [REVISION]

    def check(self) -> None:
        """Ask the database something simple; raises what the driver raises when it does not answer."""
        with self.read() as connection:
            connection.execute(text("SELECT 1"))

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()


_NOTIFY = text(f"SELECT pg_notify('{CHANNEL}', :word)")


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    # The driver must not open transactions by itself: BEGIN is said below.
    connection.isolation_level = None
    cursor = connection.cursor()
    for setting in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    is_writing = connection.get_execution_options().get("is_writing")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if is_writing else "BEGIN")


class Listener(threading.Thread):
    """Hears on a connection of its own what other processes announce, and connects again when it is cut.

    The connection holds an advisory lock: while it does, the others know that this process lives.
    """

    def __init__(self, store: Store, hear: Any, lost: Any, lock: tuple[int, int]) -> None:
        """Call ``hear(word)`` for each word; ``lost()`` after a time in which words may have been missed."""
        super().__init__(name="listener", daemon=True)
        self._url = store.url.set(drivername="postgresql").render_as_string(hide_password=False)
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
