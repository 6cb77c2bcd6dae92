"""Messages to an address of one's own, as JSON or as ntfy takes them; and no way by them into a private network."""

from __future__ import annotations

import asyncio
import json
import queue
import re
import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from email.header import decode_header, make_header
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from patience import PATIENCE_SECONDS
from rivertable.table.errors import BadAddressError
from rivertable.table.messages.channels import Outcome
from rivertable.table.messages.letters import TableNews, turn_letter
from rivertable.table.messages.reach import Reach, is_public
from rivertable.table.messages.webhook import Webhook, json_form

from .days import Days, days
from .in_process import Server, running
from .problem_documents import problem_in
from .test_messages import OPEN, SITE, look, play, seated, waiting
from .test_people import Browser, named

__all__ = ["days"]
NEWS = TableNews("turn", "A" * 22, "<!everyone> @here", None)
LETTER = turn_letter("0" * 32, "en", SITE, NEWS, f"{SITE}/api/messages/stop/0")


@dataclass
class Post:
    """A request that came."""

    path: str
    headers: dict[str, str]
    body: bytes


class Hook:
    """A server of a test's own that takes posts, and answers as it is told to: a status, and headers."""

    def __init__(self) -> None:
        self.answers: list[tuple[int, dict[str, str]]] = []
        self.came: queue.Queue[Post] = queue.Queue()
        self.is_answering = threading.Event()
        """Cleared by a test for posts that have come to wait for their answer."""
        self.is_answering.set()
        hook = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                hook.came.put(Post(self.path, dict(self.headers), body))
                hook.is_answering.wait(PATIENCE_SECONDS)
                status, headers = hook.answers.pop(0) if hook.answers else (200, {})
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", "0")
                # Who has asked may have been killed meanwhile.
                with suppress(ConnectionError):
                    self.end_headers()

            def log_message(self, *_: Any) -> None:
                """Say nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.host = f"127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,))
        self._thread.start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def next(self) -> Post:
        return self.came.get(timeout=PATIENCE_SECONDS)


@pytest.fixture
def hook() -> Iterator[Hook]:
    made = Hook()
    yield made
    made.close()


def channels_of(hook: Hook) -> dict[Any, Any]:
    reach = Reach((hook.host,))
    return {"webhook": Webhook(reach), "ntfy": Webhook(reach, is_ntfy=True)}


@pytest.fixture
def server(tmp_path: Path, hook: Hook, days: Days) -> Iterator[Server]:
    with running(tmp_path, access=OPEN, has_jobs=False, channels=channels_of(hook)) as made:
        yield made


def asked(server: Server, hook: Hook, kind: str) -> Browser:
    ada = named(server, "Ada")
    wanted = {"kind": kind, "address": f"http://{hook.host}/ada?key=1", "language": "fr"}
    assert ada.do("POST", "/messages/webhook", wanted) == {"outcome": "accepted", "detail": "200"}
    token = re.search("#confirm-([0-9a-f]{64})", hook.next().body.decode())
    assert token is not None
    server.post("/api/messages/confirm", {"token": token[1]})
    return ada


def test_a_turn_is_posted_as_json(server: Server, hook: Hook, days: Days) -> None:
    ada = asked(server, hook, "webhook")
    table = seated(server, ada)
    play(server, table)
    days.move(61.0)
    look(server)
    post = hook.next()
    told = json.loads(post.body)
    assert post.path == "/ada?key=1" and post.headers["Content-Type"] == "application/json"
    assert told["title"] == "À toi de jouer : River Valley Glassworks" and told["url"] == f"{SITE}/t/{table.id}"
    assert told["text"] == told["content"] and told["url"] in told["text"]
    assert not any(secret in post.body.decode() for secret in (*table.secrets, table.host))
    # Whoever has the message may stop them.
    server.post(told["stop_url"].removeprefix(SITE))
    assert ada.do("GET", "/messages") == {
        "kinds": ["webhook", "ntfy"],
        "server_key": None,
        "contacts": [],
        "hours": None,
    }
    assert (
        problem_in(ada.call("POST", "/messages/mail", {"address": "a@b.test", "language": "en"})).code == "wrong-state"
    )


def test_a_turn_is_posted_as_ntfy_takes_it(server: Server, hook: Hook, days: Days) -> None:
    ada = asked(server, hook, "ntfy")
    table = seated(server, ada)
    play(server, table)
    days.move(61.0)
    look(server)
    post = hook.next()
    assert str(make_header(decode_header(post.headers["Title"]))) == "À toi de jouer : River Valley Glassworks"
    assert post.headers["Click"] == f"{SITE}/t/{table.id}"
    assert "C’est à toi de jouer à cette table" in post.body.decode()


def test_a_busy_server_is_asked_again_when_it_says_and_one_that_refuses_is_not(
    server: Server, hook: Hook, days: Days
) -> None:
    ada = asked(server, hook, "webhook")
    table = seated(server, ada)
    play(server, table)
    days.move(61.0)
    hook.answers = [(429, {"Retry-After": "300"}), (503, {})]
    look(server)
    first = hook.next()
    days.move(290.0)
    look(server)
    assert hook.came.empty()
    days.move(20.0)
    look(server)
    again = hook.next()
    assert again.headers["Idempotency-Key"] == first.headers["Idempotency-Key"]
    days.move(125.0)
    look(server)
    hook.next()
    assert waiting(server) == 0
    # Nobody is led elsewhere.
    hook.answers = [(302, {"Location": f"http://{hook.host}/elsewhere"}), (410, {}), (404, {})]
    for detail in ("302", "410", "404"):
        play(server, table, 2)
        days.move(61.0)
        look(server)
        assert hook.next().path == "/ada?key=1" and hook.came.empty()
        assert ada.do("GET", "/messages")["contacts"][0]["last_detail"] == detail
    assert ada.do("GET", "/messages")["contacts"][0]["is_broken"] is True


PRIVATE = [
    "https://127.0.0.1/",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[64:ff9b::7f00:1]/",
    "https://[2002:7f00:1::]/",
    "https://[fe80::1]/",
    "https://10.0.0.1/",
    "https://172.16.3.4/",
    "https://192.168.1.1/",
    "https://169.254.169.254/latest/meta-data",
    "https://100.64.0.1/",
    "https://0.0.0.0/",
    "https://224.0.0.1/",
    "https://localhost/",
    "https://intranet/",
    "https://example.org:8443/",
    "http://example.org/",
    "https://ada:secret@example.org/",
    "https://example.org/#fragment",
    "https://example.org/a b",
    "https://example.org/\r\nX-Header: 1",
    "https://exämple.org/",
    "https://example.org:x/",
    "https://",
    "ftp://example.org/",
    f"https://example.org/{'x' * 500}",
]


@pytest.mark.parametrize("address", PRIVATE)
def test_an_address_that_is_not_public_is_refused(address: str) -> None:
    with pytest.raises(BadAddressError):
        Webhook(Reach()).check(address)


@pytest.mark.parametrize("address", ["https://example.org", "https://1.1.1.1/x?y=z", "https://[2606:4700::1111]/"])
def test_a_public_address_is_taken(address: str) -> None:
    Webhook(Reach()).check(address)


@pytest.mark.parametrize("name", ["127.1", "0x7f.1", "0177.0.0.1", "10.1"])
def test_a_name_that_leads_into_the_private_network_is_found_out_when_it_is_used(name: str) -> None:
    """However a number is written: what the name leads to counts, and that is what is connected to."""
    outcome = asyncio.run(Webhook(Reach()).send(f"https://{name}/", LETTER))
    assert outcome == Outcome("refused", "Messages go to an https address of a public server only.")


def test_what_is_public() -> None:
    assert is_public("1.1.1.1") and is_public("2606:4700::1111")
    assert not is_public("fe80::1%eth0") and not is_public("ff02::1")


def test_the_name_of_a_table_calls_nobody_in_a_chat() -> None:
    _, body = json_form(LETTER)
    assert not set("<>@") & set(json.loads(body)["text"])


def test_a_person_is_told_that_an_address_is_not_public(server: Server) -> None:
    ada = named(server, "Ada")
    wanted = {"kind": "webhook", "address": "https://10.0.0.1/", "language": "en"}
    assert problem_in(ada.call("POST", "/messages/webhook", wanted)).code == "bad-address"
    assert ada.do("GET", "/messages")["contacts"] == []


def test_a_server_that_says_nothing_or_something_else_is_asked_again() -> None:
    async def answering(data: bytes) -> Outcome:
        async def answer(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(data)
            writer.close()

        async with await asyncio.start_server(answer, "127.0.0.1", 0) as listening:
            host = f"127.0.0.1:{listening.sockets[0].getsockname()[1]}"
            return await Webhook(Reach((host,))).send(f"http://{host}/", LETTER)

    for data in (b"", b"nonsense\r\n\r\n", b"HTTP/1.1 200", b"HTTP/1.1 OK\r\n\r\n", b"x" * 40_000):
        assert asyncio.run(answering(data)).kind == "later"
    assert asyncio.run(Webhook(Reach()).send("https://nobody.invalid/", LETTER)).kind == "later"
