"""Where a server keeps its store and its secrets, and the lock that keeps a second server away."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from filelock import lock_descriptor

from ...core.errors import OptionError
from .database import EMBEDDED, Database, keep_private, sqlite_url
from .server_secrets import SECRETS

_LOCK = "server.lock"


@dataclass(frozen=True, slots=True)
class StorePlace:
    """Where a server keeps its store and its secrets.

    Attributes:
        data: the folder of the embedded store.
        database: the URL of another one.
        secrets: the file of the secrets, if it is not in that folder.
    """

    data: Path = Path()
    database: str | None = None
    secrets: Path | None = None

    @property
    def secrets_file(self) -> Path:
        """The file of the secrets."""
        return self.secrets or self.data / SECRETS


def open_database(place: StorePlace) -> tuple[Database, IO[str] | None]:
    """Return the store, with the lock of an embedded one, that keeps a second server away.

    The lock is held until it is closed, or the process ends; its file stays.

    Raises:
        OptionError: the folder cannot be written, another server uses it, or the URL names no database.
    """
    if place.database is None:
        folder = place.data
        with _usable(folder):
            keep_private(folder)
        return Database(sqlite_url(folder)), _take(folder / _LOCK, folder)
    database = Database(place.database)
    if database.is_shared:
        return database, None
    file = database.file
    if file is None:
        raise OptionError("An SQLite database needs a file: sqlite:////folder/{name}.", name=EMBEDDED)
    # The store of a data folder is locked as such, whatever it is called by.
    return database, _take(file.with_name(_LOCK if file.name == EMBEDDED else f"{file.name}.lock"), file)


def _take(lock: Path, place: Path) -> IO[str]:
    """Return a lock's file, which is held until it is closed; ``place`` is what it is the lock of."""
    with _usable(place):
        opened = lock.open("a+", encoding="utf-8")
        is_mine = lock_descriptor(opened.fileno(), blocking=False)
    if not is_mine:
        opened.close()
        raise OptionError("Another server already uses {place}.", place=str(place))
    return opened


@contextmanager
def _usable(place: Path) -> Iterator[None]:
    """Say in a sentence what the system says of a place of data."""
    try:
        yield
    except OSError as error:
        raise OptionError("{place} cannot be used: {reason}.", place=str(place), reason=str(error.strerror)) from error
