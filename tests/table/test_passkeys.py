"""Passkeys: registered under a name, and a way to be found by them; nothing else opens it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import cbor2
import pytest
from sqlalchemy import text as sql

from rivertable.table.errors import BadPasskeyError, NoPersonError
from rivertable.table.passkeys import CHALLENGE_SECONDS, PASSKEYS_AT_MOST, Passkeys, can_have_passkeys
from rivertable.table.people import ERASURE_DAYS, People
from rivertable.table.store.database import Database
from rivertable.table.store.server_secrets import ServerSecrets
from rivertable.table.tables import Tables
from rivertable.table.web.access import Access
from rivertable.table.web.limits import Limits, Rate

from .authenticators import Authenticator
from .days import Days, days
from .in_process import SITE, Server, running
from .problem_documents import check_refused
from .push_devices import decode, encode
from .servers import Cluster
from .tables import make_table
from .test_people import NAME, Browser, named

__all__ = ["days"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("passkeys"), has_jobs=False) as made:
        yield made


def register(browser: Browser, phone: Authenticator) -> Any:
    return browser.do("POST", "/passkeys", phone.register(browser.do("POST", "/passkey/new"), SITE))


def ask(server: Server) -> Any:
    return Browser(server).do("POST", "/passkey/ask")


def refused(server: Server, answer: Any, status: int = 409) -> str:
    """Return by which sentence somebody who comes with a passkey is refused; no cookie is given."""
    browser = Browser(server)
    response = browser.call("POST", "/passkey", answer)
    assert browser.cookie is None
    detail: str = check_refused(response, "POST", "/api/me/passkey", status).detail
    return detail


NOT_ASKED = "What the passkey answered is not what this server has asked for. Try again."
NOT_IN_TIME = "This took too long, or was answered already. Try again."


def test_a_passkey_opens_the_same_tables_on_another_device(server: Server) -> None:
    table = make_table(server, "market", 2)
    laptop, phone = named(server), Authenticator()
    laptop.do("POST", "/tables", {"table": table.id, "secret": table.secrets[1]})
    assert laptop.do("GET", "/passkeys") == {"passkeys": []}
    (kept,) = register(laptop, phone)["passkeys"]
    assert (kept["label"], kept["host"], kept["is_for_here"], kept["used_at"]) == ("A phone", "table.test", True, None)
    # An authenticator that has one already is asked for no other.
    known = laptop.do("POST", "/passkey/new")["options"]["excludeCredentials"]
    assert [decode(one["id"]) for one in known] == [phone.id]
    for devices in (2, 3):
        other = Browser(server)
        assert other.do("POST", "/passkey", phone.sign(ask(server), SITE))["devices"] == devices
        assert [one["secret"] for one in other.do("GET", "/tables")] == [table.secrets[1]]
    assert laptop.do("GET", "/passkeys")["passkeys"][0]["used_at"] is not None
    # Its name is the person's to give; and the last one stays until there is a code.
    address = f"/passkeys/{kept['passkey']}"
    assert laptop.do("POST", address, {"label": "Blue"})["passkeys"][0]["label"] == "Blue"
    assert [one["label"] for one in laptop.do("GET", "/data")["passkeys"]] == ["Blue"]
    stranger = named(server, "Bob")
    for method, body in (("POST", {"label": "Mine"}), ("DELETE", None)):
        response = stranger.call(method, address, body)
        assert check_refused(response, method, "/api/me/passkeys/{passkey}", 404).code == "no-such-entry"
    assert (
        check_refused(laptop.call("DELETE", address), "DELETE", "/api/me/passkeys/{passkey}", 409).code == "wrong-state"
    )
    laptop.do("POST", "/code")
    assert laptop.do("DELETE", address) == {"passkeys": []}
    assert refused(server, phone.sign(ask(server), SITE), 401) == "Nobody has this passkey."


def test_only_what_was_asked_here_and_now_is_taken(tmp_path: Path, days: Days) -> None:
    """No other challenge, no second time, not later, not for another site or person, by no other key."""
    with running(tmp_path, has_jobs=False) as server:
        ada, phone, thief = named(server), Authenticator(), Authenticator()
        foreign = "https://table.test.evil.example"
        asked = [ada.do("POST", "/passkey/new") for _ in range(6)]
        late = phone.register(asked[4], SITE)
        wrong = [
            (phone.register(asked[0] | {"token": asked[1]["token"]}, SITE), NOT_ASKED),
            (phone.register(asked[0], foreign), NOT_ASKED),
            (phone.register(asked[0], SITE), NOT_IN_TIME),  # the one before has used it up
            (phone.register(asked[1], SITE), NOT_IN_TIME),
            (phone.register(_for_host(asked[2], "evil.example"), SITE), NOT_ASKED),
            (phone.register(ask(server) | {"options": asked[3]["options"]}, SITE), NOT_IN_TIME),
        ]
        for answer, sentence in wrong:
            response = ada.call("POST", "/passkeys", answer)
            assert check_refused(response, "POST", "/api/me/passkeys", 409).detail == sentence
        # What one device was asked no other one answers, not even with a name.
        stolen = named(server, "Eve").call("POST", "/passkeys", phone.register(asked[5], SITE))
        assert stolen.json()["detail"] == NOT_IN_TIME
        ada.do("POST", "/passkeys", phone.register(asked[3], SITE))
        again = ada.call("POST", "/passkeys", phone.register(asked[5], SITE))
        assert again.json()["detail"] == "This passkey is registered already."

        thief.handle = phone.handle
        answers = [phone.sign(ask(server), SITE) for _ in range(2)]
        assert Browser(server).do("POST", "/passkey", answers[0])["name"] == NAME
        assert refused(server, answers[0]) == NOT_IN_TIME
        assert refused(server, answers[1] | {"token": ask(server)["token"]}) == NOT_ASKED
        assert refused(server, phone.sign(ask(server), foreign)) == NOT_ASKED
        assert refused(server, phone.sign(_for_host(ask(server), "evil.example"), SITE)) == NOT_ASKED
        assert refused(server, thief.sign(ask(server), SITE), 401) == "Nobody has this passkey."
        assert refused(server, thief.sign(ask(server), SITE, credential=encode(phone.id))) == NOT_ASKED
        assert refused(server, phone.sign(ask(server), SITE, user_handle="AAAA"), 401) == "Nobody has this passkey."
        asked_once = ask(server)
        as_new = asked_once | {"options": asked_once["options"] | {"rp": {"id": "table.test"}, "user": {"id": ""}}}
        made = Authenticator().register(as_new, SITE)["client_data"]
        assert refused(server, phone.sign(asked_once, SITE, client_data=made)) == NOT_ASKED
        # A count that has gone back: somebody else counts, too.
        phone.count = 0
        assert "may have been copied" in refused(server, phone.sign(ask(server), SITE))
        late_answer = phone.sign(ask(server), SITE)
        days.move(CHALLENGE_SECONDS + 1)
        assert refused(server, late_answer) == NOT_IN_TIME
        assert ada.call("POST", "/passkeys", late).json()["detail"] == NOT_IN_TIME
        ask(server)
        with server.database.read() as connection:
            assert connection.execute(sql("SELECT count(*) FROM challenge")).scalar_one() == 1


def _for_host(asked: Any, host: str) -> Any:
    options = asked["options"]
    changed = {"rpId": host} if "rpId" in options else {"rp": {"id": host}}
    return asked | {"options": options | changed}


def test_a_synced_passkey_counts_nothing_and_comes_all_the_same(server: Server) -> None:
    phone = Authenticator(is_synced=True)
    assert register(named(server), phone)["passkeys"][0]["is_synced"] is True
    for _ in range(2):
        assert Browser(server).do("POST", "/passkey", phone.sign(ask(server), SITE))["name"] == NAME


def test_whatever_is_broken_in_an_answer_is_refused(server: Server) -> None:
    """Bytes that are no answer of an authenticator: never a fault, and nothing that opens anything."""
    ada, phone, random = named(server), Authenticator(), Random(22)
    ada.do("POST", "/code")
    whole = decode(phone.register(ada.do("POST", "/passkey/new"), SITE)["attestation"])
    data = cbor2.loads(whole)["authData"]
    at = data.index(phone.id) + len(phone.id)
    forged: list[bytes] = [
        b"\x00",
        b"\xa0",
        cbor2.dumps([1]),
        cbor2.dumps({"fmt": "none", "authData": 1, "attStmt": {}}),
    ]
    for statement in ({}, {"sig": b"x", "alg": -7}, {"sig": b"x", "alg": -7, "x5c": [b"x"]}, {"x5c": [b"x"]}, 1):
        for kind in ("packed", "tpm", "apple", "fido-u2f", "android-key", "android-safetynet", "other", 1):
            forged.append(cbor2.dumps({"fmt": kind, "attStmt": statement, "authData": data}))
    for key in (1, {}, {1: 2}, {1: 2, 3: -7, -1: 1, -2: "x", -3: 1}, {1: 3, 3: -257, -1: b"n"}, {1: 1, 3: -8, -1: 9}):
        forged.append(cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data[:at] + cbor2.dumps(key)}))
    for _ in range(40):
        bits = bytearray(whole)
        bits[random.randrange(len(bits))] ^= 1 << random.randrange(8)
        forged.append(bytes(bits[: random.choice([len(bits), random.randrange(1, len(bits))])]))
    for attestation in forged:
        sent = phone.register(ada.do("POST", "/passkey/new"), SITE, attestation=encode(attestation))
        response = ada.call("POST", "/passkeys", sent)
        if response.status_code != 200:
            check_refused(response, "POST", "/api/me/passkeys", 409)
            continue
        # A bit of its own name has changed, or of its key; then it signs nothing.
        (kept,) = response.json()["passkeys"]
        signed = Browser(server).call("POST", "/passkey", phone.sign(ask(server), SITE))
        assert signed.status_code in (200, 401, 409), signed.text
        ada.do("DELETE", f"/passkeys/{kept['passkey']}")
    register(ada, phone)
    for field in ("client_data", "authenticator_data", "signature"):
        held = decode(phone.sign(ask(server), SITE)[field])
        for broken in (b"\x00", held[:-1], held[:20], bytes([held[0] ^ 1]) + held[1:], held + b"\x00"):
            assert refused(server, phone.sign(ask(server), SITE, **{field: encode(broken)})) == NOT_ASKED


def test_there_are_limits(tmp_path: Path) -> None:
    with running(tmp_path, Limits(people=Rate(3, 0.1)), has_jobs=False) as server:
        ada = named(server)
        tried = [Browser(server).call("POST", "/passkey/ask").status_code for _ in range(4)]
        assert tried == [200] * 2 + [429] * 2
        for _ in range(PASSKEYS_AT_MOST):
            register(ada, Authenticator())
        response = ada.call("POST", "/passkey/new")
        assert check_refused(response, "POST", "/api/me/passkey/new", 409).code == "wrong-state"


@pytest.mark.parametrize(
    ("site", "can"),
    [
        ("https://table.example.org", True),
        ("https://table.example.org:8443", True),
        ("http://localhost:8000", True),
        ("http://table.example.org", False),
        ("http://192.168.1.7:8000", False),
        ("https://192.168.1.7", False),
        ("http://127.0.0.1:8000", False),
        ("https://[::1]:8000", False),
    ],
)
def test_passkeys_are_where_browsers_offer_them(site: str, can: bool) -> None:
    assert can_have_passkeys(site) is can


def test_where_there_are_none_that_is_said(tmp_path: Path) -> None:
    with running(tmp_path, access=Access(public_url="http://192.168.1.7:8000"), has_jobs=False) as server:
        ada = named(server)
        assert ada.do("GET")["passkeys_at"] is None and ada.do("GET", "/data")["passkeys"] == []
        for method, path in (("GET", "/passkeys"), ("POST", "/passkey/new"), ("POST", "/passkey/ask")):
            response = ada.call(method, path)
            assert check_refused(response, method, f"/api/me{path}", 409).detail.endswith("there are no passkeys.")


def test_the_same_holds_on_postgresql_and_who_is_erased_has_none(postgres: Cluster) -> None:
    database, secrets = Database(postgres.database()), ServerSecrets.fresh()
    database.migrate()
    people = People(Tables(database, secrets.erasure_key), secrets)
    found, renamed = (Passkeys(database, people, secrets, site) for site in (SITE, "https://other.test"))
    ada, phone = people.arrive(NAME), Authenticator()
    token, options = found.ask_for_new(ada)
    made = phone.register({"token": token, "options": options}, SITE)
    found.add(ada, token, _told(made, attestationObject="attestation"), "A phone")
    (kept,) = people.passkeys(ada)
    assert found.is_for_here(kept) and not renamed.is_for_here(kept)
    phone.count = 2**32 - 2  # the last one that there is

    def come(phone: Authenticator) -> Any:
        token, options = found.ask_to_come()
        signed = phone.sign({"token": token, "options": options}, SITE)
        told = _told(signed, authenticatorData="authenticator_data", signature="signature")
        return found.come(token, phone.id, phone.handle, told)

    assert come(phone).person.id == ada.person.id
    phone.count = 5
    with pytest.raises(BadPasskeyError):
        come(phone)
    people.erase_later(ada, is_wanted=True)
    people.sweep(time.time() + (ERASURE_DAYS + 1) * 86_400.0)
    with pytest.raises(NoPersonError):
        come(phone)
    with database.read() as connection:
        assert connection.execute(sql("SELECT count(*) FROM passkey")).scalar_one() == 0
    database.close()


def _told(sent: Any, **fields: str) -> Any:
    response = {"clientDataJSON": sent["client_data"]} | {name: sent[own] for name, own in fields.items()}
    return {"id": sent["credential"], "rawId": sent["credential"], "type": "public-key", "response": response}
