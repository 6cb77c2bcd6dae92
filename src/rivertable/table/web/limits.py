"""Limits: how often may be asked and when again, how large and slow bodies may be, how many connections may be open."""

from __future__ import annotations

import asyncio
import math
import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv4Address, ip_address, ip_network
from typing import Any

from starlette.types import Message, Receive, Scope
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from ..errors import TooLargeError, TooManyError, TooSlowError

_BUCKETS_KEPT = 50_000


@dataclass(frozen=True, slots=True)
class Rate:
    """So many requests at once, refilled at so many a second."""

    burst: float
    per_second: float


@dataclass(frozen=True, slots=True)
class Limits:
    """What is allowed; each kind of request has its own rate.

    ``stored``, ``message`` and the bodies of requests, of new tables and of records are bytes; ``values`` are those of
    the JSON in a body, ``connections`` and ``open_sockets`` those of one address.
    """

    address: Rate = Rate(240, 40)
    seat: Rate = Rate(60, 10)
    tables: Rate = Rate(30, 0.2)
    stored: Rate = Rate(20_000_000, 1_000)
    sockets: Rate = Rate(40, 1)
    messages: Rate = Rate(40, 5)
    people: Rate = Rate(20, 0.02)
    body: int = 64_000
    new_table: int = 600_000
    record: int = 1_000_000
    values: int = 60_000
    body_seconds: int = 20
    message: int = 4_096
    connections: int = 250
    open_sockets: int = 150

    @classmethod
    def none(cls) -> Limits:
        """Return limits that nobody reaches: for load tests and private networks."""
        free = Rate(1e12, 1e12)
        return cls(free, free, free, free, free, free, free, connections=10**9, open_sockets=10**9)


class Buckets:
    """Token buckets by key. Kept in this process: each of several processes allows a rate of its own."""

    def __init__(self) -> None:
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, kind: str, key: str, rate: Rate, amount: float = 1) -> None:
        """Take a token, or an amount of them.

        Raises:
            TooManyError: there are too few; it says when there will be enough.
        """
        now = time.monotonic()
        with self._lock:
            left, then = self._buckets.pop((kind, key), (rate.burst, now))
            left = min(rate.burst, left + (now - then) * rate.per_second)
            is_allowed = left >= amount
            self._buckets[kind, key] = (left - amount * is_allowed, now)
            while len(self._buckets) > _BUCKETS_KEPT:
                self._buckets.popitem(last=False)
        if not is_allowed:
            wait = max(math.ceil((amount - left) / rate.per_second), 1)
            raise TooManyError("Too many requests; try again in {retry_after} s.", retry_after=wait)


def address_of(connection: Scope) -> str:
    """Return what the limits by address count a connection to: an IPv4 address, or the /64 of an IPv6 one.

    A household has a whole /64 of IPv6 addresses.
    """
    return _counted_as(connection["client"][0] if connection.get("client") else "")


@lru_cache(maxsize=4096)
def _counted_as(host: str) -> str:
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ip_network((address, 64), strict=False))


# Bodies.

_RECORDS = ("/api/check", "/api/records")
_TABLES = "/api/tables"
_SMALL = 64_000
"""Bodies of so many bytes are not counted."""
_OF_ONE, _OF_ALL = 4, 16
"""Larger bodies that are read at once: from one address, and from all."""


