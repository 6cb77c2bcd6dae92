"""``rivertable admin``: what operators do at the command line, over a store that a server may use meanwhile."""

import json
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, select

from rivertable.core.game import GAMES
from rivertable.table.care.company import Company
from rivertable.table.people import People
from rivertable.table.store.company.schema import RATED_SEATS, RATINGS
from rivertable.table.store.database import Database, sqlite_url
from rivertable.table.store.ledger import note_alive
from rivertable.table.store.server_secrets import open_secrets
from rivertable.table.tables import Plan, SeatPlan, Tables

from .terminals import rivertable

Run = Callable[..., Any]


class House:
    """A store with a table, two people at it, and a report."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self.folder = folder
        self.database = Database(sqlite_url(folder))
        self.database.migrate()
        secrets = open_secrets(folder / "secrets.json")
        tables = Tables(self.database, secrets.erasure_key)
        self.people, self.company = People(tables, secrets), Company(self.database)
        self.ada, self.bob = self.people.arrive("Ada"), self.people.arrive("Bob")
        seats = tuple(SeatPlan("person", name=name) for name in ("Ada", "Bob"))
        table_id, _, links = tables.create(Plan(GAMES["glassworks"].make_terms(2), seats))
        for visitor, link in zip((self.ada, self.bob), links, strict=True):
            self.people.keep(visitor, table_id, str(link))
        self.table = tables.open(table_id)
        self.company.report(self.table, 0, 1, "A name that hurts.\nTwice.")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path / "data")
    yield made
    made.database.close()


@pytest.fixture
def run(house: House, home: Path) -> Run:
    def admin(*words: object, code: int = 0) -> str:
        done = rivertable("admin", *words, "--data", house.folder, home=home)
        assert done.returncode == code, done.stderr
        assert "Traceback" not in done.stderr
        said: str = done.stdout if code < 2 else done.stderr
        return said

    return admin


def test_a_report_leads_to_a_sanction_an_appeal_and_its_answer(house: House, run: Run) -> None:
    (told,) = map(json.loads, run("reports", "--json").splitlines())
    assert (told["text"], told["version"], told["table_id"]) == ("A name that hurts.\nTwice.", 1, house.table.id)
    assert told["id"] in run("reports") and "Twice" not in run("reports")
    shown = run("report", told["id"])
    assert all(words in shown for words in (house.table.id, "seat 2, Bob", house.bob.person.id, "Twice."))
    assert json.loads(run("report", told["id"], "--json")) == told
    assert house.bob.person.id in run("find", "bo") and house.ada.person.id not in run("find", "bo")
    (found,) = map(json.loads, run("find", house.bob.person.id[:8], "--json").splitlines())
    made = run("sanction", found["id"], "closed", "--reason", "It hurts.", "--days", 2, "--report", told["id"]).strip()
    (seen,) = house.company.standing(house.bob.person).sanctions
    assert (seen.id, seen.kind, seen.reason, seen.report_id) == (made, "closed", "It hurts.", told["id"])
    assert seen.until is not None and 1.9 < (seen.until - time.time()) / 86_400 <= 2
    assert run("answer", made, "No.", code=1) == ""
    house.company.appeal(house.bob.person, made, "It was a joke.")
    assert "appeal: It was a joke." in run("sanctions")
    assert "1 reports, 1 appeals" in run("status", code=1)
    run("answer", made, "Not a good one.")
    run("lift", made)
    run("close", told["id"], "Spoken to.")
    assert run("reports") == run("sanctions") == ""
    assert "Spoken to." in run("report", told["id"]) and "closed" in run("reports", "--all")
    shown = run("person", found["id"])
    assert all(words in shown for words in ("Bob", "lifted", "Not a good one."))
    assert json.loads(run("person", found["id"], "--json"))["sanctions"][0]["answer"] == "Not a good one."
    code = run("code", found["id"]).strip()
    assert house.people.recover(code).person.name == "Bob"
    log = rivertable("log", "--data", house.folder, "--json", home=house.folder).stdout
    acts = [json.loads(line)["act"] for line in log.splitlines()]
    assert acts == ["sanction", "answer-appeal", "lift", "close-report", "issue-code"] and code not in log


def test_the_condition_is_red_until_somebody_looks_after_it(house: House, run: Run, home: Path) -> None:
    told = json.loads(run("status", "--json", code=1))
    assert {"server", "backup"} <= set(told["red"]) and told["reports"] == 1 and told["backup"] is None
    assert "RED backup" in run("status", code=1)
    with house.database.write() as connection:
        note_alive(connection, time.time())
    done = rivertable("backup", house.folder.parent / "backup", "--data", house.folder, home=home)
    assert done.returncode == 0, done.stderr
    told = json.loads(run("status", "--json", code=1 if is_full(house.folder) else 0))
    assert told["red"] == (["store"] if is_full(house.folder) else []) and 0 <= told["backup"] < 600
    assert "ok  backup" in run("status", code=1 if is_full(house.folder) else 0)
    # One that fails is noted, and makes none good.
    done = rivertable("backup", house.folder / "no" / "such", "--data", house.folder, home=home)
    assert done.returncode == 1
    with house.database.read() as connection:
        runs = connection.exec_driver_sql("SELECT file, size, error FROM backup_run ORDER BY at").all()
    assert [(name, size is not None, error is None) for name, size, error in runs] == [
        ("backup", True, True),
        ("such", False, False),
    ]


def is_full(folder: Path) -> bool:
    """Whether the disk of this machine is as full as makes a store red."""
    return shutil.disk_usage(folder).free < 1_000_000_000


def test_a_link_opens_the_page_of_a_server(house: House, run: Run) -> None:
    way, _, key = run("link", "olga").strip().partition("#")
    assert (way, len(key)) == ("/admin", 43)


@pytest.mark.parametrize(
    ("words", "code", "part"),
    [
        ("report " + "0" * 32, 1, "There is no such report."),
        ("close " + "0" * 32 + " Done.", 1, "No such report waits."),
        ("person " + "0" * 32, 1, "There is no such person."),
        ("code " + "0" * 32, 1, "There is no such person."),
        ("lift " + "0" * 32, 1, "There is no such sanction."),
        ("sanction " + "0" * 32 + " jail --reason x", 2, "'jail' is not one of 'warn', 'no-lobby', "),
        ("sanction " + "0" * 32 + " warn --reason " + "x" * 501, 2, "1 to 500 characters"),
    ],
)
def test_what_is_not_there_is_said_in_a_sentence(house: House, home: Path, words: str, code: int, part: str) -> None:
    done = rivertable("admin", *words.split(), "--data", house.folder, home=home)
    assert done.returncode == code and part in done.stderr and "Traceback" not in done.stderr
    assert "error" not in done.stderr


def test_nothing_is_made_where_there_is_no_store(tmp_path: Path, home: Path) -> None:
    done = rivertable("admin", "status", "--data", tmp_path / "none", home=home)
    assert done.returncode == 2 and "There is no store" in done.stderr
    assert not (tmp_path / "none").exists()


def test_ratings_are_worked_out_anew_from_the_results(house: House, run: Run) -> None:
    seats = [
        {"table_id": house.table.id, "seat": place - 1, "person_id": visitor.person.id, "pool": "glassworks-2-live"}
        | {"number": 1, "place": place, "at": 1_900_000_000.0}
        for place, visitor in enumerate((house.ada, house.bob), 1)
    ]
    with house.database.write() as connection:
        connection.execute(insert(RATED_SEATS), seats)
    assert run("rebuild-ratings") == "1 rated games\n"
    with house.database.read() as connection:
        found = {row[0]: row[1] for row in connection.execute(select(RATINGS.c.person_id, RATINGS.c.mu))}
    assert found[house.ada.person.id] > 25.0 > found[house.bob.person.id]
