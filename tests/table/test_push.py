"""Messages that a browser shows by itself: encrypted for it, signed by the server, whatever a push service answers."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text as sql

from rivertable.core.errors import OptionError
from rivertable.table.backup import backup, restore
from rivertable.table.errors import BadAddressError
from rivertable.table.messages.contacts import GRACE_SECONDS, UNSEEN_SECONDS
from rivertable.table.messages.encryption import ServerKey, encrypt
from rivertable.table.messages.letters import TableNews, turn_letter
from rivertable.table.messages.push import PUSH_HOSTS, Push, body_of
from rivertable.table.messages.subscription import PushSettings, Subscription, push_settings
from rivertable.table.people import ERASURE_DAYS
from rivertable.table.store.place import StorePlace
from rivertable.table.store.server_secrets import ServerSecrets, open_secrets

from .days import Days, days
from .in_process import Server, running
from .problem_documents import problem_in
from .push_devices import Device, claims_of, decode
from .test_messages import OPEN, SITE, look, play, seated, waiting
from .test_people import Browser, named
from .test_webhooks import Hook, hook

__all__ = ["days", "hook"]
SUBJECT = "mailto:host@table.test"
GRACE = GRACE_SECONDS["push"]
KEY = ServerKey(b"k" * 32)


def channels_of(hook: Hook, key: ServerKey = KEY) -> dict[Any, Any]:
    return {"push": Push(PushSettings(SUBJECT, (hook.host,)), key)}


@pytest.fixture
def server(tmp_path: Path, hook: Hook, days: Days) -> Iterator[Server]:
    with running(tmp_path, access=OPEN, has_jobs=False, channels=channels_of(hook)) as made:
        yield made


def registered(server: Server, device: Device, browser: Browser | None = None, **more: Any) -> Browser:
    """Somebody with a name, whose browser shows messages."""
    ada = browser or named(server, "Ada")
    told = ada.do("GET", "/messages")
    assert told["kinds"] == ["push"]
    ada.do("POST", "/push", device.registration(told["server_key"], **more))
    return ada


def told_turn(server: Server, days: Days, table: Any, turns: int = 2) -> None:
    """Let a turn begin and wait for so long that it is told."""
    play(server, table, turns)
    days.move(GRACE + 1)
    look(server)


def contact_of(ada: Browser) -> Any:
    (contact,) = ada.do("GET", "/messages")["contacts"]
    return contact


def test_a_turn_is_shown_by_the_device_alone_and_says_nothing_secret(server: Server, hook: Hook, days: Days) -> None:
    phone = Device(hook.host)
    ada = registered(server, phone)
    assert contact_of(ada)["address"] == "Chrome on Android" and contact_of(ada)["is_here"] is True
    table = seated(server, ada, name="Sunday", clock={"kind": "turn", "seconds": 7_200})
    told_turn(server, days, table, 1)
    post = hook.next()
    assert post.path == phone.path
    told = phone.read(post.body)
    assert told["web_push"] == 8030 and told["mutable"] is True
    shown = told["notification"]
    assert shown["title"] == "Your turn: Sunday (River Valley Glassworks)" and "Your time ends on" in shown["body"]
    assert shown["navigate"] == shown["data"]["url"] == f"{SITE}/t/{table.id}"
    headers = post.headers
    assert headers["Content-Encoding"] == "aes128gcm" and headers["Urgency"] == "normal"
    assert 7_000 < int(headers["TTL"]) < 7_200 - GRACE
    assert headers["Topic"] == shown["tag"] and len(shown["tag"]) <= 32 and table.id not in shown["tag"]
    claims, key = claims_of(headers["Authorization"])
    assert claims["aud"] == f"http://{hook.host}" and claims["sub"] == SUBJECT and key == KEY.public
    assert time.time() < claims["exp"] <= time.time() + 86_400
    assert not any(secret in json.dumps(told) for secret in (*table.secrets, table.host, "Person", str(ada.cookie)))
    # In its last hour the next one is urgent, and takes the place of the first where that has not come yet.
    days.move(7_200 * 7 / 8)
    look(server)
    late = hook.next()
    assert late.headers["Urgency"] == "high" and late.headers["Topic"] == headers["Topic"]
    assert waiting(server) == 0 and hook.came.empty()


def test_what_a_push_service_answers_decides_what_becomes_of_the_device(server: Server, hook: Hook, days: Days) -> None:
    phone = Device(hook.host)
    ada = registered(server, phone)
    table = seated(server, ada)
    hook.answers = [(429, {"Retry-After": "300"}), (503, {}), (201, {})]
    told_turn(server, days, table, 1)
    first = phone.read(hook.next().body)["notification"]
    assert contact_of(ada)["last_outcome"] == "later"
    days.move(290.0)
    look(server)
    assert hook.came.empty()
    days.move(20.0)
    look(server)
    assert phone.read(hook.next().body)["notification"]["data"] == first["data"]
    days.move(125.0)
    look(server)
    assert phone.read(hook.next().body)["notification"]["data"] == first["data"]
    assert contact_of(ada)["last_detail"] == "201" and waiting(server) == 0
    # Too long for this one: once more, without what can be spared.
    hook.answers = [(413, {}), (201, {})]
    told_turn(server, days, table)
    assert "body" in phone.read(hook.next().body)["notification"]
    assert "body" not in phone.read(hook.next().body)["notification"]
    assert contact_of(ada)["last_outcome"] == "accepted"
    # The server is not taken for who may send here: that is said, and the device stays.
    hook.answers = [(403, {})]
    told_turn(server, days, table)
    hook.next()
    assert contact_of(ada)["last_outcome"] == "refused" and "key or contact" in contact_of(ada)["last_detail"]
    for status in (410, 404):
        hook.answers = [(status, {})]
        told_turn(server, days, table)
        hook.next()
        assert ada.do("GET", "/messages")["contacts"] == [] and waiting(server) == 0
        registered(server, phone, ada)


def test_a_test_says_whether_the_device_has_shown_it(server: Server, hook: Hook) -> None:
    phone, tablet = Device(hook.host), Device(hook.host, "tablet")
    ada, bob = registered(server, phone), registered(server, tablet)
    path = f"/contacts/{contact_of(ada)['id']}/test"
    assert contact_of(ada)["is_shown"] is None
    assert ada.do("POST", path) == {"outcome": "accepted", "detail": "200"}
    told = phone.read(hook.next().body)["notification"]
    assert contact_of(ada)["is_shown"] is False
    shown = {"message": told["data"]["id"]}
    bob.do("POST", "/push/shown", shown)
    ada.do("POST", "/push/shown", {"message": "0" * 32})
    assert contact_of(ada)["is_shown"] is False
    ada.do("POST", "/push/shown", shown)
    assert contact_of(ada)["is_shown"] is True
    hook.answers = [(410, {})]
    assert ada.do("POST", path) == {"outcome": "refused", "detail": "410"}
    assert ada.do("GET", "/messages")["contacts"] == []


def test_a_device_is_one_persons_and_has_one_registration(server: Server, hook: Hook, days: Days) -> None:
    phone = Device(hook.host)
    ada, bob = registered(server, phone), named(server, "Bob")
    before = contact_of(ada)["id"]
    registered(server, phone, ada, label="Firefox on Android", language="de")
    assert contact_of(ada)["id"] == before and contact_of(ada)["address"] == "Firefox on Android"
    registered(server, Device(hook.host, "anew"), ada)
    assert contact_of(ada)["id"] != before
    registered(server, Device(hook.host, "anew"), bob)
    assert ada.do("GET", "/messages")["contacts"] == []
    # Who leaves is told of nothing here any more.
    table = seated(server, registered(server, phone, ada))
    play(server, table)
    assert waiting(server) == 1
    ada.do("POST", "/leave")
    assert waiting(server) == 0


def test_so_many_devices_count_as_are_in_use(server: Server, hook: Hook, days: Days) -> None:
    ada = registered(server, Device(hook.host, "0"))
    code = ada.do("POST", "/code")["code"]
    for number in range(1, 12):
        days.move(60.0)
        other = Browser(server)
        other.do("POST", "/recover", {"code": code})
        registered(server, Device(hook.host, str(number)), other)
    found = other.do("GET", "/messages")["contacts"]
    assert len(found) == 10 and sum(one["is_here"] for one in found) == 1
    endpoints = [one["address"] for one in other.do("GET", "/data")["messages"]]
    assert sorted(int(address.rpartition("/")[2]) for address in endpoints) == list(range(2, 12))
    # A device that shows what comes stays; one that was silent for two months is forgotten.
    days.move(UNSEEN_SECONDS - 30.0)
    other.do("POST", "/push/shown", {"message": "0" * 32})
    days.move(60.0)
    look(server)
    assert [one["is_here"] for one in other.do("GET", "/messages")["contacts"]] == [True]


def test_who_is_erased_has_no_device_any_more(server: Server, hook: Hook, days: Days, tmp_path: Path) -> None:
    ada = registered(server, Device(hook.host, "quokka"))
    play(server, seated(server, ada))
    ada.do("DELETE")
    people = server.context.people
    assert people is not None
    days.move((ERASURE_DAYS + 1) * 86_400.0)
    people.sweep(time.time())
    with server.database.read() as connection:
        for table in ("push_device", "contact", "outbox"):
            assert connection.execute(sql(f"SELECT count(*) FROM {table}")).scalar_one() == 0
    with server.database.read() as connection:
        connection.execute(sql("PRAGMA wal_checkpoint(TRUNCATE)"))
    assert b"quokka" not in (tmp_path / "rivertable.sqlite3").read_bytes()


def test_a_restore_brings_the_key_with_the_devices(tmp_path: Path, hook: Hook, days: Days) -> None:
    place = StorePlace(tmp_path / "data")
    place.data.mkdir()
    secrets = open_secrets(place.secrets_file)
    key = ServerKey(secrets.push_key)
    terms: Any = {"access": OPEN, "has_jobs": False, "secrets": secrets}
    phone = Device(hook.host)
    with running(place.data, channels=channels_of(hook, key), **terms) as server:
        ada = registered(server, phone)
        table = seated(server, ada)
    backup(place, tmp_path / "backup")
    place.secrets_file.unlink()
    restore(place, tmp_path / "backup", is_replacing=True)
    assert open_secrets(place.secrets_file) == secrets
    with running(place.data, channels=channels_of(hook, key), **terms) as server:
        told_turn(server, days, table, 1)
        assert phone.read(hook.next().body)["notification"]["title"].startswith("Your turn")
    # Another key is no reason to forget a device: the right one may come back.
    with running(place.data, channels=channels_of(hook, ServerKey(b"x" * 32)), **terms) as server:
        ada._server = server
        told_turn(server, days, table)
        assert contact_of(ada)["last_detail"] == "This device is registered with another key of this server."
        assert hook.came.empty()
        registered(server, phone, ada)
        told_turn(server, days, table)
        hook.next()
        assert contact_of(ada)["last_outcome"] == "accepted"


def test_secrets_of_an_older_version_gain_a_key_and_keep_the_others() -> None:
    former = {"erasure": "1" * 64, "people": "2" * 64}
    read = ServerSecrets.parse(json.dumps(former))
    assert (read.erasure, read.people) == tuple(former.values()) and ServerSecrets.parse(read.text()) == read
    for secret in (b"\0" * 32, b"\xff" * 32):
        assert len(decode(ServerKey(secret).public)) == 65


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://fcm.googleapis.com/x",
        "https://fcm.googleapis.com:8443/x",
        "https://fcm.googleapis.com.example.org/x",
        "https://example.org/x",
        "https://evilpush.apple.com.example.org/x",
        "https://push.apple.com/x",
        "https://127.0.0.1/x",
        f"https://fcm.googleapis.com/{'x' * 1_000}",
    ],
)
def test_an_endpoint_that_no_browser_gives_is_refused(endpoint: str) -> None:
    with pytest.raises(BadAddressError):
        Push(PushSettings(SUBJECT), KEY).check(subscription(endpoint))


@pytest.mark.parametrize("host", [name if name[0] != "." else f"web{name}" for name in PUSH_HOSTS])
def test_the_push_services_of_browsers_are_known(host: str) -> None:
    push = Push(PushSettings(SUBJECT), KEY)
    push.check(subscription(f"https://{host}/{'x' * 600}"))
    for wrong in ({"p256dh": "A" * 87}, {"auth": "A" * 4}, {"server_key": "B" * 87}):
        with pytest.raises(BadAddressError):
            push.check(subscription(f"https://{host}/x", **wrong))


def subscription(endpoint: str, **more: str) -> str:
    fields = Device("unused").registration(KEY.public, endpoint=endpoint) | more
    fields.pop("language")
    return Subscription(**fields).text()


def test_a_person_is_told_that_a_device_cannot_be_used(server: Server) -> None:
    ada = named(server, "Ada")
    wanted = Device("example.org").registration(KEY.public)
    assert problem_in(ada.call("POST", "/push", wanted)).code == "bad-address"


@pytest.mark.parametrize(
    "contact",
    """
    host|host@localhost|host@table.local|<host@table.test>|mailto: host@table.test|http://table.test/|https://localhost/
    https://table.local/|https://table.test/ x|host@table.internal|
    """.strip()
    .replace("\n    ", "|")
    .split("|"),
)
def test_a_contact_that_push_services_refuse_is_refused_at_the_start(contact: str) -> None:
    with pytest.raises(OptionError):
        push_settings(contact, (), SITE)


def test_a_contact_is_an_address_of_mail_or_a_page() -> None:
    for given in ("host@table.test", SUBJECT):
        assert push_settings(given, ("push.test",), SITE) == PushSettings(SUBJECT, ("push.test",))
    assert push_settings("https://table.test/about", (), "http://localhost:8000").subject == "https://table.test/about"
    with pytest.raises(OptionError):
        push_settings(SUBJECT, (), "http://192.168.1.2:8000")


def test_a_message_is_short_whatever_a_table_is_called() -> None:
    def letter(name: str) -> Any:
        return turn_letter("0" * 32, "en", SITE, TableNews("turn", "A" * 22, name, time.time()), "", topic="1" * 32)

    assert "body" in json.loads(body_of(letter("Sunday")))["notification"]
    long = body_of(letter("ü" * 300))
    assert len(long) < 2_000 and "body" in json.loads(long)["notification"]
    assert "body" not in json.loads(body_of(letter("ü" * 900)))["notification"]
    phone = Device("push.test")
    wanted = phone.registration("")
    sealed = encrypt(long, wanted["p256dh"], wanted["auth"])
    assert len(sealed) - len(long) == 103 and phone.read(sealed) == json.loads(long)
