"""What the network sees of a position: a list of the inputs that are set, and to what.

A position is seen from the side of the seat that took the last turn (:func:`viewpoint`). First come inputs about the
table (:data:`TABLE_END` of them), then a block of :data:`BLOCK` for each seat, in turn order from that seat on. So a
game with fewer seats sets no input of the last blocks.

Nothing is told by the name of a colour or a shape, but by what it does. A colour matters to a seat only by the column
that it goes to: each block tells the glass on each tile, in the lake, in the bag and in the seat's satchel by
*slots*: one for each column (:data:`COLUMNS`), :data:`NEW` for a colour that would open the next column, and
:data:`SPILL` for what would go to overflow. A shape matters only by where its tile lies: satchel and lake are told by
places of the river.
"""

from __future__ import annotations

from typing import Any

from ...core.compiling.bits import lowest
from ...core.compiling.kernel import kernel, kernel_entry, natural, wide
from .outlook import gather_gain
from .scoring import row_filled, score
from .state import COLOURS, COLUMNS, LAKE, ROWS, SATCHEL, SEATS, SHAPES, TILES, Goal, Phase, colour_of, colours_of

NEW = COLUMNS
SPILL = COLUMNS + 1
SLOTS = COLUMNS + 2

# The table.
STONES = 0
"""+ place: the stones of the tile there, which say how much is drawn for the tile before it (G18)."""
COUNTS = STONES + TILES
"""+ place: the pieces there."""
DUE = COUNTS + TILES
"""Pieces to be drawn for the tile at the START; then for the lake."""
IN_LAKE = DUE + 2
"""+ pieces in the lake, 0 to 5."""
LAKE_AT = IN_LAKE + LAKE + 1
"""+ place: pieces in the lake with the shape of the tile there."""
IN_BAG = LAKE_AT + TILES
FIRST_SEAT = IN_BAG + 1
"""+ how many seats after the viewpoint the first seat comes."""
ROUND = FIRST_SEAT + SEATS
"""The round; 0 once no more than a known number of turns is left."""
LAST_TURNS = ROUND + 1
"""+ turns left of the whole game, once that is known."""
MOST_TURNS = 2 * SEATS
TABLE_END = LAST_TURNS + MOST_TURNS + 1

# A seat's block.
POINTS = 0
OVERFLOW = 1
INVENTORY = 2
LEAD = 3
"""The points less the most of another seat."""
BEST = 4
"""The best gain in reach; then the second best."""
HELD = 6
"""+ pieces in the satchel, at most 5."""
HAS_PAIR = HELD + SATCHEL + 1
NEAR_END = HAS_PAIR + 1
"""+ k: the inventory is at most k steps before the trigger (G29)."""
NEAR = 7
HEIGHTS = NEAR_END + NEAR
"""+ column * ROWS + row: a piece lies there."""
ROWS_FILLED = HEIGHTS + COLUMNS * ROWS
"""+ row * COLUMNS + spaces that count, less 1."""
SATCHEL_AT = ROWS_FILLED + ROWS * COLUMNS
"""+ place * 2: the satchel holds a piece for the tile there; + 1: two."""
SATCHEL_SLOTS = SATCHEL_AT + 2 * TILES
REACH = SATCHEL_SLOTS + SLOTS
"""+ place: the satchel lets the seat gather there."""
GAINS = REACH + TILES
"""+ place: what gathering there would add; then the same where it is in reach."""
TILES_AT = GAINS + 2 * TILES
"""+ place * SLOTS + slot: pieces on the tile there."""
LAKE_SLOTS_AT = TILES_AT + TILES * SLOTS
BAG_SLOTS_AT = LAKE_SLOTS_AT + SLOTS
TURNS = BAG_SLOTS_AT + SLOTS
"""+ the turns that the seat has left, 0 to 2, once that is known."""
BLOCK = TURNS + 3
"""Inputs about one seat."""

FEATURES = TABLE_END + SEATS * BLOCK
"""How many inputs there are."""
LISTED_AT_MOST = 1024
"""More inputs than any position sets."""
SEAT_BLOCK = BLOCK
NETWORK_WIDTH = 128
SEATS_TOLD = SEATS
"""The outputs tell of all seats, in turn order from the viewpoint."""

