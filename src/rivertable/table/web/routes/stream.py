"""The stream for bots: what happens at a table, a line of JSON each, over one plain HTTP request."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response, StreamingResponse

from ...errors import TableError
from ..context import OPEN_TO_ALL, Context, Secret, Shared, TableId, problems
from ..requests import StreamQuery

router = APIRouter(tags=["tables"])

HEARTBEAT_SECONDS = 15.0
"""After so long without news an empty line is sent, so that neither side takes a quiet table for a broken line."""


_MEDIA_TYPE = "application/x-ndjson"
_DOCUMENT = {
    "description": "One News a line.",
    "content": {_MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/News"}}},
}


@router.get(
    "/tables/{table}/stream",
    response_class=StreamingResponse,
    responses={200: _DOCUMENT, **problems(401, 404)},
    openapi_extra=OPEN_TO_ALL,
)
async def stream(
    table: TableId, context: Shared, secret: Secret, request: Request, wanted: Annotated[StreamQuery, Query()]
) -> Response:
    """Tell what happens at a table as it happens: one News a line, an empty line when nothing did for 15 seconds.

    The first line comes at once. After the end, ask again with ``since`` the last version that was told.
    """
    context.buckets.take("sockets", request.client.host if request.client else "", context.limits.sockets)
    version, told = await run_in_threadpool(context.news, table, secret, wanted.since, is_fresh=True)
    lines = _lines(context, table, secret, version, told, wanted.wait)
    return StreamingResponse(lines, media_type=_MEDIA_TYPE, headers={"Cache-Control": "no-store"})


async def _lines(
    context: Context, table: str, secret: str | None, version: int, told: bytes, wait: float
) -> AsyncIterator[bytes]:
    """Return the lines of a stream; it ends with its time, the table or the server."""
    loop = asyncio.get_running_loop()
    end = loop.time() + wait
    yield told + b"\n"
    # A table that is deleted meanwhile ends the stream: its status has been sent, so nothing else can be said.
    with context.hub.waiting(table) as moved, suppress(TableError):
        while (left := end - loop.time()) > 0 and not context.is_closing:
            moved.clear()
            now, told = await run_in_threadpool(context.news, table, secret, version, is_fresh=True)
            if now > version:
                version = now
                yield told + b"\n"
                continue
            try:
                await asyncio.wait_for(moved.wait(), min(left, HEARTBEAT_SECONDS))
            except TimeoutError:
                yield b"\n"
