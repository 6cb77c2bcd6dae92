"""How far apart the levels of bots are: each has played against the one below it (``docs/ladder.md``).

By the model of ratings a share of wins is a distance.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ...core.game import GAMES
from ..names import LEVELS
from .scale import WIDTH, lead_of

ANCHOR = "artisan"
"""The level that others are measured from: the middle one. It has no limit of time, and so plays the same on every
machine."""


@dataclass(frozen=True, slots=True)
class Ladder:
    """The levels that were measured with so many players.

    Attributes:
        heights: how much stronger than the ``ANCHOR`` each is, the weakest first.
        doubts: the variance of each step, from each level to the next one.
    """

    heights: Mapping[str, float]
    doubts: tuple[float, ...]

    def variance(self, weights: Mapping[str, float]) -> float:
        """Return the variance of a sum of heights, each with its weight: levels share the steps to the anchor."""
        order = list(self.heights)
        anchor, total = order.index(ANCHOR), 0.0
        for step, doubt in enumerate(self.doubts):
            beyond = order[step + 1 :] if step >= anchor else order[: step + 1]
            total += sum(weights.get(level, 0.0) for level in beyond) ** 2 * doubt
        return total


def ladder_of(game: str, players: int) -> Ladder | None:
    """Return how far apart a game's levels are with so many players; None where that was not measured."""
    measured = GAMES[game].measured.get(players)
    heights: dict[str, float] = {}
    doubts: list[float] = []
    for step in () if measured is None else measured.ladder:
        if step.below not in LEVELS:
            # The weakest level: what is below it is no level.
            heights[step.level] = 0.0
            continue
        low, middle, high = (lead_of(share, step.games, players) for share in (step.low, step.share, step.high))
        heights[step.level] = heights[step.below] + middle
        doubts.append(((high - low) / (2 * WIDTH)) ** 2)
    if ANCHOR not in heights:
        return None
    return Ladder({level: height - heights[ANCHOR] for level, height in heights.items()}, tuple(doubts))
