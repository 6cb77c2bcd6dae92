"""What training needs compiled: games that bots play against themselves."""

from __future__ import annotations

from ..core.compiling.warmup import Task
from ..core.game import Game
from .training.run import recipe_for
from .training.shards import Shard, samples_of


def _play(game: Game) -> None:
    """Play two games as training does."""
    if game.study is not None:
        samples_of(Shard(game.name, 0, 2, 0, 1, "compile"), recipe_for(game).scaled(0), None)


TRAINING = Task("training", "games to learn from", _play, seconds=5)
TASKS = (TRAINING,)
