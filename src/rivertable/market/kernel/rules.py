"""Turns: which decisions are legal, in rising order, and what each of them does.

All functions take the state (a record of :data:`~rivertable.market.kernel.state.STATE`) and the terms (a record of
:data:`~rivertable.market.printed.terms.TERMS`), change the state in place, allocate nothing and raise nothing: a
decision that is not among the legal ones is the caller's error.

A turn runs: the card and its use; for a move the stop, then effects; for a Booth what it costs and where it goes; then
the refill by chance.
"""

from __future__ import annotations

from typing import Any

from ...core.compiling.bits import above, bit, lowest, size_of
from ...core.compiling.kernel import kernel, kernel_entry, wide
from ..printed.deck import TIMES_AT_MOST, CardKind
from ..printed.effects import Choice, Mode, Power, Timing, Trigger
from .chance import close_turn, draw_on
from .deeds import can_do
from .effects import (
    NO_PICK,
    begin_effect,
    begin_time,
    can_begin,
    can_go_first,
    card_of,
    finish_effect,
    gain,
    is_counting,
    is_left_out,
    next_gain,
    next_payment,
    pay,
    shed,
    slot_of,
    times_of,
)
from .powers import arrive, count_of, give_gifts, insert_booth, is_zoom, price, reachable, shown_at
from .state import COST, COST_SLOT, ENDS, GOODS, RESOURCES, ActionEffect, CardUse, Decision, Phase

# What is legal.


@kernel_entry
def decisions(state: Any, terms: Any, out: Any) -> int:
    """Write the legal decisions to ``out`` (int16, rising) and return how many there are; none when chance acts."""
    phase = int(state.phase)
    if phase == Phase.MAIN:
        return list_turns(state, terms, out)
    if phase == Phase.STOPPING:
        return list_cards(reachable(state, terms), Decision.STOP, out, wide(0))
    if phase == Phase.DOING:
        return list_effects(state, terms, out)
    if phase == Phase.AGAIN:
        out[0] = Decision.END
        if can_begin(state, terms, wide(state.plank)):
            out[1] = Decision.DO + wide(state.plank) * TIMES_AT_MOST
            return 2
        return 1
    if phase in (Phase.PAYING, Phase.GAINING):
        return list_picks(state, terms, out)
    if phase == Phase.SHEDDING:
        return list_sheds(state, out)
    if phase == Phase.PLACING:
        for end in range(ENDS):
            out[end] = Decision.SPOT + end
        return ENDS
    if phase == Phase.MULLIGAN:
        out[0] = Decision.KEEP
        out[1] = Decision.REDRAW
        return 1 if state.hand[state.seat] & terms.booths else 2
    return 0


@kernel
def list_cards(cards: Any, first: int, out: Any, count: int) -> int:
    """Write ``first`` + card for each card of a set after ``count`` others, and return how many there are then."""
    while cards != 0:
        out[count] = first + lowest(cards)
        count += 1
        cards = cards & (cards - 1)
    return count


@kernel
def list_turns(state: Any, terms: Any, out: Any) -> int:
    """M32, M33: write the ways to use a card: to move, to move with the Zoom token, to build or hire; R12: to pass."""
    seat = wide(state.seat)
    hand = int(state.hand[seat])
    if hand == 0:
        out[0] = Decision.PASS
        return 1
    count = list_cards(hand, Decision.MOVE, out, wide(0))
    cards = hand
    while state.tokens[seat] > 0 and cards != 0:
        card = lowest(cards)
        if not is_zoom(state, terms, seat, card):
            out[count] = Decision.TOKEN + card
            count += 1
        cards = cards & (cards - 1)
    cards = hand
    while cards != 0:
        card = lowest(cards)
        if is_playable(state, terms, card):
            out[count] = Decision.PLAY + card
            count += 1
        cards = cards & (cards - 1)
    return count


@kernel_entry
def is_playable(state: Any, terms: Any, card: int) -> bool:
    """M75, M78, M95: tell whether the seat on turn can build or hire a card of its hand."""
    seat = wide(state.seat)
    kind = int(terms.card[card].kind)
    if kind == CardKind.ACTION or (kind != CardKind.HELPER and state.houses[seat] == 0):
        return False
    effect = terms.card[card].effect[COST_SLOT]
    return can_afford(state, terms, card, int(effect.pay_choice), int(effect.pay_number))


