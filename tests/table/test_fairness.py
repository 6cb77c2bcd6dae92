"""Fair shares of thinking: who asks for much waits for himself."""

from __future__ import annotations

import threading
import time
from collections import Counter
from pathlib import Path

import pytest

from patience import PATIENCE_SECONDS
from rivertable.bots import LEVELS
from rivertable.bots.names import is_slow, looks_ahead
from rivertable.table.workers.fairness import FairPool, Makers, first_within

from .in_process import Server, running

GREEDY, VICTIM = "192.0.2.66", "192.0.2.7"
MANY = 12


def test_those_who_ask_are_served_in_turn() -> None:
    pool, order, gate = FairPool(1, "test"), [], threading.Event()
    pool.submit("first", gate.wait)
    done = [pool.submit("greedy", lambda k=k: order.append(f"greedy {k}")) for k in range(5)]
    done += [pool.submit("other", lambda k=k: order.append(f"other {k}")) for k in range(2)]
    assert pool.waiting("greedy") == 5 and pool.waiting("nobody") == 0
    gate.set()
    for each in done:
        each.result(PATIENCE_SECONDS)
    assert order == ["greedy 0", "other 0", "greedy 1", "other 1", "greedy 2", "greedy 3", "greedy 4"]
    pool.shutdown()


def test_nobody_has_all_threads_while_another_waits() -> None:
    assert first_within(["greedy"], Counter(greedy=2), 2) == "greedy"
    assert first_within(["greedy", "other"], Counter(greedy=2), 2) == "other"
    assert first_within(["greedy", "other"], Counter(greedy=2, other=2), 2) is None
    assert first_within([], Counter(), 2) is None


def test_what_fails_is_told_and_the_next_is_done() -> None:
    pool = FairPool(1, "test")

    def fail() -> None:
        raise KeyError("here")

    failed, after = pool.submit("one", fail), pool.submit("one", lambda: 7)
    with pytest.raises(KeyError, match="here"):
        failed.result(PATIENCE_SECONDS)
    assert after.result(PATIENCE_SECONDS) == 7
    gate = threading.Event()
    going_on, never = pool.submit("one", lambda: gate.wait(PATIENCE_SECONDS)), pool.submit("one", lambda: 1)
    while pool.waiting("one") > 1:
        time.sleep(0.01)
    gate.set()
    pool.shutdown()
    assert going_on.result(0) is True and (never.cancelled() or never.result(0) == 1)
    with pytest.raises(RuntimeError, match="stopped"):
        pool.submit("one", lambda: 1)


def test_only_bots_that_think_for_long_are_slow() -> None:
    assert {level for level in LEVELS if is_slow(level)} == {"master"}
    assert {level for level in LEVELS if looks_ahead(level)} == {"expert", "master"}
    assert is_slow("search:time=1") and is_slow("flat:playouts=9") and not is_slow("rival:pike")


def test_makers_are_kept_in_memory_only_so_many() -> None:
    makers = Makers()
    assert makers.of("a-table") == "a-table"
    for number in range(20_001):
        makers.note(str(number), GREEDY)
    assert makers.of("0") == "0" and makers.of("1") == GREEDY


def bots(server: Server, level: str, address: str) -> str:
    made = server.post("/api/tables", {"game": "glassworks", "seats": [{"kind": "bot", "level": level}] * 2})
    server.context.makers.note(made["table"], address)
    server.post(f"/api/tables/{made['table']}/start", {}, made["host"])
    table: str = made["table"]
    return table


def turns(server: Server, table: str) -> int:
    match = server.tables.open(table).match
    return 0 if match is None else len(match.turns)


def test_one_address_with_many_masters_slows_no_other(tmp_path: Path) -> None:
    """A novice never waits behind masters, and another address's master is served as often as all of theirs."""
    with running(tmp_path) as server:
        greedy = [bots(server, "master", GREEDY) for _ in range(MANY)]
        deadline = time.monotonic() + PATIENCE_SECONDS
        while sum(turns(server, table) for table in greedy) < 2:
            assert time.monotonic() < deadline
            time.sleep(0.02)
        quick, slow = bots(server, "novice", VICTIM), bots(server, "master", VICTIM)
        before = sum(turns(server, table) for table in greedy)
        while turns(server, quick) < 10:
            assert time.monotonic() < deadline
            time.sleep(0.01)
        assert sum(turns(server, table) for table in greedy) - before <= 10
        before, had = sum(turns(server, table) for table in greedy), turns(server, slow)
        while turns(server, slow) < had + 3:
            assert time.monotonic() < deadline
            time.sleep(0.01)
        assert sum(turns(server, table) for table in greedy) - before <= 3 * 3
