"""The short form of ``benchmarks/endings.py``: with exact endings no best move is missed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from bots.boards import BOTH

ENDINGS = Path(__file__).resolve().parents[2] / "benchmarks" / "endings.py"


@pytest.mark.parametrize("game", BOTH)
def test_nothing_is_lost_where_an_ending_is_solved(game: str) -> None:
    command = [
        sys.executable,
        str(ENDINGS),
        "--game",
        game,
        "--positions",
        "10",
        "--playouts",
        "300",
        "--most",
        "20000",
    ]
    done = subprocess.run([*command, "--seed", "3", "--json"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)
    assert figures["positions"] == figures["exactly"] == 10
    exact, search = figures["exact"], figures["search"]
    assert exact["best_moves"]["value"] == 1
    assert exact["value_lost"]["value"] == pytest.approx(0, abs=1e-9)
    assert search["value_lost"]["value"] >= -1e-9, "nobody does better than the best"
    assert 0 <= search["best_moves"]["low"] <= search["best_moves"]["value"] <= 1
