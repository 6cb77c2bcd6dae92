"""The rules as looking ahead uses them: the names of :mod:`rivertable.bots.lookahead.game`, for this game."""

from __future__ import annotations

from typing import Any

from ...core.compiling.kernel import kernel, kernel_entry
from .canonical import forget
from .chance import happen as let_happen
from .chance import outcomes
from .engine import let_chance, play_at_random
from .features import FEATURES, LISTED_AT_MOST, write_features
from .outlook import project
from .rules import decide, decisions
from .scoring import score
from .state import DRAW, DROPPING, LAKE_TAKE, MAIN, OVER, REFILL, SATCHEL

__all__ = [
    "FEATURES",
    "LISTED_AT_MOST",
    "OWN_TURNS_AHEAD",
    "deal_hidden",
    "finish",
    "forget",
    "happen",
    "is_decided",
    "is_inside",
    "is_over",
    "list_first",
    "list_outcomes",
    "list_sensible",
    "playout",
    "project",
    "score",
    "take",
    "write_features",
]

OWN_TURNS_AHEAD = 2
_LOSS_AT_MOST = 3
"""Points: who loses more in overflow for a lake draw (G25, G38) shows little sense."""


@kernel_entry
def list_first(state: Any, terms: Any, out: Any) -> int:
    """Write the decisions that a turn can begin with and return how many."""
    return decisions(state, terms, out)


@kernel_entry
def list_sensible(state: Any, terms: Any, out: Any) -> int:
    """Write the decisions that a turn can begin with and return how many; without a lake draw that costs much.

    It is hardly ever the best turn, and the ways to do it are nine in ten of all turns.
    """
    count = decisions(state, terms, out)
    dropped = int(state.held[int(state.seat)]) + min(int(state.lake_count), LAKE_TAKE) - SATCHEL
    return count - int(count > 1 and out[count - 1] == DRAW and -dropped * int(terms.overflow_vp) > _LOSS_AT_MOST)


@kernel
def is_inside(state: Any) -> bool:
    """Return whether a decision of a turn begun before is asked for."""
    return bool(MAIN < state.phase <= DROPPING)


@kernel_entry
def take(state: Any, terms: Any, decision: int, out: Any) -> int:
    """Do a decision of a turn; write those that follow inside the turn and return how many."""
    decide(state, terms, decision)
    return decisions(state, terms, out) if is_inside(state) else 0


@kernel_entry
def finish(state: Any, terms: Any, generator: Any) -> None:
    """Let chance act after a turn."""
    let_chance(state, terms, generator)


@kernel_entry
def list_outcomes(state: Any, out: Any, weights: Any) -> int:
    """Write what chance can do next with its weights and return how many there are."""
    return outcomes(state, out, weights)


@kernel_entry
def happen(state: Any, terms: Any, outcome: int) -> None:
    """Let chance do one thing."""
    let_happen(state, terms, outcome)


@kernel
def is_over(state: Any) -> bool:
    """Return whether the game is over."""
    return bool(state.phase == OVER)


@kernel
def is_decided(state: Any) -> bool:
    """Return whether no decision can come any more (G31), though something may still be drawn."""
    return bool(state.phase == OVER or (state.phase == REFILL and state.is_triggered != 0 and state.turns_left == 1))


@kernel
def deal_hidden(state: Any, terms: Any, viewer: int, generator: Any) -> None:
    """Nothing is hidden."""


@kernel_entry
def playout(state: Any, terms: Any, generator: Any, out: Any) -> None:
    """Play a game to its end by random decisions."""
    let_chance(state, terms, generator)
    play_at_random(state, terms, generator, out)
