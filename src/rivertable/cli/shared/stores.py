"""The options by which commands name a store and the server's secrets."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from platformdirs import user_data_path

if TYPE_CHECKING:
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

    return StorePlace(data or user_data_path("rivertable", appauthor=False) / "table", database, secrets)
