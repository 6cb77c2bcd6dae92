"""The games that a report is made of: several settings one after the other, on the same processes."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from itertools import islice

from ...core.game import GAMES
from ..errors import SimulationError
from ..simulation import Job, WholeGame, play_whole
from ..workers import spread
from .game_arrays import Noted, note_games
from .settings import Asked, Setting

GAMES_AT_ONCE = 4
"""Games that are given out together."""

Lot = tuple[Job, tuple[int, ...]]
Play = Callable[[Sequence[Job], int], Generator[WholeGame, None, None]]
"""Plays so many games of each job, and gives them job by job in the order of their numbers."""


def play_jobs(jobs: Sequence[Job], games: int, processes: int = 1) -> Generator[WholeGame, None, None]:
    """Play games 1 to ``games`` of each job and return them job by job in the order of their numbers.

    What is given does not depend on ``processes``, as far as the bots do not. Closing the iterator ends them.

    Raises:
        SimulationError: fewer than one game or process is asked for.
        WorkerError: a process was ended from outside.
    """
    if games < 1 or processes < 1:
        raise SimulationError("A simulation has at least one game and one process.")
    firsts = range(1, games + 1, GAMES_AT_ONCE)
    lots = ((job, tuple(range(first, min(first + GAMES_AT_ONCE, games + 1)))) for job in jobs for first in firsts)
    with closing(spread(_play_lot, lots, processes, is_ordered=True)) as played:
        for lot in played:
            yield from lot


def _play_lot(lot: Lot) -> list[WholeGame]:
    job, numbers = lot
    return [play_whole(job, number) for number in numbers]


def note_settings(asked: Asked, wanted: Sequence[tuple[Setting, int]], play: Play) -> list[Noted]:
    """Play all games of each setting at a number of players, and note them."""
    game = GAMES[asked.game]
    jobs = [asked.job(setting, players) for setting, players in wanted]
    with closing(play(jobs, asked.games)) as played:
        return [
            note_games(islice(played, asked.games), game.list_uses(setting.components), game.list_parts())
            for setting, _ in wanted
        ]
