"""The rules as everybody else uses them: the names of :mod:`rivertable.core.engine.game`, for this game."""

from __future__ import annotations

from typing import Any

from ...core.compiling.kernel import kernel
from .chance import happen, is_decided, is_inside, is_over, let_chance, outcomes, start
from .features import (
    FEATURES,
    LISTED_AT_MOST,
    NETWORK_WIDTH,
    SEAT_BLOCK,
    SEATS_TOLD,
    viewpoint,
    write_changing,
    write_features,
    write_lasting,
)
from .observation import write_observation
from .outlook import canonicalize, project, sensible
from .rules import decide, decisions
from .scoring import score
from .state import CHOICES_AT_MOST, OUTCOMES_END, STATE, Outcome

_fields: Any = STATE.fields

TURN_AT_MOST = 16
FIRST_OUTCOME = int(Outcome.DRAWN)
OFTEN_USED = int(_fields["overflow"][1])
"""Most decisions need all but overflow."""
OWN_TURNS_AHEAD = 2


@kernel
def is_forced(state: Any, count: int) -> bool:
    """Return False: whatever is asked, more than one answer is legal, or it is the turn's beginning."""
    return False


@kernel
def conceal(state: Any, viewer: int) -> None:
    """Do nothing: everybody knows all that a state says."""


@kernel
def deal_hidden(state: Any, terms: Any, viewer: int, generator: Any) -> None:
    """Do nothing: nothing is hidden."""
