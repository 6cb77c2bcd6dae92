"""Ratings: the closed form for two, planted strengths for several, and honest intervals."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from rivertable.lab import Rating, rate

POINTS = 400 / math.log(10)


def played(strengths: list[float], deals: int, seed: int) -> np.ndarray[Any, Any]:
    """Comparisons of bots with planted ratings: every two of them twice a deal."""
    rng = np.random.default_rng(seed)
    count = len(strengths)
    wins = np.zeros((deals, count, count))
    for one in range(count):
        for other in range(one):
            chance = 1 / (1 + 10 ** ((strengths[other] - strengths[one]) / 400))
            won = rng.binomial(2, chance, size=deals)
            wins[:, one, other], wins[:, other, one] = won, 2 - won
    return wins


def test_two_bots_have_the_odds_of_their_games() -> None:
    """75 of 100 with one more that was drawn: 75.5 to 25.5."""
    wins = np.zeros((50, 2, 2))
    wins[:, 0, 1], wins[:, 1, 0] = 1.5, 0.5
    first, second = rate(wins)
    assert isinstance(first, Rating)
    assert first.value == pytest.approx(POINTS * math.log(75.5 / 25.5) / 2)
    assert second.value == pytest.approx(-first.value)


def test_planted_strengths_are_found() -> None:
    planted = [-300.0, -60.0, 0.0, 90.0, 270.0]
    found = rate(played(planted, 2000, 3))
    assert [rating.value for rating in found] == pytest.approx(planted, abs=12)
    assert sum(rating.value for rating in found) == pytest.approx(0, abs=1e-6)


def test_intervals_hold_the_planted_strengths() -> None:
    planted = [-150.0, 0.0, 150.0]
    inside = 0
    for seed in range(300):
        found = rate(played(planted, 40, seed))
        inside += sum(rating.low <= truth <= rating.high for rating, truth in zip(found, planted, strict=True))
    assert inside / 900 >= 0.93


def test_draws_lie_between() -> None:
    wins = np.full((20, 2, 2), 1.0)
    wins[:, 0, 0] = wins[:, 1, 1] = 0
    assert [rating.value for rating in rate(wins)] == pytest.approx([0, 0], abs=1e-9)


def test_who_won_everything_has_a_rating_and_a_wide_interval() -> None:
    wins = np.zeros((50, 2, 2))
    wins[:, 0, 1] = 2
    first, second = rate(wins)
    assert first.value == pytest.approx(POINTS * math.log(100.5 / 0.5) / 2)
    assert first.high - first.low > 200
    assert second.high < first.low


def test_games_of_a_deal_that_always_agree_count_once() -> None:
    """Four games a deal that all go alike say as much as one: the interval is twice that of the curvature."""
    rng = np.random.default_rng(4)
    alike = np.zeros((200, 2, 2))
    alike[:, 0, 1] = 4 * (rng.random(200) < 0.6)
    alike[:, 1, 0] = 4 - alike[:, 0, 1]
    once, four = rate(alike / 4)[0], rate(alike)[0]
    assert four.high - four.low == pytest.approx(once.high - once.low, rel=0.03)
