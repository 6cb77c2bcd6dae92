"""The rules of River Valley Glassworks, compiled: what is legal, what a decision does, what chance can do.

All functions take the state (a record of :data:`~rivertable.glassworks.kernel.state.STATE`) and the terms (a record of
:data:`~rivertable.glassworks.kernel.state.TERMS`), change the state in place, allocate nothing and raise nothing: a
decision that is not among the legal ones is the caller's error.

A turn runs: decisions of the player, then what chance refills, then, on the turn that triggers the end, the top-up.
Everything is decided before anything is drawn.
"""

from __future__ import annotations

from typing import Any

from ...core.compiling.bits import lowest
from ...core.compiling.kernel import kernel, natural, wide
from .chance import draw_on, end_turn
from .state import (
    COLOURS,
    COLUMNS,
    LAKE_TAKE,
    ROWS,
    SATCHEL,
    SHAPES,
    TILES,
    Decision,
    Goal,
    Phase,
    Step,
    colour_of,
    colours_of,
    lake_room,
    pieces_below,
    put_in_satchel,
    put_on_tile,
    river_place,
    shape_of,
    take_from_satchel,
)

# Gathering and the glassworks (G14-G23).


@kernel
def put_in_overflow(state: Any, terms: Any, seat: int, piece: int, count: int) -> None:
    """G22, G25: pieces of a type go to overflow; G23: where an option says so, the inventory marker moves too."""
    state.overflow[seat, piece] += count
    state.overflow_count[seat] += count
    state.inventory[seat] += count * int(terms.inventory_counts_overflow)


@kernel
def settle_known(state: Any, terms: Any, tile: int) -> int:
    """G21: move a tile's pieces of known colours on top of their columns; G22: to overflow where those are full.

    Give the set of the types left on the tile. Whether a piece's colour is known nobody foresees, so nothing branches
    on it.
    """
    seat = natural(state.seat)
    waiting = wide(state.tile_types[tile])
    left = wide(0)
    left_count = 0
    settled = 0
    while waiting != 0:
        piece = natural(lowest(waiting))
        waiting &= waiting - 1
        count = natural(state.tile[tile, piece])
        number = natural(state.column_of[seat, colour_of(piece)])
        is_known = int(number > 0)
        column = number - is_known
        known = count * is_known
        placed = min(known, ROWS - natural(state.height[seat, column]))
        state.height[seat, column] += placed
        settled += placed
        state.tile[tile, piece] = count - known
        left |= wide(1 - is_known) << piece
        left_count += count - known
        if known > placed:
            put_in_overflow(state, terms, seat, piece, known - placed)
    state.inventory[seat] += settled
    state.tile_count[tile] = left_count
    state.tile_types[tile] = left
    return left


@kernel
def open_column(state: Any, colour: int) -> None:
    """G20: a new colour takes the next empty column."""
    seat = natural(state.seat)
    state.columns_used[seat] += 1
    state.column_of[seat, colour] = state.columns_used[seat]


@kernel
def put_rest_in_overflow(state: Any, terms: Any, tile: int, kept: int) -> None:
    """G22: empty a tile; all its pieces but the first ``kept`` go to overflow."""
    waiting = wide(state.tile_types[tile])
    while waiting != 0:
        piece = natural(lowest(waiting))
        waiting &= waiting - 1
        count = natural(state.tile[tile, piece])
        state.tile[tile, piece] = 0
        if count > kept:
            put_in_overflow(state, terms, natural(state.seat), piece, count - kept)
        kept = max(kept - count, 0)
    state.tile_types[tile] = 0
    state.tile_count[tile] = 0


@kernel
def settle_gathered(state: Any, terms: Any) -> int:
    """G19-G22: what lies on the gathered tile goes to the glassworks, as far as no order has to be chosen."""
    seat = natural(state.seat)
    tile = natural(state.goal)
    left = settle_known(state, terms, tile)
    if left != 0:
        settled = 0
        if state.columns_used[seat] < COLUMNS:
            new_colours = colours_of(left)
            if new_colours & (new_colours - 1) != 0:
                state.phase = Phase.ORDERING
                return Step.NOTHING
            open_column(state, natural(lowest(new_colours)))
            settled = min(natural(state.tile_count[tile]), ROWS)
            state.height[seat, natural(state.columns_used[seat]) - 1] = settled
            state.inventory[seat] += settled
        put_rest_in_overflow(state, terms, tile, settled)
    move_tile_to_start(state, terms, tile)
    return Step.DRAW_ON


@kernel
def move_tile_to_start(state: Any, terms: Any, tile: int) -> None:
    """G17: the emptied tile becomes the first of the river; G18: the next tile's stones say how much refills it."""
    place = river_place(state, tile)
    for k in range(TILES - 1, 0, -1):
        state.river[k] = state.river[k - 1] if k <= place else state.river[k]
    state.river[0] = tile
    state.phase = Phase.REFILL
    state.due = terms.stones[natural(state.river[1])]


