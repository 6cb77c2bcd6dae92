"""A mail that says whose turn it is: asked for and confirmed in the browser, opened as oneself, and stopped again."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect
from sqlalchemy import text as sql

from rivertable.table.store.database import Database, sqlite_url
from table.clients import Party
from table.mail_server import MailServer, free_port, mail_server, plain_of
from table.servers import Server, served

from .visitors import Visitor


@pytest.fixture(scope="module")
def mail() -> Iterator[MailServer]:
    with mail_server() as made:
        yield made


@pytest.fixture(scope="module")
def telling(tmp_path_factory: pytest.TempPathFactory, mail: MailServer) -> Iterator[Server]:
    """A server that sends mail, with links to itself."""
    port = free_port()
    variables = {
        "RIVERTABLE_PEOPLE": "true",
        "RIVERTABLE_PUBLIC_URL": f"http://127.0.0.1:{port}",
        "RIVERTABLE_MAIL": mail.url,
        "RIVERTABLE_MAIL_FROM": "table@table.test",
    }
    made = Server(tmp_path_factory.mktemp("messages"), variables=variables)
    made.port = port
    with served(made):
        yield made
    assert made.complaints == []


def path_in(text: str, address: str, pattern: str) -> str:
    found = re.search(re.escape(address) + f"({pattern})", text)
    assert found is not None, text
    return found[1]


def test_somebody_who_is_not_there_is_told_and_comes_back_by_the_link(
    browser: Browser, telling: Server, mail: MailServer
) -> None:
    ada = Visitor(browser, telling.address)
    page = ada.go()
    page.get_by_role("textbox", name="Name").fill("Ada")
    page.get_by_role("button", name="Take this name").click()
    page.get_by_role("textbox", name="Mail address").fill("ada@people.test")
    page.get_by_role("button", name="Tell me there").click()
    expect(page.get_by_text("A message is under way to ada@people.test")).to_be_visible()
    expect(page.get_by_text("ada@people.test waits to be confirmed")).to_be_visible()

    # In whichever browser the link opens: its button says yes, and nothing else does.
    phone = Visitor(browser, telling.address, width=390, height=844)
    other = phone.go(path_in(plain_of(mail.next()), telling.address, r"/#confirm-\w+"))
    other.get_by_role("button", name="Yes, send them there").click()
    expect(other.get_by_text("From now on messages go to ada@people.test.")).to_be_visible()
    page = ada.go()
    expect(page.get_by_text("Messages go to ada@people.test.")).to_be_visible()
    page.get_by_role("button", name="Send a test").click()
    expect(page.get_by_text("It was taken.")).to_be_visible()
    assert mail.next()["Subject"].startswith("A test from ")

    # At hours of one's own, as clocks here show them; empty fields are none.
    for hour in ("18:30", ""):
        if hour:
            page.get_by_text("At which hours").click()
        page.get_by_label("One message a day, at").fill(hour)
        page.get_by_role("button", name="Keep these hours").click()
        expect(page.get_by_text("Messages keep to these hours from now on.")).to_be_visible()
        page = ada.go()
        expect(page.get_by_label("One message a day, at")).to_have_value(hour)

    party = Party([telling.address], "glassworks", ["person", "person"]).start()
    with page.expect_response(lambda reply: reply.url.endswith("/api/me/tables") and reply.request.method == "POST"):
        ada.go(f"/t/{party.table}#1.{party.person(1).secret}")
    page.get_by_role("region", name="Satchel", exact=True).wait_for()
    # In sight of the table nothing has to be told.
    store = Database(sqlite_url(telling.folder / "data"))
    with page.expect_websocket(lambda _: True) as socket:
        page.reload()
    with (
        page.expect_response(lambda reply: reply.url.endswith("/draft")),
        socket.value.expect_event("framesent", lambda frame: '"shown"' in str(frame)),
    ):
        party.turn(0)
    ada.go()
    party.turn(1)
    page.evaluate("localStorage.removeItem('rivertable.tables')")
    party.turn(0)
    with store.write() as connection:
        assert connection.execute(sql("UPDATE outbox SET due_at = 0")).rowcount == 1
    told = mail.next()
    assert told["Subject"] == "Your turn: River Valley Glassworks"

    # The link has no secret: the name finds the seat.
    page = ada.go(path_in(plain_of(told), telling.address, r"/t/\S+"))
    expect(page.get_by_text("Your turn").first).to_be_visible()
    held = page.evaluate("() => JSON.parse(localStorage.getItem('rivertable.tables'))")
    assert [(one["table"], one["seats"]) for one in held] == [
        (party.table, [{"seat": 1, "secret": party.person(1).secret}])
    ]
    stopped = phone.go(path_in(plain_of(told), telling.address, r"/api/messages/stop/\w+"))
    stopped.get_by_role("button", name="No more messages").click()
    expect(stopped.get_by_text("Nothing more is sent there.")).to_be_visible()
    page = ada.go()
    expect(page.get_by_role("textbox", name="Mail address")).to_be_visible()
    assert ada.close() == phone.close() == []
    store.close()
    party.close()
