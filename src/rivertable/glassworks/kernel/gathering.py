"""Gathering and the glassworks, compiled (G14-G23)."""

from __future__ import annotations

from typing import Any

from ...core.compiling.bits import lowest
from ...core.compiling.kernel import kernel, natural, wide
from .slots import colour_of, colours_of, river_place
from .state import COLUMNS, DRAW_ON, GATHERING, NOTHING, ORDERING, REFILL, ROWS, SETTLE, TILES


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
                state.phase = ORDERING
                return NOTHING
            open_column(state, natural(lowest(new_colours)))
            settled = min(natural(state.tile_count[tile]), ROWS)
            state.height[seat, natural(state.columns_used[seat]) - 1] = settled
            state.inventory[seat] += settled
        put_rest_in_overflow(state, terms, tile, settled)
    move_tile_to_start(state, terms, tile)
    return DRAW_ON


@kernel
def move_tile_to_start(state: Any, terms: Any, tile: int) -> None:
    """G17: the emptied tile becomes the first of the river; G18: the next tile's stones say how much refills it."""
    place = river_place(state, tile)
    for k in range(TILES - 1, 0, -1):
        state.river[k] = state.river[k - 1] if k <= place else state.river[k]
    state.river[0] = tile
    state.phase = REFILL
    state.due = terms.stones[natural(state.river[1])]


@kernel
def gather(state: Any, place: int) -> int:
    """G14: gather all glass of the tile at a place of the river (0..5)."""
    state.goal = state.river[place]
    state.target = 0
    return SETTLE


@kernel
def choose_neighbour(state: Any) -> int:
    """G14, G15: after placing, ask which neighbour is gathered; an end tile has only one."""
    place = river_place(state, natural(state.target))
    if 0 < place < TILES - 1:
        state.phase = GATHERING
        return NOTHING
    return gather(state, 1 if place == 0 else TILES - 2)
