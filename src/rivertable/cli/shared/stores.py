"""The options by which commands name a store and the server's secrets."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from platformdirs import user_data_path

from ...core.errors import OptionError

if TYPE_CHECKING:
    from ...table.store.database import Database
    from ...table.store.place import StorePlace

DataFolder = Annotated[
    Path | None, typer.Option("--data", metavar="FOLDER", help="The folder of the embedded database.")
]
DatabaseUrl = Annotated[
    str | None,
    typer.Option("--database", metavar="URL", envvar="RIVERTABLE_DATABASE", help="A PostgreSQL database."),
]
SecretsFile = Annotated[
    Path | None,
    typer.Option(
        "--secrets",
        metavar="FILE",
        envvar="RIVERTABLE_SECRETS",
        help="The file of the server's secrets, if it is not in the data folder.",
    ),
]


def place_of(data: Path | None, database: str | None, secrets: Path | None = None) -> StorePlace:
    """Return the place that the options of a command name."""
    from ...table.store.place import StorePlace

    return StorePlace(data or usual_folder(), database, secrets)


def usual_folder() -> Path:
    """Return the folder of the embedded store where no option names one."""
    return user_data_path("rivertable", appauthor=False) / "table"


@contextmanager
def opened(place: StorePlace) -> Iterator[Database]:
    """Return the store of this version in a place, which a server may use meanwhile.

    Raises:
        OptionError: there is none, or it is of another version.
    """
    from ...table.store.database import Database, sqlite_url
    from ...table.store.migrations import REVISION, revision_of

    database = Database(place.database or sqlite_url(place.data))
    if database.file is not None and not database.file.exists():
        raise OptionError("There is no store in {place}.", place=str(database.file.parent))
    try:
        with database.read() as connection:
            if revision_of(connection) != REVISION:
                raise OptionError("The store is of another version: start a server of this version first.")
        yield database
    finally:
        database.close()
