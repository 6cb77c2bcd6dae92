"""Gathering and the glassworks, compiled (G14-G23)."""

from __future__ import annotations

from typing import Any

from ..core.kernel import kernel
from .drawing import draw_on
from .slots import river_place
from .state import (
    COLOURS,
    COLUMNS,
    GATHERING,
    ORDERING,
    REFILL,
    ROWS,
    TILES,
)


@kernel
def put_in_overflow(state: Any, terms: Any, seat: int, piece: int) -> None:
    """G22, G25: a piece goes to overflow; G23: where an option says so, the inventory marker moves too."""
    state.overflow[seat, piece] += 1
    state.overflow_count[seat] += 1
    state.inventory[seat] += int(terms.inventory_counts_overflow)


@kernel
def put_in_column(state: Any, terms: Any, seat: int, piece: int) -> None:
    """G21: a piece of a known colour goes on top of its column; G22: to overflow if that is full."""
    column = int(state.column_of[seat, piece % COLOURS]) - 1
    if state.height[seat, column] < ROWS:
        state.height[seat, column] += 1
        state.inventory[seat] += 1
    else:
        put_in_overflow(state, terms, seat, piece)


@kernel
def settle_known(state: Any, terms: Any, tile: int) -> int:
    """Move the pieces of known colours from a tile to the glassworks; give a bit set of the colours left on it."""
    seat = int(state.seat)
    kept = 0
    colours = 0
    count = int(state.tile_count[tile])
    for k in range(count):
        piece = int(state.tile[tile, k])
        state.tile[tile, k] = 0
        if state.column_of[seat, piece % COLOURS] > 0:
            put_in_column(state, terms, seat, piece)
        else:
            state.tile[tile, kept] = piece
            kept += 1
            colours |= 1 << (piece % COLOURS)
    state.tile_count[tile] = kept
    return colours


@kernel
def open_column(state: Any, colour: int) -> None:
    """G20: a new colour takes the next empty column."""
    seat = int(state.seat)
    state.columns_used[seat] += 1
    state.column_of[seat, colour] = state.columns_used[seat]


@kernel
def settle_gathered(state: Any, terms: Any) -> None:
    """G19-G22: what lies on the gathered tile goes to the glassworks, as far as no order has to be chosen."""
    seat = int(state.seat)
    tile = int(state.goal)
    new_colours = settle_known(state, terms, tile)
    if new_colours != 0:
        if state.columns_used[seat] < COLUMNS:
            if new_colours & (new_colours - 1) != 0:
                state.phase = ORDERING
                return
            open_column(state, int(state.tile[tile, 0]) % COLOURS)
            settle_known(state, terms, tile)
        else:
            for k in range(int(state.tile_count[tile])):
                put_in_overflow(state, terms, seat, int(state.tile[tile, k]))
                state.tile[tile, k] = 0
            state.tile_count[tile] = 0
    move_tile_to_start(state, terms, tile)


@kernel
def move_tile_to_start(state: Any, terms: Any, tile: int) -> None:
    """G17: the emptied tile becomes the first of the river; G18: the next tile's stones say how much refills it."""
    place = river_place(state, tile)
    for k in range(TILES - 1, 0, -1):
        state.river[k] = state.river[k - 1] if k <= place else state.river[k]
    state.river[0] = tile
    state.phase = REFILL
    state.due = terms.stones[state.river[1]]
    draw_on(state, terms)


@kernel
def gather(state: Any, terms: Any, place: int) -> None:
    """G14: gather all glass of the tile at a place of the river (0..5)."""
    state.goal = state.river[place]
    state.target = 0
    settle_gathered(state, terms)


@kernel
def choose_neighbour(state: Any, terms: Any) -> None:
    """G14, G15: after placing, ask which neighbour is gathered; an end tile has only one."""
    place = river_place(state, int(state.target))
    if place == 0:
        gather(state, terms, 1)
    elif place == TILES - 1:
        gather(state, terms, TILES - 2)
    else:
        state.phase = GATHERING
