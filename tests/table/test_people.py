"""A name that finds its tables again: on every device, by a code, by nobody else; and erased when it is asked for."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from http.cookies import SimpleCookie
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from sqlalchemy import text as sql

from rivertable.core.game import GAMES
from rivertable.core.match import check
from rivertable.core.record import read_document
from rivertable.table.backup import backup, restore
from rivertable.table.errors import NoPersonError
from rivertable.table.people import ERASURE_DAYS, People
from rivertable.table.store.database import Database, sqlite_url
from rivertable.table.store.place import StorePlace
from rivertable.table.store.server_secrets import open_secrets
from rivertable.table.tables import Plan, SeatPlan, Tables
from rivertable.table.web.limits import Limits, Rate

from .days import Days, days
from .in_process import HOST, SITE, Document, Server, running
from .problem_documents import check_refused, document, operations, problem_in
from .servers import Cluster
from .tables import make_table, play_at_random, start_table
from .test_api_canaries import logged

__all__ = ["days"]
NAME = "Ada of the marker quokka"
NEEDS_A_NAME = [
    (method, path)
    for method, path in operations()
    if {"APIKeyCookie": []} in (needed := document()["paths"][path][method.lower()].get("security", []))
    and {} not in needed
]


class Browser:
    """A browser with a cookie jar of its own; those of one server share nothing."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self.cookie: str | None = None
        self.told = SimpleCookie()
        """The cookie as it was set last."""

    def call(self, method: str, path: str, body: Any = None, **headers: str) -> httpx.Response:
        self._server.run(_clear(self._server))
        if self.cookie:
            headers["Cookie"] = f"rivertable={self.cookie}"
        response = self._server.call(method, f"/api/me{path}", body, headers=headers)
        if "set-cookie" in response.headers:
            self.told = SimpleCookie(response.headers["set-cookie"])
            self.cookie = self.told["rivertable"].value or None
        return response

    def do(self, method: str, path: str = "", body: Any = None) -> Any:
        response = self.call(method, path, body)
        assert response.is_success, response.text
        return response.json()


async def _clear(server: Server) -> None:
    server._client.cookies.clear()


async def _use(server: Server, scheme: str) -> None:
    server._client.base_url = httpx.URL(f"{scheme}://{HOST}")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with running(tmp_path, has_jobs=False) as made:
        yield made


def named(server: Server, name: str = NAME) -> Browser:
    browser = Browser(server)
    browser.do("POST", body={"name": name})
    return browser


def test_a_name_is_a_cookie_that_scripts_and_other_sites_never_have(server: Server) -> None:
    browser = Browser(server)
    nobody = {"is_offered": True, "name": None, "has_code": False, "devices": 0, "erased_from": None}
    nobody["passkeys_at"] = SITE
    assert browser.do("GET") == nobody and browser.cookie is None
    assert browser.do("POST", body={"name": NAME}) == nobody | {"name": NAME, "devices": 1}
    for _ in range(2):
        told = browser.told["rivertable"]
        assert (told["path"], told["samesite"], int(told["max-age"])) == ("/api/me", "lax", 400 * 86_400)
        assert told["httponly"] is True and told["secure"] == ""
        assert browser.cookie is not None and len(browser.cookie) == 43
        browser.told = SimpleCookie()
        assert browser.do("GET")["name"] == NAME  # each visit renews it
    assert browser.do("POST", body={"name": "Another"})["devices"] == 1
    server.run(_use(server, "https"))
    browser.do("GET")
    assert browser.told["rivertable"]["secure"] is True
    server.run(_use(server, "http"))
    for method, path in (("POST", ""), ("POST", "/code"), ("DELETE", "")):
        refused = browser.call(method, path, {"name": "x"}, Origin="https://evil.example")
        assert (problem_in(refused).code, refused.status_code) == ("foreign-origin", 403)
    assert browser.do("GET")["name"] == "Another"
    browser.do("POST", "/leave")
    assert browser.cookie is None and browser.do("GET") == nobody