@kernel
def gather(state: Any, place: int) -> int:
    """G14: gather all glass of the tile at a place of the river (0..5)."""
    state.goal = state.river[place]
    state.target = 0
    return Step.SETTLE


@kernel
def choose_neighbour(state: Any) -> int:
    """G14, G15: after placing, ask which neighbour is gathered; an end tile has only one."""
    place = river_place(state, natural(state.target))
    if 0 < place < TILES - 1:
        state.phase = Phase.GATHERING
        return Step.NOTHING
    return gather(state, 1 if place == 0 else TILES - 2)


# Naming several pieces one by one, in rising order.


@kernel
def place_of(state: Any, piece: int) -> int:
    """Return where the first piece of a type lies in the satchel of the seat on turn, or would lie."""
    seat = natural(state.seat)
    return pieces_below(state.satchel[seat], natural(state.held[seat]), piece)


@kernel
def named_end(state: Any) -> int:
    """Return the end of the satchel slots from which pieces are being named: those of the pair's shape, or all."""
    if int(state.phase) == Phase.DROPPING:
        return natural(state.held[natural(state.seat)])
    return place_of(state, (natural(state.pair_shape) + 1) * COLOURS)


@kernel
def is_forced(state: Any, end: int) -> bool:
    """Return whether the next piece to be named can only be of one type."""
    seat = natural(state.seat)
    return bool(state.satchel[seat, natural(state.first_slot)] == state.satchel[seat, end - natural(state.need)])


@kernel
def name_piece(state: Any, terms: Any, place: int) -> None:
    """Put the satchel's piece at a place where the phase says: on the target tile, or to overflow."""
    phase = natural(state.phase)
    piece = take_from_satchel(state, place)
    if phase == Phase.PICKING:
        put_on_tile(state, natural(state.target), piece)
    else:
        put_in_overflow(state, terms, natural(state.seat), piece, 1)
    state.first_slot = place
    state.need -= 1


@kernel
def name_pieces(state: Any, terms: Any, place: int) -> int:
    """Name the piece at a place (-1: none was chosen), then pieces while there is no choice; return what is next."""
    end = named_end(state)
    while state.need > 0 and (place >= 0 or is_forced(state, end)):
        name_piece(state, terms, place if place >= 0 else natural(state.first_slot))
        place = -1
        end -= 1
    if state.need > 0:
        return Step.NOTHING
    state.first_slot = 0
    if int(state.phase) == Phase.PICKING:
        state.pair_shape = 0
        return Step.CHOOSE_NEIGHBOUR
    return Step.REFILL_LAKE


# What each decision does; each gives what is to be done next.


@kernel
def place_one(state: Any, piece: int) -> int:
    """G12: one piece goes on the tile of its shape."""
    shape = shape_of(piece)
    state.target = shape
    take_from_satchel(state, place_of(state, piece))
    put_on_tile(state, shape, piece)
    return Step.CHOOSE_NEIGHBOUR


@kernel
def place_pair(state: Any, shape: int, tile: int) -> int:
    """G13: two pieces of one shape go on any tile; which two is asked where it matters."""
    state.pair_shape = shape
    state.target = tile
    state.first_slot = place_of(state, shape * COLOURS)
    state.need = 2
    state.phase = Phase.PICKING
    return Step.NAME


@kernel
def draw_from_lake(state: Any, decision: int) -> int:
    """G24: take 4 pieces of the lake, all but the one that is named where it matters; G27: or what there is."""
    left = decision - Decision.LEAVE
    if decision == Decision.DRAW:
        left = natural(state.lake[0])
        if state.lake_count <= LAKE_TAKE:
            left = -1
        elif state.lake[natural(state.lake_count) - 1] != left:
            state.phase = Phase.LEAVING
            return Step.NOTHING
    take_lake(state, left)
    return Step.NAME


@kernel
def take_lake(state: Any, left: int) -> None:
    """Take all of the lake but one piece of type ``left`` (-1: all); G25: over 5, some go to overflow."""
    seat = natural(state.seat)
    kept = 0
    for k in range(natural(state.lake_count)):
        piece = natural(state.lake[k])
        state.lake[k] = 0
        if piece == left and kept == 0:
            kept = 1
        else:
            put_in_satchel(state, seat, piece)
    state.lake_count = kept
    if kept > 0:
        state.lake[0] = left
    state.need = max(natural(state.held[seat]) - SATCHEL, 0)
    state.first_slot = 0
    state.phase = Phase.DROPPING


@kernel
def refill_lake(state: Any, terms: Any) -> int:
    """G26: the lake is refilled to 5."""
    state.phase = Phase.REFILL
    state.goal = Goal.LAKE
    state.due = lake_room(state, terms)
    return Step.DRAW_ON


