"""The draws of :mod:`rivertable.core.chance` in compiled code: the referee's and the simulator's, number by number."""

from __future__ import annotations

from typing import Any

import numpy as np

from .digests import LANES, WORDS, Draws, compute_numbers
from .kernel import kernel, wide

_ALL_ONES = np.uint32(0xFFFFFFFF)
_GAMMA, _FIRST, _SECOND = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_27, _30, _31, _32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
_ONE, _NOTHING, _HIGHEST = np.uint64(1), np.uint64(0), np.uint64(0xFFFFFFFFFFFFFFFF)


@kernel
def ticket_of(numbers: Any, lane: int, total: int) -> int:
    """Return the number of a lane modulo a total weight (below 2**31); -1 if it is of the uneven rest at the top."""
    rest, span, bound = _NOTHING, _ONE, np.uint64(total)
    is_top = True
    for place in range(WORDS):
        rest = ((rest << _32) | np.uint64(numbers[place, lane])) % bound
        is_top = is_top and (place == WORDS - 1 or numbers[place, lane] == _ALL_ONES)
    if is_top:
        for _ in range(WORDS):
            span = (span << _32) % bound
        if np.uint64(numbers[WORDS - 1, lane]) >= (_ONE << _32) - span:
            return wide(-1)
    return wide(rest)


@kernel
def draw_ticket(draws: Draws, total: int) -> int:
    """Return 0 <= ticket < total (positive, below 2**31), as a referee does with its next number."""
    while True:
        lane = wide(draws.counter[0] % LANES)
        if lane == 0:
            compute_numbers(draws, wide(draws.counter[0]))
        draws.counter[0] += 1
        ticket = ticket_of(draws.numbers, lane, total)
        if ticket >= 0:
            return ticket


# The simulator.


@kernel
def next_bits(states: Any, place: int) -> Any:
    """Return the next 64 bits of the simulator whose state is ``states[place]`` (uint64)."""
    states[place] += _GAMMA
    bits = states[place]
    bits = (bits ^ (bits >> _30)) * _FIRST
    bits = (bits ^ (bits >> _27)) * _SECOND
    return bits ^ (bits >> _31)


@kernel
def start_simulator(seed: Any) -> Any:
    """Return the state (uint64) of a simulator with a seed (uint64)."""
    return seed * _GAMMA + _ONE


@kernel
def draw_below(states: Any, place: int, bound: int) -> int:
    """Return 0 <= n < bound (positive), as the simulator whose state is ``states[place]`` does."""
    whole = np.uint64(bound)
    uneven = (_HIGHEST % whole + _ONE) % whole
    bits = next_bits(states, place)
    while bits > _HIGHEST - uneven:
        bits = next_bits(states, place)
    return wide(bits % whole)
