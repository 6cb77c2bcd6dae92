"""Running the table: one server process over one store."""

from __future__ import annotations

import logging
import os
import signal
import socket
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import uvicorn
from fastapi import FastAPI
from filelock import lock_descriptor

from ..core.compiling import execution
from ..core.errors import OptionError
from ..core.game import GAMES
from ..study.compiling import Compilation
from .logs import log_settings
from .store import ledger, review_ledger
from .store.database import Store, sqlite_url
from .web.app import make_app
from .web.limits import Limits

_GRACE_SECONDS = 3
_log = logging.getLogger("rivertable.preparation")


@dataclass(frozen=True, slots=True)
class Settings:
    """How a server runs: where it listens, where it keeps its tables, whom it lets in."""

    host: str = "127.0.0.1"
    port: int = 8000
    data: Path = Path()
    database: str | None = None
    origins: tuple[str, ...] = ()
    proxies: str = "127.0.0.1"
    is_limited: bool = True
    log_level: str = "warning"
    inherited: int | None = None
    """the descriptor of a listening socket that a process before this one left"""


class Server(uvicorn.Server):
    """Tells when it listens, and when it stops."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None], closing: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready
        self._closing = closing

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then tell."""
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell, then stop."""
        self._closing()
        await super().shutdown(sockets)


def open_store(settings: Settings) -> tuple[Store, IO[str] | None]:
    """Return the store, its tables made; with the lock of an embedded one, that keeps a second server away.

    The lock is held until it is closed, or the process ends; its file stays.

    Raises:
        OptionError: the folder cannot be written, another server uses it, or the database does not answer.
    """
    if settings.database is not None:
        return Store(settings.database), None
    folder = str(settings.data)
    try:
        settings.data.mkdir(parents=True, exist_ok=True)
        lock = (settings.data / "server.lock").open("a+", encoding="utf-8")
        is_mine = lock_descriptor(lock.fileno(), blocking=False)
    except OSError as error:
        raise OptionError(
            "The data folder {folder} cannot be used: {reason}.", folder=folder, reason=str(error.strerror)
        ) from error
    if not is_mine:
        lock.close()
        raise OptionError("Another server already uses the data folder {folder}.", folder=folder)
    return Store(sqlite_url(settings.data)), lock


def listen(settings: Settings) -> socket.socket:
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
    except (OSError, OverflowError) as error:
        listening.close()
        reason = getattr(error, "strerror", None) or "no such port"
        raise OptionError(
            "{host}:{port} cannot be listened on: {reason}.", host=settings.host, port=settings.port, reason=reason
        ) from error
    return listening


def make_server(app: FastAPI, settings: Settings, ready: Callable[[], None]) -> Server:
    """Return the server of an application; ``ready`` is called when it listens."""
    config = uvicorn.Config(
        app,
        log_config=log_settings(settings.log_level),
        access_log=False,
        server_header=False,
        proxy_headers=True,
        forwarded_allow_ips=settings.proxies,
        timeout_graceful_shutdown=_GRACE_SECONDS,
        ws_max_size=Limits().message * 4,
        ws_ping_interval=20.0,
    )
    return Server(config, ready, app.state.context.close)


def serve(settings: Settings, ready: Callable[[str], None]) -> socket.socket | None:
    """Run a server until it is stopped; ``ready`` hears its address.

    Where the rules run interpreted until they are compiled, the server has that done beside it, and then stops of its
    own accord: the listening socket is returned, on which calls wait for the process that takes its place.

    Raises:
        OptionError: it cannot listen, or cannot use its store.
    """
    listening = listen(settings)
    left = listening.dup() if execution.is_provisional() else None
    store, lock = open_store(settings)
    # The server lets the signal through once it has stopped: this ends the process in order, before and after it.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    compilation = Compilation(tuple(GAMES.values())) if execution.is_provisional() else None
    try:
        store.migrate()
        if not store.is_shared:
            with store.write() as connection:
                # The lock says that no other process lives that may have claimed something.
                ledger.release_all(connection)
                review_ledger.release(connection)
        limits = None if settings.is_limited else Limits.none()
        app = make_app(store, limits=limits, origins=settings.origins, compilation=compilation)
        host, port = listening.getsockname()[:2]
        shown = "localhost" if host in ("127.0.0.1", "0.0.0.0", "::", "::1") else host  # what is shown
        is_compiled = False

        def give_way(is_done: bool) -> None:
            nonlocal is_compiled
            is_compiled = is_done
            server.should_exit = is_done
            if not is_done:
                _log.warning("Not everything could be compiled: this server goes on with interpreted rules.")

        def listens() -> None:
            ready(f"http://{shown}:{port}/")
            app.state.context.preparation.begin()
            if compilation is not None:
                compilation.start(give_way)

        server = make_server(app, settings, listens)
        server.run(sockets=[listening])
        if is_compiled:
            return left
        if left is not None:
            left.close()
        return None
    finally:
        store.close()
        if lock is not None:
            lock.close()
