"""The rules as everybody else uses them: the names of :mod:`rivertable.core.engine.game`, for this game."""

from __future__ import annotations

from typing import Any

from ...core.compiling.kernel import kernel_entry
from .chance import conceal, deal_hidden, happen, is_decided, is_inside, is_over, let_chance, outcomes, start
from .observation import write_observation
from .outlook import (
    FEATURES,
    LISTED_AT_MOST,
    NETWORK_WIDTH,
    SEAT_BLOCK,
    SEATS_TOLD,
    project,
    viewpoint,
    write_features,
    write_lasting,
)
from .rules import decide, decisions, is_forced
from .scoring import score
from .state import CHOICES_AT_MOST, OUTCOMES_END, STATE, Outcome

TURN_AT_MOST = 128
FIRST_OUTCOME = int(Outcome.DRAWN)
OFTEN_USED = STATE.itemsize
"""Most decisions need all of a state."""
OWN_TURNS_AHEAD = 1

write_changing = write_features
sensible = decisions
"""No way to begin a turn is a waste in itself."""


@kernel_entry
def canonicalize(state: Any, terms: Any) -> None:
    """Do nothing: every card may still count."""
