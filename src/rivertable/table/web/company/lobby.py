"""The open tables, as everybody finds them, and keeping one of them for longer."""

from __future__ import annotations

import time
from typing import Annotated, Literal

from fastapi import APIRouter, Query
from pydantic import Field
from starlette.responses import Response

from ...domain import commands, documents
from ...domain.commands import PendingEvent
from ...domain.table import Table
from ...errors import NoSecretError, NotYoursError
from ...store.company.listings import Wanted, find_listings
from ..compression import ReadRoute
from ..context import AS_DIGITS, Secret, Shared, TableId, json_response, viewer_of
from ..openapi import answers
from ..requests import Query as QueryDocument

router = APIRouter(tags=["tables"], route_class=ReadRoute)

_LINES_AT_MOST = 30


class LobbyQuery(QueryDocument):
    """Which open tables: all of whatever is not said. ``after`` is the ``place`` of the last line that is known."""

    game: Annotated[str | None, Field(max_length=32)] = None
    pace: Literal["none", "live", "turn"] | None = None
    free: Annotated[int, Field(ge=0, le=5, description="At least so many seats are free."), AS_DIGITS] = 0
    language: Annotated[str | None, Field(pattern="^[a-z]{2}$")] = None
    edition: Annotated[str | None, Field(max_length=64)] = None
    preset: Annotated[str | None, Field(max_length=64)] = None
    is_taught: bool | None = None
    after: Annotated[str | None, Field(pattern=r"^[0-9]{1,12}\.[0-9]{6}-[A-Za-z0-9_-]{22}$")] = None


@router.get("/tables", **answers(list[documents.LobbyLine]))
def lobby(context: Shared, wanted: Annotated[LobbyQuery, Query()]) -> Response:
    """Return up to 30 public tables that wait for players, the last active first; more of them with ``after``."""
    looked_for = Wanted(**wanted.model_dump(exclude={"after"}))
    with context.tables.database.read() as connection:
        lines = find_listings(connection, looked_for, wanted.after, _LINES_AT_MOST, time.time())
    return json_response(f"[{','.join(lines)}]".encode())


@router.post("/tables/{table}/extend", **answers(documents.Done, 401, 403, 404, 409))
def extend(table_id: TableId, context: Shared, secret: Secret) -> Response:
    """Keep a table that waits for players for as long again, from now on; with the host's secret only."""

    def command(table: Table, _: float) -> list[PendingEvent]:
        if secret is None:
            raise NoSecretError("This takes the host's secret.")
        if not table.is_host(secret):
            viewer_of(table, secret)
            raise NotYoursError("Only the host keeps a table for longer.")
        commands.check_waiting(table)
        return [PendingEvent("extended", None, {})]

    return json_response(documents.Done(version=context.act(table_id, command).version))
