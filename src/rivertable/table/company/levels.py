"""How strong the levels of bots are, on the scale of people's ratings.

How far apart they are is measured (:mod:`rivertable.bots.strength.ladder`). Where they stand beside people follows
from the deal of the day, which people with a rating play against bots of one level: the ``ANCHOR``. Before anybody has,
it is held to be where whoever begins is, with as much doubt.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ...bots.strength.ladder import ladder_of
from ...bots.strength.scale import MU, SIGMA, luck
from .ratings import Rating

_ROUNDS = 50
_CLOSE = 1e-9


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
    anchor, ladder = anchor_of(players, meetings), ladder_of(game, players)
    if ladder is None:
        return {}
    return {
        level: Rating(anchor.mu + height, math.sqrt(anchor.sigma**2 + ladder.variance({level: 1.0})), anchor.games)
        for level, height in ladder.heights.items()
    }


def anchor_of(players: int, meetings: Sequence[Meeting]) -> Rating:
    """Return how strong the anchor's level is, by how people have done against it: the most likely strength.

    How a person's games went says as much as their own rating is certain: many games of one person do not stand for
    games of many.
    """
    spread = luck(players)
    mu, precision = MU, 1 / SIGMA**2
    for _ in range(_ROUNDS):
        slope, precision = (MU - mu) / SIGMA**2, 1 / SIGMA**2
        for one in meetings:
            chance = 1 / (1 + math.exp((mu - one.rating.mu) / spread))
            told = one.games * chance * (1 - chance) / spread**2
            doubt = 1 / (1 + one.rating.sigma**2 * told)
            slope += (one.games * chance - one.beaten) / spread * doubt
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
