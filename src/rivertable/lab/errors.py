"""What the lab refuses."""

from __future__ import annotations

from ..core.errors import DataError, RivertableError


class ArenaError(DataError):
    """A contest that cannot be played, or a file of games that is of another one."""

    code = "bad-contest"


class SimulationError(DataError):
    """A simulation that cannot be played, or a folder of rows that is of another one or damaged."""

    code = "bad-simulation"


class WorkerError(RivertableError):
    """A process that played games for this one was ended from outside, or is of another version."""

    code = "worker-lost"
