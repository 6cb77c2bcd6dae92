"""How much luck there is in a deal of each game, measured: see ``benchmarks/duplicate.py``."""

from __future__ import annotations

from collections.abc import Mapping

from .fields import Spread

SPREADS: Mapping[tuple[str, int], Spread] = {
    ("glassworks", 2): Spread(15.6, 0.07),
    ("glassworks", 3): Spread(11.9, 0.00),
    ("glassworks", 4): Spread(11.4, 0.03),
    ("glassworks", 5): Spread(11.0, 0.03),
    ("market", 2): Spread(7.5, 0.14),
    ("market", 3): Spread(5.3, 0.09),
    ("market", 4): Spread(5.0, 0.08),
}
"""By game and number of players: of bots of the levels apprentice and artisan, at 240 deals at five tables each."""

DIFFERENCES = (2, 5, 10)
"""The differences in points a deal for which the number of deals is told."""


def spread_of(game: str, players: int) -> Spread | None:
    """Return how much luck there is in a deal; None of a game that was not measured."""
    return SPREADS.get((game, players))
