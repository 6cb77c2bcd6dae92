"""How strong the levels of bots are, on the scale of people's ratings.

How far apart they are is measured: each level has played against the one below it (``docs/ladder.md``). By the model
of ratings a share of wins is a distance. Where they stand beside people follows from the deal of the day, which people
with a rating play against bots of one level: the ``ANCHOR``. Before anybody has, it is held to be where whoever begins
is, with as much doubt.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ...bots import LEVELS
from ...core.game import GAMES
from .ratings import BETA, MU, SIGMA, Rating

ANCHOR = "artisan"
"""The level that people with a rating meet: the middle one. It has no limit of time, and so plays the same on every
machine."""
_ROUNDS = 50
_CLOSE = 1e-9
_WIDTH = 1.96
"""Standard deviations to either side of a 95 % interval."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """The games of a person with this rating against bots of the anchor's level: ``beaten`` are shares of the bots.

    Each game adds a share from 0 to 1, with half of the ties.
    """

    rating: Rating
    games: int
    beaten: float


def levels_of(game: str, players: int, meetings: Sequence[Meeting]) -> dict[str, Rating]:
    """Return the ratings of all levels that were measured with so many players, the weakest first."""
    anchor, found = anchor_of(players, meetings), _distances(game, players)
    if ANCHOR not in found:
        return {}
    return {
        level: Rating(anchor.mu + mu, math.sqrt(anchor.sigma**2 + variance), anchor.games)
        for level, (mu, variance) in found.items()
        if level in LEVELS
    }


def anchor_of(players: int, meetings: Sequence[Meeting]) -> Rating:
    """Return how strong the anchor's level is, by how people have done against it: the most likely strength.

    How a person's games went says as much as their own rating is certain: many games of one person do not stand for
    games of many.
    """
    luck = BETA * math.sqrt(players)
    mu, precision = MU, 1 / SIGMA**2
    for _ in range(_ROUNDS):
        slope, precision = (MU - mu) / SIGMA**2, 1 / SIGMA**2
        for one in meetings:
            chance = 1 / (1 + math.exp((mu - one.rating.mu) / luck))
            told = one.games * chance * (1 - chance) / luck**2
            doubt = 1 / (1 + one.rating.sigma**2 * told)
            slope += (one.games * chance - one.beaten) / luck * doubt
            precision += told * doubt
        mu += slope / precision
        if abs(slope) < _CLOSE * precision:
            break
    return Rating(mu, 1 / math.sqrt(precision), sum(one.games for one in meetings))


def level_beside(rating: Rating, levels: Mapping[str, Rating]) -> str | None:
    """Return the level that is as strong as a rating says, or nearest to it; None while either says little."""
    known = {level: each for level, each in levels.items() if not each.is_provisional}
    if rating.is_provisional or not known:
        return None
    return min(known, key=lambda level: abs(known[level].mu - rating.mu))


def _distances(game: str, players: int) -> dict[str, tuple[float, float]]:
    """Return how far above the anchor each level is, with the variance of that; {} where it was not measured."""
    measured = GAMES[game].measured.get(players)
    steps = [] if measured is None else measured.ladder
    heights = {steps[0].below: 0.0} if steps else {}
    variances: list[float] = []
    for step in steps:
        low, middle, high = (_distance(share, step.games, players) for share in (step.low, step.share, step.high))
        heights[step.level] = heights[step.below] + middle
        variances.append(((high - low) / (2 * _WIDTH)) ** 2)
    if ANCHOR not in heights:
        return {}
    order = list(heights)
    anchor = order.index(ANCHOR)
    return {
        level: (heights[level] - heights[ANCHOR], sum(variances[min(place, anchor) : max(place, anchor)]))
        for place, level in enumerate(order)
    }


def _distance(share: float, games: int, players: int) -> float:
    """Return how much stronger one is who wins this share of games against others who are alike."""
    # Who has won all of them would be infinitely stronger: that is held to be half a game less.
    share = min(max(share, 0.5 / games), 1 - 0.5 / games)
    return BETA * math.sqrt(players) * math.log(share * (players - 1) / (1 - share))
