"""What bots need is there before they think; until then the table waits for them, and nobody waits for the table."""

from __future__ import annotations

import time
from concurrent.futures import Future
from pathlib import Path

from patience import PATIENCE_SECONDS
from rivertable.bots import LEVELS, rivals_of
from rivertable.bots.names import player_for
from rivertable.core.compiling.warmup import is_done
from rivertable.core.game import GAMES
from rivertable.study.compiling import TASKS
from rivertable.table.workers.preparation import Preparation

from .in_process import running

GAME = GAMES["glassworks"]


def test_a_bot_thinks_when_all_is_ready_and_plays_its_level_then(tmp_path: Path) -> None:
    """Until then the table stands, and answers; a bot that needs nothing of that plays at another table."""
    with running(tmp_path) as server:
        preparation, waits = server.context.preparation, Future[None]()
        preparation._loaded["glassworks", "endings"] = waits
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


def test_an_idle_server_loads_no_machine_code(tmp_path: Path) -> None:
    """The rules are loaded when somebody looks at the games, and what a bot needs when one sits down."""
    with running(tmp_path) as server:
        loaded = server.context.preparation._loaded
        server.get("/healthz")
        assert not loaded
        server.get("/api/games")
        deadline = time.monotonic() + PATIENCE_SECONDS
        while len(loaded) < len(GAMES):
            assert time.monotonic() < deadline
            time.sleep(0.02)
        assert set(loaded) == {(name, "rules") for name in GAMES}
        server.context.preparation.of(GAME, "novice").result(PATIENCE_SECONDS)
        assert set(loaded) == {*((name, "rules") for name in GAMES), ("glassworks", "sight")}


def test_everything_that_a_table_offers_is_loaded() -> None:
    preparation = Preparation()
    for game in GAMES.values():
        for bot in (*LEVELS, *rivals_of(game)):
            preparation.of(game, bot).result(PATIENCE_SECONDS)
            assert player_for(bot) == bot
        preparation.to_study(game).result(PATIENCE_SECONDS)
        assert all(is_done(game, task) for task in TASKS)
    assert preparation.share == 1.0
    preparation.stop()