_POINTS, _LEAD, _PIECES, _BAG, _GAIN = 1 / 50, 1 / 20, 1 / 5, 1 / 100, 1 / 10
_FEW, _MANY = 1 / 2, 1 / 10
_FIELD, _FIELD_BITS = 63, 6
"""Counts by colour fill one whole number, six bits each."""


@kernel
def put(places: Any, amounts: Any, count: int, place: int, amount: float) -> int:
    """Write one input after ``count`` others, and return how many there are then."""
    places[count] = place
    amounts[count] = amount
    return count + 1


@kernel_entry
def viewpoint(state: Any, seat: int) -> int:
    """Return the seat from whose side a position is seen, whichever seat is asked about: the last that took a turn."""
    players = natural(state.players)
    return wide((natural(state.seat) + (0 if natural(state.phase) >= Phase.REFILL else players - 1)) % players)


@kernel
def slot_of(state: Any, seat: int, colour: int) -> int:
    """Return the slot of a colour for a seat."""
    number = natural(state.column_of[seat, colour])
    if number > 0:
        return number - 1 if state.height[seat, number - 1] < ROWS else SPILL
    return NEW if state.columns_used[seat] < COLUMNS else SPILL


@kernel
def room_for(state: Any, seat: int, colour: int) -> int:
    """Return how many more pieces of a colour fit into its column, or into the one that it would open."""
    number = natural(state.column_of[seat, colour])
    if number > 0:
        return ROWS - natural(state.height[seat, number - 1])
    return ROWS if state.columns_used[seat] < COLUMNS else 0


@kernel
def turns_known(state: Any, terms: Any, view: int) -> int:
    """Return how many turns will follow, -1 if the end is not triggered and the last turn does not trigger it."""
    is_drawing = Phase.REFILL <= natural(state.phase) <= Phase.TOPUP
    if state.is_triggered != 0:
        return wide(state.turns_left) - int(is_drawing)
    if is_drawing and state.inventory[view] >= terms.inventory_trigger:
        players = natural(state.players)
        return 2 * players - 1 - (view + players - natural(state.first_seat)) % players
    return wide(-1)


@kernel
def packed_tile(state: Any, tile: int) -> int:
    """Return how many pieces of each colour lie on a tile, six bits each."""
    packed, waiting = wide(0), wide(state.tile_types[tile])
    while waiting != 0:
        piece = lowest(waiting)
        waiting &= waiting - 1
        packed += wide(state.tile[tile, piece]) << wide(_FIELD_BITS * colour_of(piece))
    return packed


@kernel
def packed_slots(slots: Any, count: int) -> int:
    """Return how many pieces of each colour fill some slots, six bits each."""
    packed = wide(0)
    for k in range(count):
        packed += wide(1) << wide(_FIELD_BITS * colour_of(slots[k]))
    return packed


@kernel_entry
def write_by_slot(state: Any, seat: int, packed: int, first: int, unit: float, listed: Any, count: int) -> int:
    """Write counts of colours, six bits each, by what they are to a seat; no column is looked at for room."""
    places, amounts = listed
    for colour in range(COLOURS):
        pieces = (packed >> wide(_FIELD_BITS * colour)) & _FIELD
        places[count] = first + slot_of(state, seat, colour)
        amounts[count] = unit * float(pieces)
        count += int(pieces > 0)
    return count


@kernel_entry
def write_tiles(state: Any, terms: Any, view: int, places: Any, amounts: Any, count: int) -> int:
    """Write the river: of each place what the table sees, and for each seat where the glass there would go."""
    players = natural(state.players)
    for place in range(TILES):
        tile = natural(state.river[place])
        count = put(places, amounts, count, STONES + place, float(terms.stones[tile]) * _FEW)
        if state.tile_count[tile] == 0:
            continue
        count = put(places, amounts, count, COUNTS + place, float(state.tile_count[tile]) * _PIECES)
        packed = packed_tile(state, tile)
        colours = colours_of(state.tile_types[tile])
        for k in range(players):
            seat = natural((view + k) % players)
            first = TABLE_END + k * BLOCK + TILES_AT + place * SLOTS
            waiting = wide(colours)
            while waiting != 0:
                colour = natural(lowest(waiting))
                waiting &= waiting - 1
                pieces = natural(packed >> wide(_FIELD_BITS * colour)) & _FIELD
                fitting = min(pieces, room_for(state, seat, colour))
                if fitting > 0:
                    slot = first + slot_of(state, seat, colour)
                    count = put(places, amounts, count, slot, float(fitting) * _FEW)
                if pieces > fitting:
                    count = put(places, amounts, count, first + SPILL, float(pieces - fitting) * _FEW)
    return count


