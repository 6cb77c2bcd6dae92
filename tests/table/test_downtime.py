"""Time in which no server runs counts for nobody, and neither does what a wrong clock told."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random

import pytest

from patience import PATIENCE_SECONDS
from rivertable.table.commits import JITTER_SECONDS
from rivertable.table.domain.company import next_due
from rivertable.table.store import ledger
from rivertable.table.store.database import Database, sqlite_url

from .days import Days, days
from .in_process import Server, running
from .tables import Made, random_decisions, start_table

TURN_SECONDS = 60
TURN_CLOCK = {"kind": "turn", "seconds": TURN_SECONDS}
LIVE_CLOCK = {"kind": "live", "seconds": TURN_SECONDS, "increment": 5}
AWAY_SECONDS = 3 * 3600.0
__all__ = ["days"]


def left(server: Server, table: Made) -> float:
    """The seconds that the seat to move has left."""
    opened = server.tables.open(table.id)
    deadline = opened.deadline()
    assert deadline is not None
    return deadline - time.time()


def wait_for_event(server: Server, table: Made, kind: str) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not any(event.kind == kind for event in server.tables.open(table.id).events):
        assert time.monotonic() < deadline, kind
        time.sleep(0.02)


def move_through_the_api(server: Server, table: Made, version: int) -> None:
    found = server.tables.open(table.id)
    assert found.match is not None and found.to_move is not None
    decisions = random_decisions(found.match.position.view(found.to_move), Random(1))
    body = {"version": version, "decisions": decisions, "key": f"a-key-of-version-{version}"}
    server.post(f"{table.path}/moves", body, table.secrets[found.to_move])


@pytest.mark.parametrize("clock", [TURN_CLOCK, LIVE_CLOCK], ids=["turn", "live"])
def test_a_clock_stands_still_while_no_server_runs(clock: dict[str, object], tmp_path: Path, days: Days) -> None:
    with running(tmp_path) as server:
        table = start_table(server, "glassworks", clock=clock)
        opened = server.tables.open(table.id)
        mover, version, before = opened.to_move, opened.version, left(server, table)
        assert mover is not None
    days.move(AWAY_SECONDS)
    with running(tmp_path) as server:
        assert before - 5 < left(server, table) <= before + 1
        opened = server.tables.open(table.id)
        assert opened.to_move == mover and opened.seats[mover].substitute is None
        assert opened.events[-1].kind == "paused"
        # What was decided before the server went is still meant for this turn.
        move_through_the_api(server, table, version)
        bank = server.tables.open(table.id).seats[mover].bank
        assert bank is None or before - 5 < bank <= TURN_SECONDS + 5
        days.move(TURN_SECONDS + 1)
        wait_for_event(server, table, "away")


def test_nobody_is_absent_who_could_not_be_seen(tmp_path: Path, days: Days) -> None:
    """The grace time begins anew, since no server could hear the page."""
    with running(tmp_path) as server:
        table = start_table(server, "market", grace_seconds=60)
    days.move(AWAY_SECONDS)
    with running(tmp_path) as server:
        days.move(50)
        time.sleep(0.6)  # it looks every quarter of a second
        assert not any(event.kind == "away" for event in server.tables.open(table.id).events)
        days.move(15)
        wait_for_event(server, table, "away")


def test_a_second_stop_on_the_way_up_takes_nothing_twice(tmp_path: Path, days: Days) -> None:
    """The server is killed after it has mended a clock, and before it has noted that it runs."""
    with running(tmp_path) as server:
        table = start_table(server, "glassworks", clock=TURN_CLOCK)
        before, stopped = left(server, table), time.time()
    for _ in range(2):
        days.move(AWAY_SECONDS)
        with running(tmp_path) as server:
            assert before - 5 < left(server, table) <= before + 1
        database = Database(sqlite_url(tmp_path))
        with database.write() as connection:
            ledger.note_alive(connection, stopped)
        database.close()


def test_a_table_without_a_clock_is_left_alone(tmp_path: Path, days: Days) -> None:
    with running(tmp_path) as server:
        table = start_table(server, "glassworks")
        version = server.tables.open(table.id).version
    days.move(AWAY_SECONDS)
    with running(tmp_path) as server:
        assert server.tables.open(table.id).version == version


@pytest.mark.slow
def test_a_clock_that_was_ahead_and_is_put_right_stops_nobody(tmp_path: Path, days: Days) -> None:
    """Turns of the wrong day lie in the future: bots go on, and a person's time runs from now on."""
    days.move(AWAY_SECONDS)
    with running(tmp_path) as server:
        timed = start_table(server, "glassworks", clock=TURN_CLOCK)
        seats = [{"kind": "person"}, {"kind": "bot", "level": "random"}]
        with_bot = start_table(server, "glassworks", seats=seats)
    days.move(-AWAY_SECONDS)
    with running(tmp_path, has_jobs=False) as server:
        # The move is stored at a time that a bot due then would wait for.
        days.move(AWAY_SECONDS)
        version = server.tables.open(with_bot.id).version
        move_through_the_api(server, with_bot, version)
        assert next_due(server.tables.open(with_bot.id)) == ("bot", pytest.approx(time.time(), abs=5))
    days.move(-AWAY_SECONDS)
    with running(tmp_path) as server:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while sum(event.kind == "turn" for event in server.tables.open(with_bot.id).events) < 2:
            assert time.monotonic() < deadline
            time.sleep(0.02)
        assert TURN_SECONDS - JITTER_SECONDS < left(server, timed) <= TURN_SECONDS
        assert server.tables.open(timed.id).events[-1].at <= time.time()


def test_a_clock_that_goes_back_a_little_keeps_the_order(tmp_path: Path, days: Days) -> None:
    with running(tmp_path) as server:
        table = start_table(server, "glassworks", clock=TURN_CLOCK)
        days.move(-JITTER_SECONDS / 2)
        move_through_the_api(server, table, server.tables.open(table.id).version)
        times = [event.at for event in server.tables.open(table.id).events]
        assert times == sorted(times)
