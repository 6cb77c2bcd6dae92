"""The open tables as the lobby lists them: a row each, written with the table's events, so that no table is opened."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from pydantic_core import to_json
from sqlalchemy import Connection, Select, delete, literal, select, tuple_, update

from ...domain.lobby import active_at, lobby_document, place_of
from ...domain.table import Table
from ..care.sanctions import barred_tables
from ..ledger import insert_into
from ..schema import TABLES
from .occasions import tell_seats
from .schema import LISTINGS

_NAME_AT_MOST = 64


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which open tables somebody looks for, with so many ``free`` seats at least; None where it does not matter."""

    game: str | None = None
    pace: str | None = None
    free: int = 0
    language: str | None = None
    edition: str | None = None
    preset: str | None = None
    is_taught: bool | None = None


def note_listing(connection: Connection, table: Table) -> None:
    """Write the line of a table that everybody may find, or none where it no longer waits for players."""
    if table.status != "waiting" or not table.is_public:
        forget_listing(connection, table.id)
        return
    row = {
        "table_id": table.id,
        "game": table.game.name,
        "pace": table.clock.kind,
        "free": sum(not seat.is_taken for seat in table.seats),
        "language": table.agreement.language,
        "edition": table.terms.components.name[:_NAME_AT_MOST],
        "preset": table.terms.options.preset[:_NAME_AT_MOST],
        "is_taught": table.agreement.is_taught,
        "active_at": active_at(table),
        "ends_at": table.ends_at,
        "warned_at": None,
        "line": to_json(lobby_document(table)).decode(),
    }
    adding = insert_into(connection, LISTINGS, row)
    connection.execute(adding.on_conflict_do_update(index_elements=["table_id"], set_=row))


def forget_listing(connection: Connection, table_id: str) -> None:
    """List a table no more."""
    connection.execute(delete(LISTINGS).where(LISTINGS.c.table_id == table_id))


def forget_name(connection: Connection, table_id: str, seat: int) -> None:
    """Forget in the line of a table by which name a seat was taken."""
    line = connection.execute(select(LISTINGS.c.line).where(LISTINGS.c.table_id == table_id)).scalar_one_or_none()
    if line is not None:
        told = json.loads(line)
        told["seats"][seat]["name"] = None
        changed = update(LISTINGS).where(LISTINGS.c.table_id == table_id)
        connection.execute(changed.values(line=to_json(told).decode()))


def unlisted_tables(connection: Connection, limit: int) -> list[str]:
    """Return tables that everybody may find and that have no line: an earlier version has made them."""
    is_listed = select(LISTINGS.c.table_id).where(LISTINGS.c.table_id == TABLES.c.id).exists()
    found = select(TABLES.c.id).where(TABLES.c.is_public, TABLES.c.status == "waiting", ~is_listed).limit(limit)
    return list(connection.execute(found).scalars())


def find_listings(connection: Connection, wanted: Wanted, after: str | None, limit: int, now: float) -> list[str]:
    """Return the lines of tables that somebody looks for as JSON, the last active first; ``after`` a line's place.

    Left out are those of hosts who may have no listed tables now.
    """
    is_barred = LISTINGS.c.table_id.in_(barred_tables(now))
    return list(connection.execute(_search(wanted, after).where(~is_barred).limit(limit)).scalars())


def _search(wanted: Wanted, after: str | None) -> Select[Any]:
    columns = LISTINGS.c
    conditions: list[Any] = [columns.free >= wanted.free] if wanted.free else []
    for name in ("game", "pace", "language", "edition", "preset", "is_taught"):
        value = getattr(wanted, name)
        if value is not None:
            conditions.append(columns[name] == value)
    if after is not None:
        at, table_id = place_of(after)
        conditions.append(tuple_(columns.active_at, columns.table_id) < tuple_(literal(at), literal(table_id)))
    found = select(columns.line).where(*conditions)
    return found.order_by(columns.active_at.desc(), columns.table_id.desc())


def ending_tables(connection: Connection, before: float, limit: int) -> list[str]:
    """Return listed tables that are deleted before a time if nothing happens, and of which nobody was told that."""
    found = select(LISTINGS.c.table_id).where(LISTINGS.c.ends_at < before, LISTINGS.c.warned_at.is_(None))
    return list(connection.execute(found.order_by(LISTINGS.c.ends_at).limit(limit)).scalars())


def warn_of_end(connection: Connection, table_id: str, now: float) -> None:
    """Tell whoever keeps a link to a table that it is about to be deleted, unless another process has told them."""
    unwarned = update(LISTINGS).where(LISTINGS.c.table_id == table_id, LISTINGS.c.warned_at.is_(None))
    if connection.execute(unwarned.values(warned_at=now)).rowcount == 1:
        tell_seats(connection, table_id, "ending", now, now)
