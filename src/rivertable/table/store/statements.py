"""Statements that every move needs, carried out without what SQLAlchemy does for each."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, Dialect
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.compiler import SQLCompiler


def carry_out(connection: Connection, statement: Any, rows: Sequence[dict[str, Any]]) -> int:
    """Carry a statement out for each row, and return how many rows it has changed: for what every move does.

    The driver itself is asked. SQLAlchemy looks at every statement and parameter anew, which costs as much as the rest
    of a move; its errors are raised all the same.
    """
    dialect, driven = connection.dialect, connection.connection
    text, names = _text_of(statement, dialect)
    given: Sequence[Any] = rows if names is None else [[row[name] for name in names] for row in rows]
    cursor = driven.cursor()
    try:
        if len(given) == 1:
            cursor.execute(text, given[0])
        else:
            cursor.executemany(text, given)
        return cursor.rowcount
    except dialect.loaded_dbapi.Error as error:
        is_cut = dialect.is_disconnect(error, driven.driver_connection, cursor)
        if is_cut:
            connection.invalidate(error)
        raise DBAPIError.instance(
            text,
            given,
            error,
            dialect.loaded_dbapi.Error,
            hide_parameters=True,
            connection_invalidated=is_cut,
            dialect=dialect,
        ) from error
    finally:
        cursor.close()


@lru_cache(maxsize=16)
def _text_of(statement: Any, dialect: Dialect) -> tuple[str, list[str] | None]:
    """Return a statement as a driver takes it, and the names of its parameters where it takes them by their places."""
    compiled: SQLCompiler = statement.compile(dialect=dialect)
    return compiled.string, compiled.positiontup
