"""The figures of one setting: seats, scores, leads, length, what points come from, drama, and the use of each thing.

Drama is how exciting games are: changes of the lead, when a game is decided, how well an early lead tells the winner.
Leads are looked at only when every seat has taken as many turns, for whoever has just moved is ahead by a turn; the end
of the game is looked at too, as it is.

What goes with using a thing: who uses it once more than another in the same seat, who used as many things of its group,
is compared with that other: so what is measured is this thing rather than another of its kind, and neither the seat nor
having done more in all. (Seats and numbers of uses make strata. Within them both are centred, what still goes with the
number of uses is taken out, and the slope through what is left is the figure.) The seats of a game share their luck, so
the game is what is drawn: variances are clustered by game, each game as the slope without it would see it, and few
games that tell something count as few in Student's t. Intervals hold for all things and both figures at once: each is
wide enough for as many as there are (Bonferroni). A thing is marked only where its whole interval lies on one side of
zero. What goes with winning need not be its cause: who is ahead may have more of a thing for being ahead.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.contract.parts import Family
from ..statistics import CONFIDENCE, Interval, mean_interval, share_interval, student
from .arrays import GameArrays, Numbers

_BARS_AT_MOST = 24
TENTHS = tuple(range(1, 11))

SEATS_AT_LEAST = 30
"""Fewer seats with as many uses than this are counted with their neighbours."""
GAMES_AT_LEAST = 20
"""A thing that was used, or left unused, in fewer games' worth of seats than this tells nothing."""
_NOTHING_LEFT = 1e-9
"""Of uses that go with their number alone, rounding leaves no more than this part."""


def mean_of(values: Numbers, confidence: float = CONFIDENCE) -> Interval:
    """Return the mean of one value a game with its interval."""
    return mean_interval(values.astype(float), np.ones(len(values)), confidence)


def seat_figures(totals: Numbers, wins: Numbers) -> list[dict[str, Any]]:
    """Return each seat's win share and mean score; the intervals hold for all seats at once (Bonferroni).

    Args:
        totals: points, (games, seats).
        wins: each seat's part of the victory, (games, seats).
    """
    games, players = totals.shape
    confidence = 1 - (1 - CONFIDENCE) / players
    fair = 1 / players
    found = []
    for seat in range(players):
        share = share_interval(wins[:, seat], np.ones(games), games, confidence)
        score = mean_of(totals[:, seat], confidence)
        found.append(
            {
                "seat": seat,
                "wins": share.rounded(),
                "score": score.rounded(),
                "is_clear": share.low is not None and share.high is not None and not share.low <= fair <= share.high,
            }
        )
    return found


def margins(arrays: GameArrays) -> Numbers:
    """Return how far the best seat is ahead of the second best, by game; 0 where a victory is shared."""
    ordered = np.sort(arrays.totals, axis=1)
    return np.asarray(ordered[:, -1] - ordered[:, -2])


def turns_a_seat(arrays: GameArrays) -> Numbers:
    """Return how many turns a seat took on average, by game."""
    return np.asarray(arrays.turns.mean(axis=1))