@kernel
def begin(state: Any, decision: int) -> int:
    """Do what only decisions of this kind do."""
    if decision < Decision.PAIR:
        return place_one(state, decision - Decision.PLACE)
    if decision < Decision.DRAW:
        pair = natural(decision - Decision.PAIR)
        return place_pair(state, pair // TILES, pair % TILES)
    if decision == Decision.DRAW or Decision.LEAVE <= decision < Decision.DROP:
        return draw_from_lake(state, decision)
    if decision < Decision.UP or Decision.DROP <= decision < Decision.PASS:
        return Step.NAME
    if decision < Decision.COLOUR:
        return gather(state, river_place(state, natural(state.target)) + (1 if decision == Decision.DOWN else -1))
    if decision < Decision.LEAVE:
        open_column(state, natural(decision - Decision.COLOUR))
        return Step.SETTLE
    end_turn(state)
    return Step.NOTHING


@kernel
def chosen_place(state: Any, decision: int) -> int:
    """Return where the piece lies that a decision names, -1 if it names none."""
    if Decision.PICK <= decision < Decision.UP:
        return max(place_of(state, decision - Decision.PICK), natural(state.first_slot))
    if decision >= Decision.DROP:
        return max(place_of(state, decision - Decision.DROP), natural(state.first_slot))
    return -1


@kernel
def decide(state: Any, terms: Any, decision: int) -> None:
    """Do one legal decision of the player on turn.

    Many decisions end alike, but each rule is called in one place only: callers inline it, and the code of a turn
    should stay in the processor's nearest cache.
    """
    what = begin(state, decision)
    if what == Step.NAME:
        what = name_pieces(state, terms, chosen_place(state, decision))
    if what == Step.CHOOSE_NEIGHBOUR:
        what = choose_neighbour(state)
    if what == Step.SETTLE:
        what = settle_gathered(state, terms)
    if what == Step.REFILL_LAKE:
        what = refill_lake(state, terms)
    if what == Step.DRAW_ON:
        draw_on(state, terms)


# What is possible.


@kernel
def decisions(state: Any, terms: Any, out: Any) -> int:
    """Write the legal decisions of the player on turn to ``out`` (int16, rising) and return how many there are."""
    phase = natural(state.phase)
    slots = state.satchel[natural(state.seat)]
    if phase == Phase.MAIN:
        return turns(state, terms, out)
    if phase == Phase.GATHERING:
        out[0] = Decision.UP
        out[1] = Decision.DOWN
        return 2
    if phase == Phase.PICKING:
        end = named_end(state)
        return types_in(slots, natural(state.first_slot), end + 1 - natural(state.need), Decision.PICK, out)
    if phase == Phase.DROPPING:
        end = named_end(state)
        return types_in(slots, natural(state.first_slot), end + 1 - natural(state.need), Decision.DROP, out)
    if phase == Phase.LEAVING:
        return types_in(state.lake, 0, natural(state.lake_count), Decision.LEAVE, out)
    if phase == Phase.ORDERING:
        return new_colours(state, out)
    return 0


@kernel
def turns(state: Any, terms: Any, out: Any) -> int:
    """Write the ways to begin a turn: one piece (G12), a pair (G13), the lake (G24, G32), or nothing (G28).

    What lies in a satchel nobody foresees, so all is written and what does not count is written over.
    """
    seat = natural(state.seat)
    slots = state.satchel[seat]
    held = natural(state.held[seat])
    count = 0
    last = -1
    last_shape = -1
    pairs = 0
    for k in range(SATCHEL):
        piece = natural(slots[k])
        shape = shape_of(piece)
        is_there = int(k < held)
        out[count] = Decision.PLACE + piece
        count += is_there & int(piece != last)
        pairs |= (is_there & int(shape == last_shape)) << shape
        last = piece
        last_shape = shape
    for shape in range(SHAPES):
        for tile in range(TILES):
            out[count + tile] = Decision.PAIR + shape * TILES + tile
        count += TILES * ((pairs >> shape) & 1)
    if state.lake_count > 0 and (state.is_triggered == 0 or terms.lake_draws_after_trigger != 0):
        out[count] = Decision.DRAW
        count += 1
    if count == 0:
        out[0] = Decision.PASS
        count = 1
    return count


@kernel
def types_in(slots: Any, start: int, end: int, base: int, out: Any) -> int:
    """Write ``base`` + type for each different type in sorted slots and return how many there are."""
    count = 0
    last = -1
    for k in range(start, end):
        piece = natural(slots[k])
        out[count] = base + piece
        count += int(piece != last)
        last = piece
    return count


@kernel
def new_colours(state: Any, out: Any) -> int:
    """Write the new colours that wait for a column (G20)."""
    found = colours_of(state.tile_types[natural(state.goal)])
    count = 0
    for colour in range(COLOURS):
        if (found >> colour) & 1:
            out[count] = Decision.COLOUR + colour
            count += 1
    return count
