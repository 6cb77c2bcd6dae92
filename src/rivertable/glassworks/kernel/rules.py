"""The rules of River Valley Glassworks, compiled: what is legal, what a decision does, what chance can do.

All functions take the state (a record of :data:`~rivertable.glassworks.kernel.state.STATE`) and the terms (a record of
:data:`~rivertable.glassworks.kernel.state.TERMS`), change the state in place, allocate nothing and raise nothing: a
decision that is not among the legal ones is the caller's error.

A turn runs: decisions of the player, then what chance refills, then, on the turn that triggers the end, the top-up.
Everything is decided before anything is drawn.
"""

from __future__ import annotations

from typing import Any

from ...core.compiling.kernel import kernel, natural
from .chance import draw_on, end_turn
from .gathering import choose_neighbour, gather, open_column, put_in_overflow, settle_gathered
from .slots import (
    colours_of,
    lake_room,
    pieces_below,
    put_in_satchel,
    put_on_tile,
    river_place,
    shape_of,
    take_from_satchel,
)
from .state import (
    CHOOSE_NEIGHBOUR,
    COLOUR,
    COLOURS,
    DOWN,
    DRAW,
    DRAW_ON,
    DROP,
    DROPPING,
    GATHERING,
    LAKE_TAKE,
    LEAVE,
    LEAVING,
    MAIN,
    NAME,
    NOTHING,
    ORDERING,
    PAIR,
    PASS,
    PICK,
    PICKING,
    PLACE,
    REFILL,
    REFILL_LAKE,
    SATCHEL,
    SETTLE,
    SHAPES,
    TILES,
    TO_LAKE,
    UP,
)

# Naming several pieces one by one, in rising order.


@kernel
def place_of(state: Any, piece: int) -> int:
    """Return where the first piece of a type lies in the satchel of the seat on turn, or would lie."""
    seat = natural(state.seat)
    return pieces_below(state.satchel[seat], natural(state.held[seat]), piece)


@kernel
def named_end(state: Any) -> int:
    """Return the end of the satchel slots from which pieces are being named: those of the pair's shape, or all."""
    if state.phase == DROPPING:
        return natural(state.held[natural(state.seat)])
    return place_of(state, (natural(state.pair_shape) + 1) * COLOURS)


@kernel
def is_forced(state: Any, end: int) -> bool:
    """Return whether the next piece to be named can only be of one type."""
    seat = natural(state.seat)
    return bool(state.satchel[seat, natural(state.floor)] == state.satchel[seat, end - natural(state.need)])


@kernel
def name_piece(state: Any, terms: Any, place: int) -> None:
    """Put the satchel's piece at a place where the phase says: on the target tile, or to overflow."""
    phase = natural(state.phase)
    piece = take_from_satchel(state, place)
    if phase == PICKING:
        put_on_tile(state, natural(state.target), piece)
    else:
        put_in_overflow(state, terms, natural(state.seat), piece, 1)
    state.floor = place
    state.need -= 1


@kernel
def name_pieces(state: Any, terms: Any, place: int) -> int:
    """Name the piece at a place (-1: none was chosen), then pieces while there is no choice; return what is next."""
    end = named_end(state)
    while state.need > 0 and (place >= 0 or is_forced(state, end)):
        name_piece(state, terms, place if place >= 0 else natural(state.floor))
        place = -1
        end -= 1
    if state.need > 0:
        return NOTHING
    state.floor = 0
    if state.phase == PICKING:
        state.pair_shape = 0
        return CHOOSE_NEIGHBOUR
    return REFILL_LAKE


# What each decision does; each gives what is to be done next.


@kernel
def place_one(state: Any, piece: int) -> int:
    """G12: one piece goes on the tile of its shape."""
    shape = shape_of(piece)
    state.target = shape
    take_from_satchel(state, place_of(state, piece))
    put_on_tile(state, shape, piece)
    return CHOOSE_NEIGHBOUR


@kernel
def place_pair(state: Any, shape: int, tile: int) -> int:
    """G13: two pieces of one shape go on any tile; which two is asked where it matters."""
    state.pair_shape = shape
    state.target = tile
    state.floor = place_of(state, shape * COLOURS)
    state.need = 2
    state.phase = PICKING
    return NAME