@kernel_entry
def write_table(state: Any, known: int, places: Any, amounts: Any, count: int) -> int:
    """Write what the table sees besides the river: what is to be drawn, the lake, how near the end is."""
    goal = natural(state.goal)
    if state.phase == Phase.REFILL:
        count = put(places, amounts, count, DUE + int(goal == Goal.LAKE), float(state.due) * _FEW)
    count = put(places, amounts, count, IN_LAKE + natural(state.lake_count), 1.0)
    for k in range(natural(state.lake_count)):
        shape = natural(state.lake[k]) // COLOURS
        for place in range(TILES):
            if state.river[place] == shape:
                count = put(places, amounts, count, LAKE_AT + place, _FEW)
    if known >= 0:
        return put(places, amounts, count, LAST_TURNS + min(known, MOST_TURNS), 1.0)
    return put(places, amounts, count, ROUND, float(state.round_number) / 20)


@kernel_entry
def write_board(state: Any, terms: Any, seat: int, points: int, first: int, listed: Any, count: int) -> int:
    """Write what only a seat's own turns change, as a block from ``first`` on: its points, its board, what it holds."""
    places, amounts = listed
    count = put(places, amounts, count, first + POINTS, float(points) * _POINTS)
    if state.overflow_count[seat] != 0:
        count = put(places, amounts, count, first + OVERFLOW, float(state.overflow_count[seat]) * _PIECES)
    inventory, trigger = wide(state.inventory[seat]), wide(terms.inventory_trigger)
    count = put(places, amounts, count, first + INVENTORY, float(inventory) / float(trigger))
    for k in range(max(trigger - inventory, 0), NEAR):
        count = put(places, amounts, count, first + NEAR_END + k, 1.0)
    for column in range(natural(state.columns_used[seat])):
        for row in range(natural(state.height[seat, column])):
            count = put(places, amounts, count, first + HEIGHTS + column * ROWS + row, 1.0)
    for row in range(ROWS):
        filled = natural(row_filled(state, seat, row))
        if filled == 0:
            break
        count = put(places, amounts, count, first + ROWS_FILLED + row * COLUMNS + filled - 1, 1.0)
    held = natural(state.held[seat])
    count = put(places, amounts, count, first + HELD + min(held, SATCHEL), 1.0)
    if has_pair(state, seat):
        count = put(places, amounts, count, first + HAS_PAIR, 1.0)
    in_satchel = packed_slots(state.satchel[seat], held)
    count = write_by_slot(state, seat, in_satchel, first + SATCHEL_SLOTS, _FEW, listed, count)
    return write_by_slot(state, seat, packed_bag(state), first + BAG_SLOTS_AT, _MANY, listed, count)


@kernel
def has_pair(state: Any, seat: int) -> bool:
    """Return whether a satchel holds two pieces of one shape."""
    found = False
    for k in range(1, natural(state.held[seat])):
        found |= natural(state.satchel[seat, k]) // COLOURS == natural(state.satchel[seat, k - 1]) // COLOURS
    return found


@kernel
def packed_bag(state: Any) -> int:
    """Return how many pieces of each colour the bag holds, six bits each."""
    packed = wide(0)
    for colour in range(COLOURS):
        pieces = wide(0)
        for shape in range(SHAPES):
            pieces += wide(state.bag[shape * COLOURS + colour])
        packed += min(pieces, _FIELD) << wide(_FIELD_BITS * colour)
    return packed


