"""Set-up and turns: what each decision does, and what chance does.

All functions take the state (a record of :data:`~rivertable.market.kernel.state.STATE`) and the terms (a record of
:data:`~rivertable.market.kernel.state.TERMS`), change the state in place, allocate nothing and raise nothing: a
decision that is not among the legal ones is the caller's error.

A turn runs: the card and its use; for a move the stop, then effects; for a Booth what it costs and where it goes; then
the refill by chance.
"""

from __future__ import annotations

from typing import Any

from ...core.compiling.bits import bit, lowest, wide
from ...core.compiling.kernel import kernel, kernel_entry
from ..printed.deck import STARTING_BOOTHS, TIMES_AT_MOST, Kind
from ..printed.effects import Choice, Trigger
from .state import (
    AGAIN,
    BONUS_OPEN,
    BUILT,
    COST,
    COST_SLOT,
    DEAL,
    DECK_MASK,
    DO,
    DOING,
    DRAWN,
    END,
    GAIN,
    HIRED,
    KEEP,
    LAY,
    MAIN,
    MOVE,
    MOVED,
    MULLIGAN,
    NO_BONUS,
    OVER,
    PASS,
    PAY,
    PAYING,
    PLAY,
    REDEAL,
    REDRAW,
    REFILL,
    RESOURCES,
    RIVER,
    SET_RIVER,
    SHED,
    SPOT,
    STOP,
    STOPPING,
    TOKEN,
    ZOOMED,
)
from .turn.effect_steps import begin_effect, begin_time, clear_effect, finish_effect, gain, pay, shed
from .turn.ending import clear_turn, close_turn, draw_on, receive
from .turn.legality import decisions
from .turn.payment import NO_PICK
from .turn.powers import give_gifts, price
from .turn.river import arrive, insert_booth

_HELPER, _ACTION = wide(Kind.HELPER), wide(Kind.ACTION)
_NONE = wide(Choice.NONE)
_ON_ACTION, _ON_BUILD = wide(Trigger.ACTION), wide(Trigger.BUILD)
_COIN = RESOURCES - 1


@kernel_entry
def set_up(state: Any, terms: Any, players: int, first_seat: int) -> None:
    """Make a blank state the start of set-up: all 56 cards in the deck (M21), the river still to be laid (M16)."""
    state.players = players
    state.first_seat = first_seat
    state.seat = first_seat
    state.phase = SET_RIVER
    state.end_seat = -1
    state.turns_left = -1
    state.due = STARTING_BOOTHS
    state.deck = DECK_MASK
    clear_turn(state)
    clear_effect(state)
    for place in range(RIVER):
        state.river[place] = -1
        state.owner[place] = -1
    for seat in range(players):
        state.houses[seat] = terms.houses
        state.resource[seat, _COIN] = terms.coins


# Chance.


@kernel
def is_chance(state: Any) -> bool:
    """Return whether chance is to act."""
    return bool(state.phase < MULLIGAN or state.phase == REFILL)


@kernel_entry
def outcomes(state: Any, out: Any, weights: Any) -> int:
    """Write what chance can do to ``out`` (int16, rising) and ``weights``, and return how many there are."""
    if not is_chance(state):
        return 0
    first = DRAWN
    cards = int(state.deck)
    if state.phase == SET_RIVER:
        first = LAY
        cards = (1 << STARTING_BOOTHS) - 1
        for place in range(wide(state.river_count)):
            cards ^= bit(wide(state.river[place]))
    count = 0
    while cards != 0:
        out[count] = first + lowest(cards)
        weights[count] = 1
        count += 1
        cards = cards & (cards - 1)
    return count


@kernel_entry
def happen(state: Any, terms: Any, outcome: int) -> None:
    """Apply one outcome of chance: a Starting Booth laid (M16) or a card drawn."""
    if outcome < LAY:
        receive(state, terms, outcome - DRAWN)
        return
    place = int(state.river_count)
    state.river[place] = outcome - LAY
    state.river_count = place + 1
    state.due -= 1
    if outcome - LAY == terms.pawns_start:
        for seat in range(wide(state.players)):
            state.pawn[seat] = place
    if state.due == 0:
        state.upper_count = STARTING_BOOTHS // 2
        state.phase = DEAL
        state.due = terms.hand


# Decisions.


