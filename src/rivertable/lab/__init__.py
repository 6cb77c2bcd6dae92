"""The lab: how strong bots are, measured on paired deals, with intervals."""

from .arena import Contest, run, summarise
from .errors import ArenaError, SimulationError, WorkerError
from .intervals import Interval, mean_interval, share_interval
from .ratings import Rating, rate
from .schedule import Schedule, Seating
from .sprt import Sequential, Verdict

__all__ = [
    "ArenaError",
    "Contest",
    "Interval",
    "Rating",
    "Schedule",
    "Seating",
    "Sequential",
    "SimulationError",
    "Verdict",
    "WorkerError",
    "mean_interval",
    "rate",
    "run",
    "share_interval",
    "summarise",
]
