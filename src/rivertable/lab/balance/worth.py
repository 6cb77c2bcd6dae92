"""How often each thing is used, and what goes with using it: more wins, more points, or fewer.

Who uses a thing once more than another in the same seat, who used as many things of its group, is compared with that
other: so what is measured is this thing rather than another of its kind, and neither the seat nor having done more in
all. (Seats and numbers of uses make strata. Within them both are centred, what still goes with the number of uses is
taken out, and the slope through what is left is the figure.) The seats of a game share their luck, so the game is what
is drawn: variances are clustered by game, each game as the slope without it would see it, and few games that tell
something count as few in Student's t.

Intervals hold for all things and both figures at once: each is wide enough for as many as there are (Bonferroni). A
thing is marked only where its whole interval lies on one side of zero.

What goes with winning need not be its cause: who is ahead may have more of a thing for being ahead.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.contract.counting import Family
from ..intervals import CONFIDENCE, Interval, student
from .game_arrays import Noted, Numbers
from .whole_games import written

SEATS_AT_LEAST = 30
"""Fewer seats with as many uses than this are counted with their neighbours."""
GAMES_AT_LEAST = 20
"""A thing that was used, or left unused, in fewer games' worth of seats than this tells nothing."""
_NOTHING_LEFT = 1e-9
"""Of uses that go with their number alone, rounding leaves no more than this part."""


def strata(seats: Numbers, numbers: Numbers) -> Numbers:
    """Number the strata: each seat's players by how many things they used, small groups merged upwards."""
    found = np.zeros(len(numbers), dtype=int)
    count = 0
    for seat in np.unique(seats):
        group = np.zeros(len(numbers), dtype=bool)
        mine = seats == seat
        for number in np.unique(numbers[mine]):
            group |= mine & (numbers == number)
            left = int((mine & (numbers > number)).sum())
            if group.sum() >= SEATS_AT_LEAST and (left >= SEATS_AT_LEAST or left == 0):
                found[group] = count
                count += 1
                group[:] = False
        if group.any():
            found[group] = count
            count += 1
    return found


def centred(values: Numbers, groups: Numbers) -> Numbers:
    """Return values (rows, columns) less the mean of their group of rows."""
    sums = np.zeros((int(groups.max()) + 1, values.shape[1]))
    np.add.at(sums, groups, values)
    return np.asarray(values - (sums / np.bincount(groups)[:, None])[groups])


@dataclass(frozen=True, slots=True)
class Slope:
    """What goes with one use more: the figure, its standard error, and how many games' worth of news is behind it."""

    value: float
    error: float
    games: float

    @property
    def is_telling(self) -> bool:
        """Whether enough games are behind it for an interval."""
        return math.isfinite(self.error) and self.games >= GAMES_AT_LEAST

    def interval(self, confidence: float) -> Interval:
        """Return it with its interval."""
        half = self.error * student(self.games - 1, confidence)
        return Interval(self.value, self.value - half, self.value + half)


def without(values: Numbers, numbers: Numbers) -> Numbers:
    """Return centred values (rows, columns) less what goes with centred numbers; nothing where that is all."""
    spread = float(numbers @ numbers)
    if not spread:
        return values
    left = np.asarray(values - np.outer(numbers, numbers @ values / spread))
    left[:, (left**2).sum(axis=0) < _NOTHING_LEFT * (values**2).sum(axis=0)] = 0.0
    return left


def slopes(used: Numbers, outcome: Numbers, games: int, taken: int = 1) -> list[Slope]:
    """Return the slope of an outcome in each column of uses, both centred; rows are seats, one game after another.

    ``taken`` is how many means and slopes were taken out before.
    """
    rows = len(outcome)
    by_game = (used**2).reshape(games, -1, used.shape[1]).sum(axis=1)
    weight = by_game.sum(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        slope = (used * outcome[:, None]).sum(axis=0) / weight
        left = outcome[:, None] - used * slope
        scores = (used * left).reshape(games, -1, used.shape[1]).sum(axis=1) / (1 - by_game / weight)
        variance = (scores**2).sum(axis=0) * games / (games - 1) * rows / (rows - taken - 1)
        telling = weight**2 / (by_game**2).sum(axis=0)
        return [Slope(*map(float, found)) for found in zip(slope, np.sqrt(variance) / weight, telling, strict=True)]


def ahead_of_others(noted: Noted) -> Numbers:
    """Return how many points each seat has more than the mean of the others, (games, seats)."""
    players = noted.players
    return np.asarray((noted.totals * players - noted.totals.sum(axis=1, keepdims=True)) / (players - 1))


def worth_figures(noted: Noted) -> list[dict[str, Any]]:
    """Return the figures of each family and its things."""
    rows = noted.games * noted.players
    uses = noted.uses.reshape(rows, -1).astype(float)
    seats = np.tile(np.arange(noted.players), noted.games)
    wins = noted.wins.reshape(rows, 1)
    points = ahead_of_others(noted).reshape(rows, 1)
    first = np.cumsum([0, *(len(family.things) for family in noted.families)])
    columns = {family.name: slice(first[n], first[n + 1]) for n, family in enumerate(noted.families)}
    measured = []
    for family in noted.families:
        alike = [columns[other.name] for other in noted.families if other.group == family.group]
        number = np.sum([uses[:, place].sum(axis=1) for place in alike], axis=0)
        groups = strata(seats, number)
        more = centred(number[:, None], groups)[:, 0]
        inside = without(centred(uses[:, columns[family.name]], groups), more)
        outcomes = [without(centred(outcome, groups), more)[:, 0] for outcome in (wins, points)]
        taken = int(groups.max()) + 2
        measured.append([slopes(inside, outcome, noted.games, taken) for outcome in outcomes])
    tested = sum(slope.is_telling for both in measured for found in both for slope in found)
    confidence = 1 - (1 - CONFIDENCE) / max(tested, 1)
    return [
        _written(family, noted, uses[:, columns[family.name]], both, confidence)
        for family, both in zip(noted.families, measured, strict=True)
    ]


def comparisons(families: list[dict[str, Any]]) -> int:
    """Return for how many figures at once the intervals of families hold."""
    things = [thing for family in families for thing in family["things"]]
    return sum(thing[outcome] is not None for thing in things for outcome in ("wins", "points"))


def _written(
    family: Family, noted: Noted, own: Numbers, by_outcome: list[list[Slope]], confidence: float
) -> dict[str, Any]:
    things = []
    for place, thing in enumerate(family.things):
        used = own[:, place]
        won, scored = (found[place].interval(confidence) if found[place].is_telling else None for found in by_outcome)
        things.append(
            {
                "id": thing.id,
                "words": thing.words,
                "uses_a_game": round(float(used.sum()) / noted.games, 6),
                "games": round(float((used.reshape(noted.games, -1) > 0).any(axis=1).mean()), 6),
                "seats": round(float((used > 0).mean()), 6),
                "wins": written(won) if won else None,
                "points": written(scored) if scored else None,
                "mark": mark_of(won, scored),
            }
        )
    return {"name": family.name, "title": family.title, "sentence": family.sentence, "things": things}


def mark_of(*intervals: Interval | None) -> str | None:
    """Return whether the whole of an interval lies above zero ("more") or below ("less"); wins before points."""
    for interval in intervals:
        if interval is not None and interval.low is not None and interval.high is not None:
            if interval.low > 0:
                return "more"
            if interval.high < 0:
                return "less"
    return None
