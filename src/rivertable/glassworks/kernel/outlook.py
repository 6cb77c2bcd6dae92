"""What looking ahead needs besides the rules: the heuristic evaluation of a position, and its canonical form.

The evaluation is the current score and what is ready for later.

Near the end of a game much can make no difference any more. Positions that differ only in that are made one, so that
fewer positions are different. Once no piece that is drawn, or lies in the lake, can come into a satchel and be placed,
a piece is worth what its colour is worth: from a tile it can only go to a glassworks, which asks for its colour
(G19-G22), and to overflow, which counts pieces (G38). That is so after the trigger (G29) if the lake is closed (G32),
or if no seat has more than one turn left.
"""

from __future__ import annotations

from typing import Any

from ...core.compiling.bits import bit, lowest
from ...core.compiling.kernel import kernel, kernel_entry, natural, wide
from .rules import decisions
from .scoring import score
from .state import (
    COLOURS,
    COLUMNS,
    LAKE_TAKE,
    ROWS,
    SATCHEL,
    SATCHEL_SLOTS,
    TILES,
    TYPES,
    Decision,
    Goal,
    Phase,
    colour_of,
    colours_of,
)

_ONE_MORE = 0.9
"""Points that a piece in a column promises beyond what it scores now."""
_SATCHEL = (0.0, 2.6, 4.6, 6.0, 6.8, 7.2)
"""Points that so many pieces in the satchel promise."""
_NEXT = 0.9
"""The part of the best gathering now in reach that a next turn will bring."""
_LOSS_AT_MOST = 3
"""Points: who loses more in overflow for a lake draw (G25, G38) shows little sense."""
_ONE_FIELD = 127
"""The most that the count of one type in the bag can say."""


@kernel_entry
def sensible(state: Any, terms: Any, out: Any) -> int:
    """Write the decisions that a turn can begin with and return how many; without a lake draw that costs much.

    It is hardly ever the best turn, and the ways to do it are nine in ten of all turns.
    """
    count = decisions(state, terms, out)
    dropped = int(state.held[int(state.seat)]) + min(int(state.lake_count), LAKE_TAKE) - SATCHEL
    return count - int(
        count > 1 and int(out[count - 1]) == Decision.DRAW and -dropped * int(terms.overflow_vp) > _LOSS_AT_MOST
    )


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


@kernel_entry
def canonicalize(state: Any, terms: Any) -> None:
    """Make positions one that differ in what cannot matter: types by their colour, hands that will place nothing.

    The position is one between turns, before or after chance has acted. All it does is lawful for the rules to go on
    from, but the pieces are no longer those of the game.
    """
    phase = int(state.phase)
    if state.is_triggered == 0 or (phase != Phase.REFILL and phase != Phase.MAIN):
        return
    turns_left = int(state.turns_left) - int(phase == Phase.REFILL)
    is_last_round = turns_left <= state.players
    if not is_last_round and terms.lake_draws_after_trigger != 0:
        return
    canonicalize_shapes(state)
    canonicalize_overflow(state)
    if is_last_round:
        canonicalize_lake(state)
        canonicalize_satchels(state, turns_left)
    if turns_left == 1:
        canonicalize_bag(state)


@kernel
def canonicalize_shapes(state: Any) -> None:
    """Count the pieces of the bag and of the tiles by colour alone."""
    if state.bag_count <= _ONE_FIELD:
        for piece in range(COLOURS, TYPES):
            state.bag[piece % COLOURS] += state.bag[piece]
            state.bag[piece] = 0
    for tile in range(TILES):
        for piece in range(COLOURS, TYPES):
            state.tile[tile, piece % COLOURS] += state.tile[tile, piece]
            state.tile[tile, piece] = 0
        state.tile_types[tile] = colours_of(state.tile_types[tile])


@kernel
def canonicalize_overflow(state: Any) -> None:
    """Leave how many pieces each overflow holds, not which."""
    for seat in range(int(state.players)):
        for piece in range(TYPES):
            state.overflow[seat, piece] = 0


@kernel
def canonicalize_lake(state: Any) -> None:
    """Leave how many pieces the lake holds: who draws them now cannot place them any more."""
    for k in range(int(state.lake_count)):
        state.lake[k] = 0


@kernel
def canonicalize_satchels(state: Any, turns_left: int) -> None:
    """Empty the satchels of seats that have had their last turn."""
    players = int(state.players)
    on_turn = int(state.seat)
    for seat in range(players):
        turns_until = (
            (seat - on_turn - 1) % players + 1 if int(state.phase) == Phase.REFILL else (seat - on_turn) % players + 1
        )
        if turns_until > turns_left:
            state.held[seat] = 0
            for k in range(SATCHEL_SLOTS):
                state.satchel[seat, k] = 0


@kernel
def canonicalize_bag(state: Any) -> None:
    """Before the last turn of all: what is drawn into the lake matters to nobody, and no draw comes after this one."""
    if state.bag_count > _ONE_FIELD or (int(state.phase) == Phase.REFILL and int(state.goal) != Goal.LAKE):
        return
    for piece in range(TYPES):
        state.bag[piece] = 0
    state.bag[0] = state.bag_count
