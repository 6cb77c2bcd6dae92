"""The rules as stepping many games uses them: the names of :mod:`rivertable.core.stepping.game`, for this game."""

from typing import Any

from ...core.compiling.prefetch import LINE
from .engine import lay_out, proceed
from .observation import write_observation
from .scoring import score
from .state import STATE

__all__ = ["OFTEN_USED", "lay_out", "proceed", "score", "write_observation"]

_fields: Any = STATE.fields

OFTEN_USED = tuple(range(0, _fields["overflow"][1], LINE))
"""Where the parts of a state begin that most decisions need: all but overflow."""
