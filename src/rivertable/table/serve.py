"""Running the table: one server process over one store."""

from __future__ import annotations

import asyncio
import ctypes
import gc
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from ipaddress import ip_address
from typing import Any

import uvicorn
from fastapi import FastAPI

from ..core.compiling import execution
from ..core.errors import OptionError
from ..core.game import GAMES
from ..core.rendering import can_render
from ..study.compiling import Compilation
from .errors import WrongStateError
from .house import House
from .messages.channels import Channel
from .messages.mail import Mail, MailSettings
from .messages.reach import Reach
from .messages.subscription import PushSettings
from .messages.webhook import Webhook
from .settings import Settings
from .store import ledger, messages
from .store.audit import account
from .store.database import Database
from .store.messages import Kind
from .store.place import StorePlace, open_database
from .store.push_devices import foreign_push_devices
from .store.server_secrets import ServerSecrets, open_secrets
from .web.access import Access
from .web.app import make_app
from .web.context import Context
from .web.limits import Limits, guarded_protocol

_GRACE_SECONDS = 3
"""So long a server that is stopped goes on with what it was asked before."""
_HANDOVER_SECONDS = 30
"""So long where another process takes its place: nobody waits for its end, and a busy machine may be slow."""
_OBJECTS = 5_000
"""So many new objects are looked through for garbage at once. Few of a move's are in circles, and tables stay."""
_LARGE_BYTES = 1_000_000
"""Memory of so many bytes goes back to the system when it is no longer used."""
_MMAP_THRESHOLD = -3
"""The parameter of glibc's ``mallopt`` for that."""
_log = logging.getLogger("rivertable.preparation")
_messages_log = logging.getLogger("rivertable.messages")


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """How a server runs: where it listens, where it keeps its tables, whom it lets in."""

    host: str = "127.0.0.1"
    port: int = 8000
    place: StorePlace = field(default_factory=StorePlace)
    access: Access = field(default_factory=Access)
    proxies: str = "127.0.0.1"
    is_limited: bool = True
    house: Settings = field(default_factory=Settings)
    has_people: bool = False
    has_operators: bool = False
    mail: MailSettings | None = None
    webhooks: tuple[str, ...] | None = None
    """hosts of private networks that webhooks may lead to besides public ones; None where there are no webhooks"""
    push: PushSettings | None = None
    log_level: str = "warning"
    inherited: int | None = None
    """the descriptor of a listening socket that a process before this one left"""


class Server(uvicorn.Server):
    """Tells when it listens, and when it stops."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None], closing: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready
        self._closing = closing
        self.house: House | None = None
        """Where it answers this computer only: the way to let others in."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then tell."""
        await super().startup(sockets)
        if not self.started:
            return
        if self.house is not None and self.house.was_opened:
            # The network may be gone since; then nobody is let in.
            with suppress(WrongStateError):
                await self.house.open()
        self._ready()

    async def listen_too(self, listening: socket.socket) -> None:
        """Answer on one more listening socket, until the server stops."""
        protocol: Any = self.config.http_protocol_class

        def connect() -> asyncio.Protocol:
            made: asyncio.Protocol = protocol(
                config=self.config, server_state=self.server_state, app_state=self.lifespan.state
            )
            return made

        loop = asyncio.get_running_loop()
        self.servers.append(await loop.create_server(connect, sock=listening, backlog=self.config.backlog))

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell, then stop."""
        self._closing()
        await super().shutdown(sockets)


def listen(settings: ServerSettings) -> socket.socket:
    """Return a listening socket: the one that the process before left, or a new one.

    Raises:
        OptionError: the address cannot be listened on.
    """
    if settings.inherited is not None:
        return socket.socket(fileno=settings.inherited)
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    if os.name == "posix":
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((settings.host, settings.port))
        # Whoever comes before the table is ready waits, and a second table is refused the port at once.
        listening.listen()
    except (OSError, OverflowError) as error:
        listening.close()
        reason = getattr(error, "strerror", None) or "no such port"
        raise OptionError(
            "{host}:{port} cannot be listened on: {reason}.", host=settings.host, port=settings.port, reason=reason
        ) from error
    return listening


def log_settings(level: str) -> dict[str, Any]:
    """Return the settings for :func:`logging.config.dictConfig`: one JSON object a line on standard error.

    A line has no secret and no address of a person. Uvicorn's own access log is off, ours has no ids.
    """
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "json": {
                "()": "pythonjsonlogger.json.JsonFormatter",
                "fmt": "%(asctime)s %(levelname)s %(name)s %(message)s",
                "rename_fields": {"asctime": "time", "levelname": "level", "name": "logger"},
            }
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
        "root": {"level": "WARNING", "handlers": ["stderr"]},
        "loggers": {
            "rivertable": {"level": level.upper()},
            "uvicorn": {"level": "WARNING"},
            "uvicorn.access": {"level": "CRITICAL"},
        },
    }


def make_server(app: FastAPI, settings: ServerSettings, ready: Callable[[], None]) -> Server:
    """Return the server of an application; ``ready`` is called when it listens."""
    config = uvicorn.Config(
        app,
        http=guarded_protocol(app.state.context.limits, settings.proxies),
        log_config=log_settings(settings.log_level),
        access_log=False,
        server_header=False,
        proxy_headers=True,
        forwarded_allow_ips=settings.proxies,
        timeout_graceful_shutdown=_GRACE_SECONDS,
        ws_max_size=Limits().message * 4,
        ws_ping_interval=20.0,
        # What a page is told of a turn is a few kB: to compress it takes a socket more memory and time than it saves.
        ws_per_message_deflate=False,
    )
    return Server(config, ready, app.state.context.close)


def _give_large_memory_back() -> None:
    """Have search trees freed for good.

    By itself glibc raises its bound with each array that is freed: every thread that has searched then keeps tens of
    megabytes, and clearing them for the next search touches pages that it never uses.
    """
    if sys.platform == "linux" and (set_option := getattr(ctypes.CDLL(None), "mallopt", None)):
        set_option(_MMAP_THRESHOLD, _LARGE_BYTES)


def _channels(settings: ServerSettings, secrets: ServerSecrets) -> dict[Kind, Channel]:
    """Return the ways by which a server sends messages."""
    channels: dict[Kind, Channel] = {}
    if settings.mail is not None:
        channels["mail"] = Mail(settings.mail, has_pictures=can_render())
    if settings.webhooks is not None:
        reach = Reach(settings.webhooks)
        channels |= {"webhook": Webhook(reach), "ntfy": Webhook(reach, is_ntfy=True)}
    if settings.push is not None:
        from .messages.encryption import ServerKey  # only a server that sends push loads it
        from .messages.push import Push

        channels["push"] = Push(settings.push, ServerKey(secrets.push_key))
    return channels


def _operators_link(context: Context, address: str, settings: ServerSettings) -> str | None:
    """Return a new link to the operators' page; None without one, or where a process before this one told it."""
    if context.desk is None or settings.inherited is not None:
        return None
    return f"{settings.access.public_url or address.rstrip('/')}/admin#{context.desk.new_link(account())}"


