"""Intervals, of 95 % unless asked otherwise, for figures of games that come in deals.

The games of one deal share their luck, so they are not independent; the deals are. Every figure is a sum over deals
divided by a sum over deals, and its variance is measured between deals (the linearised, or cluster-robust, variance of
a ratio). For a share of wins it then stretches Wilson's score interval, which keeps within 0 and 1 and stays honest
when all games are won. Few deals measure a variance badly, so two deals' worth of independent games are mixed into it,
and Student's t takes the place of the normal distribution.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np

CONFIDENCE = 0.95
"""The part of all intervals that hold the truth."""
_PRIOR_DEALS = 2

Numbers = np.ndarray[Any, Any]


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate and the ends of its interval; both ends are None where one deal gives no idea of them."""

    value: float
    low: float | None
    high: float | None


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
