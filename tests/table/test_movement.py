"""Who sits where in a duplicate tournament, and how its results compare: without any server."""

from __future__ import annotations

import math
from collections import Counter
from itertools import combinations
from random import Random
from statistics import mean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rivertable.table.company.fields import (
    Compared,
    Result,
    Spread,
    compare,
    deals_needed,
    difference_seen,
    margins_of,
    rank,
)
from rivertable.table.company.movement import Round, seatings, tables_for

SEATS = st.integers(2, 5)


def meetings(rounds: list[Round]) -> Counter[frozenset[int]]:
    return Counter(frozenset(pair) for rows in rounds for row in rows for pair in combinations(row, 2))


@given(seats=SEATS, tables=st.integers(2, 12), deals=st.integers(1, 8), seed=st.integers(0, 99))
@settings(max_examples=60, deadline=None)
def test_everybody_plays_every_deal_once_and_sits_everywhere(seats: int, tables: int, deals: int, seed: int) -> None:
    entries = tables * seats
    rounds = seatings(entries, seats, deals, Random(seed))
    assert [sorted(entry for row in rows for entry in row) for rows in rounds] == [list(range(entries))] * deals
    sat = Counter((entry, seat) for rows in rounds for row in rows for seat, entry in enumerate(row))
    counts = [sat[entry, seat] for entry in range(entries) for seat in range(seats)]
    assert max(counts) <= math.ceil(deals / seats) + 2
    assert max(meetings(rounds).values()) <= deals / (tables - 1) * (seats - 1) + 3


@pytest.mark.parametrize("tables", [5, 7, 11, 13])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_with_a_prime_number_of_tables_nobody_meets_twice(seats: int, tables: int) -> None:
    rounds = seatings(tables * seats, seats, tables, Random(1))
    assert max(meetings(rounds).values()) == 1


@pytest.mark.parametrize(("seats", "rounds"), [(2, 4), (3, 4), (4, 3)])
def test_with_eight_tables_nobody_meets_twice_at_first(seats: int, rounds: int) -> None:
    assert max(meetings(seatings(8 * seats, seats, rounds, Random(1))).values()) == 1


def test_there_are_two_tables_at_least() -> None:
    assert [tables_for(people, 3) for people in (2, 3, 4, 6, 7)] == [2, 2, 2, 2, 3]
    with pytest.raises(ValueError, match="7 entries"):
        seatings(7, 3, 1, Random(1))


def test_results_of_one_seat_are_compared() -> None:
    assert margins_of([10, 4, 1]) == [7.5, -1.5, -6.0]
    field = [Result(entry, 0, margin) for entry, margin in enumerate((8.0, 2.0, 2.0, -4.0))]
    told = compare([*field, Result(4, 1, 99.0)])
    assert [one.share for one in told] == [1.0, 0.5, 0.5, 0.0, 0.5]
    assert [one.over for one in told] == [8.0, 0.0, 0.0, -8.0, 0.0]
    # What was not played to its end: 60 % and the mean, or 40 % and the worst where it was one's own fault.
    told = compare([*field, Result(4, 0, None), Result(5, 0, None, is_fault=True)])
    assert [(one.share, one.over) for one in told[4:]] == [(0.6, 0.0), (0.4, -8.0)]
    assert told[0].share == 1.0


@given(st.lists(st.floats(-50, 50), min_size=2, max_size=12))
def test_shares_of_a_field_are_half_and_points_over_it_nothing(margins: list[float]) -> None:
    told = compare([Result(entry, 0, margin) for entry, margin in enumerate(margins)])
    assert mean(one.share for one in told) == pytest.approx(0.5)
    assert mean(one.over for one in told) == pytest.approx(0, abs=1e-9)


def test_how_many_deals_it_takes() -> None:
    # An SD of 15 points a deal between two who share nothing, and a difference of 3.
    assert deals_needed(15, 3) == 197
    assert deals_needed(15, 3, power=0.5) == 97
    assert deals_needed(15, 3, power=0.9) == 263
    assert difference_seen(15, 24) == pytest.approx(8.6, abs=0.05)
    # In a field without end only the correlation counts: what two share falls out.
    for correlation, deals in ((0.0, 393), (0.5, 197), (0.8, 79)):
        assert deals_needed(Spread(15, correlation).of_difference(10**9), 3) == deals
    assert Spread(10, 0.0).of_difference(2) == pytest.approx(20)


def noisy(strengths: list[float], deals: int, rng: Random) -> list[list[Compared]]:
    """Deals that people of these strengths play at one seat, with luck of an SD of 1."""
    return [
        compare([Result(entry, 0, strength + rng.gauss(0, 1)) for entry, strength in enumerate(strengths)])
        for _ in range(deals)
    ]


def test_equals_are_tied_within_noise_and_others_are_not() -> None:
    rng = Random(5)
    alike = [rank(noisy([0.0] * 8, 12, rng), tables=8)[-1].group for _ in range(200)]
    assert sum(group > 1 for group in alike) <= 20
    ranked = rank(noisy([3.0] * 4 + [0.0] * 4, 24, rng), tables=8)
    assert {one.entry for one in ranked if one.group == 1} == {0, 1, 2, 3}
    assert all(one.group == 2 for one in ranked[4:]) and [one.place for one in ranked] == sorted(
        one.place for one in ranked
    )


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    rng, strengths = Random(7), [0.0, 0.5, 1.0, 1.5]
    truth = [strength - mean(other for other in strengths if other != strength) for strength in strengths]
    held = [
        abs(one.over - truth[one.entry]) <= (one.plus_minus or 0)
        for _ in range(300)
        for one in rank(noisy(strengths, 10, rng), tables=4)
    ]
    assert 0.93 < mean(held) < 0.97


def test_with_few_tables_points_rank_and_after_few_deals_nobody_is_told_apart() -> None:
    told = rank([[Compared(0, 0, 5.0, 0.0, 5.0), Compared(1, 0, 0.0, 1.0, -5.0)]], tables=2)
    assert [(one.entry, one.place, one.group, one.plus_minus) for one in told] == [(0, 1, 1, None), (1, 2, 1, None)]
    assert rank([], tables=2) == []