@kernel
def can_afford(state: Any, terms: Any, card: int, choice: int, number: int) -> bool:
    """M75: tell whether the seat on turn has the fixed part of a cost, and besides so many Goods that look as asked."""
    goods, kinds, largest = 0, 0, 0
    for resource in range(RESOURCES):
        left = wide(state.resource[state.seat, resource]) - price(state, terms, card, resource)
        if left < 0:
            return False
        if resource < GOODS:
            goods += left
            kinds += int(left > 0)
            largest = max(largest, left)
    if choice == Choice.MATCHING:
        return largest >= number
    return (kinds if choice == Choice.DIFFERENT else goods) >= number


@kernel_entry
def list_effects(state: Any, terms: Any, out: Any) -> int:
    """Write the planks and the alternatives of the Action that may be done now, after END."""
    out[0] = Decision.END
    count = wide(1)
    seat = wide(state.seat)
    if int(state.bonus) != ActionEffect.LAST:
        for plank in range(wide(terms.card[shown_at(state, terms, wide(state.pawn[seat]))].planks)):
            if is_open_plank(state, terms, plank):
                count = list_times(state, terms, plank, out, count)
    if int(state.bonus) == ActionEffect.OPEN:
        for alternative in range(wide(terms.card[state.card].planks)):
            if is_open_alternative(state, terms, alternative):
                count = list_times(state, terms, COST_SLOT + alternative, out, count)
    return count


@kernel_entry
def is_open_plank(state: Any, terms: Any, plank: int) -> bool:
    """Return whether a plank's turn can be now, whatever it costs; free planks go first, in rising order."""
    seat = wide(state.seat)
    booth = terms.card[shown_at(state, terms, wide(state.pawn[seat]))]
    done = int(state.done)
    if (done >> plank) & 1:
        return False
    if done != 0 and int(booth.mode) == Mode.CHOOSE and state.helpers[seat] & terms.power[Power.BOTH] == 0:
        return False
    effect = booth.effect[plank]
    if not can_do(state, terms, int(effect.deed)):
        return False
    if done != 0 and effect.is_free != 0 and not is_counting(state, terms):
        for other in range(wide(booth.planks)):
            if (done >> other) & 1 and (other > plank or booth.effect[other].is_free == 0):
                return False
    return True


@kernel
def is_open_alternative(state: Any, terms: Any, alternative: int) -> bool:
    """M70: tell whether an alternative's time can be now, whatever it costs; a free one goes first if it may."""
    if not can_do(state, terms, int(terms.card[state.card].effect[alternative].deed)):
        return False
    if state.done == 0:
        return True
    action = terms.card[state.card]
    if int(action.timing) == Timing.BEFORE:
        return False
    return bool(
        int(action.timing) != Timing.EITHER or action.effect[alternative].is_free == 0 or is_counting(state, terms)
    )


@kernel_entry
def list_times(state: Any, terms: Any, plank: int, out: Any, count: int) -> int:
    """Write how many times an effect can be done now after ``count`` others, and return how many there are then."""
    first = Decision.DO + plank * TIMES_AT_MOST
    card, slot = card_of(state, terms, plank), slot_of(plank)
    if terms.card[card].effect[slot].is_asked != 0:
        if can_begin(state, terms, plank):
            out[count] = first
            count += 1
        return count
    resources = state.resource[state.seat]
    number = count_of(state, terms, wide(state.seat), wide(terms.card[card].effect[slot].for_each))
    for times in range(1, times_of(state, terms, plank) + 1):
        if not can_go_first(terms, resources, resources, card, slot, NO_PICK, times, number):
            return count
        if not is_left_out(state, terms, plank, NO_PICK, times):
            out[count] = first + times - 1
            count += 1
    return count


@kernel_entry
def list_picks(state: Any, terms: Any, out: Any) -> int:
    """Write the Goods that may be spent or gained now."""
    plank = wide(state.plank)
    is_paying = int(state.phase) == Phase.PAYING
    card = card_of(state, terms, plank)
    count = 0
    pick = NO_PICK
    while True:
        if is_paying:
            pick = next_payment(state, terms, plank, card, pick + 1)
        else:
            pick = next_gain(state, terms, plank, pick + 1)
        if pick == NO_PICK:
            return count
        out[count] = (Decision.PAY if is_paying else Decision.GAIN) + pick
        count += 1


@kernel
def list_sheds(state: Any, out: Any) -> int:
    """Write the cards that may be spent now: higher than the last one, with enough still higher for the rest."""
    cards = above(state.hand[state.seat], int(state.last_shed))
    spare = size_of(cards) - int(state.need) + 1
    count = 0
    while count < spare:
        out[count] = Decision.SHED + lowest(cards)
        count += 1
        cards = cards & (cards - 1)
    return count


# What a decision does.


@kernel
def keep(state: Any) -> None:
    """M29: the hand is kept; the next seat is asked, or the first turn begins."""
    seat = wide(state.seat)
    state.seat = 0 if seat + 1 == state.players else seat + 1
    if state.seat == state.first_seat:
        state.phase = Phase.MAIN
        state.turn = 1


