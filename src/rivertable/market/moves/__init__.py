"""Moves of River Market: typed, written, chosen step by step, and refused."""

from .decisions import move_of
from .refusals import decisions_of, parse_move

__all__ = ["decisions_of", "move_of", "parse_move"]