@kernel
def draw_from_lake(state: Any, decision: int) -> int:
    """G24: take 4 pieces of the lake, all but the one that is named where it matters; G27: or what there is."""
    left = decision - LEAVE
    if decision == DRAW:
        left = natural(state.lake[0])
        if state.lake_count <= LAKE_TAKE:
            left = -1
        elif state.lake[natural(state.lake_count) - 1] != left:
            state.phase = LEAVING
            return NOTHING
    take_lake(state, left)
    return NAME


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
    state.floor = 0
    state.phase = DROPPING


@kernel
def refill_lake(state: Any, terms: Any) -> int:
    """G26: the lake is refilled to 5."""
    state.phase = REFILL
    state.goal = TO_LAKE
    state.due = lake_room(state, terms)
    return DRAW_ON


@kernel
def begin(state: Any, decision: int) -> int:
    """Do what only decisions of this kind do."""
    if decision < PAIR:
        return place_one(state, decision - PLACE)
    if decision < DRAW:
        pair = natural(decision - PAIR)
        return place_pair(state, pair // TILES, pair % TILES)
    if decision == DRAW or LEAVE <= decision < DROP:
        return draw_from_lake(state, decision)
    if decision < UP or DROP <= decision < PASS:
        return NAME
    if decision < COLOUR:
        return gather(state, river_place(state, natural(state.target)) + (1 if decision == DOWN else -1))
    if decision < LEAVE:
        open_column(state, natural(decision - COLOUR))
        return SETTLE
    end_turn(state)
    return NOTHING


@kernel
def chosen_place(state: Any, decision: int) -> int:
    """Return where the piece lies that a decision names, -1 if it names none."""
    if PICK <= decision < UP:
        return max(place_of(state, decision - PICK), natural(state.floor))
    if decision >= DROP:
        return max(place_of(state, decision - DROP), natural(state.floor))
    return -1


@kernel
def decide(state: Any, terms: Any, decision: int) -> None:
    """Do one legal decision of the player on turn.

    Many decisions end alike, but each rule is called in one place only: callers inline it, and the code of a turn
    should stay in the processor's nearest cache.
    """
    what = begin(state, decision)
    if what == NAME:
        what = name_pieces(state, terms, chosen_place(state, decision))
    if what == CHOOSE_NEIGHBOUR:
        what = choose_neighbour(state)
    if what == SETTLE:
        what = settle_gathered(state, terms)
    if what == REFILL_LAKE:
        what = refill_lake(state, terms)
    if what == DRAW_ON:
        draw_on(state, terms)


# What is possible.


@kernel
def decisions(state: Any, terms: Any, out: Any) -> int:
    """Write the legal decisions of the player on turn to ``out`` (int16, rising) and return how many there are."""
    phase = natural(state.phase)
    slots = state.satchel[natural(state.seat)]
    if phase == MAIN:
        return turns(state, terms, out)
    if phase == GATHERING:
        out[0] = UP
        out[1] = DOWN
        return 2
    if phase == PICKING:
        end = named_end(state)
        return types_in(slots, natural(state.floor), end + 1 - natural(state.need), PICK, out)
    if phase == DROPPING:
        end = named_end(state)
        return types_in(slots, natural(state.floor), end + 1 - natural(state.need), DROP, out)
    if phase == LEAVING:
        return types_in(state.lake, 0, natural(state.lake_count), LEAVE, out)
    if phase == ORDERING:
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
        out[count] = PLACE + piece
        count += is_there & int(piece != last)
        pairs |= (is_there & int(shape == last_shape)) << shape
        last = piece
        last_shape = shape
    for shape in range(SHAPES):
        for tile in range(TILES):
            out[count + tile] = PAIR + shape * TILES + tile
        count += TILES * ((pairs >> shape) & 1)
    if state.lake_count > 0 and (state.is_triggered == 0 or terms.lake_draws_after_trigger != 0):
        out[count] = DRAW
        count += 1
    if count == 0:
        out[0] = PASS
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
            out[count] = COLOUR + colour
            count += 1
    return count
