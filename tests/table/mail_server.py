"""A mail server of a test's own, which answers as it is told to."""

from __future__ import annotations

import asyncio
import queue
import socket
import threading
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager, suppress
from email import message_from_bytes, policy
from email.message import EmailMessage
from random import randrange
from typing import Any

from aiosmtpd.controller import Controller

from patience import PATIENCE_SECONDS


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
        await asyncio.to_thread(self.answers.wait, PATIENCE_SECONDS)
        return answer

    def next(self, seconds: float = PATIENCE_SECONDS) -> EmailMessage:
        """The next mail that came, whatever was answered to it."""
        return self._came.get(timeout=seconds)

    def all(self) -> list[EmailMessage]:
        """All mails that have come and were not taken yet."""
        found = []
        while not self._came.empty():
            found.append(self._came.get_nowait())
        return found


def free_port() -> int:
    """A port that nobody listens on, and that no system gives to who asks for any: it is still free a moment later."""
    while True:
        with suppress(OSError), socket.socket() as probe:
            probe.bind(("127.0.0.1", randrange(10_000, 30_000)))
            return int(probe.getsockname()[1])


class _Listening(Controller):
    """A controller that listens at a socket which is bound already."""

    def __init__(self, door: socket.socket, handler: Any, **options: Any) -> None:
        host, port = door.getsockname()
        super().__init__(handler, hostname=host, port=port, ready_timeout=PATIENCE_SECONDS, **options)
        self._door = door

    def _create_server(self) -> Awaitable[asyncio.AbstractServer]:
        return self.loop.create_server(self._factory_invoker, sock=self._door, ssl=self.ssl_context)

    def _trigger_server(self) -> None:
        # What is inherited waits a second for the greeting, and fails where none has come by then.
        with socket.create_connection((self.hostname, self.port), PATIENCE_SECONDS) as asking:
            asking.recv(1024)


@contextmanager
def mail_server(**options: Any) -> Iterator[MailServer]:
    """A mail server for a block; ``options`` are those of aiosmtpd's."""
    with socket.create_server(("127.0.0.1", 0)) as door:
        made = MailServer(door.getsockname()[1])
        controller = _Listening(door, made, **options)
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
