"""The deal of the day on a phone: from the link on the start page to the squares that are shared."""

import random
import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, expect

from table.servers import Server, served

from .beside import play_out
from .hands import Finger, Player, expect_result
from .visitors import NO_WIDER, Visitor

OWN_TURNS = 12
"""Turns that are played past the page before it takes the game to its end."""


@pytest.fixture(scope="module")
def keeping(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that lets people take a name."""
    made = Server(tmp_path_factory.mktemp("days"), variables={"RIVERTABLE_PEOPLE": "true"})
    with served(made):
        yield made
    assert made.complaints == []


def play_beside(http: httpx.Client, table: str, secret: str, turns: int) -> None:
    """Take so many turns at random over the API, or fewer if the game ends."""
    headers, rng, since = {"Authorization": f"Bearer {secret}"}, random.Random(5), 0
    while turns:
        news = http.get(f"/api/tables/{table}/events", params={"since": since, "wait": 5}, headers=headers).json()
        view, since = news["table"], news["version"]
        if view["status"] == "over":
            return
        if view["turn"]["seat"] != 0:
            continue
        wanted: dict[str, Any] = {"version": since, "decisions": []}
        while not (draft := http.post(f"/api/tables/{table}/draft", json=wanted, headers=headers).json())[
            "is_complete"
        ]:
            wanted["decisions"].append(rng.choice(draft["choices"])["decision"])
        key = f"beside-{since:06d}"
        assert http.post(f"/api/tables/{table}/moves", json=wanted | {"key": key}, headers=headers).is_success
        turns -= 1


def test_from_the_link_to_the_shared_squares(browser: Browser, keeping: Server) -> None:
    with httpx.Client(base_url=keeping.address, trust_env=False) as other:
        other.post("/api/me", json={"name": "Ben"}).raise_for_status()
        begun = other.post("/api/me/days/glassworks/2", json={"name": "Ben"}).json()
        play_beside(other, begun["table"], begun["secret"], 500)
    phone = Visitor(browser, keeping.address, width=390, height=844, has_touch=True, is_mobile=True)
    phone.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=keeping.address)
    page = phone.go()
    page.get_by_role("textbox", name="Name").fill("Ada")
    page.get_by_role("button", name="Take this name").tap()
    expect(page.get_by_text("You are Ada, on this device only.")).to_be_visible()
    page.get_by_role("link", name="Deal of the day").tap()
    expect(page.get_by_role("heading", name="1 game that counts")).to_be_hidden()
    page.get_by_role("radio", name="2", exact=True).tap()
    expect(page.get_by_role("heading", name="1 game that counts")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="Ben")).to_be_visible()
    assert page.evaluate(NO_WIDER)
    page.get_by_role("button", name="Play", exact=True).tap()
    page.wait_for_url("**/t/**")
    (held,) = page.evaluate("() => JSON.parse(localStorage.getItem('rivertable.tables'))")
    # The page asks for drafts of turns that are taken beside it.
    phone.expect("409.*/draft")
    with httpx.Client(base_url=keeping.address, trust_env=False) as beside:
        play_beside(beside, held["table"], held["seats"][0]["secret"], OWN_TURNS)
    Player(page, Finger(), seed=2).play()
    expect_result(page)
    result = page.get_by_role("region", name="The deal of the day")
    expect(result).to_contain_text(re.compile(r"Better than (0|50|100)% of the field: place [12] of 2\."))
    # Others may still play it: nothing of the deal can be told.
    for name in ("Review", "Save the record", "Share this game", "Rematch"):
        expect(page.get_by_role("button", name=name, exact=True)).to_be_hidden()
    result.get_by_role("button", name="Copy the squares to share").tap()
    expect(result.get_by_text("Copied")).to_be_visible()
    shared = page.evaluate("() => navigator.clipboard.readText()")
    first, line, address = shared.splitlines()
    assert first.endswith(page.evaluate("() => new Date().toISOString().slice(0, 10)"))
    assert re.fullmatch("🟩{0,10}⬜{0,10} (0|50|100)%", line) and len(line.split()[0]) == 10
    assert address == f"{keeping.address}/day"
    page.get_by_role("link", name="Deal of the day").tap()
    page.get_by_role("radio", name="2", exact=True).tap()
    expect(page.get_by_role("link", name="To my game")).to_be_visible()
    expect(page.get_by_role("heading", name="2 games that count")).to_be_visible()
    # Whoever has the link alone sees nothing of it.
    stranger = Visitor(browser, keeping.address)
    stranger.expect("403")
    seen = stranger.go(f"/t/{held['table']}")
    expect(seen.get_by_text("it is sealed until")).to_be_visible()
    assert [*phone.close(), *stranger.close()] == []


def test_who_is_rated_best_and_the_line_of_ones_own(browser: Browser, keeping: Server) -> None:
    with (
        httpx.Client(base_url=keeping.address, trust_env=False) as ada,
        httpx.Client(base_url=keeping.address, trust_env=False) as ben,
    ):
        for http, name in ((ada, "Ada the rated"), (ben, "Ben the rated")):
            http.post("/api/me", json={"name": name}).raise_for_status()
        for _ in range(2):
            wanted = {"game": "market", "seats": [{"kind": "person"}] * 2, "is_rated": True}
            made = ada.post("/api/tables", json=wanted).json()
            path, secrets = f"/api/tables/{made['table']}", [seat["secret"] for seat in made["seats"]]
            for seat, http in enumerate((ada, ben)):
                headers = {"Authorization": f"Bearer {secrets[seat]}"}
                http.post(f"{path}/seats/{seat}", json={"name": "x"}, headers=headers).raise_for_status()
                http.post("/api/me/tables", json={"table": made["table"], "secret": secrets[seat]}).raise_for_status()
            host = {"Authorization": f"Bearer {made['host']}"}
            ada.post(f"{path}/start", json={}, headers=host).raise_for_status()
            play_out(ada, made["table"], dict(enumerate(secrets)))
        visitor = Visitor(browser, keeping.address, width=390, height=844)
        key = ada.cookies["rivertable"]
        visitor.context.add_cookies([{"name": "rivertable", "value": key, "url": f"{keeping.address}/api/me"}])
        visitor.context.add_init_script("localStorage.setItem('rivertable.named', 'true')")
        page = visitor.go("/ratings")
        own = page.get_by_role("region", name="River Market · 2 players · live")
        expect(own).to_contain_text(re.compile(r"1\d\d\d ± \d+ \?"))
        expect(own.get_by_role("img", name=re.compile(r"From 1\d\d\d to 1\d\d\d"))).to_be_visible()
        page.get_by_label("Game").select_option("market")
        expect(page.get_by_role("listitem").filter(has_text="Ben the rated")).to_be_visible()
        assert page.evaluate(NO_WIDER)
        assert visitor.close() == []
