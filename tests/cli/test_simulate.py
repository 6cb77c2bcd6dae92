"""``rivertable simulate``: records that hold, the same for the same seed, and bots of the promised strength."""

import json
from pathlib import Path
from typing import Any

import pytest

from glassworks.record_rules import check_record

from .terminals import rivertable

GAME = "glassworks"
KEYS = {"game", "games", "players", "decisions", "seconds", "mean_scores", "win_shares"}


def summary(*options: object, home: Path) -> dict[str, Any]:
    """The summary of a simulation, as machines read it."""
    done = rivertable("simulate", GAME, *options, "--json", home=home)
    assert (done.returncode, done.stderr) == (0, "")
    (line,) = done.stdout.splitlines()
    read: dict[str, Any] = json.loads(line)
    return read


def files_in(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize("preset", ["rulebook", "bga"])
def test_every_record_holds(preset: str, home: Path, tmp_path: Path) -> None:
    """For every number of players, by ``check`` and by the checker of the tests, which shares no code with it."""
    for players in (2, 3, 4, 5):
        options = ["--players", players, "--games", "3", "--set", f"preset={preset}", "--bots", "novice,random"]
        out = tmp_path / str(players)
        assert rivertable("simulate", GAME, *options, "--states", "--out", out, home=home).returncode == 0
        assert sorted(files_in(out)) == [f"glassworks-00000{number}.json" for number in (1, 2, 3)]
    paths = sorted(tmp_path.glob("*/*.json"))
    done = rivertable("check", *paths, home=home)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [*(f"good {path}" for path in paths), "12 good, 0 bad"]
    for path in paths:
        record = json.loads(path.read_text(encoding="utf-8"))
        assert check_record(record) == []
        assert record["options"]["preset"] == preset
        assert all("after" in turn for turn in record["turns"])


def test_the_seed_fixes_the_records_and_jobs_do_not_matter(home: Path, tmp_path: Path) -> None:
    options = ["--players", "3", "--games", "6", "--bots", "random,novice", "--states"]
    for name, seed, jobs in (("one", "7", 1), ("two", "7", 2), ("again", "7", 1), ("other", "8", 1)):
        done = rivertable(
            "simulate", GAME, *options, "--seed", seed, "--jobs", jobs, "--out", tmp_path / name, home=home
        )
        assert done.returncode == 0
    one = files_in(tmp_path / "one")
    assert len(one) == 6
    assert files_in(tmp_path / "two") == one
    assert files_in(tmp_path / "again") == one
    other = files_in(tmp_path / "other")
    assert all(other[name] != one[name] for name in one)


def test_the_summary_as_json(home: Path) -> None:
    read = summary("--players", "4", "--games", "5", home=home)
    assert read.keys() >= KEYS
    assert (read["game"], read["games"], read["players"]) == (GAME, 5, 4)
    assert read["decisions"] > 5 * 4 * 4
    assert read["seconds"] > 0
    assert len(read["mean_scores"]) == len(read["win_shares"]) == 4
    assert sum(read["win_shares"]) == pytest.approx(1, abs=0.001)
    assert read["bots"] == ["random"] * 4


def test_the_summary_as_text(home: Path, tmp_path: Path) -> None:
    done = rivertable("simulate", GAME, "--games", "2", "--seed", "x", "--out", tmp_path, home=home)
    first, *seats, last = done.stdout.splitlines()
    assert first.startswith("2 games of glassworks, 2 players, seed x: ")
    assert [line.split()[:3] for line in seats] == [["seat", "0", "random"], ["seat", "1", "random"]]
    assert last == f"records in {tmp_path}"


def test_novice_beats_random(home: Path) -> None:
    """At least 95 of 100 games, each deal played from both seats; a shared victory counts as half."""
    first = summary("--games", "50", "--seed", "pairs", "--bots", "novice,random", home=home)
    second = summary("--games", "50", "--seed", "pairs", "--bots", "random,novice", home=home)
    assert 50 * (first["win_shares"][0] + second["win_shares"][1]) >= 95
