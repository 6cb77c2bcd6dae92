"""What Helpers change (M96), what the game counts, what a card costs, and the river (M38-M46, M76, R7, R8).

A hired Helper works from the turn of its hiring on (R13), for its owner only.
"""

from __future__ import annotations

from typing import Any

from ...core.compiling.bits import bit, lowest, size_of
from ...core.compiling.kernel import kernel, kernel_entry, wide
from ..printed.deck import CardKind
from ..printed.effects import Count, Group, Power, Trigger
from .state import GOODS, RESOURCES, SEATS, CardUse, RiverEnd


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
    if group == Group.ALL:
        return True
    if group == Group.BOOTHS:
        return kind in (CardKind.BOOTH, CardKind.EVENT)
    if group == Group.EVENTS:
        return kind == CardKind.EVENT
    return kind == (CardKind.HELPER if group == Group.HELPERS else CardKind.ACTION)


@kernel
def is_zoom(state: Any, terms: Any, seat: int, card: int) -> bool:
    """M45: tell whether a card moves as a Zoom, as printed or by a Helper."""
    if terms.card[card].pace == 0:
        return True
    helpers = state.helpers[seat] & terms.power[Power.ZOOM]
    while helpers != 0:
        if is_in_group(int(terms.card[lowest(helpers)].group), int(terms.card[card].kind)):
            return True
        helpers = helpers & (helpers - 1)
    return False


@kernel_entry
def price(state: Any, terms: Any, card: int, resource: int) -> int:
    """M75: return what building or hiring a card takes of a resource, less the discounts of the seat on turn."""
    amount = int(terms.card[card].cost[resource])
    helpers = state.helpers[state.seat] & terms.power[Power.DISCOUNT]
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


@kernel
def pawns_at(state: Any, place: int) -> int:
    """Return how many pawns stand on the Booth at a place."""
    count = wide(0)
    for seat in range(wide(state.players)):
        count += int(state.pawn[seat] == place)
    return count


@kernel
def give_owner_bonus(state: Any, terms: Any, seat: int, place: int, times: int) -> None:
    """M61: a seat gets the Owner bonus of the Booth at a place, so many times; some count once for each pawn there."""
    card = wide(state.river[place])
    pawns = pawns_at(state, place) if terms.card[card].is_bonus_per_pawn != 0 else wide(1)
    give(state, seat, terms.card[card].bonus, times * pawns)


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
        int(terms.card[state.river[place]].kind) == CardKind.EVENT
        and (state.stars[place, seat] > 0 or state.pawn[seat] == place)
    )


@kernel_entry
def count_of(state: Any, terms: Any, seat: int, which: int) -> int:
    """Return what a :class:`~rivertable.market.printed.effects.Count` is for a seat."""
    if which == Count.ONE:
        return 1
    count = 0
    if which == Count.GOODS:
        for good in range(GOODS):
            count += wide(state.resource[seat, good])
    elif which == Count.KINDS:
        for good in range(GOODS):
            count += wide(state.resource[seat, good] > 0)
    elif which in (Count.BOOTHS, Count.EVENTS):
        for place in range(wide(state.river_count)):
            is_counted = which == Count.BOOTHS or int(terms.card[state.river[place]].kind) == CardKind.EVENT
            count += int(is_counted and state.owner[place] == seat)
    elif which == Count.HELPERS:
        count = size_of(state.helpers[seat])
    elif which == Count.ATTENDED:
        for place in range(wide(state.river_count)):
            count += int(has_attended(state, terms, seat, place))
    elif which == Count.HOUSES_LEFT:
        count = int(state.houses[seat])
    elif which == Count.OTHERS_HERE:
        count = pawns_at(state, wide(state.pawn[seat])) - 1
    elif which == Count.GUESTS:
        for other in range(wide(state.players)):
            count += int(other != seat and state.owner[state.pawn[other]] == seat)
    else:
        count = int(state.river_count)
    return count


# The river: where a pawn can go, and how it grows.


@kernel
def moves_by_zoom(state: Any, terms: Any) -> bool:
    """Return whether the move of this turn is a Zoom: by token (M117), as printed, or by a Helper."""
    return bool(int(state.used) == CardUse.ZOOMED or is_zoom(state, terms, wide(state.seat), wide(state.card)))


