"""Rows of simulated games: the same files whoever played and however often it stopped, and refused where not whole."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pyarrow.parquet as parquet
import pytest

from patience import PATIENCE_SECONDS
from rivertable.core.errors import MissingExtraError
from rivertable.core.game import GAMES
from rivertable.lab import SimulationError
from rivertable.lab.simulation import Job, RowsFolder, Simulation, Summary, WholeGame, simulate
from rivertable.lab.simulation.tables import game_columns, turn_columns

ROOT = Path(__file__).resolve().parents[2]
GAMES_IN_A_FILE = 4
LONG = 23
"""Games of the longer runs: the last file is not full."""


def job_of(game: str = "glassworks", bots: tuple[str, ...] = ("random", "random"), seed: str = "one") -> Job:
    return Job(GAMES[game].make_terms(len(bots)), bots, seed)


def keep(path: Path, games: int, job: Job | None = None, processes: int = 1, **how: Any) -> Summary:
    """The summary of a simulation that keeps its rows."""
    on_game = how.pop("on_game", None)
    simulation = Simulation(job or job_of(), games, rows_in=path, games_in_a_file=GAMES_IN_A_FILE, **how)
    return simulation.run(processes, on_game=on_game)


def files_in(path: Path) -> dict[str, bytes]:
    return {file.relative_to(path).as_posix(): file.read_bytes() for file in path.rglob("*") if file.is_file()}


@pytest.fixture(scope="module")
def long_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The rows of a run that was never stopped."""
    path = tmp_path_factory.mktemp("rows")
    keep(path, LONG)
    return path


@pytest.mark.parametrize("game", ["glassworks", "market"])
def test_tables_say_what_was_played(game: str, tmp_path: Path) -> None:
    job = job_of(game, ("novice", "random", "random"))
    wholes = list(simulate(job, 5))
    keep(tmp_path, 5, job)
    games = parquet.read_table(tmp_path / "games").to_pylist()
    turns = parquet.read_table(tmp_path / "turns").to_pylist()
    assert games == [
        {each.name: plain(each.getter()(whole.game)) for each in game_columns(GAMES[game])} for whole in wholes
    ]
    expected = [
        {each.name: plain(each.getter()(turn)) for each in turn_columns()} for whole in wholes for turn in whole.turns
    ]
    assert turns == expected
    assert list(RowsFolder(tmp_path, job.inputs()).rows()) == [whole.game for whole in wholes]


def plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


@pytest.mark.parametrize("game", ["glassworks", "market"])
def test_the_files_document_themselves(game: str, tmp_path: Path) -> None:
    """Every column has its description, in the file and on the page, and the job stands in every file."""
    keep(tmp_path, 1, job_of(game))
    about = json.loads((tmp_path / "job.json").read_text("utf-8"))
    for name, columns in (("games", game_columns(GAMES[game])), ("turns", turn_columns())):
        schema = parquet.read_schema(tmp_path / name / "part-00000.parquet")
        written = [(each.name, str(each.type), each.metadata[b"description"].decode()) for each in schema]
        assert written == [(each.name, arrow_name(each.type), each.sentence) for each in columns]
        assert json.loads(schema.metadata[b"rivertable"]) == about
        page = (ROOT / "docs" / "simulation.md").read_text("utf-8")
        assert all(f"| `{each.name}` | " in page and each.sentence in page for each in columns)
    assert (about["game"], about["seed"], about["players"]) == (game, "one", 2)


def arrow_name(kind: str) -> str:
    return kind.replace("list<", "list<element: ").replace(">", " not null>")


def test_the_files_do_not_depend_on_processes(long_run: Path, tmp_path: Path) -> None:
    keep(tmp_path, LONG, processes=2)
    files = files_in(tmp_path)
    assert files == files_in(long_run)
    assert len([name for name in files if name.startswith("games/")]) == 6


