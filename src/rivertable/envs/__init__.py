"""Research environments: many games at once, PettingZoo, Gymnasium, OpenSpiel."""

from .batch import BatchEnvironment
from .errors import EnvironmentUseError

__all__ = ["BatchEnvironment", "EnvironmentUseError"]
