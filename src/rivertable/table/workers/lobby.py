"""What is done for the lobby from time to time."""

from __future__ import annotations

from contextlib import suppress

from ...core.errors import RivertableError
from ..store.company import listings
from ..tables import Tables

_AT_ONCE = 1_000
_WARNED_SECONDS = 86_400.0
"""So long before its end whoever has a seat at a waiting table is told of it."""


def tend_lobby(tables: Tables, now: float) -> None:
    """List the tables of earlier versions, and warn of the end of tables that nobody has joined for long."""
    with tables.database.read() as connection:
        unlisted = listings.unlisted_tables(connection, _AT_ONCE)
        ending = listings.ending_tables(connection, now + _WARNED_SECONDS, _AT_ONCE) if tables.has_messages else []
    for table_id in unlisted:
        with suppress(RivertableError):
            table = tables.open(table_id)
            with tables.database.write() as connection:
                listings.note_listing(connection, table)
    for table_id in ending:
        with tables.database.write() as connection:
            listings.warn_of_end(connection, table_id, now)
