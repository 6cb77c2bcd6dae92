"""Luck told from skill: what chance did to each seat's share of the win, and what decisions did.

Let V be the share of the win at first sight (:class:`~rivertable.study.analysis.evaluator.Eye`), at the end the
result. For each turn

    skill = E[V of what chance may bring after it] - V before it
    luck  = V of what chance brought                - E[V of what it may bring]

The expectation is the mean over draws as likely as the game's, and independent of what was drawn: so luck is 0 on
average, whatever V is. The deal is luck too: V of it less the mean V of other deals. All adds up to the result less
the expectation before the deal, for each seat, but for rounding.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass

import numpy as np

from ...core.game import Terms
from ...core.match import Match, Turn
from ...core.position import Position
from ..analysis.evaluator import Eye, Shares

DRAWS = 64
"""Draws for each expectation."""
DEALS = 256
"""Deals for the expectation before the deal."""


@dataclass(frozen=True, slots=True)
class Swing:
    """What a turn did to each seat's share of the win."""

    seat: int
    skill: Shares
    """by the seat's decisions"""
    luck: Shares
    """by what chance did then"""
    error: Shares
    """the standard error of both, from the draws of the expectation: what one has too much the other has too little"""


@dataclass(frozen=True, slots=True)
class Account:
    """The whole game: what each seat could expect, what each part brought it, and the result."""

    expected: Shares
    """before the deal"""
    expected_error: Shares
    """its standard error"""
    deal: Shares
    """luck of the deal"""
    swings: tuple[Swing, ...]
    """turn by turn"""
    result: Shares
    """the share of the win as the game ended"""

    @property
    def luck(self) -> Shares:
        """All luck of each seat, the deal's too."""
        return self.deal + sum(swing.luck for swing in self.swings)

    @property
    def luck_error(self) -> Shares:
        """The standard error of each seat's luck."""
        return np.sqrt(self.expected_error**2 + sum(swing.error**2 for swing in self.swings))

    def skill(self, seat: int, *, is_own: bool) -> float:
        """Return what decisions did for a seat: its own, or those of the others."""
        return float(sum(swing.skill[seat] for swing in self.swings if (swing.seat == seat) == is_own))


def mean_and_error(values: Shares) -> tuple[Shares, Shares]:
    """Return the mean of rows and its standard error."""
    return values.mean(axis=0), values.std(axis=0, ddof=1) / np.sqrt(len(values))


def expectation(eye: Eye, first_seat: int, deals: int = DEALS) -> tuple[Shares, Shares]:
    """Return each seat's mean share over deals, before anything is drawn, and its standard error."""
    return mean_and_error(np.array([eye.shares(dealt(eye.terms, first_seat, seed), seed) for seed in range(deals)]))


def dealt(terms: Terms, first_seat: int, seed: int) -> Position:
    """Return a position after set-up."""
    return terms.game.position_class.before_setup(terms, first_seat).resolve(seed)


def swing_of(eye: Eye, before: Position, turn: Turn, draws: int = DRAWS) -> Swing:
    """Return what a turn did. Every position has draws of its own: their errors would else be those of all games."""
    after = before.after(*turn.decisions)
    seed = zlib.crc32(after.states.tobytes())
    mean, error = mean_and_error(eye.shares_after(after, draws, seed))
    if not turn.outcomes:
        error = np.zeros_like(error)
    return Swing(turn.seat, mean - eye.shares(before, seed), eye.shares(turn.after, seed) - mean, error)


def account_of(match: Match, draws: int = DRAWS, deals: int = DEALS) -> Account:
    """Return the account of a game that is over."""
    eye = Eye(match.terms)
    expected, error = expectation(eye, int(match.start.state.first_seat), deals)
    swings = [swing_of(eye, match.before(n), turn, draws) for n, turn in enumerate(match.turns)]
    return Account(expected, error, eye.shares(match.start) - expected, tuple(swings), eye.shares(match.position))