def histogram(values: Numbers) -> dict[str, Any]:
    """Return how whole numbers are spread: bars of one width, the least value of each, and the share of all in it."""
    low, high = int(values.min()), int(values.max())
    span = high - low + 1
    width = next(
        width for step in (1, 10, 100, 1000) for width in (step, 2 * step, 5 * step) if span / width <= _BARS_AT_MOST
    )
    first = low // width * width
    counts = np.bincount((values.ravel().astype(int) - first) // width)
    return {
        "width": width,
        "from": [first + place * width for place in range(len(counts))],
        "share": [round(float(count / values.size), 6) for count in counts],
    }


def spread(values: Numbers) -> dict[str, Any]:
    """Return mean with interval (by game), quantiles and histogram of values of shape (games,) or (games, seats)."""
    by_game = values.reshape(len(values), -1).mean(axis=1)
    quantiles = np.quantile(values, (0.05, 0.25, 0.5, 0.75, 0.95))
    return {
        "mean": mean_of(by_game).rounded(),
        "deviation": round(float(values.std()), 6),
        "quantiles": {
            name: round(float(value), 6) for name, value in zip(("5", "25", "50", "75", "95"), quantiles, strict=True)
        },
        "histogram": histogram(np.floor(values + 0.5)),
    }


def game_figures(arrays: GameArrays) -> dict[str, Any]:
    """Return scores, leads, length and shared victories."""
    lead = margins(arrays)
    return {
        "scores": spread(arrays.totals),
        "winning_scores": spread(arrays.totals.max(axis=1)),
        "margins": spread(lead),
        "shared": share_interval((lead == 0).astype(float), np.ones(arrays.games), arrays.games).rounded(),
        "turns": spread(turns_a_seat(arrays)),
    }


def part_figures(arrays: GameArrays) -> list[dict[str, Any]]:
    """Return the points a seat that each part brings, on average, and those of the winners."""
    found = []
    for place, thing in enumerate(arrays.part_things):
        points = arrays.parts[:, :, place]
        winners = (points * arrays.wins).sum(axis=1)
        found.append(
            {
                "id": thing.id,
                "words": thing.words,
                "points": mean_of(points.mean(axis=1)).rounded(),
                "winners": mean_of(winners).rounded(),
            }
        )
    return found


def lead_changes(rounds: Numbers, since: int = 0) -> int:
    """Return how often, from round ``since``, another seat alone took the lead than the one that last had it alone."""
    holder, changes = -1, 0
    for place, totals in enumerate(rounds):
        leaders = np.flatnonzero(totals == totals.max())
        if len(leaders) == 1 and int(leaders[0]) != holder:
            changes += holder >= 0 and place >= since
            holder = int(leaders[0])
    return changes


def decided_at(rounds: Numbers) -> float:
    """Return after which part of the rounds the winner was never again without at least a share of the lead.

    Of several winners it is the last of whom that holds: a shared victory is open until the other draws level.
    """
    ahead = rounds == rounds.max(axis=1, keepdims=True)
    worst = 0
    for seat in np.flatnonzero(ahead[-1]):
        behind = np.flatnonzero(~ahead[:, seat])
        worst = max(worst, int(behind[-1]) + 1 if len(behind) else 0)
    return worst / len(rounds)


def leader_wins(arrays: GameArrays, tenth: int) -> Numbers:
    """Give, by game, the part of the victory that goes to who leads after so many tenths of the rounds."""
    shares = np.empty(arrays.games)
    for game, rounds in enumerate(arrays.rounds):
        now = rounds[max(-(-len(rounds) * tenth // 10), 1) - 1]
        leaders = now == now.max()
        shares[game] = arrays.wins[game][leaders].mean()
    return shares


def drama_figures(arrays: GameArrays) -> dict[str, Any]:
    """Return the figures of drama."""
    changes = np.array([lead_changes(rounds) for rounds in arrays.rounds])
    decided = np.array([decided_at(rounds) for rounds in arrays.rounds])
    ones = np.ones(arrays.games)
    return {
        "changes": {"mean": mean_of(changes).rounded(), "histogram": histogram(changes)},
        "decided": {
            "mean": mean_of(decided).rounded(),
            "by_tenth": [
                {"tenth": tenth, "share": round(float((decided <= tenth / 10 + 1e-9).mean()), 6)} for tenth in TENTHS
            ],
        },
        "leader": [
            {"tenth": tenth, "wins": share_interval(leader_wins(arrays, tenth), ones, arrays.games).rounded()}
            for tenth in TENTHS
        ],
    }


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


def ahead_of_others(arrays: GameArrays) -> Numbers:
    """Return how many points each seat has more than the mean of the others, (games, seats)."""
    players = arrays.players
    return np.asarray((arrays.totals * players - arrays.totals.sum(axis=1, keepdims=True)) / (players - 1))


def usage_figures(arrays: GameArrays) -> list[dict[str, Any]]:
    """Return the figures of each family and its things."""
    rows = arrays.games * arrays.players
    uses = arrays.uses.reshape(rows, -1).astype(float)
    seats = np.tile(np.arange(arrays.players), arrays.games)
    wins = arrays.wins.reshape(rows, 1)
    points = ahead_of_others(arrays).reshape(rows, 1)
    first = np.cumsum([0, *(len(family.things) for family in arrays.families)])
    columns = {family.name: slice(first[n], first[n + 1]) for n, family in enumerate(arrays.families)}
    measured = []
    for family in arrays.families:
        alike = [columns[other.name] for other in arrays.families if other.group == family.group]
        number = np.sum([uses[:, place].sum(axis=1) for place in alike], axis=0)
        groups = strata(seats, number)
        more = centred(number[:, None], groups)[:, 0]
        inside = without(centred(uses[:, columns[family.name]], groups), more)
        outcomes = [without(centred(outcome, groups), more)[:, 0] for outcome in (wins, points)]
        taken = int(groups.max()) + 2
        measured.append([slopes(inside, outcome, arrays.games, taken) for outcome in outcomes])
    tested = sum(slope.is_telling for both in measured for found in both for slope in found)
    confidence = 1 - (1 - CONFIDENCE) / max(tested, 1)
    return [
        _written(family, arrays, uses[:, columns[family.name]], both, confidence)
        for family, both in zip(arrays.families, measured, strict=True)
    ]


def comparisons(families: list[dict[str, Any]]) -> int:
    """Return for how many figures at once the intervals of families hold."""
    things = [thing for family in families for thing in family["things"]]
    return sum(thing[outcome] is not None for thing in things for outcome in ("wins", "points"))


def _written(
    family: Family, arrays: GameArrays, own: Numbers, by_outcome: list[list[Slope]], confidence: float
) -> dict[str, Any]:
    things = []
    for place, thing in enumerate(family.things):
        used = own[:, place]
        won, scored = (found[place].interval(confidence) if found[place].is_telling else None for found in by_outcome)
        things.append(
            {
                "id": thing.id,
                "words": thing.words,
                "uses_a_game": round(float(used.sum()) / arrays.games, 6),
                "games": round(float((used.reshape(arrays.games, -1) > 0).any(axis=1).mean()), 6),
                "seats": round(float((used > 0).mean()), 6),
                "wins": won.rounded() if won else None,
                "points": scored.rounded() if scored else None,
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
