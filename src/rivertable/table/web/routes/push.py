"""What happens at a table, told as it happens: a stream for bots, and a socket for pages.

The stream is one plain HTTP request, its answer a line of JSON for each news. A page has one socket. It says only what
happened; every request goes by HTTP, so a lost message loses nothing.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Annotated

from fastapi import APIRouter, Query, Request, WebSocket, WebSocketDisconnect
from pydantic import TypeAdapter, ValidationError
from pydantic_core import to_json
from sqlalchemy.exc import SQLAlchemyError
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response, StreamingResponse

from ....core.errors import RivertableError
from ...domain import documents
from ...domain.documents import Problem, RefusedMessage
from ...errors import ForeignHostError, ForeignOriginError, TableError, TooManyError
from ...hub import Waiting
from ...store import ledger, messages
from ..context import Context, Secret, Shared, TableId, viewer_of
from ..limits import address_of
from ..openapi import answers
from ..problems import plain_problem, problem_of
from ..requests import OpenBoardMessage, OpenMessage, PingMessage, ShownMessage, StreamQuery

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
    **answers(documents.News, 401, 403, 404, answer=_DOCUMENT, is_open=True),
)
async def stream(
    table_id: TableId, context: Shared, secret: Secret, request: Request, wanted: Annotated[StreamQuery, Query()]
) -> Response:
    """Tell what happens at a table as it happens: one News a line, an empty line when nothing did for 15 seconds.

    The first line comes at once. After the end, ask again with ``since`` the last version that was told.
    """
    context.buckets.take("sockets", address_of(request.scope), context.limits.sockets)
    version, told = await context.news(table_id, secret, wanted.since)
    lines = _lines(context, table_id, secret, version, told, wanted.wait)
    return StreamingResponse(lines, media_type=_MEDIA_TYPE, headers={"Cache-Control": "no-store"})


async def _lines(
    context: Context, table_id: str, secret: str | None, version: int, told: bytes, wait: float
) -> AsyncIterator[bytes]:
    """Return the lines of a stream; it ends with its time, the table or the server."""
    loop = asyncio.get_running_loop()
    end = loop.time() + wait
    yield told + b"\n"
    # A table that is deleted meanwhile ends the stream: its status has been sent, so nothing else can be said.
    with context.hub.waiting(table_id) as waiting, suppress(TableError):
        while (left := end - loop.time()) > 0 and not context.is_closing:
            now, told = await context.news(table_id, secret, version, waiting)
            if now > version:
                version = now
                yield told + b"\n"
                continue
            try:
                await asyncio.wait_for(waiting.wait(), min(left, HEARTBEAT_SECONDS))
            except TimeoutError:
                yield b"\n"


# The socket.

_MESSAGE: TypeAdapter[OpenMessage | OpenBoardMessage | PingMessage | ShownMessage] = TypeAdapter(
    OpenMessage | OpenBoardMessage | PingMessage | ShownMessage
)
_CLOSED_FOR_ORIGIN, _CLOSED_FOR_RATE, _TOO_LARGE, _COME_AGAIN = 4403, 4429, 1009, 1012
_SILENCE_SECONDS = 75.0
"""A page that says nothing, not even a ping, for so long has gone."""

_OPENING = 4
"""So many requests of an address the opening of a table counts for."""

_SEEN_EVERY = 3.0
"""So often presence is noted: well within the shortest grace time."""


class Line:
    """One open socket and what it watches."""

    def __init__(self, socket: WebSocket, context: Context) -> None:
        self._socket = socket
        self._context = context
        self._host = address_of(socket.scope)
        self._opened: OpenMessage | None = None
        self._sender: asyncio.Task[None] | None = None
        self._seen = 0.0

    async def run(self) -> None:
        """Receive until the page goes."""
        try:
            while True:
                text = await asyncio.wait_for(self._receive(), _SILENCE_SECONDS)
                self._context.buckets.take("messages", f"{self._host}/{id(self)}", self._context.limits.messages)
                if len(text.encode()) > self._context.limits.message:
                    await self._socket.close(_TOO_LARGE)
                    return
                await self._hear(text)
        except TooManyError as error:
            await self._refuse(problem_of(error))
            await self._socket.close(_CLOSED_FOR_RATE)
        except TimeoutError:
            await self._socket.close(_COME_AGAIN)
        finally:
            await self._stop()

    async def _receive(self) -> str:
        """Return the next message; one that is no text says nothing."""
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message["code"])
        return message.get("text") or ""

    async def _hear(self, text: str) -> None:
        try:
            message = _MESSAGE.validate_json(text)
        except ValidationError:
            await self._refuse(plain_problem(422, "malformed-message", "The message is malformed."))
            return
        if isinstance(message, PingMessage):
            await self._socket.send_text('{"type":"pong"}')
            await self._note_presence()
        elif isinstance(message, ShownMessage):
            await self._note_shown(message.version)
        else:
            # To open a table is as much work as several requests, on whichever socket it is asked for.
            self._context.buckets.take("address", self._host, self._context.limits.address, _OPENING)
            await self._stop()
            self._opened, self._seen = message if isinstance(message, OpenMessage) else None, 0.0
            self._sender = asyncio.create_task(self._send(message))
            await self._note_presence()

    async def _stop(self) -> None:
        if self._sender is not None:
            self._sender.cancel()
            with suppress(asyncio.CancelledError):
                await self._sender
            self._sender = None

    async def _news(
        self, opened: OpenMessage | OpenBoardMessage, since: int | None, waiting: Waiting
    ) -> tuple[int, bytes]:
        if isinstance(opened, OpenMessage):
            return await self._context.news(opened.table, opened.token, since, waiting)
        return await run_in_threadpool(self._context.board_news, opened.board, opened.token, since)

    async def _send(self, opened: OpenMessage | OpenBoardMessage) -> None:
        """Send the table or board as it stands, then all that happens, each once and in order."""
        told = opened.version
        is_first = True
        try:
            with self._context.hub.waiting(
                opened.table if isinstance(opened, OpenMessage) else opened.board
            ) as waiting:
                while True:
                    version, news = await self._news(opened, told, waiting)
                    if is_first or told is None or version > told:
                        await self._socket.send_text(news.decode())
                    told, is_first = version, False
                    await waiting.wait()
        except RivertableError as error:
            await self._refuse(problem_of(error))
        except SQLAlchemyError:
            # The page connects again, and by then the store may answer.
            await self._socket.close(_COME_AGAIN)
        except (WebSocketDisconnect, RuntimeError):
            return

    async def _refuse(self, problem: Problem) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            await self._socket.send_text(to_json(RefusedMessage(type="refused", problem=problem)).decode())

    async def _note_presence(self) -> None:
        """Note in the store that the page of a seat is there, at tables that put a bot in for the absent."""
        opened, now = self._opened, time.monotonic()
        if opened is None or opened.token is None or now - self._seen < _SEEN_EVERY:
            return
        self._seen = now
        table = self._context.tables.known(opened.table)
        if table is None or table.grace is not None:
            with suppress(RivertableError, SQLAlchemyError):
                await run_in_threadpool(_see, self._context, opened.table, opened.token)

    async def _note_shown(self, version: int) -> None:
        """Send whoever has the seat no message of what the page has shown."""
        opened = self._opened
        if opened is not None and opened.token is not None and self._context.contacts is not None:
            with suppress(RivertableError, SQLAlchemyError):
                await run_in_threadpool(_show, self._context, opened.table, opened.token, version)


def _show(context: Context, table_id: str, token: str, version: int) -> None:
    seat = viewer_of(context.tables.open(table_id, is_fresh=False), token)
    database = context.tables.database
    if seat is None:
        return
    with database.read() as connection:
        is_waiting = messages.has_unshown(connection, table_id, seat, version)
    if is_waiting:
        with database.write() as connection:
            messages.note_shown(connection, table_id, seat, version)


def _see(context: Context, table_id: str, token: str) -> None:
    table = context.tables.open(table_id, is_fresh=False)
    seat = viewer_of(table, token)
    if seat is None or table.grace is None:
        return
    with context.tables.database.write() as connection:
        ledger.see(connection, table_id, seat, time.time())


@router.websocket("/socket")
async def socket(websocket: WebSocket) -> None:
    """Accept a page's socket."""
    context: Context = websocket.app.state.context
    await websocket.accept()
    try:
        context.check_host(websocket.headers.get("host"))
        context.check_origin(websocket.headers.get("origin"), websocket.headers.get("host"))
        context.buckets.take("sockets", address_of(websocket.scope), context.limits.sockets)
    except (ForeignHostError, ForeignOriginError):
        await websocket.close(_CLOSED_FOR_ORIGIN)
        return
    except TooManyError:
        await websocket.close(_CLOSED_FOR_RATE)
        return
    address = address_of(websocket.scope)
    if context.open_sockets[address] >= context.limits.open_sockets:
        await websocket.close(_CLOSED_FOR_RATE)
        return
    context.open_sockets[address] += 1
    context.metrics.sockets.inc()
    try:
        # Where sending has found out first that the page is gone, receiving says so by a RuntimeError.
        with suppress(WebSocketDisconnect, RuntimeError):
            await Line(websocket, context).run()
    finally:
        context.metrics.sockets.dec()
        context.open_sockets[address] -= 1
        if not context.open_sockets[address]:
            del context.open_sockets[address]
