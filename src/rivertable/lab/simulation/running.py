"""Many games of a simulation, one after the other whoever plays them."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from contextlib import closing
from functools import partial
from itertools import islice

from ..errors import SimulationError
from ..workers import spread
from .cluster import play_on_cluster
from .playing import Job, Records, play_several, play_whole
from .rows import WholeGame

GAMES_AT_ONCE = 4
"""Games that are given out together: few, so that the last ones are shared too; several, for giving out takes time."""


def simulate(
    job: Job, games: int, processes: int | None = None, *, cluster: str | None = None, records: Records = "none"
) -> Generator[WholeGame, None, None]:
    """Play games 1 to ``games`` of a job, and give each in the order of their numbers.

    What is given depends on the job alone, as far as its bots do, never on who plays. Only a few games of each process
    are held at once, so memory stays flat however many there are. Closing the iterator ends the processes.

    Args:
        job: what the games have in common.
        games: how many.
        processes: how many games are played at once: 1 without, or as many as a cluster has processors.
        cluster: the address of a Ray cluster that plays: ``"local"`` starts one on this machine, ``"auto"`` joins the
            one that runs here, ``"ray://HOST:PORT"`` another.
        records: whether each game comes with its record: ``"none"``, ``"turns"``, or ``"states"`` to have the state
            after each turn in it.

    Raises:
        SimulationError: fewer than one game or process is asked for, or there is no such cluster.
        WorkerError: a process was ended from outside, on a cluster again and again; or a cluster's workers have another
            version of rivertable.
        MissingExtraError: a cluster is asked for, and Ray is not installed.
    """
    if games < 1:
        raise SimulationError("A simulation has at least one game.")
    return play_numbers(job, range(1, games + 1), processes, cluster=cluster, records=records)


def play_numbers(
    job: Job,
    numbers: Iterable[int],
    processes: int | None = None,
    *,
    cluster: str | None = None,
    records: Records = "none",
) -> Generator[WholeGame, None, None]:
    """Play the games of these numbers as :func:`simulate` does and return them in the same order."""
    if processes is not None and processes < 1:
        raise SimulationError("Games are played by at least one process.")
    if cluster is not None:
        return play_on_cluster(job, _in_lots(numbers), cluster, processes, records)
    if processes in (None, 1):
        return (play_whole(job, number, records) for number in numbers)
    return _play_in_processes(job, numbers, processes, records)


def _play_in_processes(
    job: Job, numbers: Iterable[int], processes: int, records: Records
) -> Generator[WholeGame, None, None]:
    work = partial(play_several, job, records)
    with closing(spread(work, _in_lots(numbers), processes, is_ordered=True)) as lots:
        for lot in lots:
            yield from lot


def _in_lots(numbers: Iterable[int]) -> Iterable[tuple[int, ...]]:
    left = iter(numbers)
    while lot := tuple(islice(left, GAMES_AT_ONCE)):
        yield lot
