"""Simulations on a Ray cluster of this machine: the same rows as anywhere, whoever is killed."""

from __future__ import annotations

import os
import signal
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import ray

from processes import EAGER, alone_with_ray, descendants
from rivertable.core.errors import MissingExtraError
from rivertable.core.game import GAMES
from rivertable.lab import Contest, SimulationError, WorkerError, run
from rivertable.lab.arena.games import PlayedGame
from rivertable.lab.balance import join_games, play_jobs
from rivertable.lab.simulation import Job, Simulation, simulate
from rivertable.lab.simulation.cluster import check_version, version_for

from .made_games import assert_same

pytestmark = pytest.mark.slow

GAMES_PLAYED = 120
KILL_AT = (20, 60)
WORKING = "ray::work_for"
"""What Ray calls a process while it plays."""


@pytest.fixture(autouse=True, scope="module")
def _word() -> None:
    """Ray lets in who knows its word, which it would write into the home of who tests; it is read only once."""
    os.environ |= {"RAY_AUTH_TOKEN": "7" * 64, "RAY_USAGE_STATS_ENABLED": "0", **EAGER}


@pytest.fixture(autouse=True)
def _alone() -> Iterator[None]:
    with alone_with_ray():
        yield


def job_of(game: str = "glassworks", bots: tuple[str, ...] = ("novice", "random")) -> Job:
    return Job(GAMES[game].make_terms(len(bots)), bots, "one")


def files_in(path: Path) -> dict[str, bytes]:
    return {file.relative_to(path).as_posix(): file.read_bytes() for file in path.rglob("*") if file.is_file()}


def without_times(game: PlayedGame) -> PlayedGame:
    return replace(game, ms=(0.0,) * len(game.bots), slowest_ms=(0.0,) * len(game.bots))


def rays_folders() -> set[str]:
    return {path.name for path in Path(tempfile.gettempdir()).glob("rivertable-*")}


def test_a_cluster_gives_the_same_rows_though_workers_are_killed(tmp_path: Path) -> None:
    """Workers are killed while they play; nothing is lost, nothing is there twice, and nothing is left running."""
    killed: list[int] = []
    due = list(KILL_AT)
    before, folders = {process for process, _ in descendants(os.getpid())}, rays_folders()

    def kill_one(games: int) -> None:
        if not due or games < due[0]:
            return
        playing = [process for process, name in descendants(os.getpid()) if name.startswith(WORKING)]
        # Workers may be between two lots just now; then the next game is the time.
        for process in set(playing[:1]).difference(killed):
            os.kill(process, signal.SIGKILL)
            killed.append(process)
            due.pop(0)

    # One bot takes a while: compiled games would be done before a worker can be killed.
    job = job_of(bots=("flat:playouts=20", "random"))
    ways: dict[str, dict[str, Any]] = {
        "one": {},
        "processes": {"processes": 2},
        "cluster": {"processes": 2, "cluster": "local", "on_game": kill_one},
    }
    for name, how in ways.items():
        simulation = Simulation(job, GAMES_PLAYED, rows_in=tmp_path / name, games_in_a_file=50)
        assert simulation.run(**how).games == GAMES_PLAYED
    assert len(killed) == len(KILL_AT)
    one = files_in(tmp_path / "one")
    assert len(one) == 1 + 2 * 3
    assert files_in(tmp_path / "processes") == one
    assert files_in(tmp_path / "cluster") == one
    left = [name for process, name in descendants(os.getpid()) if process not in before]
    assert [name for name in left if "resource_tracker" not in name] == []
    assert rays_folders() == folders


def test_a_cluster_that_was_joined_before_is_used() -> None:
    """And it is not left; what its workers cannot play is said."""
    with tempfile.TemporaryDirectory(prefix="ray-", ignore_cleanup_errors=True) as folder:
        ray.init(
            "local",
            num_cpus=1,
            include_dashboard=False,
            log_to_driver=False,
            object_store_memory=128 * 2**20,
            _temp_dir=folder,
        )
        try:
            job = job_of("market", ("random", "random", "random"))
            assert list(simulate(job, 6, cluster="auto", records="turns")) == list(simulate(job, 6, records="turns"))
            there, here = (join_games(list(play_jobs([job], 6, None, None, where))) for where in ("auto", None))
            assert_same(there, here)
            contest = Contest(job.terms, ("random", "novice"), "one", 6)
            theirs, ours = run(contest, None, cluster="auto"), run(contest)
            assert [without_times(game) for game in theirs.played] == [without_times(game) for game in ours.played]
            object.__setattr__(job, "bots", ("random", "heron", "random"))
            with pytest.raises(WorkerError, match=r"The cluster could not play: .*There is no bot 'heron'"):
                list(simulate(job, 6, cluster="auto"))
            assert ray.is_initialized()
        finally:
            ray.shutdown()


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("auto", "The Ray cluster 'auto' cannot be joined: Could not find any running Ray instance."),
        ("127.0.0.1:1", "The Ray cluster '127.0.0.1:1' cannot be joined: Connection refused."),
        ("ray://127.0.0.1:1", "The Ray cluster 'ray://127.0.0.1:1' cannot be joined: Connection refused."),
        ("127.0.0.1:99999", "The Ray cluster '127.0.0.1:99999' cannot be joined: "),
        ("", "'' is no cluster: it is local, auto, ray://HOST:PORT or HOST:PORT."),
        ("heron", "'heron' is no cluster: it is local, auto, ray://HOST:PORT or HOST:PORT."),
    ],
)
def test_a_cluster_that_is_not_there_is_refused(
    address: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    with pytest.raises(SimulationError) as raised:
        Simulation(job_of(), 5, rows_in=tmp_path).run(cluster=address)
    assert str(raised.value).startswith(sentence)


def test_workers_of_another_version_are_refused() -> None:
    """Their rows would not be those of this process."""
    game = GAMES["glassworks"]
    rules, weights = version_for(game)
    check_version(game, (rules, weights))
    for other in (("0" * 16, weights), (rules, "0" * 64)):
        with pytest.raises(WorkerError, match="other rules, bots or networks"):
            check_version(game, other)


def test_ray_that_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtraError, match=r"ray .* extra 'cluster': pip install '[.]\[cluster\]'"):
        list(simulate(job_of(), 2, cluster="local"))
    assert len(list(simulate(job_of(), 2))) == 2
