"""What bots need is there before they think; until then the table waits for them, and nobody waits for the table."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
import time
from concurrent.futures import Future
from pathlib import Path

from rivertable.bots import LEVELS, rivals_of
from rivertable.bots.preparing import is_prepared, prepare
from rivertable.core.game import GAMES
from rivertable.table.preparation import Preparation, urgency

from .in_process import PATIENCE_SECONDS, running

GAME = GAMES["glassworks"]


def test_a_bot_thinks_when_all_is_ready_and_plays_its_level_then(tmp_path: Path) -> None:
    """Until then the table stands, and answers; a bot that needs nothing of that plays at another table."""
    with running(tmp_path) as server:
        waits: Future[None] = Future()
        server.context.preparation._asked["glassworks", "search"] = waits
        tables, started = {}, {}
        for level in ("master", "random"):
            seats = [{"kind": "bot", "level": bot} for bot in (level, "random")]
            made = server.post("/api/tables", {"game": "glassworks", "seats": seats})
            tables[level] = f"/api/tables/{made['table']}"
            started[level] = server.post(f"{tables[level]}/start", {}, made["host"])["version"]

        def wait_for_a_turn(level: str) -> None:
            deadline = time.monotonic() + PATIENCE_SECONDS
            while server.get(tables[level])["version"] == started[level]:
                assert time.monotonic() < deadline
                time.sleep(0.02)

        wait_for_a_turn("random")
        assert server.get(tables["master"])["version"] == started["master"]
        waits.set_result(None)
        wait_for_a_turn("master")
        assert "rivertable_bots_late_total 0.0" in server.call("GET", "/metrics").text


def test_what_is_compiled_does_not_wait_for_what_is_not(tmp_path: Path) -> None:
    """Where nothing was compiled before, the rules come first; what was compiled comes before what was not."""
    prepare(GAME, "sight")
    assert urgency(GAME, None) < urgency(GAME, "sight")
    ask = (
        "from rivertable.core.game import GAMES; from rivertable.table.preparation import urgency;"
        "print(*(urgency(GAMES['glassworks'], kind) for kind in (None, 'sight')))"
    )
    environment = os.environ | {"RIVERTABLE_CACHE": str(tmp_path)}
    asked = subprocess.run([sys.executable, "-c", ask], env=environment, capture_output=True, text=True, check=True)
    rules, sight = map(int, asked.stdout.split())
    assert rules == urgency(GAME, None) < urgency(GAME, "sight") < sight


def test_everything_that_a_table_offers_is_prepared_once() -> None:
    preparation = Preparation()
    preparation.begin()
    for game in GAMES.values():
        for bot in (*LEVELS, *rivals_of(game)):
            prepared = preparation.of(game, bot)
            prepared.result(PATIENCE_SECONDS)
            assert preparation.of(game, bot) is prepared
        assert is_prepared(game, "search") and is_prepared(game, "sight")
    preparation.stop()
    assert not preparation.of(GAME, "flat:playouts=1").done()


def test_a_server_that_stops_leaves_no_compiler_behind(tmp_path: Path) -> None:
    """With an empty cache: a process of its own begins to compile, and ends with the server."""
    script = textwrap.dedent("""
        import time
        from rivertable.bots.preparing import is_prepared, prepare
        from rivertable.core.game import GAMES
        from rivertable.table.preparation import Preparation, urgency

        preparation = Preparation()
        prepared = preparation.of(GAMES["glassworks"], "master")
        while preparation._compiler is None:
            time.sleep(0.01)
        assert preparation._compiler.poll() is None
        preparation.stop()
        print(preparation._compiler.wait(30), prepared.done(), is_prepared(GAMES["glassworks"], "search"))
    """)
    variables = os.environ | {"RIVERTABLE_CACHE": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", script], env=variables, capture_output=True, text=True, check=False, timeout=120
    )
    assert (done.stdout, done.stderr) == ("-15 False False\n", "")
