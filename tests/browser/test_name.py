"""A name that finds its tables again in another browser, and that is not there unless it is offered."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from table.clients import Party
from table.servers import Server, served

from .conftest import Visit
from .visitors import Visitor, words_of


@pytest.fixture(scope="module")
def keeping(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that lets people take a name."""
    made = Server(tmp_path_factory.mktemp("names"), variables={"RIVERTABLE_PEOPLE": "true"})
    with served(made):
        yield made
    assert made.complaints == []


def section(page: Page) -> None:
    expect(page.get_by_role("heading", name="Your name")).to_be_visible()


def test_a_lost_link_is_found_by_a_code_in_another_browser(browser: Browser, keeping: Server) -> None:
    party = Party([keeping.address], "glassworks", ["person", "person"])
    laptop, phone = Visitor(browser, keeping.address), Visitor(browser, keeping.address, width=390, height=844)
    page = laptop.go()
    page.get_by_role("textbox", name="Name").fill("Ada")
    page.get_by_role("button", name="Take this name").click()
    expect(page.get_by_text("You are Ada, on this device only.")).to_be_visible()
    # A seat that is opened afterwards is kept at once.
    with page.expect_response(lambda reply: reply.url.endswith("/api/me/tables") and reply.request.method == "POST"):
        laptop.go(f"/t/{party.table}#0.{party.person(0).secret}")
    page = laptop.go()
    page.get_by_role("button", name="Show a new code").click()
    code = page.get_by_role("status").filter(has_text="-").inner_text()

    other = phone.go()
    section(other)
    expect(other.get_by_role("heading", name="Your tables")).to_be_hidden()
    other.get_by_text("I have a code").click()
    other.get_by_role("textbox", name="Code").fill(code.lower().replace("-", " "))
    other.get_by_role("button", name="Find my tables").click()
    expect(other.get_by_text("You are Ada, on 2 devices.")).to_be_visible()
    expect(other.locator(f"a[href='/t/{party.table}']")).to_be_visible()
    held = other.evaluate("() => JSON.parse(localStorage.getItem('rivertable.tables'))")
    assert [(one["table"], one["seats"]) for one in held] == [
        (party.table, [{"seat": 0, "secret": party.person(0).secret}])
    ]
    # Scripts have no way to the key itself.
    assert other.evaluate("() => document.cookie") == ""
    other.get_by_role("button", name="Erase me").click()
    other.get_by_role("button", name="Erase me in seven days").click()
    expect(other.get_by_text("All about you is erased on")).to_be_visible()
    other.get_by_role("button", name="Keep everything").click()
    expect(other.get_by_text("All about you is erased on")).to_be_hidden()
    other.get_by_role("button", name="Forget me on this device").click()
    other.get_by_role("button", name="Forget me on this device").nth(1).click()
    expect(other.get_by_role("button", name="Take this name")).to_be_visible()
    assert laptop.close() == phone.close() == []
    party.close()


def test_a_new_device_comes_by_a_code_that_the_old_one_shows(browser: Browser, keeping: Server) -> None:
    laptop, phone = Visitor(browser, keeping.address), Visitor(browser, keeping.address, width=390, height=844)
    page = laptop.go()
    page.get_by_role("textbox", name="Name").fill("Ben")
    page.get_by_role("button", name="Take this name").click()
    page.get_by_role("button", name="Add a device").click()
    code = page.get_by_role("status").filter(has_text="-").inner_text()
    expect(page.get_by_role("img", name="the address for your other device")).to_be_visible()
    expect(page.get_by_text(words_of("en")["waiting"]["only_here"])).to_be_visible()

    # The address alone does nothing: somebody has to press the button, and the other device to say yes.
    other = phone.go(f"/#code-{code}")
    expect(other.get_by_role("textbox", name="Code")).to_have_value(code)
    other.get_by_role("button", name="Find my tables").click()
    expect(other.get_by_text("Now say on your other device that this one is yours.")).to_be_visible()
    page.get_by_role("button", name="Yes, it is mine").click()
    for each in (page, other):
        expect(each.get_by_text("You are Ben, on 2 devices.")).to_be_visible()
    assert "code" not in other.url
    assert laptop.close() == phone.close() == []


def test_no_name_is_offered_on_ones_own_computer(visit: Visit) -> None:
    visitor = visit()
    with visitor.page.expect_response("**/api/me") as told:
        visitor.go()
    assert told.value.json()["is_offered"] is False
    expect(visitor.page.get_by_role("heading", name="Your name")).to_be_hidden()
