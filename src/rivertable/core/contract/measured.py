"""What was measured of a game by its number of players, for whoever holds real games against it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class LevelShare:
    """How often a level of bots won one seat against the level ``below`` it in all others.

    ``share`` is of wins, ties shared, with its 95 % interval from ``low`` to ``high``; ``commit`` names what played.
    """

    level: str
    below: str
    share: float
    low: float
    high: float
    games: int
    commit: str | None


@dataclass(frozen=True, slots=True)
class Measured:
    """Figures of games of bots.

    Attributes:
        turns: how many turns a game has: the mean of 12 games of the level novice.
        deviation: the SD of a margin, one's points above the mean of the others at the table; of the levels apprentice
            and artisan, at 240 deals at five tables each (``benchmarks/duplicate.py``). None where not measured.
        correlation: how far the margins of two correlate who play one deal at one seat; measured likewise.
        ladder: each level against the one below it, the weakest first (``benchmarks/ladder.py``).
    """

    turns: int
    deviation: float | None = None
    correlation: float | None = None
    ladder: tuple[LevelShare, ...] = ()


LADDER = "ladder.json"
"""The file in a game's package with the figures of all contests of levels, as the arena gives them."""


def read_ladder(package: str) -> Mapping[int, tuple[LevelShare, ...]]:
    """Return how the levels did in a game, by the number of players, from the file in the game's package."""
    found: dict[int, tuple[LevelShare, ...]] = {}
    for contest in json.loads(files(package).joinpath(LADDER).read_text("utf-8")):
        level, below = contest["bots"]
        told = LevelShare(
            level["name"],
            below["name"],
            level["win_share"],
            level["low"],
            level["high"],
            contest["games"],
            contest["versions"]["commit"],
        )
        found[contest["players"]] = (*found.get(contest["players"], ()), told)
    return found
