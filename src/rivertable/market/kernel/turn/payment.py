"""What an effect costs and whether it can be paid, and which ways of doing the same are left out.

An effect is named by its plank number: 0..3 a plank of the Booth the pawn is on, 4..7 an alternative of the Action
used, :data:`~rivertable.market.kernel.state.COST` the cost of the card built or hired.

Orders that come to the same are listed once. Of two paid planks the lower one goes first where it can; the effect of
an Action goes before the activation where it can; repeated payments and gains rise where they can. None of this holds
in a turn in which some effect counts what another changes.
"""

from __future__ import annotations

from typing import Any

from ....core.compiling.bits import above, size_of, wide
from ....core.compiling.kernel import kernel, kernel_entry
from ...printed.deck import TIMES_AT_MOST, Kind
from ...printed.effects import Choice, Power, Timing
from ..state import COST, COST_SLOT, GOODS, RESOURCES
from .powers import count_of, power_sum

_ACTION = wide(Kind.ACTION)
_NONE, _MATCHING, _DIFFERENT = wide(Choice.NONE), wide(Choice.MATCHING), wide(Choice.DIFFERENT)
_EITHER = wide(Timing.EITHER)
_TIMES = wide(Power.TIMES)
NO_PICK = wide(-1)
"""Where no Goods are chosen."""
ONCE = wide(1)
ANY_ORDER, AFTER_PLANK, AFTER_PLANKS = 0, 1, 2


@kernel
def card_of(state: Any, plank: int) -> int:
    """Return the card an effect stands on."""
    if plank < COST_SLOT:
        return wide(state.river[state.pawn[state.seat]])
    return wide(state.card)


@kernel
def slot_of(plank: int) -> int:
    """Return where an effect stands among those of its card."""
    return COST_SLOT if plank == COST else plank % COST_SLOT


@kernel
def is_counting(state: Any, terms: Any) -> bool:
    """Return whether some effect of this turn counts what another can change, so that every order is a choice."""
    booth = state.river[state.pawn[state.seat]]
    return bool(
        terms.card[booth].is_counting != 0
        or (terms.card[state.card].kind == _ACTION and terms.card[state.card].is_counting != 0)
    )


@kernel
def times_of(state: Any, terms: Any, plank: int) -> int:
    """M54, M55: return how many times an effect may be done."""
    times = int(terms.card[card_of(state, plank)].effect[slot_of(plank)].times)
    if times > 1 and plank < COST_SLOT:
        times = min(times + power_sum(state, terms, wide(state.seat), _TIMES), TIMES_AT_MOST)
    return times


@kernel
def picked(terms: Any, pick: int, resource: int) -> int:
    """Return how much of a resource a pick holds."""
    return int(terms.pick[pick, resource]) if pick >= 0 and resource < GOODS else 0


@kernel
def looks_right(terms: Any, pick: int, choice: int, number: int) -> bool:
    """Return whether so many Goods look as the choice asks (M8)."""
    if choice == _MATCHING:
        return bool(terms.pick_largest[pick] == number)
    return bool(choice != _DIFFERENT or terms.pick_kinds[pick] == number)


@kernel_entry
def covers(terms: Any, amounts: Any, card: int, slot: int, pick: int) -> bool:
    """M67: tell whether amounts of resources pay for an effect once, with a pick of chosen Goods."""
    is_covered = True
    for resource in range(RESOURCES):
        needed = int(terms.card[card].effect[slot].pay[resource]) + picked(terms, pick, resource)
        is_covered = is_covered and int(amounts[resource]) >= needed
    return is_covered


@kernel_entry
def can_go_first(terms: Any, amounts: Any, level: Any, card: int, slot: int, pick: int, times: int, count: int) -> bool:
    """Return whether amounts pay for an effect so many times, each gained before the next is paid, and what follows.

    What a time changes is the same each time, so the first and the last time are the hardest. ``level`` is the least
    there was of each resource in what would follow; it has to stay above nothing.
    """
    effect = terms.card[card].effect[slot]
    is_possible = True
    for resource in range(RESOURCES):
        needed = int(effect.pay[resource]) + picked(terms, pick, resource)
        change = int(effect.gain[resource]) * count - needed
        lowest_after = int(amounts[resource]) + min((times - 1) * change, 0) - needed
        is_possible = is_possible and lowest_after >= 0 and int(level[resource]) + times * change >= 0
    return is_possible


