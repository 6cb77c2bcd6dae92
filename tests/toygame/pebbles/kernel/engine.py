"""Entry points from Python into the rules, what learners observe, and whole games at random."""

from __future__ import annotations

from typing import Any

from rivertable.core.compiling.kernel import kernel, kernel_entry
from rivertable.core.compiling.random import below
from rivertable.core.contract.observation import Field, Layout, Observation

from . import rules
from .rules import decide, decisions, happen, let_chance, outcomes, score, set_up
from .state import COPIES, DRAWN, LAID, OVER, VALUES

NAMES = tuple(str(value + 1) for value in range(VALUES))
OBSERVATION = Observation(
    Layout(Field("hand", "pebbles in the own hand, by value", (NAMES,), high=LAID)),
    Layout(
        Field("row", "pebbles laid, by value", (NAMES,), high=COPIES),
        Field("held", "pebbles in hand", high=LAID),
        Field("score", "points as the position stands", high=21, scale=10),
    ),
)
_BLOCK = VALUES + 2


@kernel_entry
def list_decisions(states: Any, index: int, terms: Any, out: Any) -> int:
    """Write the legal decisions; return how many there are."""
    return decisions(states[index], out)


@kernel_entry
def list_outcomes(states: Any, index: int, out: Any, weights: Any) -> int:
    """Write what chance can do; return how many outcomes there are."""
    return outcomes(states[index], out, weights)


@kernel_entry
def apply(states: Any, index: int, terms: Any, choice: int) -> None:
    """Apply a decision or an outcome."""
    if choice < DRAWN:
        decide(states[index], choice)
    else:
        happen(states[index], terms[0], choice)


@kernel_entry
def total(states: Any, index: int, terms: Any, seat: int) -> int:
    """Return a seat's total."""
    return score(states[index], terms[0], seat)


@kernel_entry
def lay_out(state: Any, terms: Any, players: int, first_seat: int, generator: Any, out: Any) -> int:
    """Set a game up, chance included; write the first decisions; return how many there are."""
    set_up(state, players, first_seat)
    let_chance(state, terms, generator)
    return decisions(state, out)


@kernel_entry
def proceed(state: Any, terms: Any, decision: int, generator: Any, out: Any) -> int:
    """Take a decision and let chance act; write the next decisions; return how many there are."""
    decide(state, decision)
    let_chance(state, terms, generator)
    return decisions(state, out)


@kernel_entry
def deal(states: Any, index: int, terms: Any, players: int, first_seat: int, generator: Any, out: Any) -> int:
    """:func:`lay_out`, from Python."""
    return lay_out(states[index], terms[0], players, first_seat, generator, out)


@kernel_entry
def step(states: Any, index: int, terms: Any, decision: int, generator: Any, out: Any) -> int:
    """:func:`proceed`, from Python."""
    return proceed(states[index], terms[0], decision, generator, out)


@kernel
def play_at_random(state: Any, terms: Any, generator: Any, out: Any) -> int:
    """Play to the end by random decisions; return how many were taken."""
    taken = 0
    let_chance(state, terms, generator)
    while state.phase != OVER:
        decide(state, out[below(generator, decisions(state, out))])
        let_chance(state, terms, generator)
        taken += 1
    return taken


@kernel_entry
def random_games(
    states: Any, blank: Any, terms: Any, players: int, count: int, generator: Any, out: Any, totals: Any
) -> int:
    """Play whole games at random; add totals by seat; return the decisions taken."""
    taken = 0
    for _ in range(count):
        states[0] = blank[0]
        set_up(states[0], players, 0)
        taken += play_at_random(states[0], terms[0], generator, out)
        for seat in range(players):
            totals[seat] += score(states[0], terms[0], seat)
    return taken


@kernel_entry
def write_observation(state: Any, terms: Any, seat: int, out: Any) -> None:
    """Write what a seat observes to ``out``, which is all 0 before."""
    for value in range(VALUES):
        out[value] = state.hand[seat, value]
    for k in range(state.players):
        other, first = (seat + k) % state.players, VALUES + k * _BLOCK
        for value in range(VALUES):
            out[first + value] = state.row[other, value]
        out[first + VALUES] = state.held[other]
        out[first + VALUES + 1] = score(state, terms, other)


@kernel_entry
def observe(states: Any, index: int, terms: Any, seat: int, out: Any) -> None:
    """Write what a seat observes to ``out``."""
    for place in range(len(out)):
        out[place] = 0
    write_observation(states[index], terms[0], seat, out)


class Engine:
    """The entry points under the names that every game has."""

    start = staticmethod(rules.start)
    list_decisions = staticmethod(list_decisions)
    list_outcomes = staticmethod(list_outcomes)
    apply = staticmethod(apply)
    total = staticmethod(total)
    deal = staticmethod(deal)
    step = staticmethod(step)
    random_games = staticmethod(random_games)
    observe = staticmethod(observe)
