"""Intervals, ratings and a sequential test for figures of games that come in deals.

The games of one deal share their luck, so they are not independent; the deals are. Every figure is a sum over deals
divided by a sum over deals, and its variance is measured between deals (the linearised, or cluster-robust, variance of
a ratio). For a share of wins it then stretches Wilson's score interval, which keeps within 0 and 1 and stays calibrated
when all games are won. Few deals measure a variance badly, so two deals' worth of independent games are mixed into it,
and Student's t takes the place of the normal distribution.

Ratings follow the model of Bradley and Terry: bot i beats bot j with odds exp(rating i - rating j). A game of several
counts as one comparison of every two bots in it, by their scores; equal scores are half a win for each. The ratings are
the most likely ones after every two bots that met have played one more game that was a draw, so that a bot which won
everything has a rating too. They are given in the points of chess (400 points are odds of 10) and add up to 0: only
differences mean something.

The sequential test is Wald's probability ratio test on the first bot's share of wins. After every whole deal the
likelihood ratio of two claims, that the share is at most LOW or at least HIGH, is taken with the normal distribution
for the mean share of the deals. The test ends when the ratio passes 19 or 1/19; each of the two errors then happens in
about 5 of 100 contests.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any, Literal

import numpy as np

from ..core.errors import DataError

CONFIDENCE = 0.95
"""The part of all intervals that hold the truth."""
ERROR = 0.05
"""How often a sequential test may give either wrong answer."""
_PRIOR_DEALS = 2

_POINTS = 400 / math.log(10)
_NORMAL = 1.959963984540054
_STEPS = 200
_STEP_AT_MOST = 2.0

_BOUND = math.log((1 - ERROR) / ERROR)
_DEALS_AT_LEAST = 8

Answer = Literal["low", "high"]
Numbers = np.ndarray[Any, Any]


class ArenaError(DataError):
    """A contest that cannot be played, or a file of games that is of another one."""

    code = "bad-contest"


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate and the ends of its interval; both ends are None where one deal gives no idea of them."""

    value: float
    low: float | None
    high: float | None

    def rounded(self, digits: int = 6, names: Sequence[str] = ("value", "low", "high")) -> dict[str, float | None]:
        """Return it as plain JSON, under these names."""
        ends = (None if end is None else round(float(end), digits) for end in (self.value, self.low, self.high))
        return dict(zip(names, ends, strict=True))


def student(freedom: float, confidence: float = CONFIDENCE) -> float:
    """Return the two-sided point of Student's t with so many degrees of freedom.

    From 3 on it is within 1 % at 95 %, from 10 on within 1 % up to 99.999 %.
    """
    z, n = NormalDist().inv_cdf(0.5 + confidence / 2), float(freedom)
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
    )


def share_interval(wins: Numbers, seats: Numbers, games: int, confidence: float = CONFIDENCE) -> Interval:
    """Return a share of wins by seat with its interval.

    Args:
        wins: by deal, wins of all seats that are counted; a shared victory counts in equal parts.
        seats: by deal, how many seats were counted.
        games: how many games these were, fewer than seats where a bot sits several times in one.
        confidence: how much the interval is to hold.
    """
    total, deals = float(seats.sum()), len(seats)
    share = float(wins.sum()) / total
    spread = share * (1 - share)
    if spread <= 0:
        independent = float(games)
    else:
        between = float(((wins - share * seats) ** 2).sum()) + _PRIOR_DEALS * spread * total / deals
        variance = deals * between / (deals - 1 + _PRIOR_DEALS) / total**2
        independent = spread / variance
    return _score_interval(share, independent, student(deals + _PRIOR_DEALS, confidence))


def _score_interval(share: float, games: float, t: float) -> Interval:
    """Return Wilson's interval for a share among so many independent games."""
    middle = (share + t**2 / (2 * games)) / (1 + t**2 / games)
    half = t / (1 + t**2 / games) * math.sqrt(share * (1 - share) / games + t**2 / (4 * games**2))
    return Interval(share, max(middle - half, 0.0), min(middle + half, 1.0))


def mean_interval(sums: Numbers, counts: Numbers, confidence: float = CONFIDENCE) -> Interval:
    """Return a mean with its interval: sums and numbers of values by deal."""
    total, deals = float(counts.sum()), len(counts)
    mean = float(sums.sum()) / total
    if deals < 4:
        return Interval(mean, None, None)
    between = float(((sums - mean * counts) ** 2).sum())
    half = student(deals - 1, confidence) * math.sqrt(deals * between / (deals - 1)) / total
    return Interval(mean, mean - half, mean + half)


def rate(wins: Numbers) -> tuple[Interval, ...]:
    """Return the rating of each bot in points, with its interval of 95 %.

    The interval comes from the curvature of the likelihood, or from how much the deals differ (the sandwich estimate),
    whichever is wider: the first is right where games are independent and stays wide where a bot won all of them.

    Args:
        wins: ``wins[d, i, j]`` is how often bot i was before bot j in deal d, equal scores counting half.
    """
    met = wins.sum(axis=0)
    games = met + met.T
    prior = np.where(games > 0, 0.5, 0.0)
    ratings = _most_likely(met + prior)
    chance = _chances(ratings)
    weight = (games + 2 * prior) * chance * chance.T
    spread = np.linalg.pinv(np.diag(weight.sum(axis=1)) - weight)
    slopes = (wins - (wins + wins.transpose(0, 2, 1)) * chance).sum(axis=2)
    deals = len(wins)
    between = spread @ (slopes.T @ slopes * (deals / max(deals - 1, 1))) @ spread
    wide = np.sqrt(np.maximum(np.diag(spread), np.diag(between))) * _NORMAL
    return tuple(
        Interval(float(value) * _POINTS, float(value - half) * _POINTS, float(value + half) * _POINTS)
        for value, half in zip(ratings, wide, strict=True)
    )


def _chances(ratings: Numbers) -> Numbers:
    """Return the chance that each bot is before each other one."""
    odds: Numbers = np.exp(ratings[None, :] - ratings[:, None])
    return 1.0 / (1.0 + odds)


def _most_likely(wins: Numbers) -> Numbers:
    """Climb to the top of the likelihood by Newton's steps, none of them too long."""
    games = wins + wins.T
    ratings: Numbers = np.zeros(len(wins))
    for _ in range(_STEPS):
        chance = _chances(ratings)
        slope = (wins - games * chance).sum(axis=1)
        weight = games * chance * chance.T
        step = np.linalg.pinv(np.diag(weight.sum(axis=1)) - weight) @ slope
        ratings += step * min(1.0, _STEP_AT_MOST / max(float(np.abs(step).max()), 1e-12))
        if float(np.abs(step).max()) < 1e-10:
            break
    return ratings - float(ratings.mean())


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a test stands: after how many deals, the logarithm of the ratio, and the answer (None: none yet)."""

    deals: int
    ratio: float
    answer: Answer | None


@dataclass(frozen=True, slots=True)
class SequentialTest:
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
    def read(cls, text: str) -> SequentialTest:
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