def test_five_seats_in_five_tabs_of_one_browser_are_found_again_by_a_code(server: Server) -> None:
    table = make_table(server, "market", 5)
    first = named(server)
    for secret in (*table.secrets, table.host):
        kept = first.do("POST", "/tables", {"table": table.id, "secret": secret})
        assert kept["secret"] == secret and kept["table"] == table.id
    assert first.call("POST", "/tables", {"table": table.id, "secret": "A" * 22}).status_code == 401
    code = first.do("POST", "/code")["code"]
    assert len(code.replace("-", "")) == 16
    server.post(f"{table.path}/start", {}, table.host)
    second = Browser(server)
    spoken = code.lower().replace("-", " ").replace("0", "o").replace("1", "l")
    assert second.do("POST", "/recover", {"code": spoken})["devices"] == 2
    found = second.do("GET", "/tables")
    assert {(one["seat"], one["secret"]) for one in found} == {*enumerate(table.secrets), (None, table.host)}
    assert sum(one["is_my_turn"] for one in found) == 1
    for one in found:
        view = server.get(table.path, one["secret"])
        assert view["viewer"] == one["seat"]
    renewed = second.do("POST", "/code")["code"]
    for gone in (code, "0" * 16, ""):
        assert Browser(server).call("POST", "/recover", {"code": gone}).status_code in (401, 422)
    assert Browser(server).do("POST", "/recover", {"code": renewed})["name"] == NAME


def test_nobody_has_anything_of_somebody_else(server: Server, tmp_path: Path) -> None:
    """By no address, in no log, and not from the store alone."""
    with logged() as lines:
        ada, bob = named(server), named(server, "Bob")
        table = start_table(server, "glassworks")
        ada.do("POST", "/tables", {"table": table.id, "secret": table.secrets[0]})
        code = ada.do("POST", "/code")["code"]
        ada.do("GET", "/data")
        bobs = "".join(bob.call(*one).text for one in (("GET", ""), ("GET", "/tables"), ("GET", "/data")))
    assert ada.cookie is not None
    secrets = [ada.cookie, code, code.replace("-", ""), table.secrets[0], table.id]
    assert not any(secret in bobs or secret in lines.getvalue() for secret in secrets)
    assert NAME not in bobs and NAME not in lines.getvalue()
    bob.cookie = "A" * 43
    for browser in (Browser(server), bob):
        for method, path in NEEDS_A_NAME:
            wanted = _any_for(path) | {"table": table.id, "secret": table.secrets[0]}
            body = {key: wanted[key] for key in _WANTED.get(path, ())} or None
            refused = browser.call(method, _address(path), body if method == "POST" else None)
            assert check_refused(refused, method, path, 401).code == "no-person"
    assert ada.do("GET")["erased_from"] is None
    with server.database.read() as connection:
        connection.execute(sql("PRAGMA wal_checkpoint(TRUNCATE)"))
    stored = (tmp_path / "rivertable.sqlite3").read_bytes()
    assert not any(secret.encode() in stored for secret in secrets[:4])
    # A seat's secret opens no name, and a name no seat.
    bearer = {"Authorization": f"Bearer {table.secrets[0]}"}
    assert Browser(server).call("GET", "/data", **bearer).status_code == 401
    assert server.call("GET", table.path, headers={"Cookie": f"rivertable={ada.cookie}"}).json()["viewer"] is None


def test_names_are_not_kept_where_they_are_not_offered(tmp_path: Path) -> None:
    with running(tmp_path, has_jobs=False, has_people=False) as server:
        browser = Browser(server)
        assert browser.do("GET")["is_offered"] is False
        for method, path in [*NEEDS_A_NAME, *(("POST", f"/api/me{rest}") for rest in _OPEN)]:
            body = {key: _any_for(path)[key] for key in _WANTED.get(path, ())} if method == "POST" else None
            refused = browser.call(method, _address(path), body or None)
            assert check_refused(refused, method, path, 409).code == "wrong-state"
        assert browser.cookie is None


_OPEN = ("", "/recover", "/come", "/passkey/ask", "/passkey")
"""What may be asked without a name, so that somebody gets one."""


def _address(path: str) -> str:
    parts = dict.fromkeys(("contact", "entry", "sanction"), "0" * 32)
    parts |= {
        "table": "A" * 22,
        "seat": "0",
        "passkey": "0" * 64,
        "tournament": "A" * 22,
        "club": "A" * 22,
        "member": "0",
    }
    return path.removeprefix("/api/me").format_map(parts)


