"""What was measured of a game by its number of players, for whoever holds real games against it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Measured:
    """Figures of games of bots.

    Attributes:
        turns: how many turns a game has: the mean of 12 games of the level novice.
        deviation: the SD of a margin, one's points above the mean of the others at the table; of the levels apprentice
            and artisan, at 240 deals at five tables each (``benchmarks/duplicate.py``). None where not measured.
        correlation: how far the margins of two correlate who play one deal at one seat; measured likewise.
    """

    turns: int
    deviation: float | None = None
    correlation: float | None = None
