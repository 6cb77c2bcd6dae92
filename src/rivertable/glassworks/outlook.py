"""What a beginner thinks a position is worth: the score as it stands, and what lies ready for later."""

from __future__ import annotations

from typing import Any

from ..core.kernel import kernel, kernel_entry
from .scoring import score

_ONE_MORE = 1.1
_SATCHEL = (0.0, 2.6, 4.6, 6.0, 6.8, 7.2)
_INVENTORY = 0.35


@kernel
def growth(state: Any, terms: Any, seat: int) -> float:
    """Give what the columns promise: a little for each piece that one more column to its left would let count."""
    promise = 0.0
    used = int(state.columns_used[seat])
    for column in range(used):
        promise += _ONE_MORE * int(state.height[seat, column])
    promise += _ONE_MORE * used
    return promise


@kernel_entry
def project(states: Any, index: int, terms: Any, seat: int) -> float:
    """Give a seat's projected points: the score as it stands, growth, pieces in the satchel, distance to the end.

    Late in the game only the score counts.
    """
    state = states[index]
    points = float(score(state, terms[0], seat))
    if state.is_triggered != 0 and state.turns_left <= state.players:
        return points
    held = min(int(state.held[seat]), 5)
    return points + growth(state, terms[0], seat) + _SATCHEL[held] + _INVENTORY * int(state.inventory[seat])
