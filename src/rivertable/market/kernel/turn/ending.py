"""How a turn ends: the trigger, the refill, the next turn, the end of the game (M102-M121, R10, R12)."""

from __future__ import annotations

from typing import Any

from ....core.compiling.bits import bit, lowest, size_of, wide
from ....core.compiling.kernel import kernel, kernel_entry
from ...printed.effects import Power
from ..state import (
    DEAL,
    MAIN,
    MULLIGAN,
    NO_BONUS,
    NO_EFFECT,
    OVER,
    REDEAL,
    REFILL,
    RESOURCES,
    UNUSED,
)
from .powers import power_sum

_HAND = wide(Power.HAND)


@kernel
def seat_after(state: Any, seat: int) -> int:
    """M31: return the next seat clockwise."""
    return 0 if seat + 1 == state.players else seat + 1


@kernel_entry
def close_turn(state: Any, terms: Any) -> None:
    """The decisions of a turn are over: count it, or trigger the end (M110); then the hand is refilled (M102)."""
    seat = wide(state.seat)
    clear_turn(state)
    if state.end_seat >= 0:
        state.turns_left -= 1
    elif state.houses[seat] == 0:
        state.end_seat = seat
        state.turns_left = 2 * int(state.players)
        for other in range(wide(state.players)):
            state.tokens[other] = 1
    state.phase = REFILL
    limit = int(terms.hand) + power_sum(state, terms, seat, _HAND)
    state.due = max(limit - size_of(state.hand[seat]), 0)
    draw_on(state, terms)


@kernel
def clear_turn(state: Any) -> None:
    """Set back what is only of use inside a turn."""
    state.card = 0
    state.used = UNUSED
    state.plank = NO_EFFECT
    state.last_plank = -1
    state.done = 0
    state.bonus = NO_BONUS
    state.last_shed = 0
    state.yielded = 0
    for resource in range(RESOURCES):
        state.start[resource] = 0
        state.low[resource] = 0
        state.prior[resource] = 0
        state.dip[resource] = 0


@kernel_entry
def draw_on(state: Any, terms: Any) -> None:
    """Go on to the next card to be drawn, or to what follows when none is due."""
    while state.due == 0 or state.deck == 0:
        if state.due > 0 and state.discard != 0:
            reshuffle(state)
            return
        state.due = 0
        phase = int(state.phase)
        if phase == REFILL:
            end_turn(state)
            return
        if phase == REDEAL or seat_after(state, wide(state.seat)) == state.first_seat:
            if phase == DEAL:
                state.seat = state.first_seat
            state.phase = MULLIGAN
            return
        state.seat = seat_after(state, wide(state.seat))
        state.due = terms.hand


@kernel
def reshuffle(state: Any) -> None:
    """M105: the discard pile becomes the deck."""
    state.shuffles += 1
    cards = state.discard
    state.deck = cards
    state.discard = 0
    while cards != 0:
        state.era[lowest(cards)] = state.shuffles
        cards = cards & (cards - 1)


@kernel
def receive(state: Any, terms: Any, card: int) -> None:
    """A card is drawn from the deck into the hand of the seat on turn."""
    state.deck ^= bit(card)
    state.hand[state.seat] |= bit(card)
    state.due -= 1
    if state.due == 0 or state.deck == 0:
        draw_on(state, terms)


@kernel
def end_turn(state: Any) -> None:
    """M31: the next seat is on turn; M116: or the game is over."""
    if state.turns_left == 0:
        state.phase = OVER
        return
    state.seat = seat_after(state, wide(state.seat))
    state.turn += 1
    state.phase = MAIN
