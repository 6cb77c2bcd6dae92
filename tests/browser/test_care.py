"""Mute, block and report from the table, and the page of those who run the server, in browsers."""

import re
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from table.clients import Party
from table.servers import Server, served

from .seats import seat_link
from .visitors import PATIENCE_MS, Visitor


@pytest.fixture(scope="module")
def cared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with names and operators."""
    made = Server(tmp_path_factory.mktemp("cared"), variables={"RIVERTABLE_PEOPLE": "true", "RIVERTABLE_ADMIN": "true"})
    with served(made):
        yield made
    assert made.complaints == []


def operators_link(server: Server) -> str:
    """The path of the link that a server has written when it started."""
    until = time.monotonic() + PATIENCE_MS / 1000
    while not (found := re.search(r"(/admin#[\w-]+)", (server.folder / "server.out").read_text("utf-8"))):
        assert time.monotonic() < until
        time.sleep(0.05)
    return found[1]


def take_name(visitor: Visitor, name: str) -> None:
    page = visitor.go()
    page.get_by_role("textbox", name="Name").fill(name)
    page.get_by_role("button", name="Take this name").click()
    expect(page.get_by_text(f"You are {name}, on this device only.")).to_be_visible()


def sit(visitor: Visitor, party: Party, seat: int) -> Page:
    """Open one's seat, whose link is then kept under one's name."""
    with visitor.page.expect_response(lambda reply: reply.url.endswith("/api/me/tables") and reply.status == 200):
        return visitor.go(seat_link(party, seat))


def open_menu(page: Page) -> None:
    page.get_by_role("button", name="Menu").click()


def test_a_report_goes_from_the_table_to_an_operator_and_its_answer_back(browser: Browser, cared: Server) -> None:
    ada, bob, olga = (Visitor(browser, cared.address) for _ in range(3))
    for visitor, name in ((ada, "Ada"), (bob, "Bob")):
        take_name(visitor, name)
    party = Party([cared.address], "glassworks", ["person", "person"], first_seat=1).start()
    sit(bob, party, 1)
    page = sit(ada, party, 0)
    expect(page.get_by_text("Player 2").first).to_be_visible()

    # Muted and blocked at once: the name is gone, and nobody is told.
    open_menu(page)
    page.get_by_role("button", name="Mute Player 2").click()
    expect(page.get_by_text("is muted: you see no name.")).to_be_visible()
    page.get_by_role("button", name="Block Anchor").click()
    expect(page.get_by_text("Anchor is blocked")).to_be_visible()
    page.get_by_text("Report", exact=True).click()
    page.get_by_role("combobox", name="About").select_option("1")
    page.get_by_role("textbox", name="What happens").fill("A name that hurts.")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_text("It was sent.")).to_be_visible()
    page.reload()
    page.get_by_role("main").first.wait_for()
    expect(page.get_by_text("Anchor").first).to_be_visible()
    expect(page.get_by_text("Player 2")).to_have_count(0)

    # Nor is the name in any list, nor what he calls an open table of his; who only watches that reports it, too.
    page = ada.go()
    expect(page.get_by_text("Anchor to move")).to_be_visible()
    page = ada.go("/tables")
    expect(page.get_by_text("No table like that is open now.")).to_be_visible()
    expect(page.get_by_role("link", name="Set up a table")).to_have_attribute("href", "/new/glassworks")
    listed = Party([cared.address], "glassworks", ["person", "open"], name="What hurts", is_public=True)
    bob.page.request.post(f"{cared.address}/api/me/tables", data={"table": listed.table, "secret": listed.host})
    page = bob.go("/tables")
    expect(page.get_by_text("What hurts")).to_be_visible()
    page = ada.go("/tables")
    page.get_by_role("listitem").get_by_text("River Valley Glassworks").click()
    expect(page.get_by_text("What hurts")).to_have_count(0)
    open_menu(page)
    page.get_by_text("Report", exact=True).click()
    page.get_by_role("textbox", name="What happens").fill("Words that hurt.")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_text("It was sent.")).to_be_visible()

    # No seat at an open table of hers.
    waiting = Party([cared.address], "glassworks", ["person", "open"])
    sit(ada, waiting, 0)
    bob.expect("403")
    page = bob.go(f"/t/{waiting.table}")
    page.get_by_role("button", name="Sit here").click()
    expect(page.get_by_text("No seat at this table is open to you.")).to_be_visible()

    # The operators' page: red without a backup, the report, what is imposed.
    link = operators_link(cared)
    olga.expect("401")
    desk = olga.go("/admin")
    expect(desk.get_by_text("This page opens by a link")).to_be_visible()
    olga.page.goto("about:blank")
    desk = olga.go(link)
    desk.get_by_role("button", name="Open the page").click()
    backup = desk.get_by_role("row", name="Last good backup")
    expect(backup).to_contain_text("look after it")
    assert link.partition("#")[2] not in desk.url and desk.evaluate("document.cookie") == ""
    expect(desk.get_by_text("A name that hurts.")).to_be_visible()
    expect(desk.get_by_text("from somebody who watches, about this table")).to_be_visible()
    desk.get_by_role("button", name="Look at who sits there").click()
    desk.get_by_role("combobox", name="What").select_option("no-lobby")
    desk.get_by_role("textbox", name="Why; the person reads it").fill("It hurts others.")
    desk.get_by_role("button", name="Impose").click()
    expect(desk.get_by_role("button", name="Lift")).to_have_count(2)  # of the person, and of all
    done = desk.get_by_role("button", name="Done with it")
    for left in (1, 0):
        desk.get_by_role("textbox", name="What became of it").first.fill("Spoken to.")
        done.first.click()
        expect(done).to_have_count(left)
    expect(desk.get_by_text("No report waits.")).to_be_visible()

    # Its person reads it, says something, and reads the answer.
    page = bob.go()
    expect(page.get_by_text("It hurts others.")).to_be_visible()
    page.get_by_role("textbox", name="What you say to it").fill("It was a joke.")
    page.get_by_role("button", name="Appeal").click()
    expect(page.get_by_text("You said: It was a joke.")).to_be_visible()
    command = [sys.executable, "-m", "rivertable", "backup", str(cared.folder / "backup")]
    subprocess.run([*command, "--data", str(cared.folder / "data")], check=True, capture_output=True)
    desk.get_by_role("button", name="Look again").click()
    expect(backup).to_contain_text("fine")
    appeals = desk.get_by_role("region", name="Sanctions and appeals")
    expect(appeals.get_by_text("It was a joke.")).to_be_visible()
    appeals.get_by_role("textbox", name="Answer").fill("Not a good one.")
    appeals.get_by_role("button", name="Send the answer").click()
    expect(desk.get_by_text("answer-appeal")).to_be_visible()
    page = bob.go()
    expect(page.get_by_text("Answer: Not a good one.")).to_be_visible()

    # She keeps apart from nobody any more.
    page = ada.go()
    expect(page.get_by_text("Player 2, blocked on")).to_be_visible()
    page.get_by_role("button", name="No longer").click()
    expect(page.get_by_text("Player 2, blocked on")).to_be_hidden()
    assert ada.close() == bob.close() == olga.close() == []
    for each in (party, waiting, listed):
        each.close()