@kernel_entry
def order_rule(state: Any, terms: Any, plank: int) -> int:
    """Tell before what else a paid effect would have to be done if it can: nothing, the last plank, or all planks."""
    if state.done == 0 or plank == COST or is_counting(state, terms):
        return ANY_ORDER
    if plank >= COST_SLOT:
        return AFTER_PLANKS if terms.card[state.card].timing == _EITHER else ANY_ORDER
    card = card_of(state, plank)
    last = wide(state.last_plank)
    if last > plank and terms.card[card].effect[last].is_free == 0 and terms.card[card].effect[plank].is_free == 0:
        return AFTER_PLANK
    return ANY_ORDER


@kernel_entry
def is_left_out(state: Any, terms: Any, plank: int, pick: int, times: int) -> bool:
    """Return whether doing an effect now comes to the same as doing it before what was done last.

    ``pick`` are the chosen Goods of an effect that is done once; ``times`` how often one without chosen Goods is.
    """
    rule = order_rule(state, terms, plank)
    if rule == ANY_ORDER:
        return False
    card, slot = card_of(state, plank), slot_of(plank)
    effect = terms.card[card].effect[slot]
    if effect.is_asked != 0 and times_of(state, terms, plank) > 1:
        return pays_only_cards(terms, card, slot)
    count = count_of(state, terms, wide(state.seat), wide(effect.for_each))
    amounts = state.prior if rule == AFTER_PLANK else state.start
    level = state.dip if rule == AFTER_PLANK else state.low
    return can_go_first(terms, amounts, level, card, slot, pick, times, count)


@kernel
def pays_only_cards(terms: Any, card: int, slot: int) -> bool:
    """Return whether no resources are paid for an effect."""
    effect = terms.card[card].effect[slot]
    is_paid = effect.pay_choice != _NONE
    for resource in range(RESOURCES):
        is_paid = is_paid or effect.pay[resource] > 0
    return not is_paid


@kernel_entry
def next_payment(state: Any, terms: Any, plank: int, card: int, first: int) -> int:
    """Return the first pick from ``first`` that the seat on turn may pay for an effect of a card; -1 if none."""
    slot = slot_of(plank)
    effect = terms.card[card].effect[slot]
    choice, number = int(effect.pay_choice), int(effect.pay_number)
    last = wide(state.last_pay) - 1
    resources = state.resource[state.seat]
    is_rising = last >= 0 and not is_counting(state, terms)
    is_once = last < 0 and order_rule(state, terms, plank) != ANY_ORDER and times_of(state, terms, plank) == 1
    for pick in range(max(first, int(terms.pick_first[number])), int(terms.pick_first[number + 1])):
        if (
            looks_right(terms, pick, choice, number)
            and covers(terms, resources, card, slot, pick)
            and not (is_rising and pick < last and covers(terms, state.before, card, slot, pick))
            and not (is_once and is_left_out(state, terms, plank, pick, ONCE))
        ):
            return pick
    return NO_PICK


@kernel
def next_gain(state: Any, terms: Any, plank: int, first: int) -> int:
    """Return the first pick from ``first`` that the seat on turn may gain by an effect with chosen Goods; -1: none."""
    effect = terms.card[card_of(state, plank)].effect[slot_of(plank)]
    choice, number = int(effect.gain_choice), int(effect.gain_number)
    last = wide(state.last_gain) - 1
    is_rising = last >= 0 and not is_counting(state, terms)
    for pick in range(max(first, int(terms.pick_first[number])), int(terms.pick_first[number + 1])):
        if looks_right(terms, pick, choice, number) and not (
            is_rising and pick < last and could_have_gained(state, terms, pick, last)
        ):
            return pick
    return NO_PICK


@kernel
def could_have_gained(state: Any, terms: Any, pick: int, last: int) -> bool:
    """Return whether this time could still have been paid had the last time gained ``pick`` instead of ``last``."""
    could = True
    for good in range(GOODS):
        left = wide(state.resource[state.seat, good]) + int(terms.pick[pick, good])
        could = could and left >= int(terms.pick[last, good])
    return could


@kernel_entry
def can_begin(state: Any, terms: Any, plank: int) -> bool:
    """Return whether a first or further time of an effect that is asked about is to be listed."""
    card, slot = card_of(state, plank), slot_of(plank)
    effect = terms.card[card].effect[slot]
    number = int(effect.pay_cards)
    if number > 0 and size_of(above(state.hand[state.seat], int(state.last_shed))) < number:
        return False
    if effect.pay_choice != _NONE:
        return next_payment(state, terms, plank, card, NO_PICK) >= 0
    if not covers(terms, state.resource[state.seat], card, slot, NO_PICK):
        return False
    return bool(state.plank == plank or not is_left_out(state, terms, plank, NO_PICK, ONCE))
