"""Ratings by the model of Bradley and Terry: bot i beats bot j with odds exp(rating i - rating j).

A game of several counts as one comparison of every two bots in it, by their scores; equal scores are half a win for
each. The ratings are the most likely ones after every two bots that met have played one more game that was a draw, so
that a bot which won everything has a rating too. They are given in the points of chess (400 points are odds of 10) and
add up to 0: only differences mean something.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

_POINTS = 400 / math.log(10)
_NORMAL = 1.959963984540054
_STEPS = 200
_STEP_AT_MOST = 2.0

Numbers = np.ndarray[Any, Any]


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating in points, with the ends of its 95 % interval."""

    value: float
    low: float
    high: float


def rate(wins: Numbers) -> tuple[Rating, ...]:
    """Return the rating of each bot.

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
        Rating(float(value) * _POINTS, float(value - half) * _POINTS, float(value + half) * _POINTS)
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
