"""Who sits where: each deal from every seat, and nobody favoured."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rivertable.lab import ArenaError, Schedule, Seating
from rivertable.lab.arena.games import rotations


def deal(bots: str, players: int, number: int) -> list[str]:
    """The seatings of a deal, each as a word of one-letter bots."""
    schedule = Schedule(tuple(bots), players)
    games = range(number * schedule.games_of_a_deal, (number + 1) * schedule.games_of_a_deal)
    seatings = [schedule.seating(game) for game in games]
    assert all(isinstance(seating, Seating) and seating.deal == number for seating in seatings)
    return ["".join(seating.bots) for seating in seatings]


def test_as_many_bots_as_seats_turn_around_the_table() -> None:
    assert deal("ab", 2, 0) == ["ab", "ba"]
    assert deal("abc", 3, 0) == ["abc", "cab", "bca"]
    assert deal("abc", 3, 1) == ["cba", "acb", "bac"]


def test_the_last_of_fewer_bots_takes_the_seats_that_are_left() -> None:
    assert deal("ab", 4, 0) == ["abbb", "babb", "bbab", "bbba"]
    assert sorted(deal("ab", 4, 1)) == sorted(deal("ab", 4, 0))
    assert deal("aabb", 4, 0) == ["aabb", "baab", "bbaa", "abba"]
    assert deal("abab", 4, 0) == ["abab", "baba"]
    assert deal("a", 2, 0) == ["aa"]


def test_of_more_bots_every_choice_meets() -> None:
    assert deal("abc", 2, 0) == ["ab", "ba", "ac", "ca", "bc", "cb"]
    with pytest.raises(ArenaError, match="each is named once"):
        Schedule(tuple("aab"), 2)
    with pytest.raises(ArenaError, match="needs bots"):
        Schedule((), 2)


@given(st.integers(2, 5), st.integers(1, 6), st.integers(0, 30))
def test_each_bot_has_each_seat_as_often(players: int, count: int, number: int) -> None:
    bots = "abcdef"[:count]
    seatings = deal(bots, players, number)
    assert len(set(seatings)) == len(seatings)
    for bot in bots:
        by_seat = Counter(seat for seating in seatings for seat, name in enumerate(seating) if name == bot)
        assert set(by_seat) == set(range(players))
        assert len(set(by_seat.values())) == 1


@given(st.integers(1, 5), st.integers(0, 400))
def test_games_are_made_whole_deals(count: int, games: int) -> None:
    schedule = Schedule(tuple("abcde"[:count]), 2)
    whole = schedule.whole_deals(games)
    assert whole % schedule.games_of_a_deal == 0
    assert games <= whole < games + schedule.games_of_a_deal


def test_rotations_are_all_different() -> None:
    for word in map(tuple, itertools.product("ab", repeat=4)):
        assert len(set(rotations(word))) == len(rotations(word))
        assert rotations(word)[0] == word
