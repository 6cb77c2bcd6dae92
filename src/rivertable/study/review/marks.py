"""How a turn is marked by what it lost, and how accurate a seat played. The thresholds are this project's own."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ..documents import Mark

THRESHOLDS: tuple[tuple[Mark, float], ...] = (("blunder", 0.15), ("mistake", 0.07), ("inaccuracy", 0.03))
"""A turn is marked so where the share of the win that it lost is at least this, the worst first."""
CERTAIN = 2.0
"""And where the loss is at least so many times its standard error."""
HALF = 0.05
"""A turn that loses so much is half accurate, one that loses twice as much a quarter."""


def mark_of(loss: float, error: float, *, is_best: bool) -> Mark:
    """Return the mark of a turn that lost a share of the win, known with a standard error."""
    if is_best:
        return "best"
    if loss >= CERTAIN * error:
        for mark, least in THRESHOLDS:
            if loss >= least:
                return mark
    return "fine"


def accuracy_of(losses: Sequence[float], stakes: Sequence[float]) -> float | None:
    """Return the accuracy of turns that lost these shares: 100 if none lost anything; None if nothing was at stake.

    A turn counts as much as the seat had to lose in it: who has no chance left can hardly do anything wrong.
    """
    return weighed([100.0 * math.pow(0.5, loss / HALF) for loss in losses], stakes, 1)


def mean_loss_of(losses: Sequence[float], stakes: Sequence[float]) -> float | None:
    """Return the mean share that turns lost, each counting as much as there was to lose; None if there was nothing."""
    return weighed(losses, stakes, 5)


def weighed(values: Sequence[float], weights: Sequence[float], digits: int) -> float | None:
    """Return a mean with weights, rounded; None where they are all 0, or there are none."""
    whole = sum(weights)
    if whole <= 0:
        return None
    return round(sum(value * weight for value, weight in zip(values, weights, strict=True)) / whole, digits)
