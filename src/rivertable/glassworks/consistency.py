"""Whether a state that somebody wrote down is one that the rules can go on from.

The compiled rules trust their state: they check no index. What comes from outside is checked here, once.
"""

from __future__ import annotations

from typing import Any

from ..core.errors import PositionError
from ..core.game import Terms
from .kernel.slots import lake_room
from .kernel.state import (
    COLOURS,
    COLUMNS,
    DROPPING,
    GATHERING,
    LEAVING,
    MAIN,
    ORDERING,
    OVER,
    PICKING,
    REFILL,
    SATCHEL,
    SATCHEL_START,
    SETUP,
    SETUP_RIVER,
    TILES,
    TO_LAKE,
    TO_SATCHEL,
    TOP_UP,
)

_INSIDE_TURN = ("pair_shape", "target", "goal", "need", "floor", "due")
_USED = {
    SETUP_RIVER: ("due",),
    SETUP: ("goal", "due"),
    MAIN: (),
    PICKING: ("pair_shape", "target", "need", "floor"),
    GATHERING: ("target",),
    ORDERING: ("goal",),
    LEAVING: (),
    DROPPING: ("need", "floor"),
    REFILL: ("goal", "due"),
    TOP_UP: ("goal", "due"),
    OVER: (),
}
"""The numbers that belong to each phase; the others are 0."""


def check_possible(state: Any, terms: Terms) -> None:
    """Check that counts, markers and the numbers of the running turn fit what lies on the table.

    Raises:
        PositionError: naming what does not fit.
    """
    _check_seats(state, terms)
    _check_end(state)
    used = _USED[int(state.phase)]
    if any(int(state[name]) != 0 for name in _INSIDE_TURN if name not in used):
        raise PositionError("The numbers of the running turn do not belong to its phase.")
    if not _is_turn_possible(state, terms.array[0]):
        raise PositionError("The numbers of the running turn do not fit what lies on the table.")


def _check_seats(state: Any, terms: Terms) -> None:
    for seat in range(terms.players):
        held = int(state.held[seat])
        if held > SATCHEL and not (state.phase == DROPPING and seat == state.seat):
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
    can_be_triggered = MAIN <= state.phase < OVER
    if state.is_triggered not in (0, int(can_be_triggered)) or state.turns_left not in possible:
        raise PositionError("The turns left do not fit the seat on turn.", rule="G31")


def _is_turn_possible(state: Any, rules: Any) -> bool:
    phase, need, floor, due = int(state.phase), int(state.need), int(state.floor), int(state.due)
    if phase == SETUP_RIVER:
        return 1 <= due <= TILES
    if phase in (SETUP, REFILL, TOP_UP):
        return bool(state.bag_count > 0) and 1 <= due <= _room(state, rules)
    if phase == PICKING:
        named = state.satchel[state.seat, floor : int(state.held[state.seat])].tolist()
        of_shape = sum(piece // COLOURS == state.pair_shape for piece in named)
        is_first = of_shape > 0 and named[0] // COLOURS == state.pair_shape
        return bool(state.target < TILES and need in (1, 2) and is_first and need <= of_shape)
    if phase == GATHERING:
        return int(state.target) in state.river[1 : TILES - 1].tolist()
    if phase == ORDERING:
        return bool(state.goal < TILES and state.columns_used[state.seat] < COLUMNS and _new_colours(state) >= 2)
    if phase == LEAVING:
        return bool(lake_room(state, rules) == 0)
    if phase == DROPPING:
        held = int(state.held[state.seat])
        return need == held - SATCHEL > 0 and floor + need <= held
    return True


def _room(state: Any, rules: Any) -> int:
    """Return how many pieces can be due at most where drawn pieces go; 0 where they cannot go."""
    goal, phase = int(state.goal), int(state.phase)
    if goal < TILES and phase != TOP_UP:
        stones = rules.stones[state.river[1]] if phase == REFILL else rules.stones[goal] - state.tile_count[goal]
        return int(stones) if phase == SETUP or state.river[0] == goal else 0
    if goal == TO_LAKE and phase != TOP_UP:
        return int(lake_room(state, rules))
    seat = goal - TO_SATCHEL
    if 0 <= seat < state.players and phase != REFILL:
        return SATCHEL_START - int(state.held[seat])
    return 0


def _new_colours(state: Any) -> int:
    """Return how many new colours wait on the gathered tile; 0 where a known one lies among them."""
    colours = {piece % COLOURS for piece in state.tile[int(state.goal)].nonzero()[0].tolist()}
    return 0 if any(state.column_of[state.seat, colour] for colour in colours) else len(colours)
