"""Making a network: games of bots against themselves, learning from them, and again with what was learned."""

from ...core.contract.recipe import Recipe, Stage
from .errors import TrainingError
from .run import Progress, Training, recipe_for
from .shards import Shard

__all__ = ["Progress", "Recipe", "Shard", "Stage", "Training", "TrainingError", "recipe_for"]
