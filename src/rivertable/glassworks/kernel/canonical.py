"""What can make no difference any more near the end of a game, and is forgotten: then fewer positions are different.

Once no piece that is drawn, or lies in the lake, can come into a satchel and be placed, a piece is worth what its
colour is worth: from a tile it can only go to a glassworks, which asks for its colour (G19-G22), and to overflow, which
counts pieces (G38). That is so after the trigger (G29) if the lake is closed (G32), or if no seat has more than one
turn left.
"""

from __future__ import annotations

from typing import Any

from ...core.compiling.kernel import kernel, kernel_entry
from .slots import colours_of
from .state import COLOURS, MAIN, REFILL, SATCHEL_SLOTS, TILES, TO_LAKE, TYPES

_ONE_FIELD = 127
"""The most that the count of one type in the bag can say."""


@kernel_entry
def forget(state: Any, terms: Any) -> None:
    """Make positions one that differ in what cannot matter: types by their colour, hands that will place nothing.

    The position is one between turns, before or after chance has acted. All it does is lawful for the rules to go on
    from, but the pieces are no longer those of the game.
    """
    if state.is_triggered == 0 or (state.phase != REFILL and state.phase != MAIN):
        return
    turns_left = int(state.turns_left) - int(state.phase == REFILL)
    is_last_round = turns_left <= state.players
    if not is_last_round and terms.lake_draws_after_trigger != 0:
        return
    forget_shapes(state)
    forget_overflow(state)
    if is_last_round:
        forget_lake(state)
        forget_satchels(state, turns_left)
    if turns_left == 1:
        forget_bag(state)


@kernel
def forget_shapes(state: Any) -> None:
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
def forget_overflow(state: Any) -> None:
    """Leave how many pieces each overflow holds, not which."""
    for seat in range(int(state.players)):
        for piece in range(TYPES):
            state.overflow[seat, piece] = 0


@kernel
def forget_lake(state: Any) -> None:
    """Leave how many pieces the lake holds: who draws them now cannot place them any more."""
    for k in range(int(state.lake_count)):
        state.lake[k] = 0


@kernel
def forget_satchels(state: Any, turns_left: int) -> None:
    """Empty the satchels of seats that have had their last turn."""
    players = int(state.players)
    on_turn = int(state.seat)
    for seat in range(players):
        turns_until = (seat - on_turn - 1) % players + 1 if state.phase == REFILL else (seat - on_turn) % players + 1
        if turns_until > turns_left:
            state.held[seat] = 0
            for k in range(SATCHEL_SLOTS):
                state.satchel[seat, k] = 0


@kernel
def forget_bag(state: Any) -> None:
    """Before the last turn of all: what is drawn into the lake matters to nobody, and no draw comes after this one."""
    if state.bag_count > _ONE_FIELD or (state.phase == REFILL and state.goal != TO_LAKE):
        return
    for piece in range(TYPES):
        state.bag[piece] = 0
    state.bag[0] = state.bag_count
