"""What the network sees of a position, from one seat's side: a list of the inputs that are set, and to what.

| from | input | set to |
|---|---|---|
| OWN, OTHERS | a block of :data:`BLOCK` about the seat itself, then one about all other seats together | see below |
| TABLE | the river by place, the lake, the bag, how near the end is | see :func:`write_table` |
| ORDER | how many turns ago the seat took its last turn, 0 to 4; then its place from the first seat | 1 |
| PLAYERS | the number of players less 2 | 1 |
| LEAD | the seat's score less the best and less the next of the others | points / 20 |

A block, by its first index: 0 score, overflow, inventory and the best gain in reach; :data:`USED` columns in use;
:data:`HEIGHTS` the height of each column; :data:`COLOUR_HEIGHTS` the height of each colour's column; :data:`HELD`,
:data:`SHAPES_HELD`, :data:`COLOURS_HELD` the satchel; :data:`ROWS_FILLED` the spaces of each row that count;
:data:`GAINS` what gathering each place of the river would add; :data:`REACH` whether it can be gathered next;
:data:`GAINS_IN_REACH` both together.
"""

from __future__ import annotations

from typing import Any

from ...core.compiling.bits import lowest
from ...core.compiling.kernel import kernel, kernel_entry, wide
from .outlook import gather_gain, has_placeable
from .scoring import row_filled, score
from .state import COLOURS, COLUMNS, LAKE, ROWS, SATCHEL, SEATS, SHAPES, TILES, Goal, Phase, colour_of

USED = 4
HEIGHTS = USED + COLUMNS + 1
COLOUR_HEIGHTS = HEIGHTS + COLUMNS * (ROWS + 1)
HELD = COLOUR_HEIGHTS + COLOURS * (ROWS + 1)
SHAPES_HELD = HELD + SATCHEL + 1
COLOURS_HELD = SHAPES_HELD + SHAPES * SATCHEL
ROWS_FILLED = COLOURS_HELD + COLOURS
GAINS = ROWS_FILLED + ROWS * (COLUMNS + 1)
REACH = GAINS + TILES
GAINS_IN_REACH = REACH + TILES
BLOCK = GAINS_IN_REACH + TILES
"""Inputs about one seat."""

OWN = 0
OTHERS = BLOCK
TABLE = 2 * BLOCK
TILES_AT = TABLE
"""+ place * TILES + tile: the tile at a place of the river."""
COUNTS_AT = TILES_AT + TILES * TILES
COLOURS_AT = COUNTS_AT + TILES
IN_LAKE = COLOURS_AT + TILES * COLOURS
IN_BAG = IN_LAKE + COLOURS + 1
TURNS_LEFT = IN_BAG + COLOURS + 1
"""Once triggered: + the turns that are left, at most 10."""
MOST_TURNS = 10
TABLE_END = TURNS_LEFT + MOST_TURNS + 3
ORDER = TABLE_END
PLAYERS = ORDER + 2 * SEATS
LEAD = PLAYERS + SEATS - 1
FEATURES = LEAD + 2
"""How many inputs there are."""

LISTED_AT_MOST = 1024
"""More inputs than any position sets."""

_POINTS, _PIECES, _BAG, _LEAD = 1 / 50, 1 / 5, 1 / 100, 1 / 20


@kernel
def put(places: Any, amounts: Any, count: int, place: int, amount: float) -> int:
    """Write one input after ``count`` others, and return how many there are then."""
    places[count] = place
    amounts[count] = amount
    return count + 1


@kernel_entry
def write_seat(
    state: Any, terms: Any, seat: int, first: int, share: float, places: Any, amounts: Any, count: int
) -> int:
    """Write a seat's block from ``first`` on after ``count`` others, each amount times ``share``."""
    points = score(state, terms, seat)
    count = put(places, amounts, count, first, share * float(points) * _POINTS)
    count = put(places, amounts, count, first + 1, share * float(state.overflow_count[seat]) * _PIECES)
    count = put(
        places, amounts, count, first + 2, share * float(state.inventory[seat]) / float(terms.inventory_trigger)
    )
    count = put(places, amounts, count, first + USED + int(state.columns_used[seat]), share)
    for column in range(COLUMNS):
        place = first + HEIGHTS + column * (ROWS + 1) + int(state.height[seat, column])
        count = put(places, amounts, count, place, share)
    for colour in range(COLOURS):
        column = int(state.column_of[seat, colour]) - 1
        if column >= 0:
            place = first + COLOUR_HEIGHTS + colour * (ROWS + 1) + int(state.height[seat, column])
            count = put(places, amounts, count, place, share)
    for row in range(ROWS):
        place = first + ROWS_FILLED + row * (COLUMNS + 1) + row_filled(state, seat, row)
        count = put(places, amounts, count, place, share)
    count = write_satchel(state, seat, first, share, places, amounts, count)
    return write_gains(state, terms, seat, points, first, share, places, amounts, count)