@kernel
def keep(state: Any) -> None:
    """M29: the hand is kept; the next seat is asked, or the first turn begins."""
    seat = wide(state.seat)
    state.seat = 0 if seat + 1 == state.players else seat + 1
    if state.seat == state.first_seat:
        state.phase = MAIN
        state.turn = 1


@kernel
def redraw(state: Any, terms: Any) -> None:
    """M29: the hand goes to the discard pile and a new one is drawn (R2)."""
    seat = wide(state.seat)
    state.discard |= state.hand[seat]
    state.hand[seat] = 0
    state.due = terms.hand
    state.phase = REDEAL
    draw_on(state, terms)


@kernel
def move(state: Any, card: int, used: int) -> None:
    """M36, M47: a card is discarded to move; M117: perhaps with the Zoom token."""
    seat = wide(state.seat)
    state.hand[seat] ^= bit(card)
    state.discard |= bit(card)
    state.card = card
    state.used = used
    if used == ZOOMED:
        state.tokens[seat] = 0
    state.phase = STOPPING


@kernel
def play(state: Any, terms: Any, card: int) -> None:
    """M73, M95: a card leaves the hand to be built or hired; first its cost is paid (M75)."""
    for resource in range(RESOURCES):
        state.resource[state.seat, resource] -= price(state, terms, card, resource)
    state.hand[state.seat] ^= bit(card)
    state.card = card
    state.used = HIRED if terms.card[card].kind == _HELPER else BUILT
    state.plank = COST
    if terms.card[card].effect[COST_SLOT].pay_choice != _NONE:
        state.phase = PAYING
    else:
        pay(state, terms, NO_PICK)


@kernel
def build(state: Any, terms: Any, end: int) -> None:
    """M76, M77: the Booth joins the river, and the turn is over."""
    seat = wide(state.seat)
    insert_booth(state, wide(state.card), seat, end)
    give_gifts(state, terms, seat, _ON_BUILD)
    close_turn(state, terms)


@kernel
def stop(state: Any, terms: Any, card: int) -> None:
    """M38: the pawn stops at a Booth; effects can be done from now on."""
    arrive(state, terms, card)
    state.bonus = NO_BONUS
    if terms.card[state.card].kind == _ACTION:
        give_gifts(state, terms, wide(state.seat), _ON_ACTION)
        state.bonus = BONUS_OPEN
    for resource in range(RESOURCES):
        state.start[resource] = state.resource[state.seat, resource]
        state.low[resource] = state.resource[state.seat, resource]
    state.phase = DOING


@kernel
def end(state: Any, terms: Any) -> None:
    """No further time of the effect in progress; or no further effect, and the turn is over."""
    if state.phase == AGAIN:
        finish_effect(state, terms)
    else:
        close_turn(state, terms)


@kernel_entry
def decide(state: Any, terms: Any, decision: int) -> None:
    """Do one legal decision of the player on turn; what follows may still have only one choice (see :func:`settle`)."""
    if decision >= SHED:
        shed(state, terms, decision - SHED)
    elif decision >= GAIN:
        gain(state, terms, decision - GAIN)
    elif decision >= PAY:
        pay(state, terms, decision - PAY)
    elif decision >= DO:
        if state.phase == AGAIN:
            begin_time(state, terms)
        else:
            begin_effect(state, terms, (decision - DO) // TIMES_AT_MOST, (decision - DO) % TIMES_AT_MOST + 1)
    elif decision >= STOP:
        stop(state, terms, decision - STOP)
    elif decision >= PLAY:
        play(state, terms, decision - PLAY)
    elif decision >= TOKEN:
        move(state, decision - TOKEN, ZOOMED)
    elif decision >= MOVE:
        move(state, decision - MOVE, MOVED)
    elif decision >= SPOT:
        build(state, terms, decision - SPOT)
    elif decision == END:
        end(state, terms)
    elif decision == KEEP:
        keep(state)
    elif decision == REDRAW:
        redraw(state, terms)
    elif decision == PASS:
        close_turn(state, terms)


@kernel_entry
def settle(state: Any, terms: Any, out: Any) -> int:
    """Do what has only one choice inside a turn; write the legal decisions to ``out`` and return how many there are.

    How a turn begins, where the pawn stops and whether a hand is kept is asked even if only one answer is legal.
    """
    while state.phase != OVER and not is_chance(state):
        count = decisions(state, terms, out)
        phase = int(state.phase)
        if count != 1 or phase in (MAIN, STOPPING, MULLIGAN):
            return count
        decide(state, terms, int(out[0]))
    return 0
