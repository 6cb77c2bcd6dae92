"""The first start of a version: the table is open and plays while its rules are compiled, and nothing is ever lost."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import urllib.request
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from first_start import compilers, first_cache, forget, held_back, is_running, is_successor, wait_until_compiled
from patience import PATIENCE_SECONDS
from processes import descendants
from rivertable.core.game import GAMES
from rivertable.core.match import check
from rivertable.core.record import read_document

from .clients import Party
from .servers import Server, served


def is_preparing(server: Server) -> bool:
    told = server.get("/api/preparation")
    assert 0 <= told["share"] <= 1
    assert told["is_going_on"] or told["share"] == 1
    return bool(told["is_going_on"])


def wait_for_successor(server: Server) -> None:
    """Wait until a fresh process has taken the place of the first, and answers."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not is_successor(server.pid):
        assert time.monotonic() < deadline, server.log
        time.sleep(0.01)
    assert not is_preparing(server)


def record_of(party: Party) -> dict[str, Any]:
    """The record of a game that is over, after a check of every turn, score and draw."""
    record = party.record()
    check(read_document(record, "the game"))
    return record


@pytest.mark.slow
def test_games_go_on_over_the_change(tmp_path: Path) -> None:
    """Turns before, during and after it, with a novice and an artisan: records check, nobody misses a turn.

    Pages say how far it is only while it goes on.
    """
    server = Server(tmp_path / "server", variables=first_cache(tmp_path / "cache"))
    script = b'<script type="module" src="/preparing.js"></script>'
    with served(server):
        with held_back(server.pid):
            assert is_preparing(server)
            assert script in page(server)
            parties = [Party([server.address], game, ["person", "novice", "artisan"]).start() for game in GAMES]
            for party in parties:
                for _ in range(2):
                    party.wait_for(lambda view: view["turn"]["seat"] == 0)
                    party.turn(0)
            assert is_preparing(server)
        for party in parties:
            party.wait_for(lambda view: view["turn"]["seat"] == 0)
            party.turn(0)
        wait_for_successor(server)
        for party in parties:
            with party:
                party.play()
                assert all(one.faults == [] for one in party.everybody)
                record = record_of(party)
            assert {turn["seat"] for turn in record["turns"]} == {0, 1, 2}
        assert script not in page(server)
    assert server.complaints == []


@pytest.mark.slow
def test_kill_before_during_and_after_the_change(tmp_path: Path) -> None:
    """Each start is a first one, and is killed at another moment: what was answered is there, and is there once."""
    variables = first_cache(tmp_path / "cache")
    server = Server(tmp_path / "server", variables=variables)
    with served(server):
        party = Party([server.address], "glassworks", ["person", "person"]).start()
        turns = 0

        def kill_and_start() -> None:
            working = compilers(server.pid)
            before = party.view(party.people[0].secret)
            server.kill()
            # Whoever compiled for it ends with it, however it went.
            deadline = time.monotonic() + PATIENCE_SECONDS
            while any(map(is_running, working)):
                assert time.monotonic() < deadline
                time.sleep(0.01)
            forget(tmp_path / "cache")
            server.start()
            assert party.view(party.people[0].secret) == before

        def turn() -> None:
            nonlocal turns
            party.turn(turns % 2)
            turns += 1

        with held_back(server.pid):
            turn()
        with held_back(server.pid):
            pass
        kill_and_start()
        for pause in (0.0, 0.3, 0.8):
            turn()
            wait_until_compiled(server.pid)
            # The first process stops by now, or its successor starts.
            time.sleep(pause)
            server.kill()
            forget(tmp_path / "cache")
            server.start()
            turn()
        wait_for_successor(server)
        turn()
        wait_for = party.view()["turn"]["number"]
        assert wait_for == turns + 1
        numbers = [turn["seat"] for turn in party.record()["turns"]]
        assert numbers == [number % 2 for number in range(turns)]
        party.close()
    assert server.complaints == []


def test_what_looks_ahead_waits_or_stands_in_until_then(tmp_path: Path) -> None:
    """Expert and master play as artisan does; a hint is refused with a sentence; afterwards all are there."""
    server = Server(tmp_path / "server", variables=first_cache(tmp_path / "cache"))
    with served(server):
        with held_back(server.pid):
            party = Party([server.address], "glassworks", ["person", "expert", "master"]).start()
            party.wait_for(lambda view: view["turn"]["seat"] == 0)
            party.turn(0)
            party.wait_for(lambda view: view["turn"]["seat"] == 0)
            wanted = {"step": "idea", "version": party.view()["version"]}
            refusal = party.door.refusal("POST", f"{party.path}/hint", wanted, secret=party.people[0].secret)
            assert "still being prepared" in refusal["detail"]
        wait_for_successor(server)
        with party:
            party.turn(0)
            party.wait_for(lambda view: view["turn"]["seat"] == 0)
    assert server.complaints == []


def page(server: Server) -> bytes:
    with urllib.request.urlopen(f"{server.address}/", timeout=PATIENCE_SECONDS) as reply:
        found: bytes = reply.read()
    return found


def test_where_no_process_can_be_replaced_the_first_waits(tmp_path: Path) -> None:
    """As on Windows: another process listens at the same port, and the first ends as that one does."""
    program = (
        "from rivertable.cli.shared import first_start; first_start.CAN_BE_REPLACED = False\n"
        "from rivertable.cli.entry import run; run()"
    )
    options = ["serve", "--no-browser", "--port", "0", "--data", str(tmp_path / "data")]
    first = subprocess.Popen(
        [sys.executable, "-c", program, *options],
        stdout=subprocess.PIPE,
        env=os.environ | first_cache(tmp_path / "cache"),
        text=True,
    )
    with first:
        assert first.stdout is not None
        address = first.stdout.readline().split()[-1]
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not (found := [process for process, _ in descendants(first.pid) if is_successor(process)]):
            assert time.monotonic() < deadline
            time.sleep(0.05)
        told = None
        while told is None:
            assert time.monotonic() < deadline
            with (
                suppress(OSError),
                urllib.request.urlopen(f"{address}api/preparation", timeout=PATIENCE_SECONDS) as reply,
            ):
                told = json.load(reply)
        assert told == {"is_going_on": False, "share": 1.0}
        os.kill(found[0], signal.SIGTERM)
        assert first.wait(PATIENCE_SECONDS) == 0
