"""A browser that says by itself whose turn it is: registered by a tap, shown by the worker, opened at the table."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, CDPSession, Page, expect
from sqlalchemy import text as sql

from rivertable.table.store.database import Database, sqlite_url
from table.clients import Party
from table.mail_server import free_port
from table.push_devices import Device
from table.servers import Server, served
from table.test_webhooks import Hook, hook

from .hands import find_at_last
from .visitors import Visitor

__all__ = ["hook"]
A_PUSH_SERVICE = """(told) => {
  // A browser reaches its maker's push service only over the Internet; what it tells the page is this. A headless one
  // has no notices, so that nobody is asked for them.
  const bytes = (text) =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0)).buffer
  Object.defineProperty(Notification, 'permission', { value: 'granted' })
  Notification.requestPermission = async () => 'granted'
  const made = (applicationServerKey) => ({
    endpoint: told.endpoint,
    options: { applicationServerKey },
    getKey: (name) => bytes(told[name]),
    unsubscribe: async () => (localStorage.removeItem('push'), true),
  })
  PushManager.prototype.getSubscription = async () => {
    const key = localStorage.getItem('push')
    return key && made(new Uint8Array(JSON.parse(key)).buffer)
  }
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    localStorage.setItem('push', JSON.stringify([...applicationServerKey]))
    return made(applicationServerKey.buffer)
  }
}"""
NOTICES = """() => {
  // What the platform does with notices: the newer one of a tag takes the place of the older one.
  self.shown = []
  self.registration.getNotifications = async ({ tag }) => self.shown.filter((one) => one.tag === tag)
  self.registration.showNotification = async (title, options) => {
    self.shown = [...self.shown.filter(({ tag }) => !tag || tag !== options.tag), { title, ...options }]
  }
}"""


@pytest.fixture
def telling(tmp_path: Path, hook: Hook) -> Iterator[Server]:
    port = free_port()
    variables = {
        "RIVERTABLE_PEOPLE": "true",
        "RIVERTABLE_PUBLIC_URL": f"http://localhost:{port}",
        "RIVERTABLE_PUSH": "host@table.test",
        "RIVERTABLE_PUSH_HOST": hook.host,
        "RIVERTABLE_WEBHOOKS": "true",
    }
    made = Server(tmp_path / "server", variables=variables)
    made.port = port
    with served(made):
        yield made
    assert made.complaints == []


class Worker:
    """The worker of a page, what a push service hands to it, and what it shows."""

    def __init__(self, page: Page, address: str) -> None:
        self._address = address
        self._session: CDPSession = page.context.new_cdp_session(page)
        self._found: dict[str, str] = {}
        self._session.on("ServiceWorker.workerRegistrationUpdated", self._note)
        self._session.send("ServiceWorker.enable")
        page.evaluate("navigator.serviceWorker.ready.then(() => null)")
        self._worker = find_at_last(page, lambda: next(iter(page.context.service_workers), None))
        self._worker.evaluate(NOTICES)
        find_at_last(page, lambda: self._found or None)

    def _note(self, told: Any) -> None:
        self._found |= {one["scopeURL"]: one["registrationId"] for one in told["registrations"]}

    def deliver(self, told: Any) -> None:
        registration = self._found[f"{self._address}/"]
        self._session.send(
            "ServiceWorker.deliverPushMessage",
            {"origin": self._address, "registrationId": registration, "data": json.dumps(told)},
        )

    def notices(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self._worker.evaluate("self.shown")
        return found


def test_a_device_shows_whose_turn_it_is_and_opens_the_table(browser: Browser, telling: Server, hook: Hook) -> None:
    address = f"http://localhost:{telling.port}"
    phone = Device(hook.host)
    ada = Visitor(browser, address, service_workers="allow")
    ada.context.add_init_script(f"({A_PUSH_SERVICE})({json.dumps(phone.registration(''))})")
    page = ada.go()
    page.get_by_role("textbox", name="Name").fill("Ada")
    page.get_by_role("button", name="Take this name").click()
    page.get_by_role("button", name="Tell me on this device").click()
    expect(page.get_by_text("This device tells you (Chrome · Linux).")).to_be_visible()
    worker = Worker(page, address)

    # A test: what came is what the worker shows, and the page hears of it.
    page.get_by_role("button", name="Send a test").click()
    worker.deliver(phone.read(hook.next().body))
    expect(page.get_by_text("It was shown on that device.")).to_be_visible()
    assert [one["title"] for one in worker.notices()] == [f"A test from localhost:{telling.port}"]

    party = Party([telling.address], "glassworks", ["person", "person"]).start()
    with page.expect_response(lambda reply: reply.url.endswith("/api/me/tables") and reply.request.method == "POST"):
        ada.go(f"/t/{party.table}#1.{party.person(1).secret}")
    ada.go()
    store = Database(sqlite_url(telling.folder / "data"))
    ids = []
    for seat in (0, 1, 0):
        party.turn(seat)
        if seat == 0:
            with store.write() as connection:
                assert connection.execute(sql("UPDATE outbox SET due_at = 0")).rowcount == 1
            told = phone.read(hook.next().body)
            ids.append(told["notification"]["data"]["id"])
            for _ in range(2):  # a message that was cut off comes once more
                worker.deliver(told)
            find_at_last(page, lambda: worker.notices()[-1]["data"]["id"] == ids[-1] or None)
    # Two messages of one table: the newer one stands for both, and only a new one rings.
    notices = worker.notices()
    assert len(notices) == 2 and len(set(ids)) == 2
    assert notices[-1]["title"] == "Your turn: River Valley Glassworks"
    assert notices[-1]["data"]["url"] == f"{address}/t/{party.table}"

    # A server that knows less than the browser, as after a restore, is told again when the page starts.
    with store.write() as connection:
        for table in ("push_device", "contact"):
            connection.execute(sql(f"DELETE FROM {table}"))
    page = ada.go()
    expect(page.get_by_text("This device tells you (Chrome · Linux).")).to_be_visible()
    page.get_by_role("button", name="No more messages").click()
    expect(page.get_by_role("button", name="Tell me on this device")).to_be_visible()
    assert ada.close() == []
    store.close()
    party.close()


def test_where_a_browser_shows_nothing_a_sentence_says_why_and_what_else_there_is(
    browser: Browser, telling: Server
) -> None:
    """As at an address of plain http in a network."""
    ada = Visitor(browser, telling.address)
    ada.context.add_init_script("Object.defineProperty(globalThis, 'isSecureContext', { value: false })")
    page = ada.go()
    page.get_by_role("textbox", name="Name").fill("Ada")
    page.get_by_role("button", name="Take this name").click()
    expect(
        page.get_by_text("At an http address browsers show no messages by themselves. Instead there is: Webhook, ntfy.")
    ).to_be_visible()
    expect(page.get_by_role("button", name="Tell me on this device")).to_have_count(0)
    assert ada.close() == []
