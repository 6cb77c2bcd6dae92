"""Who plays whom in Swiss and knock-out rounds: the hard rules, whatever the results are; without any server."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from extent import repeated
from rivertable.table.company.pairing import (
    Paired,
    Player,
    pair_aside,
    pair_knockout,
    pair_swiss,
    table_sizes,
)
from rivertable.table.company.ranking import knocked_out, players_of, ranking, round_points
from rivertable.table.store.company.tournaments import Entry, Outcome, TournamentSeat

MOST = repeated(60, 200)
"""So many people play at most."""


@dataclass
class Played:
    """A tournament of made-up results: the stronger wins more often."""

    count: int
    seats: int
    rng: Random
    rows: list[TournamentSeat] = field(default_factory=list)
    rounds: int = 0

    def __post_init__(self) -> None:
        self.entries = [Entry(number, f"p{number}", "x", False, 0.0, None) for number in range(self.count)]

    def players(self) -> list[Player]:
        return players_of(self.entries, self.rows, 0.0)

    def play(self, paired: Sequence[Paired]) -> None:
        self.rounds += 1
        for number, one in enumerate(paired):
            for seat, entry in enumerate(one.players):
                outcome: Outcome = "bye" if one.reason == "bye" else "played"
                points = round(self.rng.gauss(50 - 10 * entry / self.count, 10))
                self.rows.append(TournamentSeat(self.rounds, number, seat, entry, "t", points, 0.0, outcome))


def check_whole(paired: Sequence[Paired], count: int) -> None:
    assert sorted(entry for one in paired for entry in one.players) == list(range(count))


@given(count=st.integers(2, MOST), seed=st.integers(0, 999))
@settings(max_examples=repeated(40, 15), deadline=None)
@example(count=MOST, seed=1)
def test_of_two_nobody_meets_twice_and_nobody_sits_out_twice(count: int, seed: int) -> None:
    played = Played(count, 2, Random(seed))
    for _ in range(min((count + 1) // 2, 7)):
        players = played.players()
        paired = pair_swiss(players, 2)
        check_whole(paired, count)
        known = {player.number: player for player in players}
        byes = [one for one in paired if one.reason == "bye"]
        assert len(byes) == count % 2 and not any(known[one.players[0]].has_had_bye for one in byes)
        for one in paired:
            assert one.reason != "again" and not any(other in known[one.players[0]].met for other in one.players)
        played.play(paired)


@given(count=st.integers(2, MOST), seats=st.integers(3, 5), seed=st.integers(0, 999))
@settings(max_examples=30, deadline=None)
@example(count=MOST, seats=3, seed=1)
def test_of_more_everybody_sits_once_and_few_sit_out(count: int, seats: int, seed: int) -> None:
    played = Played(count, seats, Random(seed))
    for _ in range(4):
        paired = pair_swiss(played.players(), seats)
        check_whole(paired, count)
        sizes = [len(one.players) for one in paired if one.reason != "bye"]
        assert max(sizes) <= seats and (min(sizes) >= seats - 1 or count < seats)
        out = sum(one.reason == "bye" for one in paired)
        assert out == table_sizes(count, seats)[1] and (out == 0 or count < (seats - 1) * (seats - 2))
        played.play(paired)


def test_equal_points_meet_and_the_upper_half_meets_the_lower() -> None:
    first = pair_swiss([Player(number) for number in range(8)], 2)
    assert {frozenset(one.players) for one in first} == {frozenset((k, k + 4)) for k in range(4)}
    assert {one.reason for one in first} == {"equal"}
    players = [Player(number, points=1.0 - number // 2) for number in range(4)]
    assert {frozenset(one.players) for one in pair_swiss(players, 2)} == {frozenset((0, 1)), frozenset((2, 3))}
    # The odd one of a group floats down to the next.
    players = [Player(number, points=float(number < 3)) for number in range(6)]
    assert [one.reason for one in pair_swiss(players, 2)] == ["equal", "near", "equal"]
    # Whoever has fewest points sits out, but no second time.
    players = [Player(0, 2.0), Player(1, 1.0), Player(2, 0.0, has_had_bye=True)]
    assert [one.players for one in pair_swiss(players, 2) if one.reason == "bye"] == [(1,)]


def test_where_all_have_met_few_meet_again_and_the_reason_says_so() -> None:
    everybody = frozenset(range(4))
    (one, other) = pair_swiss([Player(number, met=everybody - {number}) for number in range(4)], 2)
    assert (one.reason, other.reason) == ("again", "again")


def test_seats_go_round() -> None:
    (paired,) = pair_swiss([Player(0, seats=(1, 0)), Player(1, seats=(0, 1))], 2)
    assert paired.players == (1, 0)


@pytest.mark.parametrize("seats", [2, 4])
def test_two_hundred_are_paired_in_a_process_of_their_own(seats: int) -> None:
    played = Played(200, seats, Random(1))
    for _ in range(4):
        played.play(pair_swiss(played.players(), seats))
    players = played.players()
    began = time.process_time()
    paired = pair_aside(players, seats)
    # Nothing of it is worked out here, where tables wait.
    assert time.process_time() - began < 1.0
    assert paired == pair_swiss(players, seats)
    check_whole(paired, 200)


@given(count=st.integers(2, 70), seats=st.integers(2, 5), seed=st.integers(0, 999))
@settings(max_examples=40, deadline=None)
def test_a_knock_out_ends_with_one_table(count: int, seats: int, seed: int) -> None:
    played = Played(count, seats, Random(seed))
    left = set(range(count))
    while True:
        players = [player for player in played.players() if player.number in left]
        paired = pair_knockout(players, seats)
        assert sorted(entry for one in paired for entry in one.players) == sorted(left)
        assert seats > 2 or played.rounds == 0 or all(one.reason == "bracket" for one in paired)
        before = list(played.rows)
        played.play(paired)
        if len(paired) == 1:
            break
        out: set[int] = set()
        for number in range(len(paired)):
            rows = [row for row in played.rows if row.round == played.rounds and row.number == number]
            out |= set(knocked_out(played.entries, before, rows, 0.0))
        assert out and len(left - out) >= len(left) // 2
        left -= out
    winner = ranking(played.entries, played.rows, 0.0, is_knockout=True)[0]
    assert winner.entry in left and winner.place == 1


def row(entry: int, points: int | None, outcome: Outcome = "played", number: int = 0, round: int = 1) -> TournamentSeat:
    return TournamentSeat(round, number, 0, entry, "t", points, None, outcome)


def test_points_are_by_place_and_equals_share() -> None:
    assert round_points([row(0, 9), row(1, 5), row(2, 1)]) == [1.0, 0.5, 0.0]
    assert round_points([row(0, 9), row(1, 9), row(2, 1)]) == [0.75, 0.75, 0.0]
    assert round_points([row(0, 9), row(1, 9)]) == [0.5, 0.5]
    # Who was not there in the end comes last, whatever the score.
    assert round_points([row(0, 9, "left"), row(1, 1, "unfinished")]) == [0.0, 1.0]
    assert round_points([row(0, None, "bye")]) == [1.0]


def test_equal_points_are_ordered_as_was_said() -> None:
    entries = [Entry(number, "p", "x", False, 5.0 * (number == 4), None) for number in range(5)]
    rows = [
        row(0, 9, number=0), row(1, 5, number=0), row(2, 9, number=1), row(3, 8, number=1),
        row(0, 9, number=0, round=2), row(4, 5, number=0, round=2), row(2, 9, number=1, round=2),
        row(1, 5, number=1, round=2), row(3, None, "bye", number=2, round=2),
    ]  # fmt: skip
    lines = {line.entry: line for line in ranking(entries, rows, 1.0)}
    # The late one has a half for the first round; the bye is a win against somebody like oneself.
    assert [lines[number].points for number in range(5)] == [2.0, 0.0, 2.0, 1.0, 0.5]
    # 0 has met 1 and 4 (0 and 0.5 points), 2 has met 3 and 1: without the lowest that is 0.5 against 1.
    assert (lines[0].opponents, lines[2].opponents) == (0.5, 1.0)
    assert [line.entry for line in ranking(entries, rows, 1.0)] == [2, 0, 3, 4, 1]
    assert [lines[number].place for number in (2, 0, 3, 4, 1)] == [1, 2, 3, 4, 5]