def _note_foreign_devices(database: Database, channels: dict[Kind, Channel]) -> None:
    """Say where a server's key is not the one that devices have registered with: one was lost."""
    push = channels.get("push")
    if push is None or push.server_key is None:
        return
    with database.read() as connection:
        count = foreign_push_devices(connection, push.server_key)
    if count:
        _messages_log.warning(
            "%s devices have registered for push with another key than that in the secrets; restore that file, or they"
            " hear nothing until the page is opened there.",
            count,
        )


def serve(settings: ServerSettings, ready: Callable[[str, str | None], None]) -> socket.socket | None:
    """Run a server until it is stopped; ``ready`` hears its address, and the link that opens the operators' page once.

    Where the rules run interpreted until they are compiled, the server has that done beside it, and then stops of its
    own accord: the listening socket is returned, on which calls wait for the process that takes its place.

    Raises:
        OptionError: it cannot listen, or cannot use its store.
    """
    _give_large_memory_back()
    listening = listen(settings)
    left = listening.dup() if execution.is_provisional() else None
    database, lock = open_database(settings.place)
    # The server lets the signal through once it has stopped: this ends the process in order, before and after it.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    compilation = Compilation(tuple(GAMES.values())) if execution.is_provisional() else None
    try:
        database.migrate()
        if not database.is_shared:
            with database.write() as connection:
                # The lock says that no other process lives that may have claimed something.
                ledger.release(connection)
                ledger.release_reviews(connection)
                messages.release_messages(connection)
        with database.write() as connection:
            ledger.keep_for(connection, settings.house.kept)
        limits = settings.house.quota.limits() if settings.is_limited else Limits.none()
        secrets = open_secrets(settings.place.secrets_file)
        channels = _channels(settings, secrets)
        _note_foreign_devices(database, channels)
        host, port = listening.getsockname()[:2]
        shown = "localhost" if host in ("127.0.0.1", "0.0.0.0", "::", "::1") else host  # what is shown
        app = make_app(
            database,
            secrets=secrets,
            has_people=settings.has_people,
            has_operators=settings.has_operators,
            channels=channels,
            limits=limits,
            retention=settings.house.kept,
            access=settings.access,
            own_site=f"http://{shown}:{port}",
            compilation=compilation,
        )
        is_compiled = False

        def give_way(is_done: bool) -> None:
            nonlocal is_compiled
            is_compiled = is_done
            server.config.timeout_graceful_shutdown = _HANDOVER_SECONDS
            server.should_exit = is_done
            if not is_done:
                _log.warning("Not everything could be compiled: this server goes on with interpreted rules.")

        def listens() -> None:
            address = f"http://{shown}:{port}/"
            ready(address, _operators_link(app.state.context, address, settings))
            if compilation is not None:
                compilation.start(give_way)

        server = make_server(app, settings, listens)
        if ip_address(host).is_loopback:
            app.state.context.house = server.house = House(port, server.listen_too)
        gc.freeze()
        gc.set_threshold(_OBJECTS)
        server.run(sockets=[listening])
        if is_compiled:
            return left
        if left is not None:
            left.close()
        return None
    finally:
        database.close()
        if lock is not None:
            lock.close()
