"""It is your turn: told by mail to who has asked for it, once, no sooner than needed, and with nothing secret in it."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import text as sql

from rivertable.table.backup import backup, restore
from rivertable.table.domain.commands import PendingEvent
from rivertable.table.domain.table import secret_hash
from rivertable.table.messages.contacts import GRACE_SECONDS, UNCONFIRMED_SECONDS, Contacts
from rivertable.table.messages.mail import Mail, mail_settings
from rivertable.table.messages.sender import Sender
from rivertable.table.people import ERASURE_DAYS
from rivertable.table.store.database import Database, sqlite_url
from rivertable.table.store.place import StorePlace
from rivertable.table.store.server_secrets import open_secrets
from rivertable.table.web.access import Access

from .days import Days, days
from .in_process import Server, running
from .mail_server import MailServer, html_of, mail_server, plain_of
from .problem_documents import problem_in
from .tables import Made, play_at_random, start_table
from .test_people import Browser, named

__all__ = ["days"]
SITE = "https://table.test"
OPEN = Access(metrics=("0.0.0.0/0",), public_url=SITE)
SENDER, ADA = "table@table.test", "ada@people.test"
GRACE = GRACE_SECONDS["mail"]


@pytest.fixture
def mail() -> Iterator[MailServer]:
    with mail_server() as made:
        yield made


def channels_of(mail: MailServer) -> dict[Any, Any]:
    return {"mail": Mail(mail_settings(mail.url, SENDER, None), has_pictures=False)}


@pytest.fixture
def server(tmp_path: Path, mail: MailServer, days: Days) -> Iterator[Server]:
    """A server that sends mail when it is told to look."""
    with running(tmp_path, access=OPEN, has_jobs=False, channels=channels_of(mail)) as made:
        yield made


def look(server: Server) -> None:
    """Let the server send what is due."""
    assert server.context.sender is not None
    server.run(server.context.sender.look())


def token_in(mail: EmailMessage) -> str:
    found = re.search(r"#confirm-([0-9a-f]{64})", plain_of(mail))
    assert found is not None
    return found[1]


def asked(server: Server, mail: MailServer, address: str = ADA, language: str = "en") -> Browser:
    """Somebody with a name, who has asked for mail and confirmed the address."""
    ada = named(server, "Ada")
    assert ada.do("POST", "/messages/mail", {"address": address, "language": language})["outcome"] == "accepted"
    server.post("/api/messages/confirm", {"token": token_in(mail.next())})
    return ada


def seated(server: Server, browser: Browser, game: str = "glassworks", **more: Any) -> Made:
    """A table at which somebody has the first seat, and the other seat is to move."""
    table = start_table(server, game, first_seat=1, **more)
    browser.do("POST", "/tables", {"table": table.id, "secret": table.secrets[0]})
    return table


def play(server: Server, table: Made, turns: int = 1) -> None:
    assert play_at_random(server, table, turns, Random(1)) == turns


def waiting(server: Server) -> int:
    with server.database.read() as connection:
        return int(connection.execute(sql("SELECT count(*) FROM outbox")).scalar_one())


def test_a_turn_that_waits_is_told_once_and_nothing_secret_with_it(
    server: Server, mail: MailServer, days: Days
) -> None:
    ada = asked(server, mail)
    table = seated(server, ada, name="Sunday <table>")
    days.move(GRACE + 1)
    look(server)
    assert waiting(server) == 0  # it is the other one's turn
    play(server, table)
    assert waiting(server) == 1
    look(server)
    assert mail.all() == []
    days.move(GRACE + 1)
    look(server)
    look(server)
    (told,) = mail.all()
    assert waiting(server) == 0
    assert (told["From"], told["To"]) == (SENDER, ADA)
    assert told["Subject"] == "Your turn: Sunday <table> (River Valley Glassworks)"
    assert told["Auto-Submitted"] == "auto-generated" and told["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    stop = str(told["List-Unsubscribe"]).strip("<>")
    assert stop.startswith(f"{SITE}/api/messages/stop/") and stop in plain_of(told) and stop in html_of(told)
    assert f"{SITE}/t/{table.id}\n" in plain_of(told) and f'"{SITE}/t/{table.id}"' in html_of(told)
    assert "Sunday &lt;table&gt;" in html_of(told) and "<table>" not in html_of(told)
    assert [part.get_content_type() for part in told.walk()] == ["multipart/alternative", "text/plain", "text/html"]
    code = ada.do("POST", "/code")["code"]
    raw = told.as_string() + plain_of(told) + html_of(told)
    secrets = [*table.secrets, table.host, str(ada.cookie), code, "Person"]
    assert not any(secret in raw for secret in secrets)
    (contact,) = ada.do("GET", "/messages")["contacts"]
    assert (contact["address"], contact["last_outcome"], contact["is_broken"]) == (ADA, "accepted", False)
    days.move(GRACE + 1)
    look(server)
    assert mail.all() == []  # nothing is said twice of one turn
    play(server, table, 2)
    days.move(GRACE + 1)
    look(server)
    (again,) = mail.all()
    assert again["Message-ID"] != told["Message-ID"]


def test_nothing_is_told_of_a_turn_that_was_taken_or_shown(server: Server, mail: MailServer, days: Days) -> None:
    """A page in sight has shown it; one that is merely open has not."""
    table = seated(server, asked(server, mail))
    play(server, table, 3)
    assert waiting(server) == 2
    days.move(GRACE + 1)
    look(server)
    assert len(mail.all()) == 1 and waiting(server) == 0  # of the second turn
    play(server, table)
    line = server.line()
    line.open(table.id, table.secrets[0])
    line.settle()
    play(server, table)
    version = server.tables.open(table.id).version
    for shown in (version - 1, version):
        line.say({"type": "shown", "version": shown})
        line.settle()
        assert waiting(server) == (shown < version)
    play(server, table, 2)
    other = server.line()
    other.open(table.id, table.secrets[1])
    other.say({"type": "shown", "version": version + 2})
    other.settle()
    line.settle()
    days.move(GRACE + 1)
    look(server)
    assert len(mail.all()) == 1
    line.close()
    other.close()


def test_a_turn_with_little_time_is_told_at_half_of_it(server: Server, mail: MailServer, days: Days) -> None:
    table = seated(server, asked(server, mail, language="de"), clock={"kind": "turn", "seconds": 600})
    play(server, table)
    days.move(290.0)
    look(server)
    assert mail.all() == []
    days.move(20.0)
    look(server)
    (told,) = mail.all()
    assert told["Subject"] == "Du bist am Zug: River Valley Glassworks" and "Deine Zeit endet am" in plain_of(told)


def test_who_has_days_is_reminded_at_a_half_and_at_seven_eighths(server: Server, mail: MailServer, days: Days) -> None:
    """Even who has looked, but has not moved; and once where several would be due."""
    table = seated(server, asked(server, mail), clock={"kind": "turn", "seconds": 86_400})
    play(server, table)
    assert waiting(server) == 3
    line = server.line()
    line.open(table.id, table.secrets[0])
    line.say({"type": "shown", "version": server.tables.open(table.id).version})
    line.settle()
    line.close()
    assert waiting(server) == 2
    days.move(43_150.0)
    look(server)
    assert mail.all() == []
    days.move(100.0)
    look(server)
    (half,) = mail.all()
    assert half["Subject"] == "Still your turn: River Valley Glassworks" and "Your time ends on" in plain_of(half)
    # An hour in which no server ran does not count.
    server.tables.act(table.id, lambda _table, _now: [PendingEvent("paused", None, {"seconds": 3_600.0})])
    days.move(75_600.0 - 43_250.0)
    look(server)
    assert mail.all() == [] and waiting(server) == 1
    days.move(3_700.0)
    look(server)
    (late,) = mail.all()
    assert late["Subject"] == half["Subject"] and late["Message-ID"] != half["Message-ID"]
    play(server, table, 2)
    days.move(80_000.0)
    look(server)
    assert len(mail.all()) == 1 and waiting(server) == 0
    play(server, table, 2)
    days.move(GRACE + 1)
    look(server)
    assert mail.next()["Subject"].startswith("Your turn") and waiting(server) == 2
    play(server, table)
    days.move(80_000.0)
    look(server)
    assert mail.all() == [] and waiting(server) == 0


def test_a_turn_that_is_given_back_is_told_anew(server: Server, mail: MailServer, days: Days) -> None:
    table = seated(server, asked(server, mail), "market")
    play(server, table)
    days.move(GRACE + 1)
    look(server)
    first = mail.next()
    server.tables.act(table.id, lambda _table, _now: [PendingEvent("undone", 1, {"turns": 1})])
    assert waiting(server) == 0
    play(server, table)
    days.move(GRACE + 1)
    look(server)
    (told,) = mail.all()
    assert told["Message-ID"] != first["Message-ID"]


def test_a_mail_server_that_is_busy_or_away_is_asked_again(server: Server, mail: MailServer, days: Days) -> None:
    ada = asked(server, mail)
    table = seated(server, ada)
    play(server, table)
    days.move(GRACE + 1)
    mail.to_mail, mail.to_address = ["451 later"], ["250 OK", "450 later"]
    look(server)
    look(server)
    first = mail.next()
    assert mail.all() == [] and waiting(server) == 1
    assert ada.do("GET", "/messages")["contacts"][0]["last_outcome"] == "later"
    days.move(61.0)
    look(server)
    assert mail.all() == [] and waiting(server) == 1
    days.move(121.0)
    look(server)
    assert mail.next()["Message-ID"] == first["Message-ID"] and waiting(server) == 0
    (contact,) = ada.do("GET", "/messages")["contacts"]
    assert (contact["last_outcome"], contact["last_detail"]) == ("accepted", "OK")


def test_an_address_that_is_refused_three_times_is_written_to_no_more(
    server: Server, mail: MailServer, days: Days
) -> None:
    ada = asked(server, mail)
    table = seated(server, ada)
    for number in range(1, 5):
        mail.to_address = ["550 no such user"]
        play(server, table, 1 if number == 1 else 2)
        days.move(GRACE + 1)
        look(server)
        (contact,) = ada.do("GET", "/messages")["contacts"]
        assert contact["is_broken"] == (number >= 3) and contact["last_detail"] == "550 no such user"
        assert waiting(server) == 0
    assert mail.to_address != []  # the fourth was not tried
    path = f"/contacts/{contact['id']}/test"
    assert ada.do("POST", path) == {"outcome": "refused", "detail": "550 no such user"}
    assert ada.do("POST", path)["outcome"] == "accepted"
    assert mail.next()["Subject"] == "A test from table.test"
    play(server, table, 2)
    days.move(GRACE + 1)
    look(server)
    assert len(mail.all()) == 1


def test_nothing_is_sent_to_an_address_before_its_person_has_confirmed_it(
    server: Server, mail: MailServer, days: Days
) -> None:
    ada, bob = named(server, "Ada"), named(server, "Bob")
    mail.to_address = ["550 no such user"]
    wanted = {"address": ADA, "language": "fr"}
    assert ada.do("POST", "/messages/mail", wanted) == {"outcome": "refused", "detail": "550 no such user"}
    assert ada.do("GET", "/messages")["contacts"] == []
    ada.do("POST", "/messages/mail", wanted)
    asking = mail.next()
    assert asking["Subject"] == "Confirme cette adresse" and asking["List-Unsubscribe"] is None
    assert "Ada" not in plain_of(asking)  # a name could say anything to a stranger
    table = seated(server, ada)
    play(server, table)
    (contact,) = ada.do("GET", "/messages")["contacts"]
    assert contact["is_confirmed"] is False and waiting(server) == 0
    for method, path in (("POST", f"/contacts/{contact['id']}/test"), ("DELETE", f"/contacts/{contact['id']}")):
        assert problem_in(bob.call(method, path)).code == "no-such-contact"
    assert problem_in(ada.call("POST", f"/contacts/{contact['id']}/test")).code == "wrong-state"
    token = token_in(asking)
    for wrong in ("0" * 64, token[:-1] + ("0" if token[-1] != "0" else "1"), contact["id"] + "0" * 32):
        assert server.call("POST", "/api/messages/confirm", {"token": wrong}).status_code == 404
        assert server.call("POST", f"/api/messages/stop/{wrong}").status_code == 404
    # The token of one purpose is of no use for another.
    assert server.call("POST", f"/api/messages/stop/{token}").status_code == 404
    for _ in range(2):
        assert server.post("/api/messages/confirm", {"token": token}) == {"address": ADA}
    # A new address takes the place of the former once it is confirmed.
    ada.do("POST", "/messages/mail", wanted | {"address": "ada@elsewhere.test"})
    assert [one["is_confirmed"] for one in ada.do("GET", "/messages")["contacts"]] == [True, False]
    days.move(1.0)
    server.post("/api/messages/confirm", {"token": token_in(mail.next())})
    assert [one["address"] for one in ada.do("GET", "/messages")["contacts"]] == ["ada@elsewhere.test"]
    assert server.call("POST", "/api/messages/confirm", {"token": token}).status_code == 404
    ada.do("POST", "/messages/mail", wanted)
    days.move(UNCONFIRMED_SECONDS + 1)
    look(server)
    assert [one["address"] for one in ada.do("GET", "/messages")["contacts"]] == ["ada@elsewhere.test"]


def test_one_click_in_the_mail_ends_it_and_a_filter_that_follows_links_does_not(
    server: Server, mail: MailServer, days: Days
) -> None:
    ada = asked(server, mail)
    table = seated(server, ada)
    play(server, table)
    days.move(GRACE + 1)
    look(server)
    path = str(mail.next()["List-Unsubscribe"]).strip("<>").removeprefix(SITE)
    followed = server.call("GET", path)
    assert (followed.status_code, followed.headers["location"]) == (303, f"/#stop-{path.rpartition('/')[2]}")
    assert len(ada.do("GET", "/messages")["contacts"]) == 1
    play(server, table, 2)
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    for _ in range(2):
        clicked = server.call("POST", path, content=b"List-Unsubscribe=One-Click", headers=form)
        assert clicked.status_code == 200
    assert ada.do("GET", "/messages")["contacts"] == [] and waiting(server) == 0


def test_a_seat_that_somebody_else_has_taken_is_told_to_nobody_else(
    server: Server, mail: MailServer, days: Days
) -> None:
    """What is kept of a seat that opens it no longer is no reason to be told of it."""
    table = seated(server, asked(server, mail))
    play(server, table)
    with server.database.write() as connection:
        connection.execute(sql("UPDATE event SET payload = replace(payload, :old, :new)"), _hashes(table))
    server.forget(table.id)
    days.move(GRACE + 1)
    look(server)
    assert mail.all() == [] and waiting(server) == 0


def _hashes(table: Made) -> dict[str, str]:
    return {"old": secret_hash(table.secrets[0]), "new": secret_hash("x" * 22)}


def test_who_is_erased_and_what_is_deleted_is_written_to_no_more(
    server: Server, mail: MailServer, days: Days, tmp_path: Path
) -> None:
    ada, bob = asked(server, mail), asked(server, mail, "bob@people.test")
    first, second = seated(server, ada), seated(server, bob)
    for table in (first, second):
        play(server, table)
    assert waiting(server) == 2
    assert [(one["kind"], one["address"]) for one in ada.do("GET", "/data")["messages"]] == [("mail", ADA)]
    server.call("DELETE", second.path, secret=second.host)
    assert waiting(server) == 1
    ada.do("DELETE")
    people = server.context.people
    assert people is not None
    days.move((ERASURE_DAYS + 1) * 86_400.0)
    people.sweep(time.time())
    look(server)
    assert waiting(server) == 0 and mail.all() == []
    with server.database.read() as connection:
        assert connection.execute(sql("SELECT count(*) FROM contact")).scalar_one() == 1
    with server.database.read() as connection:
        connection.execute(sql("PRAGMA wal_checkpoint(TRUNCATE)"))
    stored = (tmp_path / "rivertable.sqlite3").read_bytes()
    assert ADA.encode() not in stored and b"bob@people.test" not in stored


def test_a_restore_sends_nothing_old(tmp_path: Path, mail: MailServer, days: Days) -> None:
    place = StorePlace(tmp_path / "data")
    place.data.mkdir()
    secrets = open_secrets(place.secrets_file)
    terms: Any = {"access": OPEN, "has_jobs": False, "channels": channels_of(mail), "secrets": secrets}
    with running(place.data, **terms) as server:
        ada = asked(server, mail)
        old, new = seated(server, ada), seated(server, ada)
        play(server, old)
        days.move(4_100.0)
        play(server, new)
        assert waiting(server) == 2
    backup(place, tmp_path / "backup")
    days.move(200.0)
    restore(place, tmp_path / "backup", is_replacing=True)
    with running(place.data, **terms) as server:
        days.move(GRACE)
        look(server)
        (told,) = mail.all()
        assert new.id in plain_of(told) and old.id not in plain_of(told)


def test_two_senders_send_one_message(tmp_path: Path, mail: MailServer, days: Days) -> None:
    """Which of them looks first makes no difference; short of the store both would send."""
    secrets = open_secrets(tmp_path / "secrets.json")
    with running(tmp_path, access=OPEN, has_jobs=False, channels=channels_of(mail), secrets=secrets) as server:
        table = seated(server, asked(server, mail))
        play(server, table)
        days.move(GRACE + 1)
        contacts = server.context.contacts
        assert isinstance(contacts, Contacts)
        senders = [Sender(server.tables, contacts, secrets, lambda *_: None) for _ in range(2)]

        async def both() -> None:
            sender = server.context.sender
            assert sender is not None
            await asyncio.gather(sender.look(), *(each.look() for each in senders))

        server.run(both())
        assert len(mail.all()) == 1


def test_nothing_of_it_is_there_where_it_is_not_turned_on(tmp_path: Path, mail: MailServer) -> None:
    """Not without a public address, not without names, and not on one's own computer."""
    for number, terms in enumerate(({"channels": {}}, {"access": None}, {"has_people": False})):
        (tmp_path / str(number)).mkdir()
        with running(tmp_path / str(number), **({"access": OPEN, "channels": channels_of(mail)} | terms)) as server:
            assert server.context.contacts is None and server.context.sender is None
            refused = server.call("POST", "/api/messages/confirm", {"token": "0" * 64})
            assert problem_in(refused).code == "wrong-state"
            if terms.get("has_people", True):
                assert named(server).do("GET", "/messages") == {
                    "kinds": [],
                    "server_key": None,
                    "contacts": [],
                    "hours": None,
                }


def test_an_address_sealed_with_a_lost_key_is_written_to_no_more(tmp_path: Path, mail: MailServer, days: Days) -> None:
    terms: Any = {"access": OPEN, "has_jobs": False, "channels": channels_of(mail)}
    with running(tmp_path, **terms) as server:
        ada = asked(server, mail)
        play(server, seated(server, ada))
    with running(tmp_path, **terms) as server:
        ada._server = server
        assert [one["address"] for one in ada.do("GET", "/messages")["contacts"]] == [None]
        days.move(GRACE + 1)
        look(server)
        assert mail.all() == [] and waiting(server) == 0
    Database(sqlite_url(tmp_path)).close()
