"""``rivertable backup``, ``restore`` and ``log``: what whoever runs a table's server does besides running it."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from ...core.errors import OptionError
from ..shared.arguments import Json
from ..shared.console import note, say
from ..shared.stores import DatabaseUrl, DataFolder, SecretsFile, place_of


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A new file; nothing is overwritten.")],
    data: DataFolder = None,
    database: DatabaseUrl = None,
    secrets: SecretsFile = None,
) -> None:
    """Write all tables and the server's secrets to a file, while the server runs."""
    from ...table.backup import backup as make_backup

    written = make_backup(place_of(data, database, secrets), file)
    say(f"{file} holds {_tables(written.tables)}, {file.stat().st_size / 1e6:.1f} MB, and was checked.")
    note("Whoever reads it knows the draws of running games: keep it as you keep keys.")


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file that `rivertable backup` has written.")],
    data: DataFolder = None,
    database: DatabaseUrl = None,
    secrets: SecretsFile = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Discard the tables that the store has now, if it has any.")
    ] = False,
) -> None:
    """Put a backup in the place of a stopped server's tables; what was erased since is erased again."""
    from ...table.backup import restore as restore_backup

    found = restore_backup(place_of(data, database, secrets), file, is_replacing=replace)
    made_at = found.archive.made_at
    of = "" if made_at is None else f" of {_time(made_at)}"
    say(f"The backup{of} is restored, {_tables(found.archive.tables)}.")
    if found.erased:
        note(f"Tables and people that were erased since, and are erased again: {found.erased}.")
    if not found.is_former_known:
        note("What was here before could not be read: tables that were deleted since the backup may be back.")


def log(
    data: DataFolder = None,
    database: DatabaseUrl = None,
    as_json: Json = False,
) -> None:
    """Show what operators did to a store: backups, restores, upgrades."""
    from ...table.store.audit import acts
    from ...table.store.database import Database, sqlite_url
    from ...table.store.migrations import REVISION, revision_of

    place = place_of(data, database)
    store = Database(place.database or sqlite_url(place.data))
    if store.file is not None and not store.file.exists():
        raise OptionError("There is no store in {place}.", place=str(store.file.parent))
    try:
        with store.read() as connection:
            found = acts(connection) if revision_of(connection) == REVISION else []
    finally:
        store.close()
    for act in found:
        line: dict[str, Any] = {"at": _time(act.at), "actor": act.actor, "act": act.act, "detail": act.detail}
        if as_json:
            say(json.dumps(line))
        else:
            more = ", ".join(f"{name} {value}" for name, value in act.detail.items())
            say(f"{line['at']}  {act.actor:12}  {act.act:8}  {more}")


def _tables(count: int) -> str:
    return "1 table" if count == 1 else f"{count} tables"


def _time(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")
