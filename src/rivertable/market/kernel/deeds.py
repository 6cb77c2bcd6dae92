"""Deeds: what effects do besides what is paid and gained (M85, U1 to U6)."""

from __future__ import annotations

from typing import Any

from ...core.compiling.bits import bit
from ...core.compiling.kernel import kernel, kernel_entry, wide
from ..printed.effects import Deed, Power
from .powers import give_owner_bonus, pawns_at, power_sum
from .state import RESOURCES, ActionEffect

DRAWN_MORE = 2
"""Cards that one deed of drawing adds to the refill (U1)."""


@kernel
def can_attend(state: Any, terms: Any) -> bool:
    """M50, M87: tell whether a house of the seat on turn finds a free star space where the pawn is."""
    place = wide(state.pawn[state.seat])
    taken = 0
    for seat in range(wide(state.players)):
        taken += int(state.stars[place, seat])
    return bool(state.houses[state.seat] > 0 and taken < terms.card[state.river[place]].stars)


@kernel
def can_do(state: Any, terms: Any, deed: int) -> bool:
    """Return whether a deed would do something now."""
    seat = wide(state.seat)
    if deed == Deed.ATTEND:
        return can_attend(state, terms)
    if deed == Deed.TAKE_BACK:
        return bool(state.discard & bit(wide(state.card)))
    if deed == Deed.CALL:
        return bool(pawns_at(state, wide(state.pawn[seat])) < state.players)
    if deed == Deed.COLLECT:
        return has_owner_bonus(state, terms, seat)
    if deed == Deed.SHARE:
        return bool(state.owner[state.pawn[seat]] >= 0)
    return deed != Deed.SAIL_ON or (int(state.deeds) >> Deed.SAIL_ON) & 1 == 0


@kernel
def has_owner_bonus(state: Any, terms: Any, seat: int) -> bool:
    """U4: tell whether some Booth of a seat has an Owner bonus that gives something now."""
    for place in range(wide(state.river_count)):
        card = terms.card[state.river[place]]
        if state.owner[place] == seat and (card.is_bonus_per_pawn == 0 or pawns_at(state, place) > 0):
            for resource in range(RESOURCES):
                if card.bonus[resource] > 0:
                    return True
    return False


@kernel_entry
def do_deed(state: Any, terms: Any, deed: int) -> None:
    """Do what an effect does besides what is paid and gained; the pawn sails on when the effect is finished."""
    seat = wide(state.seat)
    if deed == Deed.ATTEND:
        state.houses[seat] -= 1
        state.stars[state.pawn[seat], seat] += 1
        return
    state.deeds |= 1 << deed if deed != Deed.NOTHING else 0
    if deed == Deed.DRAW:
        state.due += DRAWN_MORE
    elif deed == Deed.TAKE_BACK:
        state.discard ^= bit(wide(state.card))
        state.hand[seat] |= bit(wide(state.card))
        state.last_shed = 0
    elif deed == Deed.CALL:
        call_pawns(state)
    elif deed == Deed.COLLECT:
        times = wide(1) + power_sum(state, terms, seat, Power.BONUS_AGAIN)
        for place in range(wide(state.river_count)):
            if state.owner[place] == seat:
                give_owner_bonus(state, terms, seat, place, times)


@kernel
def call_pawns(state: Any) -> None:
    """U3: move the pawns of the next Booth downstream that has any to the Booth where the pawn on turn is."""
    here = wide(state.pawn[state.seat])
    place = here
    found = False
    while not found:
        place = 0 if place + 1 == state.river_count else place + 1
        for seat in range(wide(state.players)):
            if state.pawn[seat] == place:
                state.pawn[seat] = here
                found = True


@kernel
def sail_on(state: Any) -> None:
    """U6: move the pawn one step on to a Booth that can be activated as well."""
    seat = wide(state.seat)
    state.pawn[seat] = 0 if state.pawn[seat] + 1 == state.river_count else state.pawn[seat] + 1
    state.done = 0
    state.last_plank = -1
    state.yielded = 0
    if state.bonus == ActionEffect.LAST:
        state.bonus = ActionEffect.FIRST
    for resource in range(RESOURCES):
        state.start[resource] = state.resource[seat, resource]
        state.low[resource] = state.resource[seat, resource]
        state.prior[resource] = 0
        state.dip[resource] = 0
