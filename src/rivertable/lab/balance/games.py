"""The games that a report is made of, played setting after setting."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import islice
from pathlib import Path

import numpy as np

from ...core.compiling.warmup import RULES, Task
from ...core.files import write_whole_text
from ...core.game import Game
from ...core.match import Match, replay
from ...core.record import read_document, read_record, write_record
from ..simulation import Job, WholeGame
from ..simulation.cluster import spread_on_cluster
from ..simulation.games import GAMES_AT_ONCE, SimulationError, in_lots, play_compiled, play_matches, rows_of
from ..simulation.lots import Wanted, games_at_once
from ..simulation.telling import teller_for
from ..workers import spread
from .arrays import GameArrays, join_games, stack_games, stack_played
from .questions import Question, Setting

Lot = tuple[Job, tuple[int, ...], Path | None]
"""A job, the numbers of its games that are given out together, and the folder where the job's records are kept."""


def play_jobs(
    jobs: Sequence[Job], games: int, processes: int | None = 1, keep: Path | None = None, cluster: str | None = None
) -> Generator[GameArrays, None, None]:
    """Play games 1 to ``games`` of each job, all of one game, and return them job by job in the order of their numbers.

    They come some at a time, but those of two jobs never together. What is given does not depend on who plays, as far
    as the bots do not. Closing the iterator ends the processes.

    Args:
        jobs: what is played.
        games: how many games of each.
        processes: how many play, here or on a cluster.
        keep: a folder where each game's record is kept; games that are there are not played again. The machines of a
            cluster need the same folder.
        cluster: the address of a Ray cluster that plays.

    Raises:
        SimulationError: fewer than one game or process is asked for, or there is no such cluster.
        RecordError: a record that is kept does not follow the rules.
        WorkerError: a process was ended from outside.
        MissingExtraError: a cluster is asked for, and Ray is not installed.
    """
    if games < 1 or (processes is not None and processes < 1):
        raise SimulationError("A simulation has at least one game and one process.")
    lots = (
        (job, lot, keep and keep / digest_of(job))
        for job in jobs
        for lot in in_lots(range(1, games + 1), _games_at_once(job, games, processes or 1, keep))
    )
    with closing(
        spread(play_counted, lots, processes or 1, is_ordered=True)
        if cluster is None
        else spread_on_cluster(play_counted, lots, jobs[0].terms.game, cluster, processes)
    ) as played:
        yield from played


def _games_at_once(job: Job, games: int, processes: int, keep: Path | None) -> int:
    """Return how many games of a job are given out together."""
    return GAMES_AT_ONCE if keep else games_at_once(job, Wanted(has_rows=True), games, processes)


def digest_of(job: Job) -> str:
    """Return a hash (16 hexadecimal digits) of all that decides a job's games."""
    return hashlib.sha256(json.dumps(job.inputs(), sort_keys=True).encode()).hexdigest()[:16]


def play_counted(lot: Lot) -> GameArrays:
    """Play the games of a lot, and count in each what the game's own metrics need."""
    job, numbers, folder = lot
    counting, components = job.terms.game.counting, job.terms.components
    teller = teller_for(job.terms) if folder is None and job.is_compiled else None
    if teller is not None:
        return stack_played(play_compiled(job, numbers, is_written=True), teller, job)
    matches = play_matches(job, numbers) if folder is None else (kept_match(job, number, folder) for number in numbers)
    wholes = [counted_of(match, job, number) for number, match in zip(numbers, matches, strict=True)]
    return stack_games(wholes, counting.list_uses(components), counting.list_parts())


def counted_of(match: Match, job: Job, number: int) -> WholeGame:
    """Return the rows of a match that is over, with what the game's own metrics count of it."""
    whole, metrics = rows_of(match, job, number), job.terms.game.metrics
    if metrics is None:
        return whole
    turns = ((np.array(turn.decisions, np.int16), turn.after.states) for turn in match.turns)
    return replace(whole, counts=metrics.count(job.terms.array, match.start.states, turns))


def kept_match(job: Job, number: int, folder: Path) -> Match:
    """Return the game of a number from its record in a folder; where there is none, play it and keep its record."""
    path = folder / f"{job.terms.game.name}-{number:06}.json"
    if path.exists():
        return replay(read_record(path), job.terms.components)
    (match,) = play_matches(job, (number,))
    folder.mkdir(parents=True, exist_ok=True)
    write_whole_text(path, write_record(read_document(match.record(), "the record")), is_synced=False)
    return match


def _count(game: Game) -> None:
    """Count a game that is played at random."""
    if game.metrics is not None:
        play_counted((Job(game.make_terms(2), ("random",) * 2, "compile"), (1,), None))


METRICS = Task("metrics", "the counting of games", _count, seconds=10, after=RULES)
"""What a balance report needs compiled besides the bots that play."""


def play_settings(
    question: Question,
    wanted: Sequence[tuple[Setting, int]],
    processes: int | None,
    on_game: Callable[[int], None] | None,
    cluster: str | None = None,
) -> list[GameArrays]:
    """Play all games of each setting at a number of players, and stack them."""
    jobs = [question.job(setting, players) for setting, players in wanted]
    with closing(play_jobs(jobs, question.games, processes, question.keep, cluster)) as played:
        games = _counted(played, on_game) if on_game else played
        return [join_games(list(_of_one_job(games, question.games))) for _ in jobs]


def _of_one_job(parts: Iterator[GameArrays], games: int) -> Iterator[GameArrays]:
    """Return the next parts, up to so many games."""
    left = games
    while left:
        (part,) = islice(parts, 1)
        left -= part.games
        yield part


def _counted(played: Iterator[GameArrays], on_game: Callable[[int], None]) -> Iterator[GameArrays]:
    count = 0
    for part in played:
        count += part.games
        on_game(count)
        yield part
