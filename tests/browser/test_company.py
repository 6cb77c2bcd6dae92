"""Two people who wait for one another: a ready check, a turn that takes too long, and what is done about it."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from sqlalchemy import text as sql

from rivertable.table.store.database import Database, sqlite_url
from table.servers import Server, served

from .visitors import Visitor

NETWORK = r"ERR_|WebSocket|status of 50\d"
LATE_SECONDS = 37 * 3_600
"""A day and a half, and an hour."""


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that may be stopped."""
    made = Server(tmp_path)
    with served(made):
        yield made


def let_time_pass(server: Server, seconds: float) -> None:
    """Stop the server, put all that has happened into the past, and start it again."""
    server.terminate()
    with closing(Database(sqlite_url(server.folder / "data"))) as store, store.write() as connection:
        connection.execute(sql("UPDATE event SET at = at - :seconds"), {"seconds": seconds})
        connection.execute(sql("UPDATE table_ SET due_at = due_at - :seconds"), {"seconds": seconds})
    server.start()


def test_who_does_not_come_is_waited_for_and_replaced_and_comes_back(browser: Browser, own_server: Server) -> None:
    ada, ben = Visitor(browser, own_server.address), Visitor(browser, own_server.address, width=390, height=844)
    for visitor in (ada, ben):
        visitor.expect(NETWORK)
    # The bot in her place may be quicker than what her page asks about her turn.
    ada.expect("409.*/draft")
    host = ada.go("/new/glassworks")
    host.get_by_label("Name", exact=True).fill("Ada")
    host.get_by_label("Show among the open tables").check()
    host.get_by_label("Pace").select_option(label="By days, 1 day a turn")
    host.get_by_label("Before the first turn everybody says to be there").check()
    host.get_by_role("button", name="Open the table").click()
    host.get_by_label("Link to the table").wait_for()

    # Ben finds the table, reads what he agrees to, and takes a seat.
    guest = ben.go("/tables")
    guest.get_by_label("Pace").select_option("live")
    expect(guest.get_by_text("No table like that is open now.")).to_be_visible()
    guest.get_by_label("Pace").select_option("turn")
    guest.get_by_role("listitem").get_by_role("link").click()
    expect(guest.get_by_text("The others choose; else a bot plays on")).to_be_visible()
    guest.get_by_label("Your name").fill("Ben")
    guest.get_by_role("button", name="Sit here").click()
    host.get_by_role("button", name="Start the game").click()
    expect(host.get_by_text("1 of 2 are there.")).to_be_visible()
    guest.get_by_role("button", name="I am here").click()
    for page in (host, guest):
        page.get_by_role("region", name="Satchel", exact=True).wait_for()
    expect(guest.get_by_text("It has been Ada’s turn")).to_be_hidden()  # nobody wonders yet

    let_time_pass(own_server, LATE_SECONDS)
    expect(guest.get_by_text("The time of Ada is up. What is to be done?")).to_be_visible()
    expect(host.get_by_text("Unless most choose otherwise, a bot plays on at")).to_be_visible()
    expect(host.get_by_role("button", name="A bot plays on")).to_be_hidden()  # who is waited for has no say
    guest.get_by_role("button", name="A bot plays on").click()
    expect(host.get_by_text("A bot plays for you.")).to_be_visible()
    host.get_by_role("button", name="I am back").click()
    expect(host.get_by_text("A bot plays for you.")).to_be_hidden()
    assert ada.close() == ben.close() == []
