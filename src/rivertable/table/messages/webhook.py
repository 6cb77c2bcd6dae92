"""Webhooks: a message as one POST to an address of the person's, as JSON or as ntfy takes it."""

from __future__ import annotations

import asyncio
import json
from base64 import b64encode

from ..errors import BadAddressError
from .channels import Outcome
from .letters import Letter
from .post import post
from .reach import Reach

_TIMEOUT_SECONDS = 15.0
_SAFE = str.maketrans({"@": "＠", "<": "‹", ">": "›"})  # noqa: RUF001  # signs that look like them and call nobody
"""Chats take some signs for words to everybody; the name of a table may hold them."""


class Webhook:
    """The channel ``webhook``, or ``ntfy``; it is a :class:`~rivertable.table.messages.channels.Channel`."""

    has_pictures = False
    server_key = None

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
        headers, body = ntfy_form(letter) if self._is_ntfy else json_form(letter)
        headers["Idempotency-Key"] = letter.id
        try:
            async with asyncio.timeout(_TIMEOUT_SECONDS):
                target = self._reach.target(address)
                answer = await post(target, await self._reach.address_of(target), headers, body)
        except BadAddressError as error:
            return Outcome("refused", error.sentence)
        except (OSError, ValueError, asyncio.IncompleteReadError, asyncio.LimitOverrunError) as error:
            return Outcome("later", str(error) or type(error).__name__)
        if 200 <= answer.status < 300:
            return Outcome("accepted", str(answer.status))
        is_for_now = answer.is_for_now
        return Outcome(
            "later" if is_for_now else "refused", str(answer.status), answer.wait_seconds if is_for_now else None
        )


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