class Bodies:
    """The bodies that a server reads."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._reading: Counter[str] = Counter()

    def limit(self, path: str) -> int:
        """Return how many bytes a body sent to a path may have."""
        if path in _RECORDS:
            return self._limits.record
        return self._limits.new_table if path == _TABLES else self._limits.body

    async def read(self, path: str, address: str, length: str, receive: Receive) -> Receive:
        """Return the way to read a body that has come whole; ``length`` is what its header says of it.

        Raises:
            TooLargeError, TooSlowError, TooManyError: it is refused.
        """
        limit = self.limit(path)
        declared = int(length[:20]) if length.isdecimal() else limit
        if declared > limit:
            raise _too_large(limit)
        with self._counted(address) if declared > _SMALL else nullcontext():
            try:
                async with asyncio.timeout(self._limits.body_seconds):
                    body = await _read(receive, limit)
            except TimeoutError as error:
                raise TooSlowError(
                    "The body did not come within {seconds} s.", seconds=self._limits.body_seconds
                ) from error
        # What validation finds wrong takes a thousand times the memory of what it finds it in.
        if body.count(b",") + body.count(b"[") + body.count(b"{") > self._limits.values:
            raise TooLargeError("The body has more than {limit} values.", limit=self._limits.values)
        return read_again(body, receive)

    @contextmanager
    def _counted(self, address: str) -> Iterator[None]:
        """Let only so many large bodies be read at once."""
        if self._reading[address] >= _OF_ONE or self._reading.total() >= _OF_ALL:
            raise TooManyError("Too many requests; try again in {retry_after} s.", retry_after=1)
        self._reading[address] += 1
        try:
            yield
        finally:
            self._reading[address] -= 1
            if not self._reading[address]:
                del self._reading[address]


def _too_large(limit: int) -> TooLargeError:
    return TooLargeError("The body is larger than {limit} bytes.", limit=limit)


async def _read(receive: Receive, limit: int) -> bytes:
    """Read a body to its end, or to the limit."""
    parts: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        if size > limit:
            raise _too_large(limit)
        if not message.get("more_body"):
            return b"".join(parts)


def read_again(body: bytes, receive: Receive) -> Receive:
    """Return a way to read a body that was read already, and what comes after it."""
    read: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive_again() -> Message:
        return read.pop() if read else await receive()

    return receive_again


# Connections.

_HEADER_BYTES = 32_768
_HEADER_SECONDS = 10.0
_CONNECTIONS = 8_000
"""Connections of all addresses."""
_REFUSED = "HTTP/1.1 {status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


def guarded_protocol(limits: Limits, proxies: str) -> type[asyncio.Protocol]:
    """Return the protocol of a server's connections; those of ``proxies`` are not counted by address."""
    trusted = {name.strip() for name in proxies.split(",")}
    open_of: Counter[str] = Counter()

    class Protocol(HttpToolsProtocol):
        """A connection that waits for the end of a header only so long."""

        _is_counted = False
        _header_bytes = 0
        _timer: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            """Count the connection, and cut it where its address has too many."""
            super().connection_made(transport)
            self._address = address_of({"client": self.client})
            is_trusted = "*" in trusted or (self.client or ("",))[0] in trusted
            if open_of.total() >= _CONNECTIONS or (not is_trusted and open_of[self._address] >= limits.connections):
                self._cut("429 Too Many Requests")
                return
            open_of[self._address] += 1
            self._is_counted = True
            self._wait_for_header()

        def connection_lost(self, exc: Exception | None) -> None:
            """Forget the connection."""
            self._leave()
            super().connection_lost(exc)

        def handle_websocket_upgrade(self) -> None:
            """Hand the connection over: sockets are counted as such."""
            self._leave()
            super().handle_websocket_upgrade()

        def data_received(self, data: bytes) -> None:
            """Read on, unless the header has become too long."""
            if self._timer is not None:
                self._header_bytes += len(data)
            super().data_received(data)
            if self._timer is not None and self._header_bytes > _HEADER_BYTES:
                self._cut("431 Request Header Fields Too Large")

        def on_message_begin(self) -> None:
            """Wait for the end of the header of one more request."""
            if self._timer is None:
                self._wait_for_header()
            super().on_message_begin()

        def on_headers_complete(self) -> None:
            """Stop waiting for it."""
            self._stop_waiting()
            super().on_headers_complete()

        def _wait_for_header(self) -> None:
            self._header_bytes = 0
            self._timer = self.loop.call_later(_HEADER_SECONDS, self._cut, "408 Request Timeout")

        def _stop_waiting(self) -> None:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None

        def _leave(self) -> None:
            self._stop_waiting()
            if self._is_counted:
                self._is_counted = False
                open_of[self._address] -= 1
                if not open_of[self._address]:
                    del open_of[self._address]

        def _cut(self, status: str) -> None:
            self._stop_waiting()
            if not self.transport.is_closing():
                self.transport.write(_REFUSED.format(status=status).encode())
                self.transport.close()

    made: Any = Protocol
    return made  # type: ignore[no-any-return]
