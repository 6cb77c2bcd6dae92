"""One POST to a server that somebody has named: no redirect is followed, and nothing of the answer is kept but this."""

from __future__ import annotations

import asyncio
import ssl
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from functools import cache

from ... import __version__
from .reach import Target

_HEAD_BYTES = 16_384
_LATER = (408, 425, 429)
"""What is refused for now only, besides faults of the server."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a server has answered: the status, and after how many seconds it wants to be asked again if it said so."""

    status: int
    wait_seconds: float | None = None

    @property
    def is_for_now(self) -> bool:
        """Whether it refused for now only."""
        return self.status in _LATER or self.status >= 500


async def post(target: Target, number: str, headers: Mapping[str, str], body: bytes) -> Answer:
    """Send a body to a place that was looked at, by its ``number``, and return what was answered.

    Raises:
        OSError, ValueError, asyncio.IncompleteReadError, asyncio.LimitOverrunError: nothing was, or no HTTP.
    """
    lines = [
        f"POST {target.path} HTTP/1.1",
        f"Host: {target.named}",
        f"User-Agent: rivertable/{__version__}",
        f"Content-Length: {len(body)}",
        "Connection: close",
        *(f"{name}: {value}" for name, value in headers.items()),
    ]
    reader, writer = await asyncio.open_connection(
        number,
        target.port,
        ssl=_trust() if target.is_secure else None,
        server_hostname=target.host if target.is_secure else None,
        limit=_HEAD_BYTES,
    )
    try:
        writer.write("\r\n".join([*lines, "", ""]).encode("ascii") + body)
        await writer.drain()
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    finally:
        writer.close()
        # Over TLS that waits for the other side's goodbye, of which nothing is wanted any more.
        writer.transport.abort()
    first, *rest = head.split("\r\n")
    told = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in rest)}
    return Answer(int(first.partition(" ")[2][:3]), _wait(told.get("retry-after", "")))


def _wait(text: str) -> float | None:
    """Return the seconds that ``Retry-After`` means, as a number or as a date; None where it means none."""
    if text.isascii() and text.isdecimal():
        return float(text[:9])
    with suppress(ValueError):
        return max(parsedate_to_datetime(text).timestamp() - time.time(), 0.0)
    return None


@cache
def _trust() -> ssl.SSLContext:
    return ssl.create_default_context()
