"""The rules as stepping many games uses them: the names of :mod:`rivertable.core.stepping.game`, for this game."""

from ...core.compiling.prefetch import LINE
from .engine import lay_out, proceed
from .observation import write_observation
from .scoring import score
from .state import STATE

__all__ = ["OFTEN_USED", "lay_out", "proceed", "score", "write_observation"]

OFTEN_USED = tuple(range(0, STATE.itemsize, LINE))
"""Where the parts of a state begin that most decisions need: here, all of it."""
