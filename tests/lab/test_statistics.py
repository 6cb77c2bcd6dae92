"""Intervals that are calibrated, ratings that find planted strengths, a sequential test that rarely errs."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from rivertable.lab import ArenaError, Interval, SequentialTest, Verdict, mean_interval, rate, share_interval
from rivertable.lab.statistics import student

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


POINTS = 400 / math.log(10)


def comparisons(strengths: list[float], deals: int, seed: int) -> np.ndarray[Any, Any]:
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
    assert isinstance(first, Interval)
    assert first.value == pytest.approx(POINTS * math.log(75.5 / 25.5) / 2)
    assert second.value == pytest.approx(-first.value)


def test_planted_strengths_are_found() -> None:
    planted = [-300.0, -60.0, 0.0, 90.0, 270.0]
    found = rate(comparisons(planted, 2000, 3))
    assert [rating.value for rating in found] == pytest.approx(planted, abs=12)
    assert sum(rating.value for rating in found) == pytest.approx(0, abs=1e-6)


def test_intervals_hold_the_planted_strengths() -> None:
    planted = [-150.0, 0.0, 150.0]
    inside = 0
    for seed in range(300):
        found = rate(comparisons(planted, 40, seed))
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


def test_games_of_a_deal_that_always_agree_are_one_comparison() -> None:
    """Four games a deal that all go alike say as much as one: the interval is twice that of the curvature."""
    rng = np.random.default_rng(4)
    alike = np.zeros((200, 2, 2))
    alike[:, 0, 1] = 4 * (rng.random(200) < 0.6)
    alike[:, 1, 0] = 4 - alike[:, 0, 1]
    once, four = rate(alike / 4)[0], rate(alike)[0]
    assert four.high - four.low == pytest.approx(once.high - once.low, rel=0.03)


TEST = SequentialTest(0.5, 0.6)


def verdicts(share: float, together: float, repeats: int) -> list[Verdict]:
    """What the test finds about bots with a planted share of wins, at most 2,000 deals of two games."""
    rng = np.random.default_rng(int(1000 * share + 10 * together))
    found = []
    for _ in range(repeats):
        games = rng.random((2000, 2)) < share
        alike = rng.random(2000) < together
        games[alike, 1] = games[alike, 0]
        found.append(TEST.verdict(games.mean(axis=1).tolist(), 2))
    return found


@pytest.mark.parametrize("together", [0.0, 0.5])
@pytest.mark.parametrize(("share", "right"), [(0.5, "low"), (0.6, "high")])
def test_it_errs_in_about_5_of_100(share: float, right: str, together: float) -> None:
    found = verdicts(share, together, 400)
    assert all(verdict.answer is not None for verdict in found)
    assert sum(verdict.answer != right for verdict in found) / 400 <= 0.07


def test_it_ends_earlier_where_more_is_to_be_seen() -> None:
    far = np.mean([verdict.deals for verdict in verdicts(0.75, 0.0, 200)])
    near = np.mean([verdict.deals for verdict in verdicts(0.55, 0.0, 200)])
    assert far < 60 < near


def test_it_needs_some_deals_and_does_not_break_on_equal_ones() -> None:
    assert TEST.verdict([], 2) == Verdict(0, 0.0, None)
    assert TEST.verdict([1.0] * 7, 2).answer is None
    assert TEST.verdict([1.0] * 40, 2).answer == "high"
    assert TEST.verdict([0.0] * 40, 2).answer == "low"


def test_what_comes_after_the_answer_changes_nothing() -> None:
    first = TEST.verdict([1.0] * 40, 2)
    assert TEST.verdict([1.0] * 40 + [0.0] * 500, 2) == first
    assert TEST.document(first)["answer"] == "high"


def test_shares_are_read() -> None:
    assert SequentialTest.read("0.5,0.6") == TEST
    for text in ("0.5", "a,b", "0.6,0.5", "0,0.5", "0.5,1", "0.5,0.5", "0.1,0.2,0.3", "nan,0.5"):
        with pytest.raises(ArenaError, match="shares"):
            SequentialTest.read(text)
