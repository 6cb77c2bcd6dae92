"""Longer parts of a game, made of its primitives.

Each primitive is called in one place of a loop: callers contain it, and the code of a turn should stay in the
processor's nearest cache.
"""

from __future__ import annotations

from typing import Any

from ..compiling.bits import below
from ..compiling.kernel import kernel, kernel_entry, wide
from . import game


@kernel_entry
def take(state: Any, terms: Any, decision: int, out: Any) -> int:
    """Do a decision and those that are forced after it.

    Write what can follow inside the turn to ``out``, and return how many decisions these are.
    """
    while True:
        game.decide(state, terms, decision)
        if not game.is_inside(state):
            return 0
        count = wide(game.decisions(state, terms, out))
        if not game.is_forced(state, count):
            return count
        decision = wide(out[0])


@kernel_entry
def finish(state: Any, terms: Any, generator: Any) -> None:
    """Let chance act after a turn, until a seat is to begin a turn or the game is over."""
    game.let_chance(state, terms, generator)


@kernel_entry
def resume(state: Any, terms: Any, generator: Any, out: Any) -> int:
    """Let chance act if it is to, and write the next legal decisions; return how many, 0 when all is over."""
    game.let_chance(state, terms, generator)
    return wide(game.decisions(state, terms, out))


@kernel_entry
def lay_out(state: Any, terms: Any, players: int, first_seat: int, generator: Any, out: Any) -> int:
    """Set a game up in a blank state, chance included; write the first legal decisions; return how many there are."""
    game.start(state, terms, players, first_seat)
    return resume(state, terms, generator, out)


@kernel
def proceed(state: Any, terms: Any, decision: int, generator: Any, out: Any) -> int:
    """Do a decision, let chance act, write the next legal decisions; return how many there are, 0 when all is over."""
    while True:
        game.decide(state, terms, decision)
        game.let_chance(state, terms, generator)
        count = wide(game.decisions(state, terms, out))
        if not game.is_forced(state, count):
            return count
        decision = wide(out[0])


@kernel_entry
def playout(state: Any, terms: Any, generator: Any, out: Any) -> int:
    """Play to the end by random decisions and return how many were taken; ``out`` is scratch (int16)."""
    taken = 0
    decision = wide(-1)
    while True:
        if decision >= 0:
            game.decide(state, terms, decision)
        game.let_chance(state, terms, generator)
        count = wide(game.decisions(state, terms, out))
        if count == 0:
            return taken
        decision = wide(out[0])
        if not game.is_forced(state, count):
            decision = wide(out[below(generator, count)])
            taken += 1
