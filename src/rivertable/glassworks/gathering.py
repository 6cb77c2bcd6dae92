"""Gathering and the glassworks, compiled (G14-G23)."""

from __future__ import annotations

from typing import Any

from ..core.kernel import kernel, natural
from .slots import colour_of, river_place
from .state import COLUMNS, DRAW_ON, GATHERING, NOTHING, ORDERING, REFILL, ROWS, SETTLE, TILES


@kernel
def put_in_overflow(state: Any, terms: Any, seat: int, piece: int) -> None:
    """G22, G25: a piece goes to overflow; G23: where an option says so, the inventory marker moves too."""
    state.overflow[seat, piece] += 1
    state.overflow_count[seat] += 1
    state.inventory[seat] += int(terms.inventory_counts_overflow)


@kernel
def settle_known(state: Any, terms: Any, tile: int) -> int:
    """G21: move a tile's pieces of known colours on top of their columns; G22: to overflow where those are full.

    Give a bit set of the colours left on the tile. Whether a piece's colour is known nobody foresees, so nothing
    branches on it.
    """
    seat = natural(state.seat)
    left = 0
    colours = 0
    settled = 0
    for k in range(natural(state.tile_count[tile])):
        piece = natural(state.tile[tile, k])
        colour = colour_of(piece)
        number = natural(state.column_of[seat, colour])
        is_known = int(number > 0)
        column = number - is_known
        has_room = is_known & int(state.height[seat, column] < ROWS)
        state.height[seat, column] += has_room
        settled += has_room
        state.tile[tile, k] = 0
        state.tile[tile, left] = piece * (1 - is_known)
        left += 1 - is_known
        colours |= (1 - is_known) << colour
        if is_known > has_room:
            put_in_overflow(state, terms, seat, piece)
    state.inventory[seat] += settled
    state.tile_count[tile] = left
    return colours


@kernel
def open_column(state: Any, colour: int) -> None:
    """G20: a new colour takes the next empty column."""
    seat = natural(state.seat)
    state.columns_used[seat] += 1
    state.column_of[seat, colour] = state.columns_used[seat]


@kernel
def put_rest_in_overflow(state: Any, terms: Any, tile: int, first: int) -> None:
    """G22: empty a tile; its pieces from a place on go to overflow."""
    for k in range(natural(state.tile_count[tile])):
        if k >= first:
            put_in_overflow(state, terms, natural(state.seat), natural(state.tile[tile, k]))
        state.tile[tile, k] = 0
    state.tile_count[tile] = 0


@kernel
def settle_gathered(state: Any, terms: Any) -> int:
    """G19-G22: what lies on the gathered tile goes to the glassworks, as far as no order has to be chosen."""
    seat = natural(state.seat)
    tile = natural(state.goal)
    new_colours = settle_known(state, terms, tile)
    if new_colours != 0:
        settled = 0
        if state.columns_used[seat] < COLUMNS:
            if new_colours & (new_colours - 1) != 0:
                state.phase = ORDERING
                return NOTHING
            open_column(state, colour_of(state.tile[tile, 0]))
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
