"""Checks of states that were read from a text or a record.

The compiled rules trust their state and check no index. What comes from outside is checked here, once.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.errors import PositionError
from ..core.game import Terms
from .kernel.state import COLOUR_NAMES, COLOURS, COLUMNS, SATCHEL, SATCHEL_START, TILES, TYPES, Goal, Phase, lake_room
from .printed.pieces import Piece

_INSIDE_TURN = ("pair_shape", "target", "goal", "need", "first_slot", "due")
_USED = {
    Phase.RIVER: ("due",),
    Phase.SETUP: ("goal", "due"),
    Phase.MAIN: (),
    Phase.PICKING: ("pair_shape", "target", "need", "first_slot"),
    Phase.GATHERING: ("target",),
    Phase.ORDERING: ("goal",),
    Phase.LEAVING: (),
    Phase.DROPPING: ("need", "first_slot"),
    Phase.REFILL: ("goal", "due"),
    Phase.TOPUP: ("goal", "due"),
    Phase.OVER: (),
}
"""The numbers that belong to each phase; the others are 0."""


def check_state(state: Any, terms: Terms) -> None:
    """Check that pieces, counts, markers and the numbers of the running turn fit together.

    Raises:
        PositionError: naming what does not fit.
    """
    _check_pieces(state, terms)
    _check_seats(state, terms)
    _check_end(state)
    used = _USED[Phase(int(state.phase))]
    if any(int(state[name]) != 0 for name in _INSIDE_TURN if name not in used):
        raise PositionError("The numbers of the running turn do not belong to its phase.")
    if not _is_turn_possible(state, terms.array[0]):
        raise PositionError("The numbers of the running turn do not fit what lies on the table.")


def _check_pieces(state: Any, terms: Terms) -> None:
    """Check that every colour has as many pieces as the box holds, and no type more (G1, G6)."""
    full = terms.array[0].bag.tolist()
    loose = _count_loose(state).tolist()
    for piece, count in enumerate(loose):
        if count > full[piece]:
            raise PositionError(
                f"There are {count} pieces {Piece.of(piece).name}; the box holds {full[piece]}.", rule="G1"
            )
    columns = state.column_of
    for colour in range(COLOURS):
        seen = sum(loose[colour::COLOURS])
        for seat in columns[:, colour].nonzero()[0].tolist():
            seen += int(state.height[seat, columns[seat, colour] - 1])
        wanted = sum(full[colour::COLOURS])
        if seen != wanted:
            raise PositionError(f"There are {seen} {COLOUR_NAMES[colour]} pieces; the box holds {wanted}.", rule="G1")


def _count_loose(state: Any) -> Any:
    """Return how many pieces of each type are known by type: in the bag, on tiles, in lake, satchels and overflow."""
    slots = [state.lake[: state.lake_count]]
    slots += [pieces[:count] for pieces, count in zip(state.satchel, state.held, strict=True)]
    counted = state.bag + state.tile.sum(axis=0, dtype=np.int64) + state.overflow.sum(axis=0)
    return np.bincount(np.concatenate(slots), minlength=TYPES) + counted


def _check_seats(state: Any, terms: Terms) -> None:
    for seat in range(terms.players):
        held = int(state.held[seat])
        if held > SATCHEL and not (int(state.phase) == Phase.DROPPING and seat == state.seat):
            raise PositionError(f"The satchel of seat {seat} holds at most {SATCHEL} pieces, not {held}.", rule="G4")
        counted = int(state.height[seat].sum())
        if terms.options["inventory_counts_overflow"]:
            counted += int(state.overflow_count[seat])
        if int(state.inventory[seat]) != counted:
            raise PositionError(
                f"The inventory of seat {seat} should stand at {counted}, not {int(state.inventory[seat])}.", rule="G23"
            )


def _check_end(state: Any) -> None:
    """G29, G31: once triggered, the turns left are those of the last round, or of it and the one before."""
    players = int(state.players)
    left_in_round = players - (int(state.seat) - int(state.first_seat)) % players
    possible = (left_in_round, left_in_round + players) if state.is_triggered else (0,)
    can_be_triggered = Phase.MAIN <= int(state.phase) < Phase.OVER
    if state.is_triggered not in (0, int(can_be_triggered)) or state.turns_left not in possible:
        raise PositionError("The turns left do not fit the seat on turn.", rule="G31")


def _is_turn_possible(state: Any, rules: Any) -> bool:
    phase, need, first_slot, due = int(state.phase), int(state.need), int(state.first_slot), int(state.due)
    if phase == Phase.RIVER:
        return 1 <= due <= TILES
    if phase in (Phase.SETUP, Phase.REFILL, Phase.TOPUP):
        return bool(state.bag_count > 0) and 1 <= due <= _room(state, rules)
    if phase == Phase.PICKING:
        named = state.satchel[state.seat, first_slot : int(state.held[state.seat])].tolist()
        of_shape = sum(piece // COLOURS == state.pair_shape for piece in named)
        is_first = of_shape > 0 and named[0] // COLOURS == state.pair_shape
        return bool(state.target < TILES and need in (1, 2) and is_first and need <= of_shape)
    if phase == Phase.GATHERING:
        return int(state.target) in state.river[1 : TILES - 1].tolist()
    if phase == Phase.ORDERING:
        return bool(state.goal < TILES and state.columns_used[state.seat] < COLUMNS and _new_colours(state) >= 2)
    if phase == Phase.LEAVING:
        return bool(lake_room(state, rules) == 0)
    if phase == Phase.DROPPING:
        held = int(state.held[state.seat])
        return need == held - SATCHEL > 0 and first_slot + need <= held
    return True


def _room(state: Any, rules: Any) -> int:
    """Return how many pieces can be due at most where drawn pieces go; 0 where they cannot go."""
    goal, phase = int(state.goal), int(state.phase)
    if goal < TILES and phase != Phase.TOPUP:
        stones = rules.stones[state.river[1]] if phase == Phase.REFILL else rules.stones[goal] - state.tile_count[goal]
        return int(stones) if phase == Phase.SETUP or state.river[0] == goal else 0
    if goal == Goal.LAKE and phase != Phase.TOPUP:
        return int(lake_room(state, rules))
    seat = goal - Goal.SATCHEL
    if 0 <= seat < state.players and phase != Phase.REFILL:
        return SATCHEL_START - int(state.held[seat])
    return 0


def _new_colours(state: Any) -> int:
    """Return how many new colours wait on the gathered tile; 0 where a known one lies among them."""
    colours = {piece % COLOURS for piece in state.tile[int(state.goal)].nonzero()[0].tolist()}
    return 0 if any(state.column_of[state.seat, colour] for colour in colours) else len(colours)
