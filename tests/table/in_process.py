"""The table in this process: its application on an event loop of its own, asked without a network between."""

from __future__ import annotations

import asyncio
import json
import queue
import threading
from collections.abc import Coroutine, Iterator, Mapping
from contextlib import AsyncExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, Self, TypeVar

import httpx

from patience import PATIENCE_SECONDS
from rivertable.table.domain.retention import STANDARD, Retention
from rivertable.table.messages.channels import Channel
from rivertable.table.store.database import Database, sqlite_url
from rivertable.table.store.messages import Kind
from rivertable.table.store.server_secrets import ServerSecrets
from rivertable.table.tables import Tables
from rivertable.table.web.access import Access
from rivertable.table.web.app import make_app
from rivertable.table.web.context import Context
from rivertable.table.web.limits import Limits

HOST = "table.test"
SITE = f"https://{HOST}"
"""Where its passkeys hold, unless a public address is given."""
ADDRESS = "203.0.113.7"
OPEN = Access(metrics=("0.0.0.0/0",))
REVIEW_SECONDS = 0.2

Result = TypeVar("Result")
Document = dict[str, Any]


def bearer(secret: str | None) -> dict[str, str]:
    """The header that a secret goes in."""
    return {} if secret is None else {"Authorization": f"Bearer {secret}"}


def _encoded(headers: Mapping[str, str | bytes]) -> Iterator[tuple[bytes, bytes]]:
    for name, value in headers.items():
        yield name.encode(), value if isinstance(value, bytes) else value.encode()


class Server:
    """The application over an embedded store in a folder; the lifespan is running between ``start`` and ``stop``.

    Without ``has_jobs`` nothing happens by itself: no bot plays.
    """

    def __init__(
        self,
        folder: Path,
        limits: Limits | None = None,
        access: Access | None = None,
        *,
        has_jobs: bool = True,
        has_people: bool = True,
        has_operators: bool = True,
        channels: Mapping[Kind, Channel] | None = None,
        secrets: ServerSecrets | None = None,
        retention: Retention = STANDARD,
    ) -> None:
        self._has_jobs = has_jobs
        self.database = Database(sqlite_url(folder))
        self.database.migrate()
        self.app = make_app(
            self.database,
            secrets=secrets,
            has_people=has_people,
            has_operators=has_operators,
            channels=channels,
            limits=limits or Limits.none(),
            retention=retention,
            access=access or OPEN,
            own_site=SITE,
        )
        # Reviews that look as long as a person's do would take a processor from the tests after them.
        self.context.reviews.seconds = REVIEW_SECONDS
        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self.loop.run_forever, name="server", daemon=True)
        self._stack = AsyncExitStack()

    @property
    def context(self) -> Context:
        context: Context = self.app.state.context
        return context

    @property
    def tables(self) -> Tables:
        return self.context.tables

    def run(self, awaited: Coroutine[Any, Any, Result]) -> Result:
        """Run something on the server's loop to its end."""
        return asyncio.run_coroutine_threadsafe(awaited, self.loop).result(PATIENCE_SECONDS)

    def start(self) -> Self:
        self._thread.start()
        transport = httpx.ASGITransport(self.app, raise_app_exceptions=False, client=(ADDRESS, 4321))
        self._client = httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}", timeout=PATIENCE_SECONDS)
        if self._has_jobs:
            self.run(self._stack.enter_async_context(self.app.router.lifespan_context(self.app)))
        else:
            self.context.hub.open(self.loop)
            self.tables.listeners.append(self.context.hub.wake)
        return self

    def stop(self) -> None:
        self.run(self._client.aclose())
        self.run(self._stack.aclose())
        self.tables.close()
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join()
        self.loop.run_until_complete(self.loop.shutdown_default_executor())
        self.loop.close()
        self.database.close()

    def forget(self, table_id: str) -> None:
        """Let the next request read a table from the store."""
        self.tables.forget(table_id)

    def call(
        self,
        method: str,
        path: str,
        body: Any = None,
        secret: str | None = None,
        *,
        content: bytes | None = None,
        headers: Mapping[str, str | bytes] | None = None,
    ) -> httpx.Response:
        """Ask for something; ``body`` goes as JSON, ``content`` as it is."""
        sent: dict[str, str | bytes] = {**bearer(secret), **(headers or {})}
        if body is not None:
            content = json.dumps(body).encode()
            sent = {"Content-Type": "application/json"} | sent
        return self.run(self._client.request(method, path, content=content, headers=list(_encoded(sent))))

    def get(self, path: str, secret: str | None = None) -> Any:
        """The JSON at an address, which is there."""
        return self._good(self.call("GET", path, secret=secret))

    def post(self, path: str, body: Any = None, secret: str | None = None) -> Any:
        """The JSON that a request led to, which was carried out."""
        return self._good(self.call("POST", path, body, secret))

    @staticmethod
    def _good(response: httpx.Response) -> Any:
        assert response.status_code < 300, response.text
        return response.json()

    def line(self, headers: dict[str, str] | None = None) -> Line:
        """A socket of its own."""
        return Line(self, headers or {})


