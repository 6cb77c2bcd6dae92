"""What a beginner thinks a position is worth: the score as it stands, and what lies ready for later."""

from __future__ import annotations

from typing import Any

from ...core.compiling.bits import bit, lowest
from ...core.compiling.kernel import kernel, kernel_entry, natural, wide
from .scoring import score
from .slots import colour_of, colours_of
from .state import COLOURS, COLUMNS, ROWS, TILES

_ONE_MORE = 0.9
"""Points that a piece in a column promises beyond what it scores now."""
_SATCHEL = (0.0, 2.6, 4.6, 6.0, 6.8, 7.2)
"""Points that so many pieces in the satchel promise."""
_NEXT = 0.9
"""The part of the best gathering now in reach that a next turn will bring."""


@kernel
def gather_gain(state: Any, terms: Any, seat: int, tile: int, before: int) -> int:
    """Return what gathering a tile as it lies would add to a seat's score, which is ``before``; the state stays."""
    waiting = wide(state.tile_types[tile])
    colours = colours_of(waiting)
    placed = wide(0)  # by colour, four bits each
    opened = wide(0)
    spilled = 0
    while waiting != 0:
        piece = lowest(waiting)
        waiting &= waiting - 1
        count = natural(state.tile[tile, piece])
        colour = colour_of(piece)
        if state.column_of[seat, colour] == 0 and state.columns_used[seat] < COLUMNS:
            state.columns_used[seat] += 1
            state.column_of[seat, colour] = state.columns_used[seat]
            opened |= bit(colour)
        column = int(state.column_of[seat, colour]) - 1
        fits = 0
        if column >= 0:
            fits = min(count, ROWS - natural(state.height[seat, column]))
            state.height[seat, column] += fits
            placed += wide(fits) << wide(4 * colour)
        spilled += count - fits
    state.overflow_count[seat] += spilled
    gain = score(state, terms, seat) - before
    state.overflow_count[seat] -= spilled
    while colours != 0:
        colour = lowest(colours)
        colours &= colours - 1
        column = int(state.column_of[seat, colour]) - 1
        if column >= 0:
            state.height[seat, column] -= (placed >> wide(4 * colour)) & 15
        if (opened >> wide(colour)) & 1:
            state.columns_used[seat] -= 1
            state.column_of[seat, colour] = 0
    return gain


@kernel
def has_placeable(state: Any, seat: int, tile: int) -> bool:
    """Return whether a seat's satchel could place on a tile: a piece of its shape, or any pair."""
    last_shape = -1
    for k in range(int(state.held[seat])):
        shape = int(state.satchel[seat, k]) // COLOURS
        if shape == tile or shape == last_shape:  # noqa: SIM109  # Numba has no mixed tuples to look in
            return True
        last_shape = shape
    return False


@kernel
def best_in_reach(state: Any, terms: Any, seat: int) -> int:
    """Return the highest gain that a seat could gather from the river as it lies, 0 if there is none."""
    best = 0
    before = score(state, terms, seat)
    for place in range(TILES):
        if has_placeable(state, seat, int(state.river[place])):
            for neighbour in range(max(place - 1, 0), min(place + 2, TILES)):
                if neighbour != place:
                    best = max(best, gather_gain(state, terms, seat, int(state.river[neighbour]), before))
    return best


@kernel_entry
def project(states: Any, index: int, terms: Any, seat: int) -> float:
    """Return a seat's projected points: the score as it stands, and while turns are left what is ready for later.

    That is a little for each piece in a column, pieces in the satchel, and the best that lies in reach.
    """
    state = states[index]
    points = float(score(state, terms[0], seat))
    if state.is_triggered != 0 and state.turns_left <= state.players:
        return points
    pieces = 0
    for column in range(COLUMNS):
        pieces += int(state.height[seat, column])
    held = min(int(state.held[seat]), len(_SATCHEL) - 1)
    return points + _ONE_MORE * pieces + _SATCHEL[held] + _NEXT * best_in_reach(state, terms[0], seat)
