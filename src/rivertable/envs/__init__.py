"""Research environments: many games at once, PettingZoo, Gymnasium, OpenSpiel."""

from .asked import EnvironmentUseError
from .batch import BatchEnvironment

__all__ = ["BatchEnvironment", "EnvironmentUseError"]
