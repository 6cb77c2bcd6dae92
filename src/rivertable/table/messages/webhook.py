"""Webhooks: a message as one POST to an address of the person's, as JSON or as ntfy takes it."""

from __future__ import annotations

import asyncio
import json
import ssl
from base64 import b64encode
from contextlib import suppress
from functools import cached_property

from ... import __version__
from ..errors import BadAddressError
from .channels import Outcome
from .letters import Letter
from .reach import Reach, Target

_TIMEOUT_SECONDS = 15.0
_HEAD_BYTES = 16_384
_LATER = (408, 425, 429)
"""What is refused for now only, besides faults of the server."""
_SAFE = str.maketrans({"@": "＠", "<": "‹", ">": "›"})  # noqa: RUF001  # signs that look like them and call nobody
"""Chats take some signs for words to everybody; the name of a table may hold them."""


class Webhook:
    """The channel ``webhook``, or ``ntfy``; it is a :class:`~rivertable.table.messages.channels.Channel`."""

    def __init__(self, reach: Reach, *, is_ntfy: bool = False) -> None:
        self._reach = reach
        self._is_ntfy = is_ntfy

    def check(self, address: str) -> None:
        """Refuse an address that no message can go to.

        Raises:
            BadAddressError: it is one.
        """
        self._reach.target(address)

    async def send(self, address: str, letter: Letter) -> Outcome:
        """Post a message, and return what the server there said; it leads nowhere else."""
        try:
            async with asyncio.timeout(_TIMEOUT_SECONDS):
                target = self._reach.target(address)
                status, wait = await self._post(target, await self._reach.address_of(target), letter)
        except BadAddressError as error:
            return Outcome("refused", error.sentence)
        except (OSError, ValueError, asyncio.IncompleteReadError, asyncio.LimitOverrunError) as error:
            return Outcome("later", str(error) or type(error).__name__)
        if 200 <= status < 300:
            return Outcome("accepted", str(status))
        is_for_now = status in _LATER or status >= 500
        return Outcome("later" if is_for_now else "refused", str(status), wait if is_for_now else None)

    async def _post(self, target: Target, number: str, letter: Letter) -> tuple[int, float | None]:
        """Return the status that a server answers with, and after how many seconds it wants to be asked again."""
        headers, body = ntfy_form(letter) if self._is_ntfy else json_form(letter)
        lines = [
            f"POST {target.path} HTTP/1.1",
            f"Host: {target.named}",
            f"User-Agent: rivertable/{__version__}",
            f"Content-Length: {len(body)}",
            f"Idempotency-Key: {letter.id}",
            "Connection: close",
            *(f"{name}: {value}" for name, value in headers.items()),
        ]
        reader, writer = await asyncio.open_connection(
            number,
            target.port,
            ssl=self._trust if target.is_secure else None,
            server_hostname=target.host if target.is_secure else None,
            limit=_HEAD_BYTES,
        )
        try:
            writer.write("\r\n".join([*lines, "", ""]).encode("ascii") + body)
            await writer.drain()
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        finally:
            writer.close()
        first, *rest = head.split("\r\n")
        told = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in rest)}
        wait = None
        with suppress(ValueError):
            wait = float(int(told.get("retry-after", "")))
        return int(first.partition(" ")[2][:3]), wait

    @cached_property
    def _trust(self) -> ssl.SSLContext:
        return ssl.create_default_context()


def text_of(letter: Letter) -> str:
    """Return a message as lines of text."""
    lines = [*letter.lines, f"{letter.way}: {letter.address}"]
    if letter.stop_address is not None:
        lines.append(f"{letter.stop}: {letter.stop_address}")
    return "\n".join(lines).translate(_SAFE)


def json_form(letter: Letter) -> tuple[dict[str, str], bytes]:
    """Return a message as programs take it; ``text`` and ``content`` are what chats look for."""
    title, text = letter.subject.translate(_SAFE), text_of(letter)
    told = {
        "id": letter.id,
        "title": title,
        "text": text,
        "content": text,
        "url": letter.address,
        "stop_url": letter.stop_address,
    }
    return {"Content-Type": "application/json"}, json.dumps(told).encode()


def ntfy_form(letter: Letter) -> tuple[dict[str, str], bytes]:
    """Return a message as ntfy takes it, whose address is a topic's: a tap on it opens the page."""
    title = f"=?UTF-8?B?{b64encode(letter.subject.encode()).decode()}?="
    headers = {"Content-Type": "text/plain; charset=utf-8", "Title": title, "Click": letter.address}
    return headers, text_of(letter).encode()
