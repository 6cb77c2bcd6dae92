"""Simulation at scale: whole games between bots, as rows and as records."""

from .playing import Job, play_whole
from .rows import GameRow, TurnRow, WholeGame
from .running import simulate

__all__ = ["GameRow", "Job", "TurnRow", "WholeGame", "play_whole", "simulate"]
