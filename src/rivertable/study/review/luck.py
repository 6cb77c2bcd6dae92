"""Luck and skill: what chance did to each seat's win share, and what decisions did.

Let V be the one-ply win share (:class:`~rivertable.study.evaluation.Evaluator`), at the end of the game the result. For
each turn

    skill = E[V after the chance outcome] - V before the turn
    luck  = V after the actual outcome    - E[V after the chance outcome]

The expectation is the mean over draws from the game's distribution, independent of the actual outcome. Luck is
therefore 0 on average, whatever V is. The deal is luck too: its V minus the mean V of other deals. For each seat,
everything adds up to the result minus the expectation before the deal, except for rounding.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass

import numpy as np

from ...core.game import Terms
from ...core.match import Turn
from ...core.position import Position
from ..evaluation import Evaluator, Shares

DRAWS = 64
"""Draws for each expectation."""
DEALS = 256
"""Deals for the expectation before the deal."""


@dataclass(frozen=True, slots=True)
class Swing:
    """What a turn did to each seat's win share."""

    skill: Shares
    """the change by the seat's decisions"""
    luck: Shares
    """the change by chance afterwards"""
    error: Shares
    """the standard error of both, from the draws of the expectation: an excess of one is a lack of the other"""


def mean_and_error(values: Shares) -> tuple[Shares, Shares]:
    """Return the mean of rows and its standard error."""
    return values.mean(axis=0), values.std(axis=0, ddof=1) / np.sqrt(len(values))


def expectation(evaluator: Evaluator, first_seat: int, deals: int = DEALS) -> tuple[Shares, Shares]:
    """Return each seat's mean win share over deals, and its standard error."""
    return mean_and_error(
        np.array([evaluator.shares(dealt(evaluator.terms, first_seat, seed), seed) for seed in range(deals)])
    )


def dealt(terms: Terms, first_seat: int, seed: int) -> Position:
    """Return a position after set-up."""
    return Position.before_setup(terms, first_seat).resolve(seed)


def swing_of(evaluator: Evaluator, before: Position, turn: Turn, draws: int = DRAWS) -> Swing:
    """Return what a turn did. Each position has draws of its own, so the errors of different games are independent."""
    after = before.after(*turn.decisions)
    seed = zlib.crc32(after.states.tobytes())
    mean, error = mean_and_error(evaluator.shares_after(after, draws, seed))
    if not turn.outcomes:
        error = np.zeros_like(error)
    return Swing(mean - evaluator.shares(before, seed), evaluator.shares(turn.after, seed) - mean, error)
