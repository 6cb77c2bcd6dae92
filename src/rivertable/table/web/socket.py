"""The socket: one a page. It says only what happened; every request goes by HTTP, so a lost message loses nothing."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import TypeAdapter, ValidationError
from pydantic_core import to_json
from sqlalchemy.exc import SQLAlchemyError
from starlette.concurrency import run_in_threadpool

from ...core.errors import RivertableError
from ..errors import ForeignOriginError, TooManyError
from ..store import ledger
from .context import Context, viewer_of
from .problems import plain_problem, problem_of
from .requests import OpenMessage, PingMessage

router = APIRouter()

_MESSAGE: TypeAdapter[OpenMessage | PingMessage] = TypeAdapter(OpenMessage | PingMessage)
_CLOSED_FOR_ORIGIN, _CLOSED_FOR_RATE, _TOO_LARGE, _COME_AGAIN = 4403, 4429, 1009, 1012
_SILENCE_SECONDS = 75.0
"""A page that says nothing, not even a ping, for so long has gone."""

_SEEN_EVERY = 3.0
"""So often presence is noted: well within the shortest grace time."""


class Line:
    """One open socket and what it watches."""

    def __init__(self, socket: WebSocket, context: Context) -> None:
        self._socket = socket
        self._context = context
        self._opened: OpenMessage | None = None
        self._sender: asyncio.Task[None] | None = None
        self._seen = 0.0

    async def run(self) -> None:
        """Receive until the page goes."""
        host = self._socket.client.host if self._socket.client else ""
        try:
            while True:
                text = await asyncio.wait_for(self._receive(), _SILENCE_SECONDS)
                self._context.buckets.take("messages", f"{host}/{id(self)}", self._context.limits.messages)
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
        else:
            await self._stop()
            self._opened, self._seen = message, 0.0
            self._sender = asyncio.create_task(self._send(message))
            await self._note_presence()

    async def _stop(self) -> None:
        if self._sender is not None:
            self._sender.cancel()
            with suppress(asyncio.CancelledError):
                await self._sender
            self._sender = None

    async def _send(self, opened: OpenMessage) -> None:
        """Send the table as it stands, then all that happens, each once and in order."""
        told = opened.version
        is_first = True
        try:
            with self._context.hub.waiting(opened.table) as moved:
                while True:
                    moved.clear()
                    version, news = await run_in_threadpool(
                        self._context.news, opened.table, opened.token, told, is_fresh=True
                    )
                    if is_first or told is None or version > told:
                        await self._socket.send_text(news.decode())
                    told, is_first = version, False
                    await moved.wait()
        except RivertableError as error:
            await self._refuse(problem_of(error))
        except SQLAlchemyError:
            # The page connects again, and by then the store may answer.
            await self._socket.close(_COME_AGAIN)
        except (WebSocketDisconnect, RuntimeError):
            return

    async def _refuse(self, problem: dict[str, object]) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            await self._socket.send_text(to_json({"type": "refused", "problem": problem}).decode())

    async def _note_presence(self) -> None:
        """Note in the store that the page of a seat is there, at tables that put a bot in for the absent."""
        opened, now = self._opened, time.monotonic()
        if opened is None or opened.token is None or now - self._seen < _SEEN_EVERY:
            return
        self._seen = now
        with suppress(RivertableError, SQLAlchemyError):
            await run_in_threadpool(_see, self._context, opened.table, opened.token)


def _see(context: Context, table_id: str, token: str) -> None:
    with context.desk.hold(table_id, is_fresh=False) as sitting:
        seat = viewer_of(sitting, token)
        if seat is None or sitting.grace is None:
            return
    with context.desk.store.write() as connection:
        ledger.see(connection, table_id, seat, time.time())


@router.websocket("/api/socket")
async def socket(websocket: WebSocket) -> None:
    """Accept a page's socket."""
    context: Context = websocket.app.state.context
    await websocket.accept()
    try:
        context.check_origin(websocket.headers.get("origin"), websocket.headers.get("host"))
        context.buckets.take("sockets", websocket.client.host if websocket.client else "", context.limits.sockets)
    except ForeignOriginError:
        await websocket.close(_CLOSED_FOR_ORIGIN)
        return
    except TooManyError:
        await websocket.close(_CLOSED_FOR_RATE)
        return
    context.metrics.sockets.inc()
    try:
        # Where sending has found out first that the page is gone, receiving says so by a RuntimeError.
        with suppress(WebSocketDisconnect, RuntimeError):
            await Line(websocket, context).run()
    finally:
        context.metrics.sockets.dec()
