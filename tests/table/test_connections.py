"""Connections that are no requests: headers without end, bodies that do not come, silence; at a real server."""

from __future__ import annotations

import select
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from patience import PATIENCE_SECONDS
from rivertable.table.web import limits
from rivertable.table.web.limits import Limits

from .servers import Server, served

pytestmark = pytest.mark.slow

HERE, THERE = "127.0.0.1", "127.0.0.66"
"""The first is the proxy that a server trusts by default."""
HEAD = b"POST /api/check HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("connections"), is_limited=True)
    with served(server):
        yield server


def connection(server: Server, address: str = THERE) -> socket.socket:
    made = socket.create_connection((HERE, server.port), timeout=PATIENCE_SECONDS, source_address=(address, 0))
    made.settimeout(PATIENCE_SECONDS)
    return made


def answer(made: socket.socket) -> bytes:
    """All that the server says until it closes."""
    told = b""
    try:
        while part := made.recv(4096):
            told += part
    except ConnectionResetError:
        pass
    return told


def test_a_header_has_an_end(server: Server) -> None:
    with connection(server) as made:
        # What the server has not read waits here and stops the sender, so that what was sent says what was read.
        made.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 8_192)
        made.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
        sent = 0
        try:
            while sent < 1_000_000:
                made.sendall(b"X-More: " + b"x" * 4_000 + b"\r\n")
                sent += 4_010
        except OSError:
            pass
        assert sent < 500_000
        assert answer(made)[:12] in (b"HTTP/1.1 431", b"")
    assert server.get("/livez") == {"status": "ok"}


def test_who_does_not_end_a_header_is_cut_and_who_does_is_not(server: Server) -> None:
    """All wait at once: nothing said, half a header, and half of one after two whole requests."""
    with connection(server) as silent, connection(server) as half, connection(server) as third:
        half.sendall(b"GET / HTTP/1.1\r\nHost: loc")
        for _ in range(2):
            third.sendall(b"GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n")
            told = b""
            while not told.endswith(b'{"status":"ok"}'):
                told += third.recv(4096)
            assert told.startswith(b"HTTP/1.1 200")
        third.sendall(b"GET /livez HTTP/1.1\r\n")
        assert [answer(made)[:12] for made in (silent, half, third)] == [b"HTTP/1.1 408"] * 3


def test_an_address_has_so_many_connections(server: Server) -> None:
    with ExitStack() as stack:
        held = [stack.enter_context(connection(server)) for _ in range(Limits().connections + 5)]
        # What a person's page asks for meanwhile is answered: it has another address.
        assert server.get("/livez") == {"status": "ok"}
        told = [answer(made)[:12] for made in held[-5:]]
        assert told == [b"HTTP/1.1 429"] * 5
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        with connection(server) as made:
            made.sendall(b"GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            if answer(made).startswith(b"HTTP/1.1 200"):
                return
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_large_bodies_are_read_a_few_at_once(server: Server) -> None:
    with ExitStack() as stack:
        held = [stack.enter_context(connection(server)) for _ in range(limits._OF_ONE + 3)]
        for made in held:
            made.sendall(HEAD + b"Content-Length: 900000\r\n\r\n" + b" " * 1000)
        # Which of them are read is the server's to say, where they came together.
        refused: list[socket.socket] = []
        while len(refused) < 3:
            ready, _, _ = select.select([made for made in held if made not in refused], [], [], PATIENCE_SECONDS)
            assert ready
            refused += ready
        assert [answer(made)[:12] for made in refused] == [b"HTTP/1.1 429"] * 3
    with connection(server) as made:
        made.sendall(HEAD + b"Content-Length: 70000\r\nConnection: close\r\n\r\n" + b" " * 70_000)
        assert answer(made).startswith(b"HTTP/1.1 400")


def test_what_is_tested_is_what_is_documented() -> None:
    assert (limits._HEADER_BYTES, limits._HEADER_SECONDS) == (32_768, 10.0)