@pytest.mark.parametrize("often", [False, True], ids=["when full", "often"])
def test_a_stopped_simulation_goes_on(
    often: bool, long_run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if often:
        monkeypatch.setattr("rivertable.lab.simulation.rows.SAVE_EVERY", 0.0)

    def stop(games: int) -> None:
        if games in (2, 9):
            raise KeyboardInterrupt

    for found in (2, 9):
        summary = keep(tmp_path, LONG, on_game=stop)
        assert (summary.games, summary.is_interrupted) == (found, True)
    heard: list[int] = []
    summary = keep(tmp_path, LONG, on_game=heard.append)
    assert heard == list(range(10, LONG + 1))
    assert not summary.is_interrupted
    assert files_in(tmp_path) == files_in(long_run)
    assert summary.document() == keep(tmp_path, LONG).document()


def test_more_games_may_be_asked_for(long_run: Path, tmp_path: Path) -> None:
    keep(tmp_path, 6)
    simulation = Simulation(job_of(), LONG, rows_in=tmp_path)
    assert simulation.found == 6
    simulation.run()
    assert files_in(tmp_path) == files_in(long_run)
    with pytest.raises(SimulationError, match="holds more games than the 22 asked for"):
        keep(tmp_path, LONG - 1)


KILLED = """
import multiprocessing, sys, threading
from pathlib import Path
from rivertable.core.game import GAMES
from rivertable.lab.simulation import Job, Simulation, rows

def tell(games):
    print(games, *(process.pid for process in multiprocessing.active_children()), flush=True)
    if games == 10:
        threading.Event().wait()

if __name__ == "__main__":
    rows.SAVE_EVERY = float(sys.argv[3])
    job = Job(GAMES["glassworks"].make_terms(2), ("random", "random"), "one")
    Simulation(job, 23, rows_in=Path(sys.argv[1]), games_in_a_file=4).run(int(sys.argv[2]), on_game=tell)
"""


@pytest.mark.parametrize(("processes", "save_every", "least"), [(1, 60.0, 8), (2, 0.0, 9)])
def test_kill_9_loses_only_what_was_not_written(
    processes: int, save_every: float, least: int, long_run: Path, tmp_path: Path
) -> None:
    """Nothing twice, nothing missing; and the processes that played end too."""
    script, rows = tmp_path / "simulation.py", tmp_path / "rows"
    script.write_text(KILLED, encoding="utf-8")
    command = [sys.executable, str(script), str(rows), str(processes), str(save_every)]
    workers: list[str] = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        for line in running.stdout:
            games, *workers = line.split()
            if int(games) == 10:
                running.kill()
                break
    assert len(workers) == (processes if processes > 1 else 0)
    wait_for_the_end_of(workers)
    whole = files_in(long_run)
    left = {name for name in files_in(rows) if not name.endswith(".unfinished")}
    assert left < whole.keys()
    simulation = Simulation(job_of(), LONG, rows_in=rows)
    assert least <= simulation.found < LONG
    simulation.run(2)
    assert files_in(rows) == whole
    numbers = parquet.read_table(rows / "games")["number"].to_pylist()
    assert numbers == list(range(1, LONG + 1))


def wait_for_the_end_of(processes: list[str]) -> None:
    until = time.monotonic() + PATIENCE_SECONDS
    while any(Path("/proc", process).exists() for process in processes):
        assert time.monotonic() < until, f"{processes} never ended"
        time.sleep(0.05)


def test_what_was_left_half_written_is_taken_away(long_run: Path, tmp_path: Path) -> None:
    """Turns of a game that did not get its row count for nothing; a file under its unfinished name neither."""
    keep(tmp_path, LONG, on_game=stop_at(10))
    games, turns = (tmp_path / kind / "part-00002.parquet" for kind in ("games", "turns"))
    shutil.copy(long_run / "turns" / "part-00002.parquet", turns)
    (games.parent / ".part-00003.parquet.77.unfinished").write_bytes(b"PAR1")
    assert parquet.read_table(games).num_rows == 2
    keep(tmp_path, LONG)
    assert files_in(tmp_path) == files_in(long_run)


def stop_at(number: int) -> Any:
    def stop(games: int) -> None:
        if games == number:
            raise KeyboardInterrupt

    return stop


def test_rows_of_another_simulation_are_refused(tmp_path: Path) -> None:
    keep(tmp_path, 2)
    before = files_in(tmp_path)
    for other, word in (
        (job_of(bots=("novice", "random")), "bots"),
        (job_of(bots=("random",) * 3), "players"),
        (job_of(seed="two"), "seed"),
        (job_of("market"), "game"),
    ):
        with pytest.raises(SimulationError, match=f"another simulation: {word} is "):
            keep(tmp_path, 2, other)
    with pytest.raises(SimulationError, match="games_in_a_file is 4 there, and 5 here"):
        Simulation(job_of(), 2, rows_in=tmp_path, games_in_a_file=5)
    with pytest.raises(SimulationError, match="records is 'none' there, and 'turns' here"):
        keep(tmp_path, 2, records_in=tmp_path / "records")
    assert files_in(tmp_path) == before
    with pytest.raises(SimulationError, match="at least one game"):
        keep(tmp_path, 0)


def test_what_is_no_folder_of_rows_is_refused(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("kept", encoding="utf-8")
    for text in (None, "{", "[]", '{"rivertable_simulation": 2}', '{"rivertable_simulation": 1}'):
        if text is not None:
            (tmp_path / "job.json").write_text(text, encoding="utf-8")
        with pytest.raises(SimulationError, match="is no folder of a simulation's rows"):
            keep(tmp_path, 2)
    assert (tmp_path / "letter.txt").read_text("utf-8") == "kept"
    assert not (tmp_path / "games").exists()


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-50])


