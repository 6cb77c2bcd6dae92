"""The rules of Pebbles, compiled."""

from __future__ import annotations

from typing import Any

from rivertable.core.compiling.bits import below
from rivertable.core.compiling.kernel import kernel, kernel_entry, wide

from .state import COPIES, DEAL, DRAWN, LAID, LAY, OVER, REFILL, VALUES


@kernel
def start(state: Any, terms: Any, players: int, first_seat: int) -> None:
    """P1, P2: fill the bag of a blank state; chance deals first."""
    state.players, state.first_seat, state.seat, state.phase = players, first_seat, first_seat, DEAL
    for value in range(VALUES):
        state.bag[value] = COPIES


@kernel_entry
def decisions(state: Any, terms: Any, out: Any) -> int:
    """P3: write the values in the hand of the player on turn; return how many."""
    count = 0
    if state.phase == LAY:
        for value in range(VALUES):
            if state.hand[state.seat, value] > 0:
                out[count] = value
                count += 1
    return count


@kernel_entry
def outcomes(state: Any, out: Any, weights: Any) -> int:
    """Write which values can be drawn, and how many pebbles of each are in the bag; return how many values."""
    count = 0
    if state.phase == DEAL or state.phase == REFILL:
        for value in range(VALUES):
            if state.bag[value] > 0:
                out[count], weights[count] = DRAWN + value, state.bag[value]
                count += 1
    return count


@kernel_entry
def decide(state: Any, terms: Any, decision: int) -> None:
    """P3: lay a pebble."""
    seat, value = wide(state.seat), decision
    state.hand[seat, value] -= 1
    state.held[seat] -= 1
    state.row[seat, value] += 1
    state.laid[seat] += 1
    state.phase = REFILL
    if state.laid[seat] == LAID:
        pass_on(state)


@kernel_entry
def happen(state: Any, terms: Any, outcome: int) -> None:
    """P2, P3: draw a pebble."""
    seat, value = wide(state.seat), outcome - DRAWN
    state.bag[value] -= 1
    state.hand[seat, value] += 1
    state.held[seat] += 1
    if state.phase == REFILL:
        pass_on(state)
    elif state.held[seat] == terms.hand_size:
        state.seat = (seat + 1) % state.players
        if state.held[state.seat] == terms.hand_size:
            state.phase = LAY


@kernel
def pass_on(state: Any) -> None:
    """P4: the next player lays, or all is over."""
    state.seat = (state.seat + 1) % state.players
    state.phase = OVER if state.laid[state.seat] == LAID else LAY


@kernel
def is_inside(state: Any) -> bool:
    """Return False: a turn is one decision."""
    return False


@kernel
def is_forced(state: Any, count: int) -> bool:
    """Return False: whoever is on turn is asked."""
    return False


@kernel
def is_over(state: Any) -> bool:
    """Return whether the game is over."""
    return bool(state.phase == OVER)


@kernel_entry
def score(state: Any, terms: Any, seat: int) -> int:
    """P5: return the sum of the values that nobody has laid more often."""
    total = 0
    for value in range(VALUES):
        own, most = wide(state.row[seat, value]), wide(0)
        for other in range(state.players):
            most = max(most, wide(state.row[other, value]))
        total += (value + 1) * wide(own > 0 and own == most)
    return total


@kernel
def let_chance(state: Any, terms: Any, generator: Any) -> None:
    """Let chance draw until a player decides or the game is over."""
    while state.phase == DEAL or state.phase == REFILL:
        left = wide(0)
        for value in range(VALUES):
            left += state.bag[value]
        skip, value = wide(below(generator, left)), 0
        while skip >= state.bag[value]:
            skip -= state.bag[value]
            value += 1
        happen(state, terms, DRAWN + value)


@kernel_entry
def conceal(state: Any, viewer: int) -> None:
    """Put the hands that the viewer does not know into the bag (P2)."""
    for seat in range(state.players):
        for value in range(VALUES):
            if seat != viewer:
                state.bag[value] += state.hand[seat, value]
                state.hand[seat, value] = 0


@kernel_entry
def deal_hidden(state: Any, terms: Any, viewer: int, generator: Any) -> None:
    """Deal the hands anew that the viewer does not know."""
    for seat in range(state.players):
        for value in range(VALUES):
            if seat != viewer:
                state.bag[value] += state.hand[seat, value]
                state.hand[seat, value] = 0
    for seat in range(state.players):
        for _ in range(state.held[seat] if seat != viewer else 0):
            left = wide(0)
            for value in range(VALUES):
                left += state.bag[value]
            skip, value = wide(below(generator, left)), 0
            while skip >= state.bag[value]:
                skip -= state.bag[value]
                value += 1
            state.bag[value] -= 1
            state.hand[seat, value] += 1