@kernel
def steps_along(state: Any, terms: Any) -> int:
    """M38, M46: return how far along the current the card of this turn leads at most."""
    most = wide(state.river_count) - 1
    card = terms.card[state.card]
    if moves_by_zoom(state, terms):
        return most
    if card.is_against != 0:
        return wide(0)
    return min(most, int(card.pace) + power_sum(state, terms, wide(state.seat), Power.REACH))


@kernel
def steps_against(state: Any, terms: Any) -> int:
    """Return how far against the current the card of this turn leads at most, by itself or by a Helper."""
    if moves_by_zoom(state, terms):
        return wide(0)
    seat = wide(state.seat)
    card = terms.card[state.card]
    steps = power_sum(state, terms, seat, Power.BACK)
    if card.is_against != 0:
        steps += int(card.pace) + power_sum(state, terms, seat, Power.REACH)
    return min(wide(state.river_count) - 1, steps)


@kernel_entry
def reachable(state: Any, terms: Any) -> int:
    """Return the Booths, as a set, where the pawn of the seat on turn can stop with the card of this turn."""
    count = int(state.river_count)
    here = wide(state.pawn[state.seat])
    steps = steps_along(state, terms)
    back = steps_against(state, terms)
    found = 0
    for step in range(1, steps + 1):
        place = here + step
        found |= bit(wide(state.river[place - count if place >= count else place]))
    for step in range(1, back + 1):
        place = here - step
        found |= bit(wide(state.river[place + count if place < 0 else place]))
    return found


@kernel
def shown_at(state: Any, terms: Any, place: int) -> int:
    """Return the card whose planks the Booth at a place has: its own, or those of the next Booth that is no mirror."""
    while terms.card[state.river[place]].is_mirror != 0:
        place = 0 if place + 1 == state.river_count else place + 1
    return wide(state.river[place])


@kernel
def place_of(state: Any, card: int) -> int:
    """Return the place in the river of a Booth that lies there."""
    place = 0
    while state.river[place] != card:
        place += 1
    return place


@kernel_entry
def arrive(state: Any, terms: Any, card: int) -> None:
    """Move the pawn to a Booth, and give the gifts for how it came there."""
    seat = wide(state.seat)
    count = wide(state.river_count)
    place = place_of(state, card)
    here = wide(state.pawn[seat])
    steps = (place - here) % count
    along, against = steps_along(state, terms), steps_against(state, terms)
    state.pawn[seat] = place
    if moves_by_zoom(state, terms):
        give_gifts(state, terms, seat, Trigger.ZOOM)
    elif steps <= along:
        give_tolls(state, terms, here, steps)
    else:
        give_tolls(state, terms, place, count - steps)
    if steps == 1 or (steps == count - 1 and against > 0):
        give_gifts(state, terms, seat, Trigger.STROLL)
    if pawns_at(state, place) > 1:
        give_gifts(state, terms, seat, Trigger.MEETING)


@kernel
def give_tolls(state: Any, terms: Any, first: int, steps: int) -> None:
    """Give the owners of the Booths between a place and that so many steps on what they get for a pawn that passes."""
    for step in range(1, steps):
        owner = wide(state.owner[(first + step) % wide(state.river_count)])
        if owner >= 0 and owner != state.seat:
            give_gifts(state, terms, owner, Trigger.PASSED)


@kernel_entry
def insert_booth(state: Any, card: int, seat: int, end: int) -> None:
    """M76, M77: a Booth joins the river at an end spot with a house of its owner on it.

    Both right spots are one place of the loop, and so are both left ones; the row says where the next Booth of that
    end will go (R8).
    """
    count = int(state.river_count)
    upper = int(state.upper_count)
    place = 0 if end == RiverEnd.UPPER_LEFT else count
    if end in (RiverEnd.UPPER_RIGHT, RiverEnd.LOWER_RIGHT):
        place = upper
    for k in range(count, place, -1):
        state.river[k] = state.river[k - 1]
        state.owner[k] = state.owner[k - 1]
        for other in range(SEATS):
            state.stars[k, other] = state.stars[k - 1, other]
    state.river[place] = card
    state.owner[place] = seat
    for other in range(SEATS):
        state.stars[place, other] = 0
    for other in range(wide(state.players)):
        if state.pawn[other] >= place:
            state.pawn[other] += 1
    state.river_count = count + 1
    if end in (RiverEnd.UPPER_LEFT, RiverEnd.UPPER_RIGHT):
        state.upper_count = upper + 1
    state.houses[seat] -= 1
