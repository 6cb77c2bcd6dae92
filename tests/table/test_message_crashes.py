"""Server and database are killed between a turn and its message: one is to be seen for each turn, and never none.

What was cut off is sent once more. A mail has the same Message-ID then, and what comes by push the same id and the same
tag, by which a device shows one.
"""

from __future__ import annotations

import random
import re
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import pytest
from sqlalchemy import text as sql

from extent import IS_LONG, repeated
from patience import PATIENCE_SECONDS
from rivertable.table.store.database import Database, sqlite_url

from .clients import Party
from .mail_server import MailServer, mail_server, plain_of
from .push_devices import Device
from .servers import Cluster, Server, cluster, served
from .test_webhooks import Hook, hook

__all__ = ["hook"]

CLOCK = {"kind": "turn", "seconds": 86_400}
KILLS, SEEDS = repeated(2, 20), range(repeated(1, 5))
"""So many kills with each seed, on each store: 200 in all in the long form."""
CLAIM_SECONDS, SENDING_SECONDS = 3.0, 1.5


@pytest.fixture
def mail() -> Iterator[MailServer]:
    with mail_server() as made:
        yield made


class Sending:
    """A server that sends messages, its store, and what takes the messages: a mail server and a push service."""

    def __init__(self, server: Server, store: Database, postgres: Cluster | None, mail: MailServer, hook: Hook) -> None:
        self.server, self.store, self.postgres, self.mail, self.hook = server, store, postgres, mail, hook
        self.phone = Device(hook.host)
        self.kills = 0
        self._is_down = {"server": False, "database": False}
        self._told: set[str] = set()
        self._has_outlived = False

    def seated(self) -> Party:
        """A table whose second seat somebody has who asked for mail and push; the first is to move."""
        with httpx.Client(base_url=self.server.address, trust_env=False) as browser:

            def post(path: str, body: object) -> None:
                reply = browser.post(path, json=body)
                assert reply.is_success, reply.text

            post("/api/me", {"name": "Ada"})
            post("/api/me/messages/mail", {"address": "ada@people.test", "language": "en"})
            token = re.search("#confirm-([0-9a-f]{64})", plain_of(self.mail.next()))
            assert token is not None
            post("/api/messages/confirm", {"token": token[1]})
            post("/api/me/push", self.phone.registration(browser.get("/api/me/messages").json()["server_key"]))
            party = Party([self.server.address], "glassworks", ["person", "person"], clock=CLOCK).start()
            post("/api/me/tables", {"table": party.table, "secret": party.person(1).secret})
        return party

    def kill(self, *parts: str) -> None:
        """End parts of it between two instructions; a database only where it is a process."""
        self.kills += 1
        self._has_outlived = "server" not in parts
        for part in parts:
            if part == "server":
                self.server.kill()
            elif self.postgres is not None:
                self.postgres.stop("immediate")
            self._is_down[part] = True

    def start(self, *parts: str) -> None:
        """Start those of some parts that were killed."""
        for part in parts:
            if self._is_down[part] and part == "server":
                self.server.start()
            elif self._is_down[part] and self.postgres is not None:
                self.postgres.start()
            self._is_down[part] = False

    def hold(self) -> None:
        """Let what comes wait for its answer."""
        self.mail.answers.clear()
        self.hook.is_answering.clear()

    def answer(self) -> None:
        """Answer what waits, and all that comes."""
        self.mail.answers.set()
        self.hook.is_answering.set()

    def hurry(self, table: str) -> None:
        """Let the messages of a table's turn be due; its reminders are not."""
        due = sql("UPDATE outbox SET due_at = 0 WHERE reason = 'turn' AND table_id = :table")
        with self.store.write() as connection:
            assert connection.execute(due, {"table": table}).rowcount == 2

    def finish(self) -> None:
        """Wait until nothing of a turn is left to be sent."""
        began = claimed_at = time.monotonic()
        while True:
            with self.store.write() as connection:
                if not connection.execute(sql("SELECT count(*) FROM outbox WHERE due_at = 0")).scalar_one():
                    return
                if self._has_outlived and time.monotonic() - claimed_at > CLAIM_SECONDS:
                    # A server that could not note what it has sent lets nobody send it for a while: that has passed.
                    connection.execute(sql("UPDATE outbox SET claimed_until = 0 WHERE due_at = 0"))
                    claimed_at = time.monotonic()
            assert time.monotonic() - began < PATIENCE_SECONDS, self.server.log
            time.sleep(0.02)

    def came(self) -> tuple[list[str], list[str]]:
        """Return the ids of the mails, and of what came by push, since the last time."""
        posts = []
        while not self.hook.came.empty():
            posts.append(self.hook.came.get_nowait())
        mailed = [mail["Message-ID"] for mail in self.mail.all()]
        return mailed, [self.phone.read(post.body)["notification"]["data"]["id"] for post in posts]

    def see_one_each(self, *more: tuple[list[str], list[str]]) -> None:
        """Assert that somebody who looks once at what has the same id has seen one mail, and one push, of a turn."""
        for ids in zip(self.came(), *more, strict=True):
            new = {one for several in ids for one in several} - self._told
            assert len(new) == 1, (new, self.server.log)
            self._told |= new