def _empty(path: Path) -> None:
    path.write_bytes(b"")


@pytest.mark.parametrize("kind", ["games", "turns"])
@pytest.mark.parametrize("damage", [_cut, _empty, "another", "gone"])
def test_damaged_rows_are_refused(kind: str, damage: Any, long_run: Path, tmp_path: Path) -> None:
    """What is named can be deleted, and is played again."""
    rows = tmp_path / "rows"
    shutil.copytree(long_run, rows)
    file = rows / kind / "part-00001.parquet"
    if damage == "another":
        shutil.copy(rows / kind / "part-00002.parquet", file)
    elif damage == "gone":
        file.unlink()
    else:
        damage(file)
    named = rows / "games" / "part-00001.parquet"
    if named.exists():
        with pytest.raises(SimulationError, match=r"part-00001\.parquet is damaged, or its turns are: delete it"):
            keep(rows, LONG)
        named.unlink()
    keep(rows, LONG)
    assert files_in(rows) == files_in(long_run)


def test_records_are_kept_beside_the_rows(tmp_path: Path) -> None:
    rows, records = tmp_path / "rows", tmp_path / "records"
    keep(rows, 6, records_in=records, with_states=True, on_game=stop_at(5))
    keep(rows, 6, records_in=records, with_states=True)
    assert sorted(files_in(records)) == [f"glassworks-00000{number}.json" for number in range(1, 7)]
    wholes: list[WholeGame] = list(simulate(job_of(), 6, records="states"))
    assert [text.decode() for _, text in sorted(files_in(records).items())] == [whole.record for whole in wholes]
    (records / "glassworks-000003.json").unlink()
    with pytest.raises(SimulationError, match=r"but its record .*000003.json is not"):
        keep(rows, 6, records_in=records, with_states=True)


def test_parquet_that_is_not_installed_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtraError, match=r"pyarrow .* extra 'data': pip install '[.]\[data\]'"):
        keep(tmp_path / "rows", 2)
    assert not (tmp_path / "rows").exists()
    assert Simulation(job_of(), 1).run().games == 1
