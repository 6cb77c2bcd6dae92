"""What a beginner thinks a position is worth: the score as it stands, and what lies ready for later."""

from __future__ import annotations

from typing import Any

from ..core.kernel import kernel, kernel_entry
from .bits import wide
from .scoring import score
from .state import COIN, GOODS

_COIN = 0.5
_GOOD = 0.3
_PLACED = 1.5


@kernel
def time_left(state: Any, terms: Any) -> float:
    """Give how much of the game is left, 1 at the start, 0 once the end is triggered: by the seat closest to it."""
    if state.end_seat >= 0:
        return 0.0
    fewest = wide(terms.houses)
    for seat in range(wide(state.players)):
        fewest = min(fewest, wide(state.houses[seat]))
    return float(fewest) / float(terms.houses)


@kernel_entry
def project(states: Any, index: int, terms: Any, seat: int) -> float:
    """Give a seat's projected points: the score as it stands, and what resources and placed houses promise.

    The nearer the end, the less is promised; once it is triggered only the score counts.
    """
    state = states[index]
    promise = _COIN * float(state.resource[seat, COIN])
    for good in range(GOODS):
        promise += _GOOD * float(state.resource[seat, good])
    promise += _PLACED * float(terms[0].houses - state.houses[seat])
    return float(score(state, terms[0], seat)) + promise * time_left(state, terms[0])
