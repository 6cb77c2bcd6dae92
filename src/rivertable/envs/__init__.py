"""Research environments: many games at once, PettingZoo, Gymnasium, OpenSpiel."""

from .batch import BatchEnvironment
from .errors import EnvironmentUseError, MissingExtraError, require

__all__ = ["BatchEnvironment", "EnvironmentUseError", "MissingExtraError", "require"]