@contextmanager
def sending(folder: Path, kind: str, mail: MailServer, hook: Hook) -> Iterator[Sending]:
    """A server on a store of its own that sends messages."""
    with ExitStack() as stack:
        postgres = stack.enter_context(cluster()) if kind == "postgresql" else None
        url = postgres.database() if postgres else None
        variables = {
            "RIVERTABLE_PEOPLE": "true",
            "RIVERTABLE_PUBLIC_URL": "https://table.test",
            "RIVERTABLE_MAIL": mail.url,
            "RIVERTABLE_MAIL_FROM": "table@table.test",
            "RIVERTABLE_PUSH": "host@table.test",
            "RIVERTABLE_PUSH_HOST": hook.host,
        }
        server = Server(folder, url, variables=variables)
        stack.enter_context(served(server))
        store = Database(url or sqlite_url(folder / "data"))
        stack.callback(store.close)
        yield Sending(server, store, postgres, mail, hook)


def victims(kind: str, choose: random.Random) -> tuple[str, ...]:
    """Return what is killed next: all of it; in the long form one or both, in any order."""
    if kind == "sqlite":
        return ("server",)
    parts = ["server", "database"]
    if IS_LONG:
        choose.shuffle(parts)
    return tuple(parts[: choose.choice((1, 2, 2)) if IS_LONG else 2])


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_one_message_of_a_turn_is_seen_however_it_was_cut_off(
    tmp_path: Path, mail: MailServer, hook: Hook, kind: str, seed: int
) -> None:
    choose = random.Random(seed)
    with sending(tmp_path, kind, mail, hook) as house:
        party = house.seated()
        while house.kills < KILLS:
            if party.view()["status"] == "playing":
                party.turn(0)
            if party.view()["status"] != "playing":
                party.close()
                party = house.seated()
                continue
            if not IS_LONG or choose.random() < 0.5:
                house.kill(*victims(kind, choose))
            house.start("database")
            house.hurry(party.table)
            if not IS_LONG or choose.random() < 0.5:
                # Killed while mail server and push service have the message, and have not answered.
                house.hold()
                house.start("server")
                first = [mail.next()["Message-ID"]], [house.phone.read(hook.next().body)["notification"]["data"]["id"]]
                house.kill(*victims(kind, choose))
                house.answer()
            else:
                house.start("server")
                time.sleep(choose.uniform(0.0, SENDING_SECONDS))
                first = [], []
                house.kill(*victims(kind, choose))
            house.start("database", "server")
            house.finish()
            house.see_one_each(first)
            party.turn(1)
        party.close()
        assert house.came() == ([], [])
        # A server that outlives its database says so, and no more.
        assert all("The store can" in line for line in house.server.complaints), house.server.complaints