@kernel_entry
def write_reach(state: Any, terms: Any, seat: int, points: int, first: int, listed: Any, count: int) -> int:
    """Write what a seat with so many points could gather, and by which pieces, as a block from ``first`` on."""
    places, amounts = listed
    shapes, pairs, last = wide(0), wide(0), wide(-1)
    for k in range(natural(state.held[seat])):
        shape = natural(state.satchel[seat, k]) // COLOURS
        pairs |= wide(shape == last) << shape
        shapes |= wide(1) << shape
        last = wide(shape)
    placeable = wide(0)
    for place in range(TILES):
        shape = natural(state.river[place])
        if (shapes >> shape) & 1:
            count = put(places, amounts, count, first + SATCHEL_AT + 2 * place, 1.0)
            placeable |= wide(1) << place
        if (pairs >> shape) & 1:
            count = put(places, amounts, count, first + SATCHEL_AT + 2 * place + 1, 1.0)
    if pairs != 0:
        placeable = wide((1 << TILES) - 1)
    reach = (placeable << 1) | (placeable >> 1)
    best, second = -1000, -1000
    for place in range(TILES):
        gain = wide(gather_gain(state, terms, seat, natural(state.river[place]), points))
        if gain != 0:
            count = put(places, amounts, count, first + GAINS + place, float(gain) * _GAIN)
        if (reach >> place) & 1:
            count = put(places, amounts, count, first + REACH + place, 1.0)
            if gain != 0:
                count = put(places, amounts, count, first + GAINS + TILES + place, float(gain) * _GAIN)
            second = max(second, min(best, gain))
            best = max(best, gain)
    if best > -1000:
        count = put(places, amounts, count, first + BEST, float(best) * _GAIN)
    if second > -1000:
        count = put(places, amounts, count, first + BEST + 1, float(second) * _GAIN)
    return count


@kernel_entry
def write_lasting(state: Any, terms: Any, seat: int, places: Any, amounts: Any) -> int:
    """Write the inputs that no turn of ``seat`` changes before something is drawn; return how many are set.

    They tell of the bag, the first seat and the other seats' boards and satchels.
    """
    players = natural(state.players)
    count = put(places, amounts, 0, IN_BAG, float(state.bag_count) * _BAG)
    first_seat = (natural(state.first_seat) + players - seat) % players
    count = put(places, amounts, count, FIRST_SEAT + first_seat, 1.0)
    for k in range(1, players):
        other = natural((seat + k) % players)
        points = wide(score(state, terms, other))
        count = write_board(state, terms, other, points, TABLE_END + k * BLOCK, (places, amounts), count)
    return count


@kernel_entry
def write_changing(state: Any, terms: Any, seat: int, places: Any, amounts: Any) -> int:
    """Write the inputs that :func:`write_lasting` leaves out; return how many are set."""
    return add_changing(state, terms, seat, places, amounts, wide(0))


@kernel_entry
def add_changing(state: Any, terms: Any, seat: int, places: Any, amounts: Any, count: int) -> int:
    """Write the same after ``count`` others, and return how many are set then."""
    players = natural(state.players)
    known = turns_known(state, terms, seat)
    count = write_table(state, known, places, amounts, count)
    count = write_tiles(state, terms, seat, places, amounts, count)
    most, leader, second = wide(-1000), wide(0), wide(-1000)
    for k in range(players):
        points = wide(score(state, terms, natural((seat + k) % players)))
        second = max(second, min(most, points))
        leader = wide(k) if points > most else leader
        most = max(most, points)
    in_lake = packed_slots(state.lake, natural(state.lake_count))
    listed = (places, amounts)
    for k in range(players):
        other, first = natural((seat + k) % players), TABLE_END + k * BLOCK
        points = wide(score(state, terms, other))
        lead = points - (second if k == leader else most)
        count = put(places, amounts, count, first + LEAD, float(lead) * _LEAD)
        if k == 0:
            count = write_board(state, terms, other, points, first, listed, count)
        count = write_reach(state, terms, other, points, first, listed, count)
        count = write_by_slot(state, other, in_lake, first + LAKE_SLOTS_AT, _FEW, listed, count)
        if known >= 0:
            after = k if k > 0 else players
            own = (known - after) // players + 1 if known >= after else 0
            count = put(places, amounts, count, first + TURNS + min(own, 2), 1.0)
    return count


@kernel_entry
def write_features(state: Any, terms: Any, seat: int, places: Any, amounts: Any) -> int:
    """Write which inputs a position sets (int16), and to what (float32), and return how many are set.

    ``seat`` is the :func:`viewpoint` of the position.
    """
    lasting = write_lasting(state, terms, seat, places, amounts)
    return add_changing(state, terms, seat, places, amounts, wide(lasting))
