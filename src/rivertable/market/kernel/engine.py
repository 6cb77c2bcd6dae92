"""Entry points from Python into the compiled rules, and whole games at random.

A call takes an array of states and an index, because a record argument costs ten times as much a call.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.compiling.bits import bit, member, size_of, wide
from ...core.compiling.kernel import kernel, kernel_entry
from ...core.compiling.random import below
from ..printed.deck import DECK_CARDS, STARTING_BOOTHS
from . import calls
from .rules import decide, happen, is_chance, outcomes, set_up, settle
from .scoring import fill_sheet, score
from .state import CHOICES_AT_MOST, DRAWN, LAY, OVER, SET_RIVER
from .turn.ending import receive
from .turn.legality import decisions

_TRIES = 6
"""How often a card is drawn by guessing before the deck is counted."""


@kernel_entry
def start(states: Any, index: int, terms: Any, players: int, first_seat: int) -> None:
    """Begin set-up of a game in a blank state."""
    set_up(states[index], terms[0], players, first_seat)


@kernel_entry
def list_decisions(states: Any, index: int, terms: Any, out: Any) -> int:
    """Write the legal decisions to ``out`` (int16) and return how many: none when chance acts or all is over."""
    return calls.decisions(states[index], terms[0], out)


@kernel_entry
def list_outcomes(states: Any, index: int, out: Any, weights: Any) -> int:
    """Write what chance can do to ``out`` (int16) and ``weights`` (int16), and return how many there are."""
    return outcomes(states[index], out, weights)


@kernel_entry
def apply(states: Any, index: int, terms: Any, choice: int) -> None:
    """Apply one legal decision, or one outcome of chance."""
    if choice < DRAWN:
        calls.decide(states[index], terms[0], choice)
        calls.settle(states[index], terms[0], np.empty(CHOICES_AT_MOST, np.int16))
    else:
        calls.happen(states[index], terms[0], choice)


@kernel_entry
def total(states: Any, index: int, terms: Any, seat: int) -> int:
    """Return a seat's total as the position stands."""
    return calls.score(states[index], terms[0], seat)


@kernel_entry
def explain(states: Any, index: int, terms: Any, seat: int, sheets: Any) -> None:
    """Write a seat's score, item by item, to ``sheets[0]``, a blank :data:`~rivertable.market.kernel.scoring.SHEET`."""
    fill_sheet(states[index], terms[0], seat, sheets[0])


@kernel
def sample_card(state: Any, generator: Any) -> int:
    """Return one card of the deck, all as likely."""
    for _ in range(_TRIES):
        card = STARTING_BOOTHS + below(generator, wide(DECK_CARDS))
        if state.deck & bit(card):
            return card
    return member(state.deck, wide(below(generator, size_of(state.deck))))


@kernel
def sample_booth(state: Any, generator: Any) -> int:
    """Return one of the Starting Booths that are not laid yet, all as likely."""
    cards = (1 << STARTING_BOOTHS) - 1
    for place in range(wide(state.river_count)):
        cards ^= bit(wide(state.river[place]))
    return member(cards, wide(below(generator, wide(state.due))))


@kernel_entry
def let_chance(state: Any, terms: Any, generator: Any) -> None:
    """Let chance act until a player decides or the game is over; as a run of sampled :func:`happen`, only quicker."""
    while is_chance(state):
        if state.phase == SET_RIVER:
            happen(state, terms, LAY + sample_booth(state, generator))
        else:
            receive(state, terms, sample_card(state, generator))


@kernel_entry
def lay_out(state: Any, terms: Any, players: int, first_seat: int, generator: Any, out: Any) -> int:
    """Set a game up in a blank state, chance included; write the first legal decisions; return how many there are."""
    set_up(state, terms, players, first_seat)
    let_chance(state, terms, generator)
    return decisions(state, terms, out)


@kernel_entry
def deal(states: Any, index: int, terms: Any, players: int, first_seat: int, generator: Any, out: Any) -> int:
    """:func:`lay_out`, from Python."""
    return lay_out(states[index], terms[0], players, first_seat, generator, out)


@kernel_entry
def proceed(state: Any, terms: Any, decision: int, generator: Any, out: Any) -> int:
    """Do a decision, let chance act, write the next legal decisions; return how many there are, 0 when all is over."""
    decide(state, terms, decision)
    count = settle(state, terms, out)
    if count == 0 and state.phase != OVER:
        let_chance(state, terms, generator)
        count = decisions(state, terms, out)
    return count


@kernel_entry
def step(states: Any, index: int, terms: Any, decision: int, generator: Any, out: Any) -> int:
    """:func:`proceed`, from Python."""
    return proceed(states[index], terms[0], decision, generator, out)


@kernel_entry
def play_at_random(states: Any, index: int, terms: Any, generator: Any, out: Any) -> int:
    """Play a game to its end by random decisions; return how many decisions were taken. ``out`` is scratch (int16)."""
    state = states[index]
    taken = 0
    if is_chance(state):
        let_chance(state, terms[0], generator)
    count = decisions(state, terms[0], out)
    while count > 0:
        decide(state, terms[0], int(out[below(generator, count)]))
        count = settle(state, terms[0], out)
        if count == 0 and state.phase != OVER:
            let_chance(state, terms[0], generator)
            count = decisions(state, terms[0], out)
        taken += 1
    return taken


@kernel_entry
def random_games(
    states: Any, blank: Any, terms: Any, players: int, count: int, generator: Any, out: Any, totals: Any
) -> int:
    """Play ``count`` whole games at random in ``states[0]``; add each seat's totals to ``totals`` (int64, seats).

    ``blank`` is an array of one blank state. Gives the number of decisions taken.
    """
    taken = 0
    for _ in range(count):
        states[0] = blank[0]
        set_up(states[0], terms[0], players, 0)
        taken += play_at_random(states, 0, terms, generator, out)
        for seat in range(players):
            totals[seat] += score(states[0], terms[0], seat)
    return taken
