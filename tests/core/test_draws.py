"""Draws in compiled code: number by number those of the sources of chance."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from rivertable.core.chance import Referee, Simulator, seed_bytes
from rivertable.core.compiling.digests import LANES, Draws, compute_numbers, new_draws, seat_referee
from rivertable.core.compiling.draws import draw_below, draw_ticket, next_bits, start_simulator, ticket_of
from rivertable.core.compiling.kernel import kernel_entry

DRAWN = 3 * LANES + 5


@kernel_entry
def draw_tickets(draws: Draws, bounds: Any, out: Any) -> None:
    for place in range(len(bounds)):
        out[place] = draw_ticket(draws, bounds[place])


@kernel_entry
def draw_many(states: Any, seed: Any, bounds: Any, out: Any) -> None:
    states[0] = start_simulator(seed)
    for place in range(len(bounds)):
        out[place] = draw_below(states, 0, bounds[place])


@kernel_entry
def ticket(numbers: Any, lane: int, total: int) -> int:
    return ticket_of(numbers, lane, total)


def keys_of(*seeds: str) -> Any:
    return np.frombuffer(b"".join(map(seed_bytes, seeds)), ">u4").astype(np.uint32).reshape(len(seeds), -1)


def test_a_referee_draws_the_same() -> None:
    draws, out = new_draws(), np.zeros(DRAWN, np.int64)
    bounds = np.array([Random(place).randint(1, 2**31 - 1) for place in range(DRAWN)], np.int64)
    bounds[:LANES] = range(1, LANES + 1)
    for row, seed in enumerate(("one", "two", "one")):
        referee = Referee(seed_bytes(seed))
        seat_referee(draws, keys_of("one", "two", "one"), row)
        draw_tickets(draws, bounds, out)
        assert out.tolist() == [referee_ticket(referee, int(bound)) for bound in bounds]


def referee_ticket(referee: Referee, total: int) -> int:
    """The ticket of the next draw, found by halves: each asks a fresh referee with the same numbers used."""
    counter, low, high = referee.counter, 0, total
    while high - low > 1:
        middle = (low + high) // 2
        again = Referee(referee._key, counter=counter)
        low, high = (low, middle) if again.choose([0, 1], [middle, total - middle]) == 0 else (middle, high)
    referee.choose([0], [total])
    return low


def test_numbers_far_on_are_those_of_their_counter() -> None:
    draws = new_draws()
    seat_referee(draws, keys_of("far"), 0)
    first = (1 << 32) - LANES // 2
    compute_numbers(draws, first)
    for lane in range(LANES):
        referee = Referee(seed_bytes("far"), counter=first + lane)
        assert ticket(draws.numbers, lane, 10**9) == referee_ticket(referee, 10**9)


@pytest.mark.parametrize("total", [3, 51, 2**31 - 1, 64])
def test_the_uneven_rest_at_the_top_is_told(total: int) -> None:
    """The highest numbers of all: as many as 2**256 leaves over are of no ticket."""
    rest = 2**256 % total
    for below_top in (1, 2, max(rest, 1), rest + 1, rest + total):
        number = 2**256 - below_top
        numbers = np.array([[number >> (32 * (7 - word)) & 0xFFFFFFFF] for word in range(8)], np.uint32)
        wanted = -1 if number >= 2**256 - rest else number % total
        assert ticket(numbers, 0, total) == wanted


@pytest.mark.parametrize("seed", [0, 1, 12345, 2**62 - 1, 2**64 - 1])
def test_a_simulator_draws_the_same(seed: int) -> None:
    bounds = np.array([1, 2, 3, 7, 64, 2**31, 2**62 + 1, 2**62 + 2**61] * 6, np.int64)
    states, out = np.zeros(1, np.uint64), np.zeros(len(bounds), np.int64)
    draw_many(states, np.uint64(seed), bounds, out)
    simulator = Simulator(seed)
    assert out.tolist() == [simulator.below(int(bound)) for bound in bounds]
    assert int(next_bits(states, 0)) == simulator.bits()
