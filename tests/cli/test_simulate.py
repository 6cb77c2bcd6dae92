"""``rivertable simulate``: records that hold, the same for the same seed, and bots of the promised strength."""

import json
import os
import signal
import subprocess
from pathlib import Path
from typing import Any

import pyarrow.parquet as parquet
import pytest

from glassworks.record_rules import check_record
from processes import EAGER, alone_with_ray, descendants

from .terminals import COMMAND, environment, rivertable, terminal

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


def rows_in(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_rows_are_kept_and_gone_on_with(home: Path, tmp_path: Path) -> None:
    """With the seed that they were begun with."""
    options = ["simulate", GAME, "--bots", "novice,random", "--rows", tmp_path / "rows"]
    first = rivertable(*options, "--games", 5, "--seed", "s", home=home)
    assert (first.returncode, first.stderr) == (0, "")
    assert first.stdout.splitlines()[-1] == f"rows in {tmp_path / 'rows'}"
    more = rivertable(*options, "--games", 8, "--json", "--jobs", 2, home=home)
    assert (more.returncode, more.stderr) == (0, "5 of 8 games are already there.\n")
    read = json.loads(more.stdout)
    assert (read["games"], read["seed"]) == (8, "s")
    games = parquet.read_table(tmp_path / "rows" / "games")
    assert games["number"].to_pylist() == list(range(1, 9))
    whole = summary("--bots", "novice,random", "--seed", "s", "--games", 8, "--rows", tmp_path / "whole", home=home)
    assert {**whole, "seconds": 0} == {**read, "seconds": 0}
    assert rows_in(tmp_path / "rows") == rows_in(tmp_path / "whole")


def test_a_stopped_simulation_keeps_its_rows(home: Path, tmp_path: Path) -> None:
    options = ["simulate", GAME, "--seed", "s", "--rows", tmp_path]
    with terminal(*options, "--games", 100_000, "--jobs", 2, home=home) as screen:
        screen.wait_for(" of 100,000 games, ")
        assert screen.leave("\x03") == 130
        assert "Stopped after " in screen.seen
        assert "; the same command continues." in screen.seen
        assert "Traceback" not in screen.seen
    found = parquet.read_table(tmp_path / "games").num_rows
    assert found >= 7
    done = rivertable(*options, "--games", found + 1, home=home)
    assert (done.returncode, done.stderr) == (0, f"{found:,} of {found + 1:,} games are already there.\n")


def test_rows_of_another_simulation_are_refused(home: Path, tmp_path: Path) -> None:
    options = ["simulate", GAME, "--games", 2, "--rows", tmp_path / "rows"]
    assert rivertable(*options, home=home).returncode == 0
    (tmp_path / "letter").write_text("kept", encoding="utf-8")
    for words, sentence in (
        (["--players", 3], "rows holds rows of another simulation: players is 2 there, and 3 here."),
        (["--seed", "other"], "rows holds rows of another simulation: seed is "),
        (["--games", 1], "rows holds more games than the 1 asked for."),
        (["--rows", tmp_path], f"{tmp_path} is no folder of a simulation's rows."),
    ):
        done = rivertable(*options, *words, home=home)
        assert (done.returncode, done.stdout) == (2, "")
        assert sentence in done.stderr
        assert len(done.stderr.splitlines()) == 1


@pytest.mark.slow
def test_a_cluster_plays_the_same_though_a_worker_is_killed(home: Path, tmp_path: Path) -> None:
    """Standard output holds the summary alone, whatever the cluster has to say."""
    # Bots that take a while: compiled ones would be done before a worker can be found.
    options = ["--games", 80, "--seed", "s", "--bots", "flat:playouts=20", "--rows"]
    whole = summary(*options, tmp_path / "whole", home=home)
    command = [
        *COMMAND,
        "simulate",
        GAME,
        *map(str, options),
        str(tmp_path / "rows"),
        "--cluster",
        "local",
        "--jobs",
        "2",
    ]
    changes = {"RAY_AUTH_TOKEN": "7" * 64, **EAGER}
    with (
        alone_with_ray(),
        subprocess.Popen([*command, "--json"], stdout=subprocess.PIPE, env=environment(home, changes)) as running,
    ):
        while not (playing := [each for each, name in descendants(running.pid) if name.startswith("ray::work_for")]):
            assert running.poll() is None
        os.kill(playing[0], signal.SIGKILL)
        assert running.stdout is not None
        (line,) = running.stdout.read().splitlines()
    assert running.returncode == 0
    assert {**json.loads(line), "seconds": 0} == {**whole, "seconds": 0}
    assert rows_in(tmp_path / "rows") == rows_in(tmp_path / "whole")


def test_a_cluster_that_is_not_there_is_refused(home: Path) -> None:
    done = rivertable("simulate", GAME, "--cluster", "heron", home=home)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "'heron' is no cluster: it is local, auto, ray://HOST:PORT or HOST:PORT.\n"


def test_records_are_not_written_over(home: Path, tmp_path: Path) -> None:
    """Nor are those of two jobs mixed in one folder."""
    folder = tmp_path / "records"
    assert rivertable("simulate", GAME, "--games", "2", "--seed", "x", "--out", folder, home=home).returncode == 0
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    done = rivertable("simulate", GAME, "--games", "1", "--seed", "y", "--out", folder, home=home)
    assert done.returncode == 2
    assert done.stderr.startswith(f"{folder / GAME}-00000")
    assert "is there already" in done.stderr
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
