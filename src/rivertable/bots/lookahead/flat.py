"""Flat Monte Carlo: each choice is worth what random games after it bring on average. The yardstick for real search."""

from __future__ import annotations

from typing import Any

from ...core.compiling.kernel import kernel_entry, wide
from .calls import finish, playout, take
from .game import deal_hidden, is_inside, is_over
from .judging import result_of


@kernel_entry
def rate(states: Any, terms: Any, decision: int, viewer: int, count: int, generator: Any, out: Any) -> float:
    """Return the mean value to the seat on turn of ``count`` random games after a decision.

    ``states[0]`` is where it is decided, ``states[1]`` is scratch; ``viewer`` does not know what is hidden (-1: nothing
    is); ``out`` is scratch (int16).
    """
    seat = wide(states[0].seat)
    whole = 0.0
    for _ in range(count):
        states[1] = states[0]
        if viewer >= 0:
            deal_hidden(states[1], terms[0], viewer, generator)
        take(states[1], terms[0], wide(decision), out)
        if not is_inside(states[1]):
            finish(states[1], terms[0], generator)
        if not is_over(states[1]):
            playout(states[1], terms[0], generator, out)
        whole += result_of(states[1], terms[0], seat)
    return whole / count
