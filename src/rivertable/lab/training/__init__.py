"""Making a network: games of bots against themselves, learning from them, and again with what was learned."""

from ...core.contract.study import Recipe, Stage
from .run import Progress, Training, TrainingError, recipe_for
from .samples import Shard

__all__ = ["Progress", "Recipe", "Shard", "Stage", "Training", "TrainingError", "recipe_for"]
