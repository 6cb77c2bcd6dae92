"""How much luck there is in a deal of each game, as it was measured: see ``benchmarks/duplicate.py``."""

from __future__ import annotations

from ...core.game import GAMES
from .fields import Spread

DIFFERENCES = (2, 5, 10)
"""The differences in points a deal for which the number of deals is told."""


def spread_of(game: str, players: int) -> Spread | None:
    """Return how much luck there is in a deal; None where that was not measured."""
    measured = GAMES[game].measured.get(players)
    if measured is None or measured.deviation is None or measured.correlation is None:
        return None
    return Spread(measured.deviation, measured.correlation)