@kernel
def redraw(state: Any, terms: Any) -> None:
    """M29: the hand goes to the discard pile and a new one is drawn (R2)."""
    seat = wide(state.seat)
    state.discard |= state.hand[seat]
    state.hand[seat] = 0
    state.due = terms.hand
    state.phase = Phase.REDEAL
    draw_on(state, terms)


@kernel
def move(state: Any, card: int, used: int) -> None:
    """M36, M47: a card is discarded to move; M117: perhaps with the Zoom token."""
    seat = wide(state.seat)
    state.hand[seat] ^= bit(card)
    state.discard |= bit(card)
    state.card = card
    state.used = used
    if used == CardUse.ZOOMED:
        state.tokens[seat] = 0
    state.phase = Phase.STOPPING


@kernel
def play(state: Any, terms: Any, card: int) -> None:
    """M73, M95: a card leaves the hand to be built or hired; first its cost is paid (M75)."""
    for resource in range(RESOURCES):
        state.resource[state.seat, resource] -= price(state, terms, card, resource)
    state.hand[state.seat] ^= bit(card)
    state.card = card
    state.used = CardUse.HIRED if int(terms.card[card].kind) == CardKind.HELPER else CardUse.BUILT
    state.plank = COST
    if int(terms.card[card].effect[COST_SLOT].pay_choice) != Choice.NONE:
        state.phase = Phase.PAYING
    else:
        pay(state, terms, NO_PICK)


@kernel
def build(state: Any, terms: Any, end: int) -> None:
    """M76, M77: the Booth joins the river, and the turn is over."""
    seat = wide(state.seat)
    insert_booth(state, wide(state.card), seat, end)
    give_gifts(state, terms, seat, Trigger.BUILD)
    close_turn(state, terms)


@kernel
def stop(state: Any, terms: Any, card: int) -> None:
    """M38: the pawn stops at a Booth; effects can be done from now on."""
    arrive(state, terms, card)
    state.bonus = ActionEffect.NONE
    if int(terms.card[state.card].kind) == CardKind.ACTION:
        give_gifts(state, terms, wide(state.seat), Trigger.ACTION)
        state.bonus = ActionEffect.OPEN
    for resource in range(RESOURCES):
        state.start[resource] = state.resource[state.seat, resource]
        state.low[resource] = state.resource[state.seat, resource]
    state.phase = Phase.DOING


@kernel
def end(state: Any, terms: Any) -> None:
    """No further time of the effect in progress; or no further effect, and the turn is over."""
    if int(state.phase) == Phase.AGAIN:
        finish_effect(state, terms)
    else:
        close_turn(state, terms)


@kernel
def is_forced(state: Any, count: int) -> bool:
    """Return whether what is asked has one answer that is taken without asking.

    How a turn begins, where the pawn stops and whether a hand is kept is asked even if only one answer is legal.
    """
    phase = int(state.phase)
    return count == 1 and phase not in (Phase.MAIN, Phase.STOPPING, Phase.MULLIGAN)


@kernel_entry
def decide(state: Any, terms: Any, decision: int) -> None:
    """Do one legal decision of the player on turn; what follows may be forced (:func:`is_forced`)."""
    if decision >= Decision.SHED:
        shed(state, terms, decision - Decision.SHED)
    elif decision >= Decision.GAIN:
        gain(state, terms, decision - Decision.GAIN)
    elif decision >= Decision.PAY:
        pay(state, terms, decision - Decision.PAY)
    elif decision >= Decision.DO:
        if int(state.phase) == Phase.AGAIN:
            begin_time(state, terms)
        else:
            begin_effect(
                state, terms, (decision - Decision.DO) // TIMES_AT_MOST, (decision - Decision.DO) % TIMES_AT_MOST + 1
            )
    elif decision >= Decision.STOP:
        stop(state, terms, decision - Decision.STOP)
    elif decision >= Decision.PLAY:
        play(state, terms, decision - Decision.PLAY)
    elif decision >= Decision.TOKEN:
        move(state, decision - Decision.TOKEN, CardUse.ZOOMED)
    elif decision >= Decision.MOVE:
        move(state, decision - Decision.MOVE, CardUse.MOVED)
    elif decision >= Decision.SPOT:
        build(state, terms, decision - Decision.SPOT)
    elif decision == Decision.END:
        end(state, terms)
    elif decision == Decision.KEEP:
        keep(state)
    elif decision == Decision.REDRAW:
        redraw(state, terms)
    elif decision == Decision.PASS:
        close_turn(state, terms)
