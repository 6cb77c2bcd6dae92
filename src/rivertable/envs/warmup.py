"""What environments need compiled: many games stepped at once."""

from __future__ import annotations

from ..core.compiling.warmup import Task
from ..core.game import Game
from .batch import BatchEnvironment


def _step(game: Game) -> None:
    """Step a batch once, with masks."""
    batch = BatchEnvironment(game.name, 2, seed=1, is_masked=True)
    batch.step(batch.sample())


BATCH = Task("batch", "games stepped at once", _step, seconds=10)
TASKS = (BATCH,)
