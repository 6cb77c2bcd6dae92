"""Research environments: many games at once, PettingZoo, Gymnasium, OpenSpiel."""

from .batch import BatchEnvironment, EnvironmentUseError

__all__ = ["BatchEnvironment", "EnvironmentUseError"]
