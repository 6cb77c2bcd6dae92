"""The rules as looking ahead uses them."""

from __future__ import annotations

from typing import Any

from rivertable.core.compiling.kernel import kernel, kernel_entry

from . import rules
from .engine import play_at_random
from .rules import deal_hidden, decisions, happen, let_chance, score
from .state import OVER, VALUES

__all__ = ["FEATURES", "LISTED_AT_MOST", "OWN_TURNS_AHEAD", "deal_hidden", "happen", "score"]

FEATURES, LISTED_AT_MOST, OWN_TURNS_AHEAD = VALUES, VALUES, 2


@kernel_entry
def list_first(state: Any, terms: Any, out: Any) -> int:
    """Write the decisions that a turn can begin with; return how many."""
    return decisions(state, out)


@kernel_entry
def list_sensible(state: Any, terms: Any, out: Any) -> int:
    """Write those that make sense: all of them."""
    return decisions(state, out)


@kernel_entry
def list_outcomes(state: Any, out: Any, weights: Any) -> int:
    """Write what chance can do; return how many outcomes there are."""
    return rules.outcomes(state, out, weights)


@kernel_entry
def take(state: Any, terms: Any, decision: int, out: Any) -> int:
    """Take the one decision of a turn; nothing follows inside it."""
    rules.decide(state, decision)
    return 0


@kernel
def is_inside(state: Any) -> bool:
    """Return False: a turn is one decision."""
    return False


@kernel_entry
def finish(state: Any, terms: Any, generator: Any) -> None:
    """Let chance act after a turn."""
    let_chance(state, terms, generator)


@kernel_entry
def forget(state: Any, terms: Any) -> None:
    """Every pebble may still count."""


@kernel
def is_over(state: Any) -> bool:
    """Return whether the game is over."""
    return bool(state.phase == OVER)


@kernel
def is_decided(state: Any) -> bool:
    """Return whether no decision can come any more."""
    return bool(state.phase == OVER)


@kernel_entry
def project(states: Any, index: int, terms: Any, seat: int) -> float:
    """Return the points of a seat as the position stands, and a little for what it holds."""
    state = states[index]
    worth = float(score(state, terms[0], seat))
    for value in range(VALUES):
        worth += 0.25 * (value + 1) * state.hand[seat, value]
    return worth


@kernel_entry
def playout(state: Any, terms: Any, generator: Any, out: Any) -> None:
    """Play to the end by random decisions."""
    play_at_random(state, terms, generator, out)


@kernel_entry
def write_features(state: Any, terms: Any, seat: int, places: Any, amounts: Any) -> int:
    """Write how often the seat has laid each value; return how many inputs are set."""
    for value in range(VALUES):
        places[value], amounts[value] = value, float(state.row[seat, value])
    return VALUES
