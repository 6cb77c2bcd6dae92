"""Effects: what they cost, which ways of doing the same are left out, and how they are done (M48-M72, R4-R6).

An effect is named by its plank number: 0..3 a plank of the Booth the pawn is on, 4..7 an alternative of the Action
used, :data:`~rivertable.market.kernel.state.COST` the cost of the card built or hired.

Orders that come to the same are listed once. Of two paid planks the lower one goes first where it can; the effect of
an Action goes before the activation where it can; repeated payments and gains rise where they can. None of this holds
in a turn in which some effect counts what another changes.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from ...core.compiling.bits import above, bit, lowest, size_of
from ...core.compiling.kernel import kernel, kernel_entry, wide
from ..printed.deck import TIMES_AT_MOST, CardKind
from ..printed.effects import Choice, Deed, Power, Timing, Trigger
from .chance import clear_effect, close_turn
from .deeds import do_deed, sail_on
from .powers import count_of, give, give_gifts, give_owner_bonus, power_sum, shown_at
from .state import COST, COST_SLOT, GOODS, RESOURCES, ActionEffect, CardUse, Phase

NO_PICK = wide(-1)
"""Where no Goods are chosen."""
ONCE = wide(1)


class Order(IntEnum):
    """Before what else a paid effect would have to be done if it can."""

    ANY = 0
    AFTER_PLANK = 1
    """Before the plank that was done last."""
    AFTER_PLANKS = 2
    """Before all planks that were done."""


@kernel
def card_of(state: Any, terms: Any, plank: int) -> int:
    """Return the card an effect stands on."""
    if plank < COST_SLOT:
        return shown_at(state, terms, wide(state.pawn[state.seat]))
    return wide(state.card)


@kernel
def slot_of(plank: int) -> int:
    """Return where an effect stands among those of its card."""
    return COST_SLOT if plank == COST else plank % COST_SLOT


@kernel
def is_counting(state: Any, terms: Any) -> bool:
    """Return whether some effect of this turn counts or changes what another does, so that every order is a choice."""
    booth = shown_at(state, terms, wide(state.pawn[state.seat]))
    return bool(
        state.deeds != 0
        or terms.card[booth].is_counting != 0
        or (int(terms.card[state.card].kind) == CardKind.ACTION and terms.card[state.card].is_counting != 0)
    )


@kernel
def times_of(state: Any, terms: Any, plank: int) -> int:
    """M54, M55: return how many times an effect may be done."""
    times = int(terms.card[card_of(state, terms, plank)].effect[slot_of(plank)].times)
    if times > 1 and plank < COST_SLOT:
        times = min(times + power_sum(state, terms, wide(state.seat), Power.TIMES), TIMES_AT_MOST)
    return times


@kernel
def picked(terms: Any, pick: int, resource: int) -> int:
    """Return how much of a resource a pick holds."""
    return int(terms.pick[pick, resource]) if pick >= 0 and resource < GOODS else 0


@kernel
def looks_right(terms: Any, pick: int, choice: int, number: int) -> bool:
    """Return whether so many Goods look as the choice asks (M8)."""
    if choice == Choice.MATCHING:
        return bool(terms.pick_largest[pick] == number)
    return bool(choice != Choice.DIFFERENT or terms.pick_kinds[pick] == number)


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
        return Order.ANY
    if plank >= COST_SLOT:
        return Order.AFTER_PLANKS if int(terms.card[state.card].timing) == Timing.EITHER else Order.ANY
    card = card_of(state, terms, plank)
    last = wide(state.last_plank)
    if last > plank and terms.card[card].effect[last].is_free == 0 and terms.card[card].effect[plank].is_free == 0:
        return Order.AFTER_PLANK
    return Order.ANY


@kernel_entry
def is_left_out(state: Any, terms: Any, plank: int, pick: int, times: int) -> bool:
    """Return whether doing an effect now comes to the same as doing it before what was done last.

    ``pick`` are the chosen Goods of an effect that is done once; ``times`` how often one without chosen Goods is.
    """
    rule = order_rule(state, terms, plank)
    if rule == Order.ANY:
        return False
    card, slot = card_of(state, terms, plank), slot_of(plank)
    effect = terms.card[card].effect[slot]
    if effect.is_asked != 0 and times_of(state, terms, plank) > 1:
        return pays_only_cards(terms, card, slot)
    count = count_of(state, terms, wide(state.seat), wide(effect.for_each))
    amounts = state.prior if rule == Order.AFTER_PLANK else state.start
    level = state.dip if rule == Order.AFTER_PLANK else state.low
    return can_go_first(terms, amounts, level, card, slot, pick, times, count)


@kernel
def pays_only_cards(terms: Any, card: int, slot: int) -> bool:
    """Return whether no resources are paid for an effect."""
    effect = terms.card[card].effect[slot]
    is_paid = int(effect.pay_choice) != Choice.NONE
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
    is_once = last < 0 and order_rule(state, terms, plank) != Order.ANY and times_of(state, terms, plank) == 1
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
    effect = terms.card[card_of(state, terms, plank)].effect[slot_of(plank)]
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
    card, slot = card_of(state, terms, plank), slot_of(plank)
    effect = terms.card[card].effect[slot]
    number = int(effect.pay_cards)
    if number > 0 and size_of(above(state.hand[state.seat], int(state.last_shed))) < number:
        return False
    if int(effect.pay_choice) != Choice.NONE:
        return next_payment(state, terms, plank, card, NO_PICK) >= 0
    if not covers(terms, state.resource[state.seat], card, slot, NO_PICK):
        return False
    return bool(state.plank == plank or not is_left_out(state, terms, plank, NO_PICK, ONCE))


# Doing effects: paying, gaining, and the gifts of an activation.


@kernel_entry
def begin_effect(state: Any, terms: Any, plank: int, times: int) -> None:
    """Do an effect so many times; one whose times are choices of their own is begun."""
    card = card_of(state, terms, plank)
    effect = terms.card[card].effect[slot_of(plank)]
    state.plank = plank
    state.times_left = times_of(state, terms, plank)
    if effect.is_asked == 0 or effect.deed == Deed.ATTEND:
        do_deed(state, terms, int(effect.deed))
    if effect.is_asked != 0:
        begin_time(state, terms)
    else:
        do_times(state, terms, times)
        finish_effect(state, terms)


@kernel
def begin_time(state: Any, terms: Any) -> None:
    """Begin one time of the effect in progress: ask which Goods are paid, or pay."""
    plank = wide(state.plank)
    if int(terms.card[card_of(state, terms, plank)].effect[slot_of(plank)].pay_choice) != Choice.NONE:
        state.phase = Phase.PAYING
    else:
        pay(state, terms, NO_PICK)


@kernel
def note_start(state: Any) -> None:
    """Remember what the seat on turn has before a plank."""
    for resource in range(RESOURCES):
        state.prior[resource] = state.resource[state.seat, resource]
        state.dip[resource] = state.resource[state.seat, resource]


@kernel
def note_level(state: Any, resource: int, level: int) -> None:
    """Remember that a resource fell to a level during a plank."""
    state.dip[resource] = min(int(state.dip[resource]), level)
    state.low[resource] = min(int(state.low[resource]), level)


@kernel
def do_times(state: Any, terms: Any, times: int) -> None:
    """Do the effect in progress, without chosen Goods, so many times one after the other."""
    seat, plank = wide(state.seat), wide(state.plank)
    card, slot = card_of(state, terms, plank), slot_of(plank)
    effect = terms.card[card].effect[slot]
    if plank < COST_SLOT:
        note_start(state)
    for resource in range(RESOURCES):
        state.resource[seat, resource] -= wide(effect.pay[resource])
    count = count_of(state, terms, seat, wide(effect.for_each))
    for resource in range(RESOURCES):
        paid = int(effect.pay[resource])
        gained = int(effect.gain[resource]) * count
        left = wide(state.resource[seat, resource])
        if plank < COST_SLOT:
            note_level(state, resource, left + min((times - 1) * (gained - paid), 0))
        state.resource[seat, resource] = left + gained + (times - 1) * (gained - paid)
        if gained > 0:
            state.given |= 1 << resource


@kernel_entry
def pay(state: Any, terms: Any, pick: int) -> None:
    """M53, M59: pay for one time of the effect in progress, fixed part and chosen Goods."""
    seat, plank = wide(state.seat), wide(state.plank)
    card, slot = card_of(state, terms, plank), slot_of(plank)
    effect = terms.card[card].effect[slot]
    if plank < COST_SLOT and state.times_left == times_of(state, terms, plank):
        note_start(state)
    for resource in range(RESOURCES):
        has = wide(state.resource[seat, resource])
        left = has - int(effect.pay[resource]) - picked(terms, pick, resource)
        state.before[resource] = has
        state.resource[seat, resource] = left
        if plank < COST_SLOT:
            note_level(state, resource, left)
    state.last_pay = pick + 1
    state.need = effect.pay_cards
    if state.need > 0:
        state.phase = Phase.SHEDDING
    else:
        go_on_paid(state, terms)


@kernel
def shed(state: Any, terms: Any, card: int) -> None:
    """Spend one further card of the hand; it goes to the discard pile."""
    state.hand[state.seat] ^= bit(card)
    state.discard |= bit(card)
    state.last_shed = card
    state.need -= 1
    if state.need == 0:
        go_on_paid(state, terms)


@kernel_entry
def go_on_paid(state: Any, terms: Any) -> None:
    """Go on when one time of the effect in progress, or a cost, has been paid for."""
    plank = wide(state.plank)
    if plank == COST:
        go_on_bought(state, terms)
        return
    effect = terms.card[card_of(state, terms, plank)].effect[slot_of(plank)]
    if effect.deed != Deed.ATTEND:
        do_deed(state, terms, int(effect.deed))
    if int(effect.gain_choice) != Choice.NONE:
        state.phase = Phase.GAINING
    else:
        gain(state, terms, NO_PICK)


@kernel
def go_on_bought(state: Any, terms: Any) -> None:
    """M76: ask where the Booth goes; M95: or the Helper is hired, and works at once (R13)."""
    clear_effect(state)
    if int(state.used) == CardUse.BUILT:
        state.phase = Phase.PLACING
        return
    seat = wide(state.seat)
    give_gifts(state, terms, seat, Trigger.HIRE)
    state.helpers[seat] |= bit(wide(state.card))
    close_turn(state, terms)


@kernel
def gain(state: Any, terms: Any, pick: int) -> None:
    """M57: gain what one time of the effect in progress gives, and ask about a further time."""
    seat, plank = wide(state.seat), wide(state.plank)
    effect = terms.card[card_of(state, terms, plank)].effect[slot_of(plank)]
    count = count_of(state, terms, seat, wide(effect.for_each))
    for resource in range(RESOURCES):
        gained = int(effect.gain[resource]) * count + picked(terms, pick, resource)
        state.resource[seat, resource] += gained
        if gained > 0:
            state.given |= 1 << resource
    state.last_gain = pick + 1
    state.times_left -= 1
    if state.times_left > 0:
        state.phase = Phase.AGAIN
    else:
        finish_effect(state, terms)


@kernel_entry
def finish_effect(state: Any, terms: Any) -> None:
    """The effect in progress is done; after a plank come its gifts, and those of the activation if it is the first."""
    plank = wide(state.plank)
    deed = int(terms.card[card_of(state, terms, plank)].effect[slot_of(plank)].deed)
    if plank >= COST_SLOT:
        is_last = state.done != 0 or int(terms.card[state.card].timing) == Timing.AFTER
        state.bonus = ActionEffect.LAST if is_last else ActionEffect.FIRST
    else:
        seat = wide(state.seat)
        is_first = state.done == 0
        state.done |= 1 << plank
        state.last_plank = plank
        if deed == Deed.ATTEND:
            give_gifts(state, terms, seat, Trigger.ATTEND)
        give_yields(state, terms)
        if is_first:
            activate(state, terms)
    clear_effect(state)
    state.phase = Phase.DOING
    if deed == Deed.SAIL_ON:
        sail_on(state)


@kernel
def give_yields(state: Any, terms: Any) -> None:
    """Helpers that look for a resource the plank gave give their bundle, each once per turn."""
    seat = wide(state.seat)
    helpers = state.helpers[seat] & terms.trigger[Trigger.YIELD] & ~state.yielded
    while helpers != 0:
        helper = lowest(helpers)
        if (int(state.given) >> int(terms.card[helper].yielding)) & 1:
            give(state, seat, terms.card[helper].bundle, ONCE)
            state.yielded |= bit(helper)
        helpers = helpers & (helpers - 1)


@kernel
def activate(state: Any, terms: Any) -> None:
    """M61-M66: the Booth has been activated: gifts to the visitor, and to its owner the Owner bonus, once."""
    seat = wide(state.seat)
    place = wide(state.pawn[seat])
    owner = wide(state.owner[place])
    own_times = ONCE + power_sum(state, terms, seat, Power.BONUS_AGAIN)
    if owner >= 0 and (int(state.deeds) >> Deed.SHARE) & 1:
        give_owner_bonus(state, terms, seat, place, own_times)
    if owner < 0:
        give_gifts(state, terms, seat, Trigger.STARTING_BOOTH)
    elif owner == seat:
        give_gifts(state, terms, seat, Trigger.OWN_BOOTH)
    else:
        give_owner_bonus(state, terms, owner, place, ONCE + power_sum(state, terms, owner, Power.BONUS_AGAIN))
        give_gifts(state, terms, owner, Trigger.VISITED)
        give_gifts(state, terms, seat, Trigger.OTHERS_BOOTH)
        give_owner_bonus(state, terms, seat, place, size_of(state.helpers[seat] & terms.power[Power.SHARED_BONUS]))
        too = size_of(state.helpers[seat] & terms.power[Power.BONUS_TOO])
        give_owner_bonus(state, terms, seat, place, too * own_times)
