"""The games that a report is made of, played setting after setting, as arrays with a row a game."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from ...core.compiling.warmup import RULES, Task
from ...core.contract.parts import Family, Thing
from ...core.files import write_whole_text
from ...core.game import GAMES, Game
from ...core.match import Match, replay
from ...core.record import read_document, read_record, write_record
from ..simulation import Job, WholeGame
from ..simulation.cluster import spread_on_cluster
from ..simulation.games import GAMES_AT_ONCE, SimulationError, in_lots, play_matches, rows_of
from ..statistics import ArenaError
from ..workers import spread
from .questions import Question, Setting

Numbers = np.ndarray[Any, Any]


@dataclass(frozen=True)
class GameArrays:
    """Games between as many players, all under one setting.

    Attributes:
        families: what turns can use.
        part_things: what a total is the sum of.
        totals: points, (games, seats).
        wins: each seat's part of the victory, which tied seats share, (games, seats).
        turns: turns taken, (games, seats); answers in set-up are none.
        parts: points by part, (games, seats, parts).
        uses: how often each thing was used, (games, seats, things), in the order of the families.
        rounds: by game, the points whenever all seats had taken as many turns, the end being the last,
            (rounds, seats).
        by_turn: by game, the points after every turn, (turns, seats).
        counts: what the game's own metrics count, (games,); None where it has none.
    """

    families: tuple[Family, ...]
    part_things: tuple[Thing, ...]
    totals: Numbers
    wins: Numbers
    turns: Numbers
    parts: Numbers
    uses: Numbers
    rounds: tuple[Numbers, ...]
    by_turn: tuple[Numbers, ...] = ()
    counts: Numbers | None = None

    @property
    def games(self) -> int:
        """How many games there are."""
        return len(self.totals)

    @property
    def players(self) -> int:
        """How many seats each has."""
        return int(self.totals.shape[1])

    @property
    def things(self) -> tuple[Thing, ...]:
        """All things of all families."""
        return tuple(thing for family in self.families for thing in family.things)


def stack_games(played: Iterable[WholeGame], families: tuple[Family, ...], parts: tuple[Thing, ...]) -> GameArrays:
    """Stack games as they come.

    Raises:
        ArenaError: there is none.
    """
    place_of = {thing.id: place for place, thing in enumerate(t for family in families for t in family.things)}
    totals, wins, turns, points, uses, rounds, by_turn, counts = [], [], [], [], [], [], [], []
    for whole in played:
        seats = len(whole.game.totals)
        used = np.zeros((seats, len(place_of)), dtype=np.int16)
        taken = np.zeros(seats, dtype=np.int16)
        marks: list[tuple[int, ...]] = []
        for turn in whole.turns:
            for used_id in turn.uses:
                used[turn.seat, place_of[used_id]] += 1
            taken[turn.seat] += bool(turn.uses)
            if taken.min() == taken.max() > len(marks):
                marks.append(turn.totals)
        if not marks or marks[-1] != whole.game.totals:
            marks.append(whole.game.totals)
        totals.append(whole.game.totals)
        wins.append([(seat in whole.game.winners) / len(whole.game.winners) for seat in range(seats)])
        turns.append(taken)
        points.append(whole.parts)
        uses.append(used)
        rounds.append(np.array(marks, dtype=np.int16))
        by_turn.append(np.array([turn.totals for turn in whole.turns if turn.uses], dtype=np.int16))
        counts += [] if whole.counts is None else [whole.counts]
    if not totals:
        raise ArenaError("There is no game to measure.")
    return GameArrays(
        families,
        parts,
        np.array(totals),
        np.array(wins),
        np.array(turns),
        np.array(points),
        np.array(uses),
        tuple(rounds),
        tuple(by_turn),
        np.concatenate(counts) if counts else None,
    )


Lot = tuple[Job, tuple[int, ...], Path | None]
"""A job, the numbers of its games that are given out together, and the folder where the job's records are kept."""


def play_jobs(
    jobs: Sequence[Job], games: int, processes: int | None = 1, keep: Path | None = None, cluster: str | None = None
) -> Generator[WholeGame, None, None]:
    """Play games 1 to ``games`` of each job, all of one game, and return them job by job in the order of their numbers.

    What is given does not depend on who plays, as far as the bots do not. Closing the iterator ends the processes.

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
    folders = [(job, keep and keep / digest_of(job)) for job in jobs]
    lots = ((job, lot, folder) for job, folder in folders for lot in in_lots(range(1, games + 1), GAMES_AT_ONCE))
    with closing(
        spread(play_counted, lots, processes or 1, is_ordered=True)
        if cluster is None
        else spread_on_cluster(play_counted, lots, jobs[0].terms.game, cluster, processes)
    ) as played:
        for wholes in played:
            yield from wholes


def digest_of(job: Job) -> str:
    """Return a hash (16 hexadecimal digits) of all that decides a job's games."""
    return hashlib.sha256(json.dumps(job.inputs(), sort_keys=True).encode()).hexdigest()[:16]


def play_counted(lot: Lot) -> list[WholeGame]:
    """Play the games of a lot, and count in each what the game's own metrics need."""
    job, numbers, folder = lot
    metrics = job.terms.game.metrics
    wholes = []
    matches = play_matches(job, numbers) if folder is None else (kept_match(job, number, folder) for number in numbers)
    for number, match in zip(numbers, matches, strict=True):
        whole = rows_of(match, job, number)
        wholes.append(whole if metrics is None else replace(whole, counts=metrics.count(match)))
    return wholes


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
    game = GAMES[question.game]
    jobs = [question.job(setting, players) for setting, players in wanted]
    with closing(play_jobs(jobs, question.games, processes, question.keep, cluster)) as played:
        games = _counted(played, on_game) if on_game else played
        return [
            stack_games(
                islice(games, question.games), game.counting.list_uses(setting.components), game.counting.list_parts()
            )
            for setting, _ in wanted
        ]


def _counted(played: Iterable[WholeGame], on_game: Callable[[int], None]) -> Iterator[WholeGame]:
    for count, whole in enumerate(played, start=1):
        on_game(count)
        yield whole
