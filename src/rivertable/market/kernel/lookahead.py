"""The rules as looking ahead uses them: the names of :mod:`rivertable.bots.lookahead.game`, for this game."""

from __future__ import annotations

from typing import Any

from ...core.compiling.bits import bit, lowest, member, size_of, wide
from ...core.compiling.kernel import kernel, kernel_entry
from ...core.compiling.random import below
from .calls import decide, decisions, settle
from .engine import let_chance
from .features import FEATURES, LISTED_AT_MOST, write_features
from .outlook import project
from .rules import happen, is_chance, outcomes
from .scoring import score
from .state import OVER, PLACING, REFILL, STOPPING

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

OWN_TURNS_AHEAD = 1


@kernel_entry
def list_first(state: Any, terms: Any, out: Any) -> int:
    """Write the decisions that a turn can begin with and return how many."""
    return decisions(state, terms, out)


@kernel_entry
def list_sensible(state: Any, terms: Any, out: Any) -> int:
    """Write the decisions that a turn can begin with and return how many: none of them is a waste in itself."""
    return list_first(state, terms, out)


@kernel
def is_inside(state: Any) -> bool:
    """Return whether a decision of a turn begun before is asked for."""
    return bool(STOPPING <= state.phase <= PLACING)


@kernel_entry
def take(state: Any, terms: Any, decision: int, out: Any) -> int:
    """Do a decision of a turn and what follows by itself; write what comes then inside the turn and return how many."""
    decide(state, terms, decision)
    return settle(state, terms, out)


@kernel_entry
def finish(state: Any, terms: Any, generator: Any) -> None:
    """Let chance act after a turn."""
    let_chance(state, terms, generator)


@kernel_entry
def list_outcomes(state: Any, out: Any, weights: Any) -> int:
    """Write what chance can do next with its weights and return how many there are."""
    return outcomes(state, out, weights)


@kernel_entry
def forget(state: Any, terms: Any) -> None:
    """Every card may still count."""


@kernel
def is_over(state: Any) -> bool:
    """Return whether the game is over."""
    return bool(state.phase == OVER)


@kernel
def is_decided(state: Any) -> bool:
    """Return whether no decision can come any more (R10), though cards may still be drawn."""
    return bool(state.phase == OVER or (state.phase == REFILL and state.turns_left == 0))


@kernel
def of_era(state: Any, cards: Any, era: int) -> int:
    """Return those of a set of cards that last went into the deck at the same reshuffle."""
    found = 0
    while cards != 0:
        card = lowest(cards)
        if state.era[card] == era:
            found |= bit(card)
        cards = cards & (cards - 1)
    return found


@kernel_entry
def deal_hidden(state: Any, terms: Any, viewer: int, generator: Any) -> None:
    """Deal anew what the viewer does not know, the other hands and the deck, within each reshuffle."""
    unseen = int(state.deck)
    for seat in range(wide(state.players)):
        if seat != viewer:
            unseen |= int(state.hand[seat])
    for seat in range(wide(state.players)):
        if seat != viewer:
            old, new = int(state.hand[seat]), 0
            while old != 0:
                pool = of_era(state, unseen, wide(state.era[lowest(old)]))
                card = bit(member(pool, wide(below(generator, size_of(pool)))))
                new |= card
                unseen ^= card
                old = old & (old - 1)
            state.hand[seat] = new
    state.deck = unseen


@kernel_entry
def playout(state: Any, terms: Any, generator: Any, out: Any) -> None:
    """Play a game to its end by random decisions."""
    if is_chance(state):
        let_chance(state, terms, generator)
    count = decisions(state, terms, out)
    while count > 0:
        decide(state, terms, int(out[below(generator, count)]))
        count = settle(state, terms, out)
        if count == 0 and state.phase != OVER:
            let_chance(state, terms, generator)
            count = decisions(state, terms, out)
