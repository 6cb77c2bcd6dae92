"""Doing effects: paying, gaining, attending, and the gifts of an activation (M48-M72, R4-R6)."""

from __future__ import annotations

from typing import Any

from ....core.compiling.bits import bit, lowest, wide
from ....core.compiling.kernel import kernel, kernel_entry
from ...printed.effects import Choice, Power, Timing, Trigger
from ..state import (
    AGAIN,
    BONUS_FIRST,
    BONUS_LAST,
    BUILT,
    COST,
    COST_SLOT,
    DOING,
    GAINING,
    NO_EFFECT,
    PAYING,
    PLACING,
    RESOURCES,
    SHEDDING,
)
from .ending import close_turn
from .payment import NO_PICK, ONCE, card_of, picked, slot_of, times_of
from .powers import count_of, give, give_gifts, power_sum

_NONE = wide(Choice.NONE)
_AFTER = wide(Timing.AFTER)
_SHARED, _BONUS_AGAIN = wide(Power.SHARED_BONUS), wide(Power.BONUS_AGAIN)
_OWN, _OTHERS, _STARTING = wide(Trigger.OWN_BOOTH), wide(Trigger.OTHERS_BOOTH), wide(Trigger.STARTING_BOOTH)
_VISITED, _ATTEND, _YIELD = wide(Trigger.VISITED), wide(Trigger.ATTEND), wide(Trigger.YIELD)
_HIRE = wide(Trigger.HIRE)


@kernel_entry
def begin_effect(state: Any, terms: Any, plank: int, times: int) -> None:
    """Do an effect so many times; one whose times are choices of their own is begun."""
    seat = wide(state.seat)
    card = card_of(state, plank)
    effect = terms.card[card].effect[slot_of(plank)]
    state.plank = plank
    state.times_left = times_of(state, terms, plank)
    if effect.is_attending != 0:
        state.houses[seat] -= 1
        state.stars[state.pawn[seat], seat] += 1
    if effect.is_asked != 0:
        begin_time(state, terms)
    else:
        do_times(state, terms, times)
        finish_effect(state, terms)


@kernel
def begin_time(state: Any, terms: Any) -> None:
    """Begin one time of the effect in progress: ask which Goods are paid, or pay."""
    plank = wide(state.plank)
    if terms.card[card_of(state, plank)].effect[slot_of(plank)].pay_choice != _NONE:
        state.phase = PAYING
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
    card, slot = card_of(state, plank), slot_of(plank)
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
    card, slot = card_of(state, plank), slot_of(plank)
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
        state.phase = SHEDDING
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
    elif terms.card[card_of(state, plank)].effect[slot_of(plank)].gain_choice != _NONE:
        state.phase = GAINING
    else:
        gain(state, terms, NO_PICK)


@kernel
def go_on_bought(state: Any, terms: Any) -> None:
    """M76: ask where the Booth goes; M95: or the Helper is hired, and works at once (R13)."""
    clear_effect(state)
    if state.used == BUILT:
        state.phase = PLACING
        return
    seat = wide(state.seat)
    give_gifts(state, terms, seat, _HIRE)
    state.helpers[seat] |= bit(wide(state.card))
    close_turn(state, terms)


@kernel
def gain(state: Any, terms: Any, pick: int) -> None:
    """M57: gain what one time of the effect in progress gives, and ask about a further time."""
    seat, plank = wide(state.seat), wide(state.plank)
    effect = terms.card[card_of(state, plank)].effect[slot_of(plank)]
    count = count_of(state, terms, seat, wide(effect.for_each))
    for resource in range(RESOURCES):
        gained = int(effect.gain[resource]) * count + picked(terms, pick, resource)
        state.resource[seat, resource] += gained
        if gained > 0:
            state.given |= 1 << resource
    state.last_gain = pick + 1
    state.times_left -= 1
    if state.times_left > 0:
        state.phase = AGAIN
    else:
        finish_effect(state, terms)


@kernel_entry
def finish_effect(state: Any, terms: Any) -> None:
    """The effect in progress is done; after a plank come its gifts, and those of the activation if it is the first."""
    plank = wide(state.plank)
    if plank >= COST_SLOT:
        is_last = state.done != 0 or terms.card[state.card].timing == _AFTER
        state.bonus = BONUS_LAST if is_last else BONUS_FIRST
    else:
        seat = wide(state.seat)
        is_first = state.done == 0
        state.done |= 1 << plank
        state.last_plank = plank
        if terms.card[card_of(state, plank)].effect[plank].is_attending != 0:
            give_gifts(state, terms, seat, _ATTEND)
        give_yields(state, terms)
        if is_first:
            activate(state, terms)
    clear_effect(state)
    state.phase = DOING


@kernel
def clear_effect(state: Any) -> None:
    """Set back what is only of use inside an effect."""
    state.plank = NO_EFFECT
    state.times_left = 0
    state.last_pay = 0
    state.last_gain = 0
    state.given = 0
    for resource in range(RESOURCES):
        state.before[resource] = 0


@kernel
def give_yields(state: Any, terms: Any) -> None:
    """Helpers that look for a resource the plank gave give their bundle, each once per turn."""
    seat = wide(state.seat)
    helpers = state.helpers[seat] & terms.trigger[_YIELD] & ~state.yielded
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
    if owner < 0:
        give_gifts(state, terms, seat, _STARTING)
    elif owner == seat:
        give_gifts(state, terms, seat, _OWN)
    else:
        bonus = terms.card[state.river[place]].bonus
        give(state, owner, bonus, ONCE + power_sum(state, terms, owner, _BONUS_AGAIN))
        give_gifts(state, terms, owner, _VISITED)
        give_gifts(state, terms, seat, _OTHERS)
        helpers = state.helpers[seat] & terms.power[_SHARED]
        while helpers != 0:
            give(state, seat, bonus, ONCE)
            helpers = helpers & (helpers - 1)