class Line:
    """A socket, its messages in the order in which the server sent them."""

    def __init__(self, server: Server, headers: dict[str, str]) -> None:
        self._server = server
        self._heard: queue.Queue[Document] = queue.Queue()
        self._said: asyncio.Queue[Document] = asyncio.Queue()
        scope = {
            "type": "websocket",
            "asgi": {"version": "3.0"},
            "path": "/api/socket",
            "raw_path": b"/api/socket",
            "query_string": b"",
            "root_path": "",
            "scheme": "ws",
            "headers": [(name.lower().encode(), value.encode()) for name, value in ({"Host": HOST} | headers).items()],
            "client": (ADDRESS, 4321),
            "server": (HOST, 80),
            "subprotocols": [],
            "state": {},
        }
        self._tell({"type": "websocket.connect"})
        self._task = asyncio.run_coroutine_threadsafe(self._run(scope), server.loop)

    async def _run(self, scope: Document) -> None:
        async def send(message: Document) -> None:
            self._heard.put(message)

        await self._server.app(scope, self._said.get, send)

    def _tell(self, message: Document) -> None:
        self._server.loop.call_soon_threadsafe(self._said.put_nowait, message)

    def next_frame(self, seconds: float = PATIENCE_SECONDS) -> Document:
        """The next thing that the server did, as ASGI names it."""
        return self._heard.get(timeout=seconds)

    def next_text(self, seconds: float = PATIENCE_SECONDS) -> str:
        """The next message, as it came."""
        frame = self.next_frame(seconds)
        while frame["type"] == "websocket.accept":
            frame = self.next_frame(seconds)
        assert frame["type"] == "websocket.send", frame
        text: str = frame["text"]
        return text

    def next(self, seconds: float = PATIENCE_SECONDS) -> Document:
        """The next message."""
        message: Document = json.loads(self.next_text(seconds))
        return message

    def waiting(self) -> list[str]:
        """The messages that have come and were not taken yet."""
        texts = []
        with suppress(queue.Empty):
            while True:
                frame = self._heard.get_nowait()
                if frame["type"] == "websocket.send":
                    texts.append(frame["text"])
        return texts

    def say(self, message: Any) -> None:
        """Send a message; text as it is."""
        text = message if isinstance(message, str) else json.dumps(message)
        self._tell({"type": "websocket.receive", "text": text})

    def open(self, table: str, secret: str | None = None, version: int | None = None) -> None:
        """Ask for a table's news."""
        self.say({"type": "open", "table": table, "token": secret, "version": version})

    def settle(self) -> list[str]:
        """All messages that were sent before the answer to a ping; the table must have been opened before."""
        texts = []
        self.say({"type": "ping"})
        while (text := self.next_text()) != '{"type":"pong"}':
            texts.append(text)
        return texts

    def close(self) -> None:
        """Go away; whatever went wrong in the server's part is raised here."""
        self._tell({"type": "websocket.disconnect", "code": 1001})
        self._task.result(PATIENCE_SECONDS)


@contextmanager
def running(
    folder: Path,
    limits: Limits | None = None,
    access: Access | None = None,
    *,
    has_jobs: bool = True,
    has_people: bool = True,
    has_operators: bool = True,
    channels: Mapping[Kind, Channel] | None = None,
    secrets: ServerSecrets | None = None,
    retention: Retention = STANDARD,
) -> Iterator[Server]:
    """A server for a block."""
    server = Server(
        folder,
        limits,
        access,
        has_jobs=has_jobs,
        has_people=has_people,
        has_operators=has_operators,
        channels=channels,
        secrets=secrets,
        retention=retention,
    ).start()
    try:
        yield server
    finally:
        server.stop()
