"""Making a network: games of bots against themselves, learning from them, and again with what was learned."""

from .errors import TrainingError
from .recipe import RECIPES, Recipe, Stage
from .run import Progress, Training
from .shards import Shard

__all__ = ["RECIPES", "Progress", "Recipe", "Shard", "Stage", "Training", "TrainingError"]
