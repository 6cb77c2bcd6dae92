"""The open tables: found by what one looks for, page by page, kept for their time, and gone at its end."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, select

from patience import PATIENCE_SECONDS
from rivertable.table.domain.retention import STANDARD
from rivertable.table.domain.table import Table
from rivertable.table.people import ERASURE_DAYS
from rivertable.table.store.company.listings import Wanted, find_listings, note_listing, warn_of_end
from rivertable.table.store.company.schema import LISTINGS
from rivertable.table.store.database import Database, sqlite_url
from rivertable.table.store.schema import TABLES
from rivertable.table.tables import Plan, SeatPlan, Tables

from .days import Days, days
from .in_process import Document, Server, running
from .mail_server import mail_server, plain_of
from .problem_documents import problem_in
from .servers import Cluster
from .test_messages import OPEN, SITE, asked, channels_of, look, waiting
from .test_people import named

__all__ = ["days"]
DAY = 86_400.0
OPEN_SEATS = [{"kind": "open"}] * 3


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with running(tmp_path, has_jobs=False) as made:
        yield made


def opened(server: Server, game: str = "glassworks", **more: Any) -> Document:
    made: Document = server.post("/api/tables", {"game": game, "seats": OPEN_SEATS, "is_public": True, **more})
    return made


def listed(server: Server, query: str = "") -> list[str]:
    return [line["id"] for line in server.get(f"/api/tables{query}")]


def test_tables_are_found_by_what_one_looks_for(server: Server, days: Days) -> None:
    plain = opened(server)["table"]
    days.move(1)
    taught = opened(server, "market", language="de", is_taught=True, edition="first-edition")["table"]
    days.move(1)
    live = opened(server, clock={"kind": "live", "seconds": 600, "increment": 5}, language="en")["table"]
    days.move(1)
    slow = opened(server, clock={"kind": "turn", "seconds": 86_400}, absence="wait")["table"]
    assert listed(server) == [slow, live, taught, plain]
    for query, found in {
        "?game=market": [taught],
        "?game=glassworks": [slow, live, plain],
        "?pace=live": [live],
        "?pace=turn": [slow],
        "?pace=none": [taught, plain],
        "?language=de": [taught],
        "?language=en&game=market": [],
        "?is_taught=true": [taught],
        "?is_taught=false&pace=none": [plain],
        "?edition=nothing": [],
        "?preset=rulebook&game=glassworks": [slow, live, plain],
        "?free=3": [slow, live, taught, plain],
        "?free=4": [],
    }.items():
        assert listed(server, query) == found, query
    line = next(line for line in server.get("/api/tables") if line["id"] == taught)
    assert line["agreement"] == {
        "absence": None,
        "has_ready_check": False,
        "has_holidays": False,
        "language": "de",
        "is_taught": True,
        "is_rated": False,
    }
    assert listed(server, f"?edition={line['edition']}&game=market") == [taught]
    # Whoever joins brings the table up; one that begins is listed no more.
    days.move(1)
    joined = server.post(f"/api/tables/{plain}/seats/0", {"name": "Ada"})
    assert listed(server) == [plain, slow, live, taught] and listed(server, "?free=3") == [slow, live, taught]
    assert server.get("/api/tables")[0]["seats"][0]["name"] == "Ada"
    server.post(f"/api/tables/{plain}/start", {"fill": "random"}, joined["secret"])
    assert listed(server) == [slow, live, taught]
    for query in ("?pace=fast", "?free=x", "?free=6", "?language=deu", "?after=x", "?after=1-x", "?nothing=1"):
        assert server.call("GET", f"/api/tables{query}").status_code == 422, query


def test_page_by_page_every_table_is_told_once_while_others_come_and_go(server: Server, days: Days) -> None:
    made = []
    for _ in range(75):
        days.move(0.25)
        made.append(opened(server)["table"])
    told: list[str] = []
    place = ""
    while lines := server.get(f"/api/tables?game=glassworks{place}"):
        told += [line["id"] for line in lines]
        place = f"&after={lines[-1]['place']}"
        opened(server)  # it comes before all that is still to be told
    assert told == made[::-1]


def test_a_listed_table_is_kept_for_a_week_and_the_host_may_keep_it_for_longer(tmp_path: Path, days: Days) -> None:
    with running(tmp_path, has_jobs=False) as server:
        kept, gone = opened(server), opened(server)
        path = f"/api/tables/{kept['table']}"
        server.post(f"{path}/extend", None, kept["host"])
        assert listed(server) == [gone["table"], kept["table"]]  # that brings it no further up
        days.move((STANDARD.listed - 1) * DAY)
        for secret, code in ((None, "no-secret"), ("0" * 22, "no-secret")):
            assert problem_in(server.call("POST", f"{path}/extend", None, secret)).code == code
        seat = server.post(f"{path}/seats/0", {"name": "Ada"})["secret"]
        assert problem_in(server.call("POST", f"{path}/extend", None, seat)).code == "not-yours"
        server.post(f"{path}/extend", None, kept["host"])
        line, told = server.get("/api/tables")[0], server.get(path)
        assert told["next"] == {"what": "deleted", "at": line["ends_at"]}
        days.move(1.01 * DAY)
    with running(tmp_path) as server:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while gone["table"] in (found := listed(server)):
            assert time.monotonic() < deadline
            time.sleep(0.05)
        assert found == [kept["table"]]
        assert server.call("GET", f"/api/tables/{gone['table']}").status_code == 404


def test_who_keeps_a_seat_or_the_table_is_told_a_day_before_its_end(tmp_path: Path, days: Days) -> None:
    with mail_server() as mail, running(tmp_path, access=OPEN, has_jobs=False, channels=channels_of(mail)) as server:
        ada = asked(server, mail)
        made = opened(server, name="Sunday")
        secret = server.post(f"/api/tables/{made['table']}/seats/0", {"name": "Ada"})["secret"]
        for own in (secret, made["host"]):
            ada.do("POST", "/tables", {"table": made["table"], "secret": own})
        for passed, messages in ((5.9, 0), (0.2, 1), (0.0, 0)):
            days.move(passed * DAY)
            tend(server)
            look(server)
            found = mail.all()
            assert len(found) == messages, passed
            if found:
                check_told(found[0], made)
        # Whoever has kept it for longer meanwhile is told nothing, until its end comes near again.
        server.post(f"/api/tables/{made['table']}/extend", None, made["host"])
        days.move(6.5 * DAY)
        tend(server)
        with server.database.write() as connection:
            warn_of_end(connection, made["table"], time.time())  # as another process would at the same moment
        assert waiting(server) == 1
        server.post(f"/api/tables/{made['table']}/extend", None, made["host"])
        look(server)
        assert mail.all() == [] and waiting(server) == 0


def tend(server: Server) -> None:
    """Do what a worker does every ten minutes."""
    from rivertable.table.workers.lobby import tend_lobby

    tend_lobby(server.tables, time.time())


def check_told(message: Any, made: Document) -> None:
    text = plain_of(message)
    assert message["Subject"] == "Still no game: Sunday (River Valley Glassworks)"
    assert "It is kept until " in text and f"{SITE}/t/{made['table']}\n" in text and made["host"] not in text


def test_a_name_that_is_erased_is_gone_from_the_lobby(server: Server, days: Days) -> None:
    ada = named(server, "Ada of the lobby")
    made = opened(server)
    secret = server.post(f"/api/tables/{made['table']}/seats/1", {"name": "Ada of the lobby"})["secret"]
    ada.do("POST", "/tables", {"table": made["table"], "secret": secret})
    ada.do("DELETE", "")
    days.move((ERASURE_DAYS + 0.01) * DAY)
    assert server.context.people is not None
    server.context.people.sweep(time.time())
    (line,) = server.get("/api/tables")
    assert [seat["name"] for seat in line["seats"]] == [None] * 3 and line["seats"][1]["is_taken"]


def test_tables_that_an_earlier_version_has_made_are_listed(tmp_path: Path) -> None:
    with running(tmp_path, has_jobs=False) as server:
        made = opened(server)["table"]
        with server.database.write() as connection:
            connection.execute(delete(LISTINGS))
        assert listed(server) == []
        tend(server)
        assert listed(server) == [made]


@pytest.mark.slow
def test_both_stores_tell_the_same_tables_in_the_same_order(tmp_path: Path, postgres: Cluster) -> None:
    told = []
    for url in (sqlite_url(tmp_path), postgres.database()):
        database = Database(url)
        database.migrate()
        tables = Tables(database, b"key")
        made = {tables.create(_plan())[0]: number for number in range(40)}
        with database.read() as connection:
            lines = find_listings(connection, Wanted(game="glassworks", free=2, is_taught=False), None, 25, time.time())
            places = [_place(line) for line in lines]
            lines += find_listings(connection, Wanted(pace="none"), places[-1], 25, time.time())
            kept = set(connection.execute(select(TABLES.c.kept_seconds)).scalars())
        told.append([made[_id(line)] for line in lines])
        assert kept == {STANDARD.listed * DAY}
        _note_twice(database, tables.open(_id(lines[0])))
        tables.close()
        database.close()
    assert told[0] == told[1] == list(range(40))[::-1]


def _plan() -> Plan:
    from rivertable.core.game import GAMES

    game = GAMES["glassworks"]
    terms = game.make_terms(2, game.options.make("rulebook", {}), game.printed.load())
    return Plan(terms, (SeatPlan("open"), SeatPlan("open")), is_public=True)


def _note_twice(database: Database, table: Table) -> None:
    for _ in range(2):
        with database.write() as connection:
            note_listing(connection, table)


def _id(line: str) -> str:
    return str(_told(line)["id"])


def _place(line: str) -> str:
    return str(_told(line)["place"])


def _told(line: str) -> Document:
    import json

    found: Document = json.loads(line)
    return found
