"""Many games of a simulation, one after the other whoever plays them."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from contextlib import closing
from functools import partial
from itertools import islice

from ..errors import SimulationError
from ..workers import spread
from .playing import Job, Records, play_whole
from .rows import WholeGame

GAMES_AT_ONCE = 4
"""Games that are given out together: few, so that the last ones are shared too; several, for giving out takes time."""


def simulate(
    job: Job, games: int, processes: int = 1, *, records: Records = "none"
) -> Generator[WholeGame, None, None]:
    """Play games 1 to ``games`` of a job, and give each in the order of their numbers.

    What is given depends on the job alone, as far as its bots do, never on ``processes``. Only a few games of each
    process are held at once, so memory stays flat however many there are. Closing the iterator ends the processes.

    Raises:
        SimulationError: fewer than one game or process is asked for.
        WorkerError: a process was ended from outside.
    """
    if games < 1 or processes < 1:
        raise SimulationError("A simulation has at least one game and one process.")
    return play_numbers(job, range(1, games + 1), processes, records=records)


def play_numbers(
    job: Job, numbers: Iterable[int], processes: int = 1, *, records: Records = "none"
) -> Generator[WholeGame, None, None]:
    """Play the games of these numbers as :func:`simulate` does, and give them in the same order."""
    if processes == 1:
        for number in numbers:
            yield play_whole(job, number, records)
        return
    work = partial(play_several, job, records)
    with closing(spread(work, in_lots(numbers), processes, is_ordered=True)) as lots:
        for lot in lots:
            yield from lot


def play_several(job: Job, records: Records, numbers: tuple[int, ...]) -> list[WholeGame]:
    """Play the games of these numbers."""
    return [play_whole(job, number, records) for number in numbers]


def in_lots(numbers: Iterable[int]) -> Iterable[tuple[int, ...]]:
    """Give numbers in lots that are given out together, in their order."""
    left = iter(numbers)
    while lot := tuple(islice(left, GAMES_AT_ONCE)):
        yield lot
