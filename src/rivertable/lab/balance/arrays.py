"""Games between as many players under one setting, as arrays with a row a game.

Where compiled code has played the games and tells their turns, no turn becomes an object.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import chain, pairwise
from typing import Any

import numpy as np

from ...bots.whole_games import PlayedGames, compiled_table
from ...core.contract.metrics import Turn
from ...core.contract.parts import Family, Thing
from ...core.position import Position
from ..simulation import Job, WholeGame
from ..simulation.telling import Teller
from ..statistics import ArenaError

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


def stack_played(played: PlayedGames, teller: Teller, job: Job) -> GameArrays:
    """Stack games that compiled code has played, with their turns written, and tells: as :func:`stack_games` does."""
    log, game, seats = played.log, job.terms.game, job.terms.players
    assert log is not None
    families = game.counting.list_uses(job.terms.components)
    firsts, turns = played.first_turns(), int(played.turns.sum())
    told = teller.tell(played)
    used_by_turn = np.diff(told.uses_end, prepend=0)
    is_turn, seat_of = used_by_turn > 0, log.seats[:turns].astype(np.int64)
    game_of = np.repeat(np.arange(len(played)), played.turns)
    uses = np.zeros((len(played), seats, len(teller.things)), np.int16)
    np.add.at(uses, (np.repeat(game_of, used_by_turn), np.repeat(seat_of, used_by_turn), told.uses), 1)
    taken = np.zeros((len(played), seats), np.int16)
    np.add.at(taken, (game_of[is_turn], seat_of[is_turn]), 1)
    after = compiled_table(job.terms, job.bots).totals_after(played).astype(np.int16)
    totals = played.totals.astype(np.int64)
    is_best = totals == totals.max(axis=1, keepdims=True)
    ends = [Position.from_states(log.after[end - 1 : end], job.terms) for end in firsts[1:]]
    return GameArrays(
        families,
        game.counting.list_parts(),
        totals,
        is_best / is_best.sum(axis=1, keepdims=True),
        taken,
        np.array([[game.counting.score_parts(end, seat) for seat in range(seats)] for end in ends]),
        uses,
        tuple(
            _points_by_round(after[first:last], seat_of[first:last], is_turn[first:last])
            for first, last in pairwise(firsts)
        ),
        tuple(after[first:last][is_turn[first:last]] for first, last in pairwise(firsts)),
        None if game.metrics is None else _counts(played, job),
    )


def _points_by_round(after: Numbers, seat_of: Numbers, is_turn: Numbers) -> Numbers:
    """Return the points whenever all seats of a game had taken as many turns, the end being the last."""
    seats = np.arange(after.shape[1])
    taken = np.cumsum((seat_of[:, None] == seats) & is_turn[:, None], axis=0)
    is_round = is_turn & (taken.min(axis=1) == taken.max(axis=1))
    marks = after[is_round]
    return marks if len(marks) and (marks[-1] == after[-1]).all() else np.concatenate([marks, after[-1:]])


def _counts(played: PlayedGames, job: Job) -> Numbers:
    """Return what the game's own metrics count of each game."""
    log, metrics = played.log, job.terms.game.metrics
    assert log is not None and metrics is not None
    firsts = played.first_turns()
    counted = [
        metrics.count(job.terms.array, log.starts[number : number + 1], _turns_of(played, first, last))
        for number, (first, last) in enumerate(pairwise(firsts))
    ]
    return np.concatenate(counted)


def _turns_of(played: PlayedGames, first: int, last: int) -> Iterator[Turn]:
    """Return some turns of a log as metrics count them."""
    log = played.log
    assert log is not None
    begins = int(log.choices_end[first - 1]) if first else 0
    for place, ends in enumerate(log.choices_end[first:last].tolist(), start=first):
        yield log.choices[begins:ends], log.after[place : place + 1]
        begins = ends


def join_games(parts: Sequence[GameArrays]) -> GameArrays:
    """Return games that were stacked in several parts, in their order, as one.

    Raises:
        ArenaError: there is none.
    """
    if not parts:
        raise ArenaError("There is no game to measure.")
    first = parts[0]
    joined: dict[str, Any] = {}
    for field in fields(GameArrays):
        values = [getattr(part, field.name) for part in parts]
        if isinstance(values[0], np.ndarray):
            joined[field.name] = np.concatenate(values)
        elif field.name in ("rounds", "by_turn"):
            joined[field.name] = tuple(chain.from_iterable(values))
        else:
            joined[field.name] = getattr(first, field.name)
    return GameArrays(**joined)
