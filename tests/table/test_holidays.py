"""Holidays: no clock of days runs for who is away, where the table has agreed to it, for so many days a year."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from rivertable.table.holidays import DAYS_A_YEAR
from rivertable.table.people import ERASURE_DAYS

from .days import Days, days
from .in_process import Server, running
from .problem_documents import problem_in
from .tables import Made, play_at_random, start_table
from .test_leavers import CLOCK, HOUR, do_what_is_due
from .test_people import Browser, named

__all__ = ["days"]
DAY = 86_400.0


@pytest.fixture
def server(tmp_path: Path, days: Days) -> Iterator[Server]:
    # In spring: no year ends within the tests.
    days.move(max(1_900_000_000 - time.time(), 0.0))
    with running(tmp_path, has_jobs=False) as made:
        yield made


def seated(server: Server, browser: Browser, **more: object) -> Made:
    """A table by days at which somebody has the first seat, which is to move."""
    table = start_table(server, "glassworks", clock=CLOCK, absence="bot", **more)
    browser.do("POST", "/tables", {"table": table.id, "secret": table.secrets[0]})
    return table


def left(server: Server, table: Made) -> float:
    deadline = server.tables.open(table.id).deadline()
    assert deadline is not None
    return deadline - time.time()


def test_no_clock_runs_for_who_is_away_where_that_was_agreed(server: Server, days: Days) -> None:
    ada = named(server)
    table, strict = seated(server, ada, has_holidays=True), seated(server, ada)
    days.move(1 * HOUR)
    told = ada.do("POST", "/holidays", {"days": 5})
    assert told["days_left"] == DAYS_A_YEAR - 5 and len(told["holidays"]) == 1
    (kept,) = ada.do("GET", "/data")["holidays"]
    assert kept == {name: told["holidays"][0][name] for name in ("begins_at", "ends_at")}
    assert left(server, table) == pytest.approx(5 * DAY + 3 * HOUR, abs=5)
    assert left(server, strict) == pytest.approx(3 * HOUR, abs=5)
    days.move(4 * DAY)
    assert do_what_is_due(server, table) == [] and do_what_is_due(server, strict) == ["choice-opened"]
    # Whoever comes back early has the time again that was left.
    ada.do("POST", "/holidays/end", {"holiday": told["holidays"][0]["holiday"]})
    assert left(server, table) == pytest.approx(3 * HOUR, abs=5)
    days.move(5 * HOUR + 1)
    assert do_what_is_due(server, table) == ["choice-opened"]
    # Another one settles that nobody is to be asked about who is away, and a move can be made meanwhile.
    ada.do("POST", "/holidays", {"days": 2})
    assert server.tables.open(table.id).choosing is None
    assert play_at_random(server, table, 1, Random(1)) == 1
    assert left(server, table) == pytest.approx(4 * HOUR, abs=5)  # the other one is not away


def test_a_table_that_is_joined_later_is_told_and_a_holiday_may_lie_ahead(server: Server, days: Days) -> None:
    ada = named(server)
    begins = time.strftime("%Y-%m-%d", time.gmtime(time.time() + 40 * DAY))
    told = ada.do("POST", "/holidays", {"begins": begins, "days": 3})
    table = seated(server, ada, has_holidays=True)
    assert left(server, table) == pytest.approx(4 * HOUR, abs=5)
    assert len(server.tables.open(table.id).seats[0].holidays) == 1
    ada.do("POST", "/holidays/end", {"holiday": told["holidays"][0]["holiday"]})
    assert ada.do("GET", "/holidays") == {"days_left": DAYS_A_YEAR, "holidays": []}
    assert server.tables.open(table.id).seats[0].holidays == ()


def test_there_are_so_many_days_a_year_and_nobody_is_away_twice(server: Server, days: Days) -> None:
    ada, ben = named(server), named(server, "Ben")
    ada.do("POST", "/holidays", {"days": 20})

    def refused(browser: Browser, path: str, **body: object) -> str:
        problem = problem_in(browser.call("POST", path, body))
        assert problem.code == "no-holiday"
        return str(problem.template)

    assert refused(ada, "/holidays", days=1) == "You have a holiday then already."
    days.move(21 * DAY)
    assert refused(ada, "/holidays", days=11) == "There are {days} days of holidays a year."
    assert ada.do("POST", "/holidays", {"days": 10})["days_left"] == 0
    far = time.strftime("%Y-%m-%d", time.gmtime(time.time() + 400 * DAY))
    assert refused(ben, "/holidays", begins=far, days=1) == "A holiday begins within a year."
    assert refused(ben, "/holidays", begins="2030-02-30", days=1) == "There is no such day."
    (_, own) = ada.do("GET", "/holidays")["holidays"]
    assert refused(ben, "/holidays/end", holiday=own["holiday"]) == "You have no such holiday."
    for body in ({"days": 0}, {"days": 31}, {"days": 1, "begins": "2030-02"}, {"days": 1, "begins": 5}):
        assert ada.call("POST", "/holidays", body).status_code == 422
    ada.do("DELETE", "")
    days.move((ERASURE_DAYS + 0.01) * DAY)
    assert server.context.people is not None
    server.context.people.sweep(time.time())
    with server.database.read() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM holiday").scalar_one() == 0
