"""The river: where a pawn can go, and how it grows (M38-M46, M76, R7, R8)."""

from __future__ import annotations

from typing import Any

from ....core.compiling.bits import bit, wide
from ....core.compiling.kernel import kernel, kernel_entry
from ...printed.effects import Power, Trigger
from ..state import LOWER_RIGHT, SEATS, UPPER_LEFT, UPPER_RIGHT, ZOOMED
from .powers import give_gifts, is_zoom, power_sum

_REACH, _BACK = wide(Power.REACH), wide(Power.BACK)
_ON_ZOOM, _ON_STROLL, _ON_MEETING = wide(Trigger.ZOOM), wide(Trigger.STROLL), wide(Trigger.MEETING)


@kernel
def moves_by_zoom(state: Any, terms: Any) -> bool:
    """Return whether the move of this turn is a Zoom: by token (M117), as printed, or by a Helper."""
    return bool(state.used == ZOOMED or is_zoom(state, terms, wide(state.seat), wide(state.card)))


@kernel_entry
def reachable(state: Any, terms: Any) -> int:
    """Return the Booths, as a set, where the pawn of the seat on turn can stop with the card of this turn."""
    seat = wide(state.seat)
    count = int(state.river_count)
    here = wide(state.pawn[seat])
    steps = count - 1
    back = 0
    if not moves_by_zoom(state, terms):
        steps = min(steps, int(terms.card[state.card].pace) + power_sum(state, terms, seat, _REACH))
        back = min(count - 1, power_sum(state, terms, seat, _BACK))
    found = 0
    for step in range(1, steps + 1):
        place = here + step
        found |= bit(wide(state.river[place - count if place >= count else place]))
    for step in range(1, back + 1):
        place = here - step
        found |= bit(wide(state.river[place + count if place < 0 else place]))
    return found


@kernel
def place_of(state: Any, card: int) -> int:
    """Return the place in the river of a Booth that lies there."""
    place = 0
    while state.river[place] != card:
        place += 1
    return place


@kernel_entry
def arrive(state: Any, terms: Any, card: int) -> None:
    """Move the pawn to a Booth and return the gifts for how it came there."""
    seat = wide(state.seat)
    count = int(state.river_count)
    place = place_of(state, card)
    steps = (place - wide(state.pawn[seat])) % count
    state.pawn[seat] = place
    is_zooming = moves_by_zoom(state, terms)
    if is_zooming:
        give_gifts(state, terms, seat, _ON_ZOOM)
    if steps == 1 or (steps == count - 1 and not is_zooming and power_sum(state, terms, seat, _BACK) > 0):
        give_gifts(state, terms, seat, _ON_STROLL)
    is_met = False
    for other in range(wide(state.players)):
        is_met = is_met or (other != seat and state.pawn[other] == place)
    if is_met:
        give_gifts(state, terms, seat, _ON_MEETING)


@kernel_entry
def insert_booth(state: Any, card: int, seat: int, end: int) -> None:
    """M76, M77: a Booth joins the river at an end spot with a house of its owner on it.

    Both right spots are one place of the loop, and so are both left ones; the row says where the next Booth of that
    end will go (R8).
    """
    count = int(state.river_count)
    upper = int(state.upper_count)
    place = 0 if end == UPPER_LEFT else count
    if end in (UPPER_RIGHT, LOWER_RIGHT):
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
    if end in (UPPER_LEFT, UPPER_RIGHT):
        state.upper_count = upper + 1
    state.houses[seat] -= 1
