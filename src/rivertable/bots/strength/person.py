"""How strong a person is beside the levels of bots, by the games against them.

By the model of ratings (:mod:`.scale`) the order in which a game ends has a chance, which depends on the person's
strength and on that of the levels, which is measured. The strength is the most likely one; nothing is thought
beforehand. The interval holds whatever makes the games at most ``exp(1.92)`` times less likely, which is 95 %, and is
widened by how uncertain the levels' distances are. Equal totals are half of either order.

Whoever has won all games, or lost them all, has no most likely strength.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from .games import LevelGame
from .ladder import Ladder, ladder_of
from .likelihood import Likelihood
from .scale import POINTS, WIDTH

Verdict = Literal["about", "above", "below", "all won", "all lost"]
"""Where a person is: ``about`` as strong as a level, or certainly ``above`` the strongest or ``below`` the weakest one.
Where all games were won, or lost, and that is not certain, the level is the one to play next."""

_FALL = WIDTH**2 / 2
"""By how much the logarithm of the likelihood falls to the ends of an interval of 95 %."""
_FALL_OF_ALL = math.log(20)
"""By how much where all games were won: whoever is weaker wins them all less than once in twenty times."""


@dataclass(frozen=True, slots=True)
class AgainstLevel:
    """The games in which a level had a seat: how many, and the person's share of victories; where the level stands.

    ``points`` are those of the level above the anchor, ``plus_minus`` half of their 95 % interval.
    """

    level: str
    games: int
    won: float
    points: float
    plus_minus: float


@dataclass(frozen=True, slots=True)
class PersonStrength:
    """How strong a person is at a game with so many players.

    Attributes:
        games: how many games say so.
        verdict: where that is, beside ``level``.
        points: how far above the anchor, in the points of ratings; None where all games were won, or lost.
        low: the lower end of the 95 % interval; None where all games were lost.
        high: its upper end; None where all games were won.
        levels: all levels that were measured, with the games against them, the weakest first.
    """

    game: str
    players: int
    games: int
    verdict: Verdict
    level: str
    points: float | None
    low: float | None
    high: float | None
    levels: tuple[AgainstLevel, ...]

    @property
    def plus_minus(self) -> float | None:
        """Half of the interval; None where it has one end only."""
        return None if self.low is None or self.high is None else (self.high - self.low) / 2

    def document(self) -> dict[str, Any]:
        """Return it as plain JSON, in whole points."""
        points = {name: getattr(self, name) for name in ("points", "plus_minus", "low", "high")}
        return {
            "game": self.game,
            "players": self.players,
            "games": self.games,
            "verdict": self.verdict,
            "level": self.level,
            **{name: None if value is None else round(value) for name, value in points.items()},
            "levels": [
                {
                    "level": one.level,
                    "games": one.games,
                    "won": round(one.won, 2),
                    "points": round(one.points),
                    "plus_minus": round(one.plus_minus),
                }
                for one in self.levels
            ],
        }


def strengths_of(games: Iterable[LevelGame]) -> list[PersonStrength]:
    """Return how strong a person is, for each game and number of players; a deal counts once, the first time."""
    found: dict[tuple[str, int], dict[str, LevelGame]] = {}
    for one in games:
        found.setdefault((one.game, one.players), {}).setdefault(one.deal, one)
    return [_strength(game, players, list(deals.values())) for (game, players), deals in sorted(found.items())]


def _strength(game: str, players: int, games: Sequence[LevelGame]) -> PersonStrength:
    ladder = ladder_of(game, players)
    assert ladder is not None, "games against levels that were not measured are no games against levels"
    likelihood = Likelihood(games, players, ladder.heights)
    if likelihood.all_are_won or likelihood.all_are_lost:
        side = -1 if likelihood.all_are_won else 1
        end = likelihood.less_likely(side, _FALL_OF_ALL)
        middle, ends = None, {side: end + side * _doubt(likelihood, ladder, end)}
    else:
        middle = likelihood.top
        doubt = _doubt(likelihood, ladder, middle)
        reach = {side: likelihood.less_likely(side, _FALL) - middle for side in (-1, 1)}
        ends = {side: middle + side * math.hypot(reach[side], doubt) for side in reach}
    verdict, level = _verdict(ladder, games, middle, ends)
    points, low, high = (None if at is None else POINTS * at for at in (middle, ends.get(-1), ends.get(1)))
    levels = tuple(_against(level, ladder, games) for level in ladder.heights)
    return PersonStrength(game, players, len(games), verdict, level, points, low, high, levels)


def _doubt(likelihood: Likelihood, ladder: Ladder, strength: float) -> float:
    """Return by how much a strength that was found may be off, for the levels' distances are uncertain."""
    return WIDTH * math.sqrt(ladder.variance(likelihood.weights(strength)))


def _verdict(
    ladder: Ladder, games: Sequence[LevelGame], middle: float | None, ends: Mapping[int, float]
) -> tuple[Verdict, str]:
    """Return where a person is, and beside which level; where the games cannot say it, which level to play next."""
    order = list(ladder.heights)
    if ends.get(-1, -math.inf) > ladder.heights[order[-1]]:
        return "above", order[-1]
    if ends.get(1, math.inf) < ladder.heights[order[0]]:
        return "below", order[0]
    if middle is not None:
        return "about", min(order, key=lambda level: abs(ladder.heights[level] - middle))
    met = [order.index(level) for game in games for level, _ in game.others]
    if 1 in ends:
        return "all lost", order[max(min(met) - 1, 0)]
    return "all won", order[min(max(met) + 1, len(order) - 1)]


def _against(level: str, ladder: Ladder, games: Sequence[LevelGame]) -> AgainstLevel:
    with_it = [game for game in games if any(other == level for other, _ in game.others)]
    return AgainstLevel(
        level,
        len(with_it),
        sum(map(_share_of_victory, with_it)),
        POINTS * ladder.heights[level],
        POINTS * WIDTH * math.sqrt(ladder.variance({level: 1.0})),
    )


def _share_of_victory(game: LevelGame) -> float:
    best = max(total for _, total in game.others)
    if game.total is None or game.total < best:
        return 0.0
    return 1.0 if game.total > best else 1 / (1 + sum(total == best for _, total in game.others))