_WANTED = {
    "/api/me": ["name"],
    "/api/me/tournaments": ["name", "game", "players", "rounds"],
    "/api/me/tournaments/{tournament}/join": ["is_bot"],
    "/api/me/clubs": ["name"],
    "/api/me/clubs/{club}/tables": ["table"],
    "/api/me/recover": ["code"],
    "/api/me/come": ["code"],
    "/api/me/passkey": ["token", "credential", "client_data", "authenticator_data", "signature", "user_handle"],
    "/api/me/passkeys": ["token", "credential", "client_data", "attestation", "label"],
    "/api/me/passkeys/{passkey}": ["label"],
    "/api/me/tables": ["table", "secret"],
    "/api/me/transfer/answer": ["is_mine"],
    "/api/me/holidays": ["days"],
    "/api/me/hours": ["zone"],
    "/api/me/holidays/end": ["holiday"],
    "/api/me/invitations": ["table", "companion"],
    "/api/me/invitations/decline": ["table"],
    "/api/me/messages/mail": ["address", "language"],
    "/api/me/messages/webhook": ["kind", "address", "language"],
    "/api/me/tables/{table}/apart": ["seat", "kind"],
    "/api/me/tables/{table}/seats/{seat}": ["name"],
    "/api/me/tables/{table}/reports": ["text"],
    "/api/me/sanctions/{sanction}/appeal": ["text"],
}
_ANY: Document = {
    "name": "x",
    "code": "x",
    "table": "A" * 22,
    "secret": "A" * 22,
    "is_mine": True,
    "companion": "0" * 32,
    "holiday": "0" * 32,
    "days": 1,
    **{"game": "market", "players": 2, "rounds": 1, "is_bot": False},
    "zone": "Europe/Berlin",
    "language": "en",
    "kind": "ntfy",
    "seat": 0,
    "text": "x",
    "label": "x",
    "token": "A" * 43,
    **dict.fromkeys(("credential", "client_data", "attestation", "authenticator_data", "signature"), "AAAA"),
    "user_handle": "AAAA",
}


def _any_for(path: str) -> Document:
    address = "https://ntfy.example/t" if path.endswith("webhook") else "ada@people.test"
    return _ANY | {"address": address} | ({"kind": "mute"} if path.endswith("apart") else {})


def test_a_new_device_is_ones_own_once_that_is_confirmed(tmp_path: Path, days: Days) -> None:
    with running(tmp_path, has_jobs=False) as server:
        ada = named(server)
        assert ada.do("GET", "/transfer") == {"is_open": False, "is_asked": False}
        for is_mine in (False, True):
            code = ada.do("POST", "/transfer")["code"]
            assert len(code) == 9 and ada.do("GET", "/transfer") == {"is_open": True, "is_asked": False}
            phone, thief = Browser(server), Browser(server)
            assert phone.do("POST", "/come", {"code": code.lower()})["name"] is None
            # One device only, and it is nobody's yet.
            assert check_refused(thief.call("POST", "/come", {"code": code}), "POST", "/api/me/come", 401)
            assert phone.do("GET")["name"] is None and phone.call("GET", "/tables").status_code == 401
            assert ada.do("GET", "/transfer") == {"is_open": True, "is_asked": True}
            assert ada.do("POST", "/transfer/answer", {"is_mine": is_mine})["devices"] == 1 + is_mine
            assert phone.do("GET")["name"] == (NAME if is_mine else None)
            assert thief.call("POST", "/come", {"code": code}).status_code == 401
        # A long code is none to show, a short one none to be found by, and none holds for long.
        long, short = ada.do("POST", "/code")["code"], ada.do("POST", "/transfer")["code"]
        assert Browser(server).call("POST", "/come", {"code": long}).status_code == 401
        assert Browser(server).call("POST", "/recover", {"code": short}).status_code == 401
        days.move(601.0)
        assert Browser(server).call("POST", "/come", {"code": short}).status_code == 401
        assert ada.do("GET", "/transfer")["is_open"] is False


def test_codes_are_not_to_be_tried(tmp_path: Path) -> None:
    with running(tmp_path, Limits(people=Rate(3, 0.1)), has_jobs=False) as server:
        tried = [Browser(server).call("POST", "/recover", {"code": "0" * 16}).status_code for _ in range(5)]
        assert tried == [401] * 3 + [429] * 2
        assert Browser(server).call("POST", "", {"name": "x"}).status_code == 429


