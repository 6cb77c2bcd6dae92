"""Games played by several processes."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice

from .errors import ArenaError
from .play import Conditions, Played, first_choices, play_game
from .schedule import Seating

_WAITING = 3
"""Games given out for each process: one is played, the others lie ready."""


def processors() -> int:
    """Give how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def play_games(
    conditions: Conditions, names: tuple[str, ...], seatings: Iterable[Seating], processes: int
) -> Generator[Played, None, None]:
    """Play games on so many processes, and give each as it is done; their order depends on how long they take.

    ``names`` are the bots that play. Closing the iterator gives up what is not finished.

    Raises:
        ArenaError: a process was ended from outside.
    """
    if processes == 1:
        first_choices(conditions, names)
        for seating in seatings:
            yield play_game(conditions, seating)
        return
    # Started afresh, not forked: a fork of a process with threads may wait forever.
    pool = ProcessPoolExecutor(
        processes, multiprocessing.get_context("spawn"), initializer=_begin, initargs=(conditions, names)
    )
    left = iter(seatings)
    try:
        running: set[Future[Played]] = set()
        while True:
            free = processes * _WAITING - len(running)
            running |= {pool.submit(play_game, conditions, seating) for seating in islice(left, free)}
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in sorted(done, key=lambda future: future.result().number):
                yield future.result()
    except BrokenProcessPool as error:
        raise ArenaError("A process that played was ended from outside, perhaps for want of memory.") from error
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _begin(conditions: Conditions, names: tuple[str, ...]) -> None:
    # Ctrl-C reaches every process of a terminal: these just end, what they played is kept by the first one.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    first_choices(conditions, names)
