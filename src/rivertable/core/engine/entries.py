"""Entry points from Python into the compiled rules.

A call takes an array of states and an index, because a record argument costs ten times as much a call, and the terms
as an array of one. ``out`` and ``weights`` are int16 arrays of at least ``CHOICES_AT_MOST`` numbers.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..compiling.kernel import allocating_entry, kernel_entry, wide
from . import calls, game, turns
from .game import CHOICES_AT_MOST, FIRST_OUTCOME


@kernel_entry
def start(states: Any, index: int, terms: Any, players: int, first_seat: int) -> None:
    """Begin set-up in a blank state."""
    game.start(states[index], terms[0], players, first_seat)


@kernel_entry
def list_decisions(states: Any, index: int, terms: Any, out: Any) -> int:
    """Write the legal decisions to ``out`` and return how many: none when chance acts or all is over."""
    return calls.decisions(states[index], terms[0], out)


@kernel_entry
def list_outcomes(states: Any, index: int, out: Any, weights: Any) -> int:
    """Write what chance can do to ``out``, how likely it is to ``weights``, and return how many outcomes there are."""
    return calls.outcomes(states[index], out, weights)


@allocating_entry
def apply(states: Any, index: int, terms: Any, choice: int) -> None:
    """Apply one legal decision with those that are forced after it, or one possible outcome of chance."""
    if choice < FIRST_OUTCOME:
        calls.take(states[index], terms[0], wide(choice), np.empty(CHOICES_AT_MOST, np.int16))
    else:
        calls.happen(states[index], terms[0], wide(choice))


@kernel_entry
def conceal(states: Any, index: int, viewer: int) -> None:
    """Make a state what a seat may know, or a spectator for -1."""
    game.conceal(states[index], viewer)


@kernel_entry
def is_inside_turn(states: Any, index: int) -> bool:
    """Return whether a decision is asked for that belongs to a turn begun before."""
    return game.is_inside(states[index])


@kernel_entry
def total(states: Any, index: int, terms: Any, seat: int) -> int:
    """Return a seat's total as the position stands."""
    return calls.score(states[index], terms[0], wide(seat))


@kernel_entry
def deal(states: Any, index: int, terms: Any, players: int, first_seat: int, generator: Any, out: Any) -> int:
    """Set a game up in a blank state with a simulator's generator.

    Write the first legal decisions and return how many there are.
    """
    return turns.lay_out(states[index], terms[0], players, first_seat, generator, out)


@kernel_entry
def step(states: Any, index: int, terms: Any, decision: int, generator: Any, out: Any) -> int:
    """Do a decision and let a simulator's generator act.

    Write the next legal decisions and return how many there are: 0 when all is over.
    """
    return turns.proceed(states[index], terms[0], decision, generator, out)


@kernel_entry
def random_games(
    states: Any, blank: Any, terms: Any, players: int, count: int, generator: Any, out: Any, totals: Any
) -> int:
    """Play ``count`` whole games at random in ``states[0]``; add each seat's totals to ``totals`` (int64, seats).

    ``blank`` is an array of one blank state. Return the number of decisions taken.
    """
    taken = 0
    for _ in range(count):
        states[0] = blank[0]
        game.start(states[0], terms[0], players, 0)
        taken += calls.playout(states[0], terms[0], generator, out)
        for seat in range(players):
            totals[seat] += calls.score(states[0], terms[0], wide(seat))
    return taken


@kernel_entry
def observe(states: Any, index: int, terms: Any, seat: int, out: Any) -> None:
    """Write what a seat may know to ``out``, an int16 array as long as the game's observation."""
    for place in range(len(out)):
        out[place] = 0
    calls.write_observation(states[index], terms[0], wide(seat), out)