@kernel
def write_satchel(state: Any, seat: int, first: int, share: float, places: Any, amounts: Any, count: int) -> int:
    """Write what a seat's satchel holds: how many, of which shapes, of which colours."""
    held = int(state.held[seat])
    count = put(places, amounts, count, first + HELD + min(held, SATCHEL), share)
    run = 0
    for k in range(held):
        piece = int(state.satchel[seat, k])
        count = put(places, amounts, count, first + COLOURS_HELD + piece % COLOURS, share)
        run += 1
        shape = piece // COLOURS
        if k + 1 == held or int(state.satchel[seat, k + 1]) // COLOURS != shape:
            place = first + SHAPES_HELD + shape * SATCHEL + min(run, SATCHEL) - 1
            count = put(places, amounts, count, place, share)
            run = 0
    return count


@kernel
def write_gains(
    state: Any, terms: Any, seat: int, points: int, first: int, share: float, places: Any, amounts: Any, count: int
) -> int:
    """Write what each place of the river would bring a seat that has so many points, and whether it is in reach."""
    best = 0.0
    for place in range(TILES):
        gain = share * float(gather_gain(state, terms, seat, int(state.river[place]), points)) * _PIECES / 2
        count = put(places, amounts, count, first + GAINS + place, gain)
        can_reach = False
        if place > 0:
            can_reach = has_placeable(state, seat, int(state.river[place - 1]))
        if place < TILES - 1:
            can_reach = can_reach or has_placeable(state, seat, int(state.river[place + 1]))
        if can_reach:
            count = put(places, amounts, count, first + REACH + place, share)
            count = put(places, amounts, count, first + GAINS_IN_REACH + place, gain)
            best = max(best, gain)
    return put(places, amounts, count, first + 3, best)


@kernel_entry
def write_table(state: Any, places: Any, amounts: Any, count: int) -> int:
    """Write the river by place, the lake and the bag by colour, and how near the end is."""
    for place in range(TILES):
        tile = int(state.river[place])
        pieces = int(state.tile_count[tile])
        count = put(places, amounts, count, TILES_AT + place * TILES + tile, 1.0)
        count = put(places, amounts, count, COUNTS_AT + place, float(pieces) * _PIECES)
        lying = wide(state.tile_types[tile])
        while lying != 0:
            piece = lowest(lying)
            lying &= lying - 1
            alike = float(state.tile[tile, piece])
            count = put(places, amounts, count, COLOURS_AT + place * COLOURS + colour_of(piece), alike)
    for k in range(int(state.lake_count)):
        count = put(places, amounts, count, IN_LAKE + int(state.lake[k]) % COLOURS, 1.0)
    count = put(places, amounts, count, IN_LAKE + COLOURS, float(state.lake_count) / LAKE)
    for colour in range(COLOURS):
        pieces = 0
        for shape in range(SHAPES):
            pieces += int(state.bag[shape * COLOURS + colour])
        count = put(places, amounts, count, IN_BAG + colour, float(pieces) * _PIECES / 2)
    count = put(places, amounts, count, IN_BAG + COLOURS, float(state.bag_count) * _BAG)
    if state.is_triggered != 0:
        count = put(places, amounts, count, TURNS_LEFT + min(int(state.turns_left), MOST_TURNS), 1.0)
    else:
        count = put(places, amounts, count, TURNS_LEFT + MOST_TURNS + 1, float(state.round_number) / 20)
    return put(places, amounts, count, TURNS_LEFT + MOST_TURNS + 2, 1.0 if int(state.goal) == Goal.LAKE else 0.0)


@kernel_entry
def write_features(state: Any, terms: Any, seat: int, places: Any, amounts: Any) -> int:
    """Write which inputs a position sets for a seat (int16), and to what (float32), and return how many are set.

    Blocks of the other seats add up, each times one over their number.
    """
    players = int(state.players)
    count = write_seat(state, terms, seat, OWN, 1.0, places, amounts, 0)
    own = score(state, terms, seat)
    best, second = -1000, -1000
    for k in range(1, players):
        other = (seat + k) % players
        count = write_seat(state, terms, other, OTHERS, 1.0 / (players - 1), places, amounts, count)
        points = score(state, terms, other)
        second = max(second, min(best, points))
        best = max(best, points)
    count = write_table(state, places, amounts, count)
    last = int(state.seat) + (0 if Phase.REFILL <= int(state.phase) <= Phase.TOPUP else players - 1)
    count = put(places, amounts, count, ORDER + (last + players - seat) % players, 1.0)
    count = put(places, amounts, count, ORDER + SEATS + (seat + players - int(state.first_seat)) % players, 1.0)
    count = put(places, amounts, count, PLAYERS + players - 2, 1.0)
    count = put(places, amounts, count, LEAD, float(own - best) * _LEAD)
    return put(places, amounts, count, LEAD + 1, float(own - second) * _LEAD if players > 2 else 0.0)
