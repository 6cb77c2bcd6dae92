"""The rules of River Valley Glassworks, compiled: what is legal, what a decision does, what chance can do.

All functions take the state (a record of :data:`~rivertable.glassworks.state.STATE`) and the terms (a record of
:data:`~rivertable.glassworks.state.TERMS`), change the state in place, allocate nothing and raise nothing: a decision
that is not among the legal ones is the caller's error.

A turn runs: decisions of the player, then what chance refills, then, on the turn that triggers the end, the top-up.
Everything is decided before anything is drawn.
"""

from __future__ import annotations

from typing import Any

from ..core.kernel import kernel
from .drawing import draw_on, end_turn
from .gathering import choose_neighbour, gather, open_column, put_in_overflow, settle_gathered
from .slots import find_slot, put_in_satchel, put_on_tile, river_place, take_from_satchel
from .state import (
    COLOUR,
    COLOURS,
    DOWN,
    DRAW,
    DROP,
    DROPPING,
    GATHERING,
    LAKE,
    LAKE_TAKE,
    LEAVE,
    LEAVING,
    MAIN,
    ORDERING,
    PAIR,
    PASS,
    PICK,
    PICKING,
    PLACE,
    REFILL,
    SATCHEL,
    TILES,
    TO_LAKE,
    UP,
)

# Naming several pieces one by one, in rising order.


@kernel
def named_end(state: Any) -> int:
    """Give the end of the satchel slots from which pieces are being named: those of the pair's shape, or all."""
    seat = int(state.seat)
    if state.phase == DROPPING:
        return int(state.held[seat])
    end = int(state.floor)
    while end < state.held[seat] and int(state.satchel[seat, end]) // COLOURS == state.pair_shape:
        end += 1
    return end


@kernel
def is_forced(state: Any, end: int) -> bool:
    """Tell whether the next piece to be named can only be of one type."""
    seat = int(state.seat)
    return bool(state.satchel[seat, state.floor] == state.satchel[seat, end - int(state.need)])


@kernel
def name_piece(state: Any, terms: Any, place: int) -> None:
    """Put the satchel's piece at a place where the phase says: on the target tile, or to overflow."""
    phase = int(state.phase)
    piece = take_from_satchel(state, place)
    if phase == PICKING:
        put_on_tile(state, int(state.target), piece)
    else:
        put_in_overflow(state, terms, int(state.seat), piece)
    state.floor = place
    state.need -= 1


@kernel
def name_forced(state: Any, terms: Any) -> None:
    """Name pieces as long as there is no choice, and go on when all are named."""
    phase = int(state.phase)
    end = named_end(state)
    while state.need > 0 and is_forced(state, end):
        name_piece(state, terms, int(state.floor))
        end -= 1
    if state.need == 0:
        state.floor = 0
        if phase == PICKING:
            state.pair_shape = 0
            choose_neighbour(state, terms)
        else:
            refill_lake(state, terms)


# What each decision does.


@kernel
def place_one(state: Any, terms: Any, piece: int) -> None:
    """G12: one piece goes on the tile of its shape."""
    state.target = piece // COLOURS
    take_from_satchel(state, find_slot(state.satchel[state.seat], 0, piece))
    put_on_tile(state, int(state.target), piece)
    choose_neighbour(state, terms)


@kernel
def place_pair(state: Any, terms: Any, shape: int, tile: int) -> None:
    """G13: two pieces of one shape go on any tile; which two is asked where it matters."""
    slots = state.satchel[state.seat]
    start = 0
    while int(slots[start]) // COLOURS != shape:
        start += 1
    state.pair_shape = shape
    state.target = tile
    state.floor = start
    state.need = 2
    state.phase = PICKING
    name_forced(state, terms)


@kernel
def draw_from_lake(state: Any, terms: Any) -> None:
    """G24: take 4 pieces of the lake; G27: or what there is."""
    if state.lake_count <= LAKE_TAKE:
        take_lake(state, terms, -1)
    elif state.lake[0] == state.lake[state.lake_count - 1]:
        take_lake(state, terms, int(state.lake[0]))
    else:
        state.phase = LEAVING


