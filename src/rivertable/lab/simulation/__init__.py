"""Simulation at scale: whole games between bots, as rows and as records."""

from .games import GameRow, Job, TurnRow, WholeGame, play_whole, seat_bots
from .rows import RowsFolder
from .run import Simulation, Summary, simulate

__all__ = [
    "GameRow",
    "Job",
    "RowsFolder",
    "Simulation",
    "Summary",
    "TurnRow",
    "WholeGame",
    "play_whole",
    "seat_bots",
    "simulate",
]
