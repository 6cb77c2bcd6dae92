"""Intervals: known values, and as many of them hold the truth as they promise."""

from __future__ import annotations

import numpy as np
import pytest

from rivertable.lab import Interval, mean_interval, share_interval
from rivertable.lab.intervals import student

# Two-sided 95 % points of Student's t, from printed tables.
STUDENT = {3: 3.182, 4: 2.776, 5: 2.571, 8: 2.306, 10: 2.228, 20: 2.086, 30: 2.042, 120: 1.980}


@pytest.mark.parametrize("freedom", STUDENT)
def test_student_is_the_printed_table(freedom: int) -> None:
    assert student(freedom) == pytest.approx(STUDENT[freedom], rel=0.012)


def test_many_independent_games_give_wilsons_interval() -> None:
    """Wilson's interval for 600 of 1,000 is 0.5693 to 0.6299."""
    rng = np.random.default_rng(1)
    wins = rng.permutation(np.repeat([1.0, 0.0], [600, 400]))
    found = share_interval(wins, np.ones(1000), 1000)
    assert isinstance(found, Interval)
    assert (found.value, found.low, found.high) == pytest.approx((0.6, 0.5693, 0.6299), abs=0.0006)


def test_a_deal_that_is_always_shared_is_no_coin() -> None:
    """Each of two bots wins each deal once: that says more than 200 coins, which would give 0.43 to 0.57."""
    found = share_interval(np.ones(100), np.full(100, 2.0), 200)
    assert found.value == 0.5
    assert found.low is not None and found.high is not None
    assert 0.47 < found.low < found.high < 0.53


def test_games_of_a_deal_that_always_agree_count_once() -> None:
    wins = np.repeat([2.0, 0.0], [60, 40])
    found = share_interval(wins, np.full(100, 2.0), 200)
    alone = share_interval(wins / 2, np.ones(100), 100)
    assert (found.low, found.high) == pytest.approx((alone.low, alone.high), abs=0.01)


def test_all_won_does_not_claim_certainty() -> None:
    found = share_interval(np.full(50, 2.0), np.full(50, 2.0), 100)
    assert found.value == found.high == 1
    assert found.low == pytest.approx(0.9605, abs=0.003)
    alone = share_interval(np.zeros(1), np.full(1, 2.0), 2)
    assert alone.low == 0 and alone.high is not None and alone.high > 0.6


def holds(deals: int, share: float, together: float, repeats: int) -> float:
    """How often the interval holds the share, where both games of a deal go alike with a chance ``together``."""
    rng = np.random.default_rng(deals * 1000 + int(100 * share) + int(10 * together))
    inside = 0
    for _ in range(repeats):
        games = rng.random((deals, 2)) < share
        alike = rng.random(deals) < together
        games[alike, 1] = games[alike, 0]
        found = share_interval(games.sum(axis=1).astype(float), np.full(deals, 2.0), 2 * deals)
        assert found.low is not None and found.high is not None
        inside += found.low <= share <= found.high
    return inside / repeats


@pytest.mark.parametrize("together", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("share", [0.5, 0.75, 0.9])
@pytest.mark.parametrize("deals", [10, 50, 200])
def test_95_of_100_intervals_hold_the_share(deals: int, share: float, together: float) -> None:
    # Ten deals measure badly how much games agree.
    assert (0.93 if deals > 10 else 0.91) <= holds(deals, share, together, 1500) <= 0.995


def test_95_of_100_intervals_hold_the_mean() -> None:
    rng = np.random.default_rng(5)
    inside = 0
    for _ in range(2000):
        deals = rng.normal(50, 8, size=(12, 1)) + rng.normal(0, 4, size=(12, 2))
        found = mean_interval(deals.sum(axis=1), np.full(12, 2.0))
        assert found.low is not None and found.high is not None
        inside += found.low <= 50 <= found.high
    assert 0.935 <= inside / 2000 <= 0.965


def test_few_deals_give_a_mean_without_an_interval() -> None:
    assert mean_interval(np.array([10.0, 20.0]), np.array([1.0, 1.0])) == Interval(15.0, None, None)
