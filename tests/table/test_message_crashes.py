"""A server that is killed between a turn and its message still tells of it, and nobody sees two messages of a turn."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from sqlalchemy import text as sql

from extent import repeated
from rivertable.table.store.database import Database, sqlite_url

from .clients import Party
from .mail_server import MailServer, mail_server, plain_of
from .push_devices import Device
from .servers import Cluster, Server, served
from .test_webhooks import Hook, hook

__all__ = ["hook"]

CLOCK = {"kind": "turn", "seconds": 86_400}


@pytest.fixture
def mail() -> Iterator[MailServer]:
    with mail_server() as made:
        yield made


def by_mail(mail: MailServer) -> dict[str, str]:
    return {"RIVERTABLE_MAIL": mail.url, "RIVERTABLE_MAIL_FROM": "table@table.test"}


def by_push(hook: Hook) -> dict[str, str]:
    return {"RIVERTABLE_PUSH": "host@table.test", "RIVERTABLE_PUSH_HOST": hook.host}


@contextmanager
def sending(folder: Path, channel: dict[str, str], url: str | None) -> Iterator[tuple[Server, Database]]:
    """A server that sends messages, and its store."""
    variables = {"RIVERTABLE_PEOPLE": "true", "RIVERTABLE_PUBLIC_URL": "https://table.test", **channel}
    server = Server(folder, url, variables=variables)
    with served(server):
        store = Database(url or sqlite_url(folder / "data"))
        yield server, store
        store.close()


Post = Callable[[str, object], None]


def ask_for_mail(mail: MailServer) -> Callable[[httpx.Client, Post], None]:
    def ask(_: httpx.Client, post: Post) -> None:
        post("/api/me/messages/mail", {"address": "ada@people.test", "language": "en"})
        token = re.search("#confirm-([0-9a-f]{64})", plain_of(mail.next()))
        assert token is not None
        post("/api/messages/confirm", {"token": token[1]})

    return ask


def ask_for_push(phone: Device) -> Callable[[httpx.Client, Post], None]:
    def ask(browser: httpx.Client, post: Post) -> None:
        post("/api/me/push", phone.registration(browser.get("/api/me/messages").json()["server_key"]))

    return ask


def seated(server: Server, ask: Callable[[httpx.Client, Post], None]) -> Party:
    """A table whose second seat somebody has who asked for messages; the first is to move."""
    with httpx.Client(base_url=server.address, trust_env=False) as browser:

        def post(path: str, body: object) -> None:
            reply = browser.post(path, json=body)
            assert reply.is_success, reply.text

        post("/api/me", {"name": "Ada"})
        ask(browser, post)
        party = Party([server.address], "glassworks", ["person", "person"], clock=CLOCK).start()
        post("/api/me/tables", {"table": party.table, "secret": party.person(1).secret})
    return party


def hurry(store: Database) -> None:
    """Let the message of the latest turn be due; its reminders are not."""
    due = "UPDATE outbox SET due_at = 0 WHERE reason = 'turn' AND version = (SELECT max(version) FROM outbox)"
    with store.write() as connection:
        assert connection.execute(sql(due)).rowcount == 1


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_server_killed_between_a_turn_and_its_message_sends_it_once(
    tmp_path: Path, mail: MailServer, request: pytest.FixtureRequest, kind: str
) -> None:
    cluster: Cluster | None = request.getfixturevalue("postgres") if kind == "postgresql" else None
    with sending(tmp_path, by_mail(mail), cluster.database() if cluster else None) as (server, store):
        party = seated(server, ask_for_mail(mail))
        for number in range(repeated(2, 100)):
            if party.view()["status"] != "playing":
                party.close()
                party = seated(server, ask_for_mail(mail))
            party.turn(0)
            server.kill()
            hurry(store)
            if number % 2:
                server.start()
                mail.next()
            else:
                # Killed once more, while the mail server has the mail and has not answered.
                mail.answers.clear()
                server.start()
                first = mail.next()
                server.kill()
                mail.answers.set()
                server.start()
                assert mail.next()["Message-ID"] == first["Message-ID"]
            party.turn(1)
            assert mail.all() == []
        party.close()
    assert server.complaints == []


@pytest.mark.slow
def test_a_device_is_told_once_of_a_turn_whose_message_was_cut_off(tmp_path: Path, hook: Hook) -> None:
    """What is sent once more has the same id and the same tag, by which the device shows one."""
    phone = Device(hook.host)
    with sending(tmp_path, by_push(hook), None) as (server, store):
        party = seated(server, ask_for_push(phone))
        for number in range(repeated(1, 100)):
            if party.view()["status"] != "playing":
                party.close()
                party = seated(server, ask_for_push(phone))
            party.turn(0)
            server.kill()
            hurry(store)
            if number % 2:
                server.start()
                hook.next()
            else:
                hook.is_answering.clear()
                server.start()
                first = phone.read(hook.next().body)["notification"]
                server.kill()
                hook.is_answering.set()
                server.start()
                again = phone.read(hook.next().body)["notification"]
                # Until when it is one's turn may be another minute: the time without a server counts for nobody.
                assert (again["data"]["id"], again["tag"]) == (first["data"]["id"], first["tag"])
            party.turn(1)
            assert hook.came.empty()
        party.close()
    assert server.complaints == []
