"""Stopping when enough is known: Wald's sequential probability ratio test on the first bot's share of wins.

Two claims stand against each other: the share is at most LOW, or at least HIGH. After every whole deal the likelihood
ratio of the two is taken, with the normal distribution for the mean share of the deals and the variance that the deals
show (two deals' worth of independent games mixed in). The test ends when the ratio passes 19 or 1/19; each of the two
errors then happens in about 5 of 100 contests.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from .errors import ArenaError

ERROR = 0.05
"""How often either wrong answer is accepted."""
_BOUND = math.log((1 - ERROR) / ERROR)
_DEALS_AT_LEAST = 8
_PRIOR_DEALS = 2

Answer = Literal["low", "high"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a test stands: after how many deals, the logarithm of the ratio, and the answer (None: none yet)."""

    deals: int
    ratio: float
    answer: Answer | None


@dataclass(frozen=True, slots=True)
class Sequential:
    """A test of two claims about a share of wins.

    Raises:
        ArenaError: the claims are not two rising shares.
    """

    low: float
    high: float

    def __post_init__(self) -> None:
        if not 0 < self.low < self.high < 1:
            raise ArenaError("The two shares of a sequential test rise and lie between 0 and 1, as in 0.5,0.55.")

    @classmethod
    def read(cls, text: str) -> Sequential:
        """Read ``LOW,HIGH``.

        Raises:
            ArenaError: the text is not two rising shares.
        """
        try:
            low, high = (float(part) for part in text.split(","))
        except ValueError as error:
            raise ArenaError(f"{text!r} is not LOW,HIGH, two shares of wins as in 0.5,0.55.") from error
        return cls(low, high)

    def verdict(self, shares: Sequence[float], games: int) -> Verdict:
        """Return the verdict of the first deals that suffice, or of all.

        Args:
            shares: the first bot's share of wins in each deal, in order.
            games: games of a deal.
        """
        middle = (self.low + self.high) / 2
        expected = middle * (1 - middle) / games
        total, squares, ratio = 0.0, 0.0, 0.0
        for deals, share in enumerate(shares, start=1):
            total += share
            squares += share**2
            variance = squares - total**2 / deals + _PRIOR_DEALS * expected
            variance /= deals - 1 + _PRIOR_DEALS
            ratio = (self.high - self.low) * (total - deals * middle) / variance
            if deals >= _DEALS_AT_LEAST and abs(ratio) >= _BOUND:
                return Verdict(deals, ratio, "high" if ratio > 0 else "low")
        return Verdict(len(shares), ratio, None)

    def document(self, verdict: Verdict) -> dict[str, Any]:
        """Return the test and its verdict as plain JSON."""
        return {
            "low": self.low,
            "high": self.high,
            "error": ERROR,
            "deals": verdict.deals,
            "log_ratio": round(verdict.ratio, 4),
            "bound": round(_BOUND, 4),
            "answer": verdict.answer,
        }
