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

from rivertable.table.house import network_address
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
from .visitors import Visitor, words_of

__all__ = ["days", "hook"]
DAY = 86_400.0
THREE_DAYS = {"kind": "turn", "seconds": 259_200}
TURNS_AT_LEAST = 4
WORDS = words_of("en", "people")
INSECURE = "'isSecureContext', { value: false }"


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
def running_here(folder: Path, channels: dict[Any, Any], secrets: ServerSecrets, host: str) -> Iterator[str]:
    """A server in this process, so that its time of day is the test's; the address of its pages."""
    listening = listen(ServerSettings(host="127.0.0.1" if host == "localhost" else host, port=0))
    address = f"http://{host}:{listening.getsockname()[1]}"
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

    def ask_for_mail(self, mail: MailServer, to: str) -> None:
        """Give an address of mail, and confirm it by what comes there."""
        page = self.visitor.page
        page.get_by_role("textbox", name="Mail address").fill(to)
        page.get_by_role("button", name="Tell me there").click()
        confirming = re.search(r"/#confirm-\w+", plain_of(mail.next()))
        assert confirming is not None
        self.leave()
        self.visitor.go(confirming[0]).get_by_role("button", name="Yes, send them there").click()
        expect(page.get_by_text(f"From now on messages go to {to}.")).to_be_visible()


def by_mail(mail: MailServer, address: str, to: str) -> Callable[[], str]:
    """Wait for a mail about the game, and return the address that it leads to."""

    def called() -> str:
        told = mail.next()
        assert (told["To"], told["Subject"]) == (to, "Your turn: Over the days (River Valley Glassworks)")
        found = re.search(re.escape(address) + r"/t/\S+", plain_of(told))
        assert found is not None
        return found[0]

    return called


def play_over_days(address: str, ada: Absentee, bob: Absentee, days: Days, is_quiet: Callable[[], bool]) -> None:
    """Let two people play a game, of whom nobody is there but to take a turn that a message has called them to."""
    terms = {"name": "Over the days", "clock": THREE_DAYS, "components": short_game()}
    party = Party([address], "glassworks", ["person", "person"], **terms)
    ada.sit_down(party, 0)
    bob.sit_down(party, 1)
    party.start()
    while (view := party.view())["status"] == "playing":
        assert is_quiet()
        # What was just begun is told after a while; a day later somebody has time for it.
        days.move(GRACE_SECONDS["mail"] + 1)
        [ada, bob][view["turn"]["seat"]].take_turn()
        days.move(DAY)
    assert view["status"] == "over" and ada.turns + bob.turns >= TURNS_AT_LEAST
    assert ada.turns + bob.turns == len(turns_of(party))
    assert is_quiet()
    for absentee in (ada, bob):
        absentee.visitor.go(f"/t/{party.table}")
        expect_result(absentee.visitor.page)
    party.close()
    assert ada.visitor.close() == bob.visitor.close() == []


def channels_of(mail: MailServer, hook: Hook, secrets: ServerSecrets) -> dict[Any, Any]:
    return {
        "mail": Mail(mail_settings(mail.url, "table@table.test", None), has_pictures=False),
        "push": Push(PushSettings("mailto:host@table.test", (hook.host,)), ServerKey(secrets.push_key)),
    }


@pytest.mark.slow
def test_two_people_who_are_never_there_at_once_play_a_whole_game(
    browser: Browser, tmp_path: Path, mail: MailServer, hook: Hook, days: Days
) -> None:
    secrets, phone = ServerSecrets.fresh(), Device(hook.host)
    with running_here(tmp_path, channels_of(mail, hook, secrets), secrets, "localhost") as address:

        def by_push() -> str:
            told = phone.read(hook.next().body)["notification"]
            assert told["title"] == "Your turn: Over the days (River Valley Glassworks)"
            link: str = told["data"]["url"]  # what the worker opens at a tap
            return link

        ada = Absentee(Visitor(browser, address), "Ada", by_mail(mail, address, "ada@people.test"), 1)
        bob = Absentee(Visitor(browser, address, width=390, height=844, service_workers="allow"), "Bob", by_push, 2)
        bob.visitor.context.add_init_script(f"({A_PUSH_SERVICE})({json.dumps(phone.registration(''))})")
        ada.arrive()
        ada.ask_for_mail(mail, "ada@people.test")
        bob.arrive().get_by_role("button", name="Tell me on this device").click()
        expect(bob.visitor.page.get_by_text("From now on this device tells you.")).to_be_visible()
        play_over_days(address, ada, bob, days, lambda: mail.all() == [] and hook.came.empty())


@pytest.mark.slow
def test_so_they_do_by_http_in_a_network_and_read_what_cannot_be_there(
    browser: Browser, tmp_path: Path, mail: MailServer, hook: Hook, days: Days
) -> None:
    """Browsers have neither passkeys nor push there, of which a sentence tells; mail calls both."""
    secrets, found = ServerSecrets.fresh(), network_address()
    with running_here(tmp_path, channels_of(mail, hook, secrets), secrets, found or "127.0.0.1") as address:
        people = []
        for name, seed, size in (("Ada", 1, {}), ("Bob", 2, {"width": 390, "height": 844})):
            visitor, to = Visitor(browser, address, **size), f"{name.lower()}@people.test"
            visitor.expect("Cross-Origin-Opener-Policy header has been ignored")  # as by http in any network
            if found is None:  # this computer is in no network: a page is told what it would be there
                visitor.context.add_init_script(f"Object.defineProperty(globalThis, {INSECURE})")
            absentee = Absentee(visitor, name, by_mail(mail, address, to), seed)
            page = absentee.arrive()
            assert page.evaluate("isSecureContext") is False
            expect(page.get_by_text(WORDS["passkey_insecure"])).to_be_visible()
            expect(page.get_by_text("browsers show no messages by themselves. Instead there is: Mail.")).to_be_visible()
            expect(page.get_by_role("button", name=re.compile("passkey|^Tell me on this device"))).to_have_count(0)
            absentee.ask_for_mail(mail, to)
            people.append(absentee)
        play_over_days(address, people[0], people[1], days, lambda: mail.all() == [] and hook.came.empty())
