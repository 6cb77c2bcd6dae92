"""Balance: what many games say about seats, scores, length, drama and each thing used, and what a change changes."""

from .noted import Noted, note_games

__all__ = ["Noted", "note_games"]
