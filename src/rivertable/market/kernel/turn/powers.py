"""What Helpers change (M96), what the game counts, and what a card costs its buyer.

A hired Helper works from the turn of its hiring on (R13), for its owner only.
"""

from __future__ import annotations

from typing import Any

from ....core.compiling.bits import lowest, size_of, wide
from ....core.compiling.kernel import kernel, kernel_entry
from ...printed.deck import Kind
from ...printed.effects import Count, Group, Power
from ..state import GOODS, RESOURCES

_STARTING, _BOOTH, _EVENT = wide(Kind.STARTING), wide(Kind.BOOTH), wide(Kind.EVENT)
_HELPER, _ACTION = wide(Kind.HELPER), wide(Kind.ACTION)
_ALL, _BOOTHS, _EVENTS = wide(Group.ALL), wide(Group.BOOTHS), wide(Group.EVENTS)
_HELPERS = wide(Group.HELPERS)
_ZOOM, _DISCOUNT = wide(Power.ZOOM), wide(Power.DISCOUNT)
_ONE, _GOODS, _KINDS, _OWNED = wide(Count.ONE), wide(Count.GOODS), wide(Count.KINDS), wide(Count.BOOTHS)
_OWNED_EVENTS, _HIRED, _ATTENDED = wide(Count.EVENTS), wide(Count.HELPERS), wide(Count.ATTENDED)
_HOUSES_LEFT, _OTHERS_HERE = wide(Count.HOUSES_LEFT), wide(Count.OTHERS_HERE)


@kernel
def power_sum(state: Any, terms: Any, seat: int, power: int) -> int:
    """Return the sum of the numbers of a seat's Helpers with a power; 0 if there are none."""
    total = 0
    helpers = state.helpers[seat] & terms.power[power]
    while helpers != 0:
        total += int(terms.card[lowest(helpers)].number)
        helpers = helpers & (helpers - 1)
    return total


@kernel
def is_in_group(group: int, kind: int) -> bool:
    """Return whether cards of a kind are meant by a group."""
    if group == _ALL:
        return True
    if group == _BOOTHS:
        return kind in (_BOOTH, _EVENT)
    if group == _EVENTS:
        return kind == _EVENT
    return kind == (_HELPER if group == _HELPERS else _ACTION)


@kernel
def is_zoom(state: Any, terms: Any, seat: int, card: int) -> bool:
    """M45: tell whether a card moves as a Zoom, as printed or by a Helper."""
    if terms.card[card].pace == 0:
        return True
    helpers = state.helpers[seat] & terms.power[_ZOOM]
    while helpers != 0:
        if is_in_group(int(terms.card[lowest(helpers)].group), int(terms.card[card].kind)):
            return True
        helpers = helpers & (helpers - 1)
    return False


@kernel_entry
def price(state: Any, terms: Any, card: int, resource: int) -> int:
    """M75: return what building or hiring a card takes of a resource, less the discounts of the seat on turn."""
    amount = int(terms.card[card].cost[resource])
    helpers = state.helpers[state.seat] & terms.power[_DISCOUNT]
    while helpers != 0:
        helper = lowest(helpers)
        if is_in_group(int(terms.card[helper].group), int(terms.card[card].kind)):
            amount -= int(terms.card[helper].bundle[resource])
        helpers = helpers & (helpers - 1)
    return max(amount, 0)


@kernel
def give(state: Any, seat: int, bundle: Any, times: int) -> None:
    """M57, M58: a seat gets a bundle of resources from the supply, so many times."""
    for resource in range(RESOURCES):
        state.resource[seat, resource] += int(bundle[resource]) * times


@kernel_entry
def give_gifts(state: Any, terms: Any, seat: int, trigger: int) -> None:
    """Each Helper of a seat whose occasion this is gives its bundle."""
    helpers = state.helpers[seat] & terms.trigger[trigger]
    while helpers != 0:
        give(state, seat, terms.card[lowest(helpers)].bundle, wide(1))
        helpers = helpers & (helpers - 1)


@kernel
def has_attended(state: Any, terms: Any, seat: int, place: int) -> bool:
    """M126: tell whether a seat attends what lies at a place: an Event, with a house in a star space or the pawn."""
    return bool(
        terms.card[state.river[place]].kind == _EVENT and (state.stars[place, seat] > 0 or state.pawn[seat] == place)
    )


@kernel_entry
def count_of(state: Any, terms: Any, seat: int, which: int) -> int:
    """Return what a :class:`~rivertable.market.printed.effects.Count` is for a seat."""
    if which == _ONE:
        return 1
    count = 0
    if which == _GOODS:
        for good in range(GOODS):
            count += wide(state.resource[seat, good])
    elif which == _KINDS:
        for good in range(GOODS):
            count += wide(state.resource[seat, good] > 0)
    elif which in (_OWNED, _OWNED_EVENTS):
        for place in range(wide(state.river_count)):
            is_counted = which == _OWNED or terms.card[state.river[place]].kind == _EVENT
            count += int(is_counted and state.owner[place] == seat)
    elif which == _HIRED:
        count = size_of(state.helpers[seat])
    elif which == _ATTENDED:
        for place in range(wide(state.river_count)):
            count += int(has_attended(state, terms, seat, place))
    elif which == _HOUSES_LEFT:
        count = int(state.houses[seat])
    elif which == _OTHERS_HERE:
        for other in range(wide(state.players)):
            count += int(other != seat and state.pawn[other] == state.pawn[seat])
    else:
        count = int(state.river_count)
    return count