@kernel
def take_lake(state: Any, terms: Any, left: int) -> None:
    """Take all of the lake but one piece of type ``left`` (-1: all); G25: over 5, some go to overflow."""
    seat = int(state.seat)
    kept = 0
    for k in range(int(state.lake_count)):
        piece = int(state.lake[k])
        state.lake[k] = 0
        if piece == left and kept == 0:
            kept = 1
        else:
            put_in_satchel(state, seat, piece)
    state.lake_count = kept
    if kept > 0:
        state.lake[0] = left
    state.need = max(int(state.held[seat]) - SATCHEL, 0)
    state.floor = 0
    state.phase = DROPPING
    name_forced(state, terms)


@kernel
def refill_lake(state: Any, terms: Any) -> None:
    """G26: the lake is refilled to 5."""
    state.phase = REFILL
    state.goal = TO_LAKE
    state.due = LAKE - int(state.lake_count)
    draw_on(state, terms)


@kernel
def decide(state: Any, terms: Any, decision: int) -> None:
    """Do one legal decision of the player on turn."""
    if decision < PAIR:
        place_one(state, terms, decision - PLACE)
    elif decision < DRAW:
        place_pair(state, terms, (decision - PAIR) // TILES, (decision - PAIR) % TILES)
    elif decision == DRAW:
        draw_from_lake(state, terms)
    elif decision < UP:
        name_piece(state, terms, find_slot(state.satchel[state.seat], int(state.floor), decision - PICK))
        name_forced(state, terms)
    elif decision < COLOUR:
        gather(state, terms, river_place(state, int(state.target)) + (1 if decision == DOWN else -1))
    elif decision < LEAVE:
        open_column(state, decision - COLOUR)
        settle_gathered(state, terms)
    elif decision < DROP:
        take_lake(state, terms, decision - LEAVE)
    elif decision < PASS:
        name_piece(state, terms, find_slot(state.satchel[state.seat], int(state.floor), decision - DROP))
        name_forced(state, terms)
    else:
        end_turn(state)


# What is possible.


@kernel
def decisions(state: Any, terms: Any, out: Any) -> int:
    """Write the legal decisions of the player on turn to ``out`` (int16, rising) and give how many there are."""
    phase = int(state.phase)
    slots = state.satchel[state.seat]
    if phase == MAIN:
        return turns(state, terms, out)
    if phase == GATHERING:
        out[0] = UP
        out[1] = DOWN
        return 2
    if phase == PICKING:
        end = named_end(state)
        return types_in(slots, int(state.floor), end + 1 - int(state.need), PICK, out)
    if phase == DROPPING:
        end = named_end(state)
        return types_in(slots, int(state.floor), end + 1 - int(state.need), DROP, out)
    if phase == LEAVING:
        return types_in(state.lake, 0, int(state.lake_count), LEAVE, out)
    if phase == ORDERING:
        return new_colours(state, out)
    return 0


@kernel
def turns(state: Any, terms: Any, out: Any) -> int:
    """Write the ways to begin a turn: one piece (G12), a pair (G13), the lake (G24, G32), or nothing (G28)."""
    seat = int(state.seat)
    slots = state.satchel[seat]
    held = int(state.held[seat])
    count = types_in(slots, 0, held, PLACE, out)
    last_pair = -1
    for k in range(1, held):
        shape = int(slots[k]) // COLOURS
        if shape != last_pair and int(slots[k - 1]) // COLOURS == shape:
            last_pair = shape
            for tile in range(TILES):
                out[count] = PAIR + shape * TILES + tile
                count += 1
    if state.lake_count > 0 and (state.is_triggered == 0 or terms.lake_draws_after_trigger != 0):
        out[count] = DRAW
        count += 1
    if count == 0:
        out[0] = PASS
        count = 1
    return count


@kernel
def types_in(slots: Any, start: int, end: int, base: int, out: Any) -> int:
    """Write ``base`` + type for each different type in sorted slots and give how many there are."""
    count = 0
    last = -1
    for k in range(start, end):
        piece = int(slots[k])
        out[count] = base + piece
        count += int(piece != last)
        last = piece
    return count


@kernel
def new_colours(state: Any, out: Any) -> int:
    """Write the new colours that wait for a column (G20)."""
    tile = int(state.goal)
    found = 0
    for k in range(int(state.tile_count[tile])):
        found |= 1 << (int(state.tile[tile, k]) % COLOURS)
    count = 0
    for colour in range(COLOURS):
        if (found >> colour) & 1:
            out[count] = COLOUR + colour
            count += 1
    return count
