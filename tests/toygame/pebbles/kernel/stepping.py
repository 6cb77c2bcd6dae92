"""The rules as stepping many games uses them."""

from .engine import lay_out, proceed, score, write_observation

__all__ = ["OFTEN_USED", "lay_out", "proceed", "score", "write_observation"]

OFTEN_USED = (0,)
