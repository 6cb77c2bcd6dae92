"""What is legal: every decision the player on turn may take, in rising order."""

from __future__ import annotations

from typing import Any

from ....core.compiling.bits import above, lowest, size_of, wide
from ....core.compiling.kernel import kernel, kernel_entry
from ...printed.deck import TIMES_AT_MOST, Kind
from ...printed.effects import Choice, Mode, Power, Timing
from ..state import (
    AGAIN,
    BONUS_LAST,
    BONUS_OPEN,
    COST_SLOT,
    DO,
    DOING,
    END,
    ENDS,
    GAIN,
    GAINING,
    GOODS,
    KEEP,
    MAIN,
    MOVE,
    MULLIGAN,
    PASS,
    PAY,
    PAYING,
    PLACING,
    PLAY,
    REDRAW,
    RESOURCES,
    SHED,
    SHEDDING,
    SPOT,
    STOP,
    STOPPING,
    TOKEN,
)
from .payment import (
    NO_PICK,
    can_begin,
    can_go_first,
    card_of,
    is_counting,
    is_left_out,
    next_gain,
    next_payment,
    slot_of,
    times_of,
)
from .powers import count_of, is_zoom, price
from .river import reachable

_EVENT, _HELPER, _ACTION = wide(Kind.EVENT), wide(Kind.HELPER), wide(Kind.ACTION)
_MATCHING, _DIFFERENT = wide(Choice.MATCHING), wide(Choice.DIFFERENT)
_CHOOSE = wide(Mode.CHOOSE)
_BOTH = wide(Power.BOTH)
_EITHER, _BEFORE = wide(Timing.EITHER), wide(Timing.BEFORE)


@kernel_entry
def decisions(state: Any, terms: Any, out: Any) -> int:
    """Write the legal decisions to ``out`` (int16, rising) and return how many there are; none when chance acts."""
    phase = int(state.phase)
    if phase == MAIN:
        return list_turns(state, terms, out)
    if phase == STOPPING:
        return list_cards(reachable(state, terms), wide(STOP), out, wide(0))
    if phase == DOING:
        return list_effects(state, terms, out)
    if phase == AGAIN:
        out[0] = END
        if can_begin(state, terms, wide(state.plank)):
            out[1] = DO + wide(state.plank) * TIMES_AT_MOST
            return 2
        return 1
    if phase in (PAYING, GAINING):
        return list_picks(state, terms, out)
    if phase == SHEDDING:
        return list_sheds(state, out)
    if phase == PLACING:
        for end in range(ENDS):
            out[end] = SPOT + end
        return ENDS
    if phase == MULLIGAN:
        out[0] = KEEP
        out[1] = REDRAW
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
        out[0] = PASS
        return 1
    count = list_cards(hand, wide(MOVE), out, wide(0))
    cards = hand
    while state.tokens[seat] > 0 and cards != 0:
        card = lowest(cards)
        if not is_zoom(state, terms, seat, card):
            out[count] = TOKEN + card
            count += 1
        cards = cards & (cards - 1)
    cards = hand
    while cards != 0:
        card = lowest(cards)
        if is_playable(state, terms, card):
            out[count] = PLAY + card
            count += 1
        cards = cards & (cards - 1)
    return count


@kernel_entry
def is_playable(state: Any, terms: Any, card: int) -> bool:
    """M75, M78, M95: tell whether the seat on turn can build or hire a card of its hand."""
    seat = wide(state.seat)
    kind = int(terms.card[card].kind)
    if kind == _ACTION or (kind != _HELPER and state.houses[seat] == 0):
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
    if choice == _MATCHING:
        return largest >= number
    return (kinds if choice == _DIFFERENT else goods) >= number


@kernel_entry
def list_effects(state: Any, terms: Any, out: Any) -> int:
    """Write the planks and the alternatives of the Action that may be done now, after END."""
    out[0] = END
    count = wide(1)
    seat = wide(state.seat)
    if state.bonus != BONUS_LAST:
        for plank in range(wide(terms.card[state.river[state.pawn[seat]]].planks)):
            if is_open_plank(state, terms, plank):
                count = list_times(state, terms, plank, out, count)
    if state.bonus == BONUS_OPEN:
        for alternative in range(wide(terms.card[state.card].planks)):
            if is_open_alternative(state, terms, alternative):
                count = list_times(state, terms, COST_SLOT + alternative, out, count)
    return count


@kernel_entry
def is_open_plank(state: Any, terms: Any, plank: int) -> bool:
    """Return whether a plank's turn can be now, whatever it costs; free planks go first, in rising order."""
    seat = wide(state.seat)
    place = wide(state.pawn[seat])
    booth = terms.card[state.river[place]]
    done = int(state.done)
    if (done >> plank) & 1:
        return False
    if done != 0 and booth.mode == _CHOOSE and state.helpers[seat] & terms.power[_BOTH] == 0:
        return False
    effect = booth.effect[plank]
    if effect.is_attending != 0:
        taken = 0
        for other in range(wide(state.players)):
            taken += int(state.stars[place, other])
        if state.houses[seat] == 0 or taken >= booth.stars:
            return False
    if done != 0 and effect.is_free != 0 and not is_counting(state, terms):
        for other in range(wide(booth.planks)):
            if (done >> other) & 1 and (other > plank or booth.effect[other].is_free == 0):
                return False
    return True


@kernel
def is_open_alternative(state: Any, terms: Any, alternative: int) -> bool:
    """M70: tell whether an alternative's time can be now, whatever it costs; a free one goes first if it may."""
    if state.done == 0:
        return True
    action = terms.card[state.card]
    if action.timing == _BEFORE:
        return False
    return bool(action.timing != _EITHER or action.effect[alternative].is_free == 0 or is_counting(state, terms))


@kernel_entry
def list_times(state: Any, terms: Any, plank: int, out: Any, count: int) -> int:
    """Write how many times an effect can be done now after ``count`` others, and return how many there are then."""
    first = DO + plank * TIMES_AT_MOST
    card, slot = card_of(state, plank), slot_of(plank)
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
    is_paying = state.phase == PAYING
    card = card_of(state, plank)
    count = 0
    pick = NO_PICK
    while True:
        if is_paying:
            pick = next_payment(state, terms, plank, card, pick + 1)
        else:
            pick = next_gain(state, terms, plank, pick + 1)
        if pick == NO_PICK:
            return count
        out[count] = (PAY if is_paying else GAIN) + pick
        count += 1


@kernel
def list_sheds(state: Any, out: Any) -> int:
    """Write the cards that may be spent now: higher than the last one, with enough still higher for the rest."""
    cards = above(state.hand[state.seat], int(state.last_shed))
    spare = size_of(cards) - int(state.need) + 1
    count = 0
    while count < spare:
        out[count] = SHED + lowest(cards)
        count += 1
        cards = cards & (cards - 1)
    return count
