"""The lab: how strong bots are, measured on paired deals, with intervals."""

from .arena import Contest, Schedule, Seating, run, summarise
from .simulation.games import SimulationError
from .statistics import ArenaError, Interval, SequentialTest, Verdict, mean_interval, rate, share_interval
from .workers import WorkerError

__all__ = [
    "ArenaError",
    "Contest",
    "Interval",
    "Schedule",
    "Seating",
    "SequentialTest",
    "SimulationError",
    "Verdict",
    "WorkerError",
    "mean_interval",
    "rate",
    "run",
    "share_interval",
    "summarise",
]
