"""The short form of ``benchmarks/outsiders.py``: all play all, and games that were kept are not played again."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

OUTSIDERS = Path(__file__).resolve().parents[2] / "benchmarks" / "outsiders.py"
BOTS = ("random", "greedy", "openspiel-mcts:60")


def test_all_play_all_and_a_run_goes_on(tmp_path: Path) -> None:
    """In the game with hidden hands: the greedy one and OpenSpiel's search are both better than chance."""
    keep = tmp_path / "games.jsonl"
    command = [sys.executable, str(OUTSIDERS), "market", "--bots", ",".join(BOTS), "--keep", str(keep)]

    def played(games: int) -> list[str]:
        done = subprocess.run(
            [*command, "--games", str(games), "--write", str(tmp_path)], capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        return keep.read_text("utf-8").splitlines()

    first = played(2)
    assert len(first) == 6
    both = played(4)
    assert both[:6] == first
    assert len(both) == 12
    (figures,) = json.loads((tmp_path / "outsiders.json").read_text("utf-8"))
    ratings = {name: row["rating"] for name, row in figures["ratings"].items()}
    assert set(ratings) == set(BOTS)
    assert sum(ratings.values()) == pytest.approx(0, abs=0.2)
    assert min(ratings, key=lambda name: ratings[name]) == "random"
    page = (tmp_path / "outsiders.md").read_text("utf-8")
    for name in ("greedy", "openspiel-mcts:60"):
        assert figures["pairs"][f"random | {name}"]["win_share"] <= 0.25
        assert f"| `{name}` |" in page
