"""Over games drawn by chance: it is hardly ever marked, and intervals hold the truth as often as they promise."""

from __future__ import annotations

import numpy as np
import pytest

from rivertable.lab import ArenaError
from rivertable.lab.balance.figures import seat_figures, usage_figures
from rivertable.lab.balance.reports import Selection, compare, compare_uses, difference, trends

from .made_games import arrays_of, drawn_games

REPEATS = 300
FALSE_ALARMS_AT_MOST = 0.05 + 3 * np.sqrt(0.05 * 0.95 / REPEATS)
"""Of reports in which nothing is to be found, one in twenty may mark something; three deviations of chance on top."""


@pytest.mark.parametrize(("games", "players"), [(100, 2), (150, 4)])
def test_one_report_in_twenty_marks_a_thing_that_is_worth_nothing(games: int, players: int) -> None:
    rng = np.random.default_rng(games + players)
    alarms = 0
    for _ in range(REPEATS):
        (found,) = usage_figures(drawn_games(rng, games, players, 12))
        alarms += any(thing["mark"] for thing in found["things"])
    assert alarms / REPEATS <= FALSE_ALARMS_AT_MOST


def test_things_that_are_all_worth_the_same_are_not_marked_for_having_done_more() -> None:
    """Ten points for every use of anything: who did more wins more, but by no thing rather than another."""
    rng = np.random.default_rng(5)
    alarms = 0
    for _ in range(REPEATS):
        (found,) = usage_figures(drawn_games(rng, 150, 4, 8, [10.0] * 8))
        alarms += any(thing["mark"] for thing in found["things"])
    assert alarms / REPEATS <= FALSE_ALARMS_AT_MOST


def test_intervals_of_worth_hold_the_truth_of_all_things_at_once() -> None:
    rng = np.random.default_rng(8)
    worth = [5.0, -3.0, 0.0, 0.0, 1.0]
    missed = 0
    for _ in range(REPEATS):
        (found,) = usage_figures(drawn_games(rng, 200, 3, 5, worth))
        # One use more is one of the other four things less, each as likely.
        truth = [each - np.mean([other for k, other in enumerate(worth) if k != n]) for n, each in enumerate(worth)]
        points = [thing["points"] for thing in found["things"]]
        missed += any(not one["low"] <= true <= one["high"] for one, true in zip(points, truth, strict=True))
    assert missed / REPEATS <= FALSE_ALARMS_AT_MOST


def test_one_report_in_twenty_marks_a_seat_that_is_like_the_others() -> None:
    rng = np.random.default_rng(9)
    alarms = 0
    for _ in range(REPEATS):
        arrays = drawn_games(rng, 80, 4, 1)
        alarms += any(seat["is_clear"] for seat in seat_figures(arrays.totals, arrays.wins))
    assert alarms / REPEATS <= FALSE_ALARMS_AT_MOST


def test_one_comparison_in_twenty_of_a_setting_with_itself_marks_something() -> None:
    """The same setting with other seeds: the pairs have nothing to do with each other."""
    rng = np.random.default_rng(10)
    alarms = 0
    for _ in range(REPEATS):
        first, second = (drawn_games(rng, 100, 2, 4) for _ in range(2))
        count = len(compare(first, second, Selection(("thing:0",)), 0.95))
        found = compare(first, second, Selection(("thing:0",)), 1 - 0.05 / count)
        alarms += any(each["mark"] for each in found)
    assert alarms / REPEATS <= FALSE_ALARMS_AT_MOST


def test_a_few_games_that_differ_are_told_with_few_degrees_of_freedom() -> None:
    """A card that comes up in one game of ten: the intervals still hold nothing nineteen times of twenty."""
    rng = np.random.default_rng(11)
    alarms = 0
    for _ in range(2000):
        change = rng.normal(0, 3, 150) * (rng.random(150) < 0.1)
        found = difference(np.zeros(150), change, 0.95)
        assert found.low is None or found.high is not None
        alarms += found.low is not None and found.high is not None and not found.low <= 0 <= found.high
    assert alarms / 2000 <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / 2000)


def test_ten_pairs_that_differ_are_nine_degrees_of_freedom() -> None:
    """Two-sided 95 % of Student's t with nine: 2.262."""
    change = np.zeros(100)
    change[:10] = [4, -1, 3, 5, -2, 6, 2, 1, -3, 5]
    found = difference(np.zeros(100), change, 0.95)
    assert found.high is not None
    assert found.high - found.value == pytest.approx(2.262 * change.std(ddof=1) / 10, rel=1e-3)


def test_pairs_find_what_the_luck_of_deals_would_hide() -> None:
    rng = np.random.default_rng(12)
    before = rng.integers(20, 90, (200, 2))
    first = arrays_of(before, np.ones((200, 2, 1), dtype=int))
    second = arrays_of(before + rng.integers(0, 3, (200, 2)), np.full((200, 2, 1), 2))
    score = compare(first, second, Selection(), 0.99)[0]
    assert score["mark"] == "more"
    assert score["difference"]["low"] < 1 < score["difference"]["high"]
    alone = np.sqrt(2 * before.mean(axis=1).var() / 200)
    assert score["difference"]["high"] - score["difference"]["low"] < alone
    (used,) = compare_uses(first, second)
    assert (used["first"]["value"], used["second"]["value"], used["mark"]) == (2, 4, "more")


def test_what_does_not_change_is_exactly_nothing() -> None:
    arrays = drawn_games(np.random.default_rng(13), 60, 3, 4)
    found = compare(arrays, arrays, Selection(("thing:1",), ("thing:1",), ("all",)), 0.95) + compare_uses(
        arrays, arrays
    )
    assert {each["mark"] for each in found} == {None}
    assert {tuple(each["difference"].values()) for each in found} == {(0.0, 0.0, 0.0)}


def test_a_difference_of_very_few_games_has_no_interval() -> None:
    change = np.zeros(100)
    change[:5] = 3
    found = difference(np.zeros(100), change, 0.95)
    assert (found.value, found.low, found.high) == (0.15, None, None)


def test_games_that_are_no_pairs_are_refused() -> None:
    rng = np.random.default_rng(14)
    with pytest.raises(ArenaError, match="no pairs"):
        compare(drawn_games(rng, 60, 2, 2), drawn_games(rng, 61, 2, 2), Selection(), 0.95)
    with pytest.raises(ArenaError, match="know different things"):
        compare_uses(drawn_games(rng, 60, 2, 2), drawn_games(rng, 60, 2, 3))


def test_a_line_through_games_is_each_games_own() -> None:
    rng = np.random.default_rng(15)
    totals, uses = rng.integers(20, 90, (80, 2)), np.ones((80, 2, 1), dtype=int)
    steps = {number: arrays_of(totals + 2 * number + rng.integers(-1, 2, (80, 2)), uses) for number in (-3, 0, 1, 8)}
    found = {each["id"]: each for each in trends(steps, Selection(("thing:0",)), 0.99)}
    assert found["score"]["mark"] == "more"
    assert found["score"]["rise"]["low"] < 2 < found["score"]["rise"]["high"]
    assert found["score"]["rise"]["high"] - found["score"]["rise"]["low"] < 0.1
    assert found["uses.thing:0"]["rise"] == {"value": 0.0, "low": 0.0, "high": 0.0}
    exact = {number: arrays_of(np.full((20, 2), 3 * number), uses[:20]) for number in (1, 2, 4)}
    assert trends(exact, Selection(), 0.99)[0]["rise"]["value"] == pytest.approx(3)
    with pytest.raises(ArenaError, match="no pairs"):
        trends({**exact, 7: steps[8]}, Selection(), 0.99)
