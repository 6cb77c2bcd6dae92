"""A mail server of a test's own, which answers as it is told to."""

from __future__ import annotations

import asyncio
import queue
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller

MAIL_SECONDS = 60.0


class MailServer:
    """What came, and what is answered to the next mails: ``to_address`` by RCPT, ``to_mail`` by DATA."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.to_address: list[str] = []
        self.to_mail: list[str] = []
        self.answers = threading.Event()
        """Cleared by a test for mails that have come to wait for their answer."""
        self.answers.set()
        self._came: queue.Queue[EmailMessage] = queue.Queue()

    @property
    def url(self) -> str:
        return f"smtp-plain://127.0.0.1:{self.port}"

    async def handle_RCPT(self, _server: Any, _session: Any, envelope: Any, address: str, _options: Any) -> str:  # noqa: N802
        answer = self.to_address.pop(0) if self.to_address else "250 OK"
        if answer.startswith("2"):
            envelope.rcpt_tos.append(address)
        return answer

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802
        found = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(found, EmailMessage)
        answer = self.to_mail.pop(0) if self.to_mail else "250 OK"
        self._came.put(found)
        await asyncio.to_thread(self.answers.wait, MAIL_SECONDS)
        return answer

    def next(self, seconds: float = MAIL_SECONDS) -> EmailMessage:
        """The next mail that came, whatever was answered to it."""
        return self._came.get(timeout=seconds)

    def all(self) -> list[EmailMessage]:
        """All mails that have come and were not taken yet."""
        found = []
        while not self._came.empty():
            found.append(self._came.get_nowait())
        return found


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def mail_server(**options: Any) -> Iterator[MailServer]:
    """A mail server for a block; ``options`` are those of aiosmtpd's."""
    made = MailServer(free_port())
    controller = Controller(made, hostname="127.0.0.1", port=made.port, **options)
    controller.start()
    try:
        yield made
    finally:
        controller.stop()


def plain_of(mail: EmailMessage) -> str:
    """A mail's text without its HTML."""
    part = mail.get_body(("plain",))
    assert part is not None
    return str(part.get_content()).replace("\r\n", "\n")


def html_of(mail: EmailMessage) -> str:
    """A mail's HTML."""
    part = mail.get_body(("html",))
    assert part is not None
    return str(part.get_content()).replace("\r\n", "\n")