def test_who_is_erased_is_nobody_from_then_on(tmp_path: Path, days: Days) -> None:
    """Names, keys and links go; what was played stays; and a restore brings nobody back."""
    place = StorePlace(tmp_path / "data")
    place.data.mkdir()
    secrets = open_secrets(place.secrets_file)
    with running(place.data, has_jobs=False, secrets=secrets) as server:
        ada, bob = named(server), named(server, "Bob")
        table = start_table(server, "glassworks", seed="erased")
        for number, browser in enumerate((ada, bob)):
            browser.do("POST", "/tables", {"table": table.id, "secret": table.secrets[number]})
        play_at_random(server, table, 500, Random(1))
        told = ada.do("GET", "/data")
        assert (told["name"], [one["seat_name"] for one in told["tables"]]) == (NAME, ["Person 0"])
    backup(place, tmp_path / "backup")
    with running(place.data, has_jobs=False, secrets=secrets) as server:
        ada._server = bob._server = server
        people = server.context.people
        assert people is not None
        assert ada.do("DELETE")["erased_from"] is not None
        assert ada.do("POST", "/stay")["erased_from"] is None
        days.move((ERASURE_DAYS + 1) * 86_400.0)
        people.sweep(time.time())
        assert ada.do("GET")["name"] == NAME
        assert ada.do("DELETE")["erased_from"] is not None
        people.sweep(time.time())
        assert ada.do("GET")["name"] == NAME
        assert "Person 0" in server.call("GET", table.path).text
        days.move((ERASURE_DAYS + 1) * 86_400.0)
        people.sweep(time.time())
        check_erased(server, ada, bob, table.path)
    assert restore(place, tmp_path / "backup", is_replacing=True).erased == 1
    with running(place.data, has_jobs=False, secrets=secrets) as server:
        ada._server = bob._server = server
        check_erased(server, ada, bob, table.path)


def check_erased(server: Server, ada: Browser, bob: Browser, path: str) -> None:
    """Whether one of two people is gone, with the name at the table; the other one and the game are not."""
    cookie = ada.cookie
    assert ada.do("GET")["name"] is None and bob.do("GET")["name"] == "Bob"
    ada.cookie = cookie
    seen = [server.call("GET", path + rest).text for rest in ("", "/record", "/events")]
    assert not any("Person 0" in text for text in seen) and all("Person 1" in text for text in seen)
    record = json.loads(seen[1])
    assert not json.loads(seen[0])["is_damaged"] and len(record["turns"]) > 3
    check(read_document(record, "record"))
    with server.database.read() as connection:
        for table in ("person", "device", "link"):
            assert connection.execute(sql(f"SELECT count(*) FROM {table}")).scalar_one() == 1


def test_the_same_holds_on_postgresql_and_in_what_is_restored_from_it(tmp_path: Path, postgres: Cluster) -> None:
    place = StorePlace(database=postgres.database(), secrets=tmp_path / "secrets.json")
    secrets = open_secrets(place.secrets_file)
    database = Database(str(place.database))
    database.migrate()
    tables = Tables(database, secrets.erasure_key)
    people = People(tables, secrets)
    table_id, host, seats = tables.create(
        Plan(GAMES["market"].make_terms(2), (SeatPlan("person"), SeatPlan("person", name=NAME)))
    )
    ada, bob = people.arrive(NAME), people.arrive("Bob")
    for secret in (host, str(seats[1]), str(seats[1])):
        people.keep(ada, table_id, secret)
    again = people.recover(people.new_code(ada))
    assert {link.secret for link in people.links(again)} == {host, seats[1]} and people.links(bob) == []
    assert tables.open(table_id).seats[1].name == NAME
    backup(place, tmp_path / "before")
    people.erase_later(again, is_wanted=True)
    people.sweep(time.time() + (ERASURE_DAYS + 1) * 86_400.0)
    for gone in (ada, again):
        with pytest.raises(NoPersonError):
            people.visitor(gone.key)
    assert people.visitor(bob.key).person.name == "Bob"
    assert tables.open(table_id).seats[1].name is None
    tables.close()
    database.close()
    assert restore(place, tmp_path / "before", is_replacing=True).erased == 1
    backup(place, tmp_path / "after")
    assert restore(StorePlace(tmp_path / "other"), tmp_path / "after").erased == 0
    for store in (Database(str(place.database)), Database(sqlite_url(tmp_path / "other"))):
        found = People(Tables(store, secrets.erasure_key), secrets)
        assert found.visitor(bob.key).person.name == "Bob"
        with pytest.raises(NoPersonError):
            found.visitor(ada.key)
        with store.read() as connection:
            stored = connection.execute(sql("SELECT payload FROM event")).scalars().all()
        assert stored and not any(NAME in text for text in stored)
        store.close()
