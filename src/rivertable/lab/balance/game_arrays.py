"""What balance is measured from: many games of one setting as arrays, a row a game in the order of their numbers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.contract.counting import Family, Thing
from ..errors import ArenaError
from ..simulation import WholeGame

Numbers = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Noted:
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
    """

    families: tuple[Family, ...]
    part_things: tuple[Thing, ...]
    totals: Numbers
    wins: Numbers
    turns: Numbers
    parts: Numbers
    uses: Numbers
    rounds: tuple[Numbers, ...]

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


def note_games(played: Iterable[WholeGame], families: tuple[Family, ...], parts: tuple[Thing, ...]) -> Noted:
    """Note games as they come.

    Raises:
        ArenaError: there is none.
    """
    place_of = {thing.id: place for place, thing in enumerate(t for family in families for t in family.things)}
    totals, wins, turns, points, uses, rounds = [], [], [], [], [], []
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
    if not totals:
        raise ArenaError("There is no game to measure.")
    return Noted(
        families,
        parts,
        np.array(totals),
        np.array(wins),
        np.array(turns),
        np.array(points),
        np.array(uses),
        tuple(rounds),
    )
