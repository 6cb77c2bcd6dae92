"""A whole game of two people who are never there at once: each turn begins with the message that came."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from playwright.sync_api import Browser, Page, expect

from rivertable.table.messages.contacts import GRACE_SECONDS
from rivertable.table.messages.encryption import ServerKey
from rivertable.table.messages.mail import Mail, mail_settings
from rivertable.table.messages.push import Push
from rivertable.table.messages.subscription import PushSettings
from rivertable.table.serve import ServerSettings, listen
from rivertable.table.store.database import Database, sqlite_url
from rivertable.table.store.server_secrets import ServerSecrets
from rivertable.table.web.access import Access
from rivertable.table.web.app import make_app
from rivertable.table.web.limits import Limits
from table.clients import Party
from table.days import Days, days
from table.mail_server import MailServer, mail_server, plain_of
from table.push_devices import Device
from table.test_webhooks import Hook, hook

from .hands import Mouse, Player, expect_result
from .seats import turns_of
from .test_push import A_PUSH_SERVICE
from .visitors import Visitor

__all__ = ["days", "hook"]
DAY = 86_400.0
THREE_DAYS = {"kind": "turn", "seconds": 259_200}
MESSAGE_SECONDS = 20.0
TURNS_AT_LEAST = 4


def short_game() -> str:
    """The printed data of a game that ends with the first few pieces."""
    text = (files("rivertable.glassworks") / "printed" / "data" / "components.toml").read_text("utf-8")
    short, count = re.subn(r"(\[inventory_trigger\]\nvalue = )17", r"\g<1>2", text)
    assert count == 1
    return short


@pytest.fixture
def mail() -> Iterator[MailServer]:
    with mail_server() as made:
        yield made


@contextmanager
def running_here(folder: Path, channels: dict[Any, Any], secrets: ServerSecrets) -> Iterator[str]:
    """A server in this process, so that its time of day is the test's; the address of its pages."""
    listening = listen(ServerSettings(port=0))
    address = f"http://localhost:{listening.getsockname()[1]}"
    database = Database(sqlite_url(folder))
    database.migrate()
    app = make_app(
        database,
        secrets=secrets,
        has_people=True,
        channels=channels,
        limits=Limits.none(),
        access=Access(public_url=address),
    )
    server = uvicorn.Server(uvicorn.Config(app, log_config=None, timeout_graceful_shutdown=3))
    thread = threading.Thread(target=server.run, args=([listening],), name="server")
    thread.start()
    try:
        yield address
    finally:
        server.should_exit = True
        thread.join()
        database.close()


class Absentee:
    """Somebody who looks at the table when a message says so, takes the turn, and is gone again."""

    def __init__(self, visitor: Visitor, name: str, called: Callable[[], str], seed: int) -> None:
        """``called`` returns the address in the message that has come, and waits for one."""
        self.visitor = visitor
        self._name = name
        self._called = called
        self._seed = seed
        self.turns = 0

    def arrive(self) -> Page:
        page = self.visitor.go()
        page.get_by_role("textbox", name="Name").fill(self._name)
        page.get_by_role("button", name="Take this name").click()
        return page

    def sit_down(self, party: Party, seat: int) -> None:
        """Keep the link to a seat under the name, and forget in this browser that there is one."""
        page = self.visitor.page
        with page.expect_response(
            lambda reply: reply.url.endswith("/api/me/tables") and reply.request.method == "POST"
        ):
            self.visitor.go(f"/t/{party.table}#{seat}.{party.person(seat).secret}")
        page.evaluate("localStorage.removeItem('rivertable.tables')")
        self.leave()

    def leave(self) -> None:
        self.visitor.page.goto("about:blank")

    def take_turn(self) -> None:
        """Open what the message leads to, take the turn there, and go."""
        page = self.visitor.page
        page.goto(self._called())
        player = Player(page, Mouse(), seed=self._seed)
        player.take_turn()
        self.turns += 1
        self.leave()


@pytest.mark.slow
def test_two_people_who_are_never_there_at_once_play_a_whole_game(
    browser: Browser, tmp_path: Path, mail: MailServer, hook: Hook, days: Days
) -> None:
    secrets, phone = ServerSecrets.fresh(), Device(hook.host)
    channels = {
        "mail": Mail(mail_settings(mail.url, "table@table.test", None), has_pictures=False),
        "push": Push(PushSettings("mailto:host@table.test", (hook.host,)), ServerKey(secrets.push_key)),
    }
    with running_here(tmp_path, channels, secrets) as address:

        def by_mail() -> str:
            told = mail.next(MESSAGE_SECONDS)
            assert told["Subject"] == "Your turn: Over the days (River Valley Glassworks)"
            found = re.search(re.escape(address) + r"/t/\S+", plain_of(told))
            assert found is not None
            return found[0]

        def by_push() -> str:
            told = phone.read(hook.came.get(timeout=MESSAGE_SECONDS).body)["notification"]
            assert told["title"] == "Your turn: Over the days (River Valley Glassworks)"
            link: str = told["data"]["url"]  # what the worker opens at a tap
            return link

        ada = Absentee(Visitor(browser, address), "Ada", by_mail, 1)
        bob = Absentee(Visitor(browser, address, width=390, height=844, service_workers="allow"), "Bob", by_push, 2)
        bob.visitor.context.add_init_script(f"({A_PUSH_SERVICE})({json.dumps(phone.registration(''))})")
        page = ada.arrive()
        page.get_by_role("textbox", name="Mail address").fill("ada@people.test")
        page.get_by_role("button", name="Tell me there").click()
        confirming = re.search(r"/#confirm-\w+", plain_of(mail.next()))
        assert confirming is not None
        ada.leave()
        ada.visitor.go(confirming[0]).get_by_role("button", name="Yes, send them there").click()
        expect(page.get_by_text("From now on messages go to ada@people.test.")).to_be_visible()
        bob.arrive().get_by_role("button", name="Tell me on this device").click()
        expect(bob.visitor.page.get_by_text("From now on this device tells you.")).to_be_visible()

        terms = {"name": "Over the days", "clock": THREE_DAYS, "components": short_game()}
        party = Party([address], "glassworks", ["person", "person"], **terms)
        ada.sit_down(party, 0)
        bob.sit_down(party, 1)
        party.start()
        while (view := party.view())["status"] == "playing":
            assert mail.all() == [] and hook.came.empty()
            # What was just begun is told after a while; a day later somebody has time for it.
            days.move(GRACE_SECONDS["mail"] + 1)
            [ada, bob][view["turn"]["seat"]].take_turn()
            days.move(DAY)
        assert view["status"] == "over" and ada.turns + bob.turns >= TURNS_AT_LEAST
        assert ada.turns + bob.turns == len(turns_of(party))
        assert mail.all() == [] and hook.came.empty()
        for absentee in (ada, bob):
            absentee.visitor.go(f"/t/{party.table}")
            expect_result(absentee.visitor.page)
        party.close()
        assert ada.visitor.close() == bob.visitor.close() == []
