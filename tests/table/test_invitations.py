"""Invitations to people whom one has played with: seen, told, declined, and never a seat by themselves."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rivertable.table.people import ERASURE_DAYS

from .days import Days, days
from .in_process import Document, Server, running
from .mail_server import MailServer, mail_server, plain_of
from .problem_documents import problem_in
from .tables import Made, start_table
from .test_messages import OPEN, SITE, asked, channels_of, look, waiting
from .test_people import Browser, named

__all__ = ["days"]
DAY = 86_400.0


@pytest.fixture
def mail() -> Iterator[MailServer]:
    with mail_server() as made:
        yield made


@pytest.fixture
def server(tmp_path: Path, mail: MailServer, days: Days) -> Iterator[Server]:
    with running(tmp_path, access=OPEN, has_jobs=False, channels=channels_of(mail)) as made:
        yield made


def play_together(server: Server, *people: Browser) -> Made:
    """A game that has begun, at which each has a seat."""
    table = start_table(server, "glassworks", max(len(people), 2))
    for browser, secret in zip(people, table.secrets, strict=False):
        browser.do("POST", "/tables", {"table": table.id, "secret": secret})
    return table


def open_table(server: Server, browser: Browser, **more: Any) -> Document:
    """A table of somebody's own with two free seats, which the lobby does not list."""
    seats = [{"kind": "person"}, {"kind": "open"}, {"kind": "open"}]
    made: Document = server.post("/api/tables", {"game": "glassworks", "seats": seats, **more})
    browser.do("POST", "/tables", {"table": made["table"], "secret": made["host"]})
    return made


def test_who_was_played_with_is_invited_and_takes_a_seat_only_by_a_request(server: Server, mail: MailServer) -> None:
    ada, ben, eve = named(server, "Ada"), asked(server, mail), named(server, "Eve")
    assert ada.do("GET", "/companions") == []
    play_together(server, ada, ben)
    (companion,) = ada.do("GET", "/companions")
    assert companion["name"] == "Ada"  # asked() takes that name
    (other,) = ben.do("GET", "/companions")
    assert other["companion"] != companion["companion"]
    made = open_table(server, ada, name="Sunday")
    wanted = {"table": made["table"], "companion": companion["companion"]}
    for _ in range(2):
        assert ada.do("POST", "/invitations", wanted) == {"is_invited": True}
    assert waiting(server) == 1
    look(server)
    (told,) = mail.all()
    text = plain_of(told)
    assert (
        told["Subject"] == "You are invited: Sunday (River Valley Glassworks)" and f"{SITE}/t/{made['table']}\n" in text
    )
    assert not any(secret in text for secret in (made["host"], made["seats"][0]["secret"]))
    (invitation,) = ben.do("GET", "/invitations")
    assert (invitation["table"], invitation["by"], invitation["name"]) == (made["table"], "Ada", "Sunday")
    (kept,) = ben.do("GET", "/data")["invitations"]
    assert kept == {name: invitation[name] for name in ("table", "by", "at")}
    # Whoever follows the link has looked, and no more: previews of links do the same.
    for path in (f"/t/{made['table']}", f"/api/tables/{made['table']}"):
        server.call("GET", path)
    assert not any(seat["is_taken"] for seat in server.get(f"/api/tables/{made['table']}")["seats"])
    secret = server.post(f"/api/tables/{made['table']}/seats/1", {"name": "Ben"})["secret"]
    ben.do("POST", "/tables", {"table": made["table"], "secret": secret})
    assert ben.do("GET", "/invitations") == [] and eve.do("GET", "/invitations") == []


def test_nobody_invites_strangers_or_to_what_is_not_theirs(server: Server) -> None:
    ada, ben, eve = named(server, "Ada"), named(server, "Ben"), named(server, "Eve")
    table = play_together(server, ada, ben)
    made, other = open_table(server, ada), open_table(server, eve)
    (companion,) = ada.do("GET", "/companions")
    (mark,) = ben.do("GET", "/companions")

    def refusal(browser: Browser, table_id: str, companion: str) -> str:
        body = {"table": table_id, "companion": companion}
        return str(problem_in(browser.call("POST", "/invitations", body)).code)

    assert refusal(ada, other["table"], companion["companion"]) == "no-secret"
    assert refusal(ada, "A" * 22, companion["companion"]) == "no-such-table"
    assert refusal(ada, table.id, companion["companion"]) == "wrong-state"  # it has begun
    # A mark means somebody only to whom it was told.
    assert refusal(eve, other["table"], companion["companion"]) == "no-such-person"
    assert refusal(ada, made["table"], mark["companion"]) == "no-such-person"
    assert eve.do("GET", "/companions") == []
    # Who is kept apart is not met by invitations either, and those that were sent are gone.
    ada.do("POST", "/invitations", {"table": made["table"], "companion": companion["companion"]})
    ben.do("POST", f"/tables/{table.id}/apart", {"seat": 0, "kind": "block"})
    assert ben.do("GET", "/invitations") == ben.do("GET", "/companions") == ada.do("GET", "/companions") == []
    assert refusal(ada, made["table"], companion["companion"]) == "no-such-person"


def test_an_invitation_ends_when_it_is_declined_or_the_table_begins_or_somebody_is_erased(
    server: Server, mail: MailServer, days: Days
) -> None:
    ada, ben = named(server, "Ada"), asked(server, mail)
    play_together(server, ada, ben)
    (companion,) = ada.do("GET", "/companions")
    tables = [open_table(server, ada) for _ in range(3)]
    for made in tables:
        ada.do("POST", "/invitations", {"table": made["table"], "companion": companion["companion"]})
    assert ben.do("POST", "/invitations/decline", {"table": tables[0]["table"]}) == {"is_invited": False}
    assert ben.do("POST", "/invitations/decline", {"table": tables[0]["table"]}) == {"is_invited": False}
    own = tables[1]
    server.post(f"/api/tables/{own['table']}/seats/0", {"name": "Ada"}, own["seats"][0]["secret"])
    server.post(f"/api/tables/{own['table']}/start", {"fill": "random"}, own["host"])
    assert [one["table"] for one in ben.do("GET", "/invitations")] == [tables[2]["table"]]
    look(server)
    (told,) = mail.all()  # of the one that still is
    assert tables[2]["table"] in plain_of(told) and waiting(server) == 0
    ada.do("DELETE", "")
    days.move((ERASURE_DAYS + 0.01) * DAY)
    assert server.context.people is not None
    server.context.people.sweep(time.time())
    assert ben.do("GET", "/invitations") == [] and ben.do("GET", "/companions") == []
