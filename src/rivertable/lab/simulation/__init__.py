"""Simulation at scale: whole games between bots, as rows and as records."""

from .folder import RowsFolder
from .playing import Job, play_whole
from .rows import GameRow, TurnRow, WholeGame
from .running import simulate
from .storage import Simulation
from .summary import Summary

__all__ = [
    "GameRow",
    "Job",
    "RowsFolder",
    "Simulation",
    "Summary",
    "TurnRow",
    "WholeGame",
    "play_whole",
    "simulate",
]
