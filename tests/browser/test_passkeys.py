"""A passkey of one browser finds the same tables in another; and where there can be none, the page says why."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, CDPSession, Page, expect

from table.clients import Party
from table.servers import Server, served

from .visitors import Visitor, words_of

WORDS = words_of("en", "people")
OPTIONS = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


class Phone:
    """The authenticator of a page, as its platform would be one."""

    def __init__(self, page: Page) -> None:
        self._session: CDPSession = page.context.new_cdp_session(page)
        self._session.send("WebAuthn.enable")
        self._id = self._session.send("WebAuthn.addVirtualAuthenticator", {"options": OPTIONS})["authenticatorId"]

    def credentials(self) -> list[Any]:
        found: list[Any] = self._session.send("WebAuthn.getCredentials", {"authenticatorId": self._id})["credentials"]
        return found

    def take(self, credential: Any) -> None:
        """Have the passkey of another one, too, as those have that a person's devices share."""
        self._session.send("WebAuthn.addCredential", {"authenticatorId": self._id, "credential": credential})


@pytest.fixture(scope="module")
def keeping(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    made = Server(tmp_path_factory.mktemp("passkeys"), variables={"RIVERTABLE_PEOPLE": "true"})
    with served(made):
        yield made
    # Of the passkey that counts otherwise.
    assert len(made.complaints) == 1 and "counted" in made.complaints[0]


def test_a_passkey_finds_the_same_tables_in_another_browser(browser: Browser, keeping: Server) -> None:
    address = f"http://localhost:{keeping.port}"
    party = Party([keeping.address], "glassworks", ["person", "person"])
    laptop, phone = Visitor(browser, address), Visitor(browser, address, width=390, height=844)
    page = laptop.go()
    own = Phone(page)
    page.get_by_role("textbox", name="Name").fill("Ada")
    page.get_by_role("button", name="Take this name").click()
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_text("Chrome · Linux, since")).to_be_visible()
    expect(page.get_by_text(WORDS["passkey_alone"])).to_be_visible()
    with page.expect_response(lambda reply: reply.url.endswith("/api/me/tables") and reply.request.method == "POST"):
        laptop.go(f"/t/{party.table}#0.{party.person(0).secret}")
    (made,) = own.credentials()
    assert made["rpId"] == "localhost" and made["isResidentCredential"]

    other = phone.go()
    theirs = Phone(other)
    theirs.take(made)
    other.get_by_role("button", name="Use a passkey").click()
    expect(other.get_by_text("You are Ada, on 2 devices.")).to_be_visible()
    expect(other.locator(f"a[href='/t/{party.table}']")).to_be_visible()
    held = other.evaluate("() => JSON.parse(localStorage.getItem('rivertable.tables'))")
    assert held[0]["seats"] == [{"seat": 0, "secret": party.person(0).secret}]
    other.get_by_role("button", name="Rename").click()
    other.get_by_role("textbox", name="Name of the passkey").fill("My phone")
    other.get_by_role("button", name="Keep this name").click()
    expect(other.get_by_text("My phone, since")).to_be_visible()

    # The laptop's copy has counted less: one of the two may be a thief's, and a code is the way in.
    page = laptop.go()
    page.get_by_role("button", name="Forget me on this device").click()
    page.get_by_role("button", name="Forget me on this device").nth(1).click()
    laptop.expect("409")
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_role("alert")).to_contain_text("may have been copied")

    # The last one goes only where there is a code; then it opens nothing, and its browser forgets it.
    phone.expect("409|401")
    other.get_by_role("button", name="Remove", exact=True).click()
    expect(other.get_by_role("alert")).to_contain_text("Take a code first")
    other.get_by_role("button", name="Show a new code").click()
    expect(other.get_by_role("status").filter(has_text="-")).to_be_visible()
    other.get_by_role("button", name="Remove", exact=True).click()
    expect(other.get_by_text("My phone, since")).to_be_hidden()
    other.get_by_role("button", name="Forget me on this device").click()
    other.get_by_role("button", name="Forget me on this device").nth(1).click()
    other.get_by_role("button", name="Use a passkey").click()
    expect(other.get_by_role("alert")).to_contain_text("Nobody has this passkey.")
    assert theirs.credentials() == []
    assert laptop.close() == phone.close() == []
    party.close()


def test_where_there_can_be_none_one_sentence_says_why(browser: Browser, keeping: Server) -> None:
    """By http from the network, and on this computer by another address than the one at which they hold."""
    by_network = httpx.post(f"{keeping.address}/api/house").json().get("address")
    for address, sentence in (
        (by_network, WORDS["passkey_insecure"]),
        (keeping.address, WORDS["passkey_elsewhere"].format(site=f"http://localhost:{keeping.port}")),
    ):
        visitor = Visitor(browser, address or keeping.address)
        if address is None:  # this computer is in no network: a page is told what it would be there
            visitor.context.add_init_script("Object.defineProperty(globalThis, 'isSecureContext', { value: false })")
        visitor.expect("Cross-Origin-Opener-Policy header has been ignored")  # as by http in any network
        page = visitor.go()
        page.get_by_text("I have a code").click()
        expect(page.get_by_text(sentence)).to_be_visible()
        page.get_by_role("textbox", name="Name").fill("Ada")
        page.get_by_role("button", name="Take this name").click()
        expect(page.get_by_role("heading", name="Passkeys")).to_be_visible()
        expect(page.get_by_text(sentence)).to_be_visible()
        expect(page.get_by_role("button", name="passkey")).to_have_count(0)
        assert visitor.close() == []
