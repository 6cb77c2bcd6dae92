"""The rules as stepping many games uses them: the names of :mod:`rivertable.core.stepping.game`, for this game."""

from .engine import deal, step
from .observation import write_observation
from .scoring import score

__all__ = ["deal", "score", "step", "write_observation"]
