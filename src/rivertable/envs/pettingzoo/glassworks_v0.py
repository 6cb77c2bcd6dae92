"""River Valley Glassworks for PettingZoo, version 0.

Agents are ``seat_0`` to ``seat_4``; observations and actions are listed index by index in the documentation.

| version | change |
|---|---|
| 0 | the first |
"""

from __future__ import annotations

from typing import Any

from .table import ParallelTable, TableEnvironment, wrapped

__all__ = ["env", "parallel_env", "raw_env"]

_NAME, _VERSION = "glassworks", "glassworks_v0"


def env(**settings: Any) -> Any:
    """Return the environment with PettingZoo's wrappers; settings are those of ``raw_env``."""
    return wrapped(raw_env(**settings))


def raw_env(**settings: Any) -> TableEnvironment:
    """Return the environment; see :class:`~rivertable.envs.pettingzoo.table.TableEnvironment` for the settings."""
    return TableEnvironment(_NAME, _VERSION, **settings)


def parallel_env(**settings: Any) -> ParallelTable:
    """Return the form that takes actions of all agents at once."""
    return ParallelTable(_NAME, _VERSION, **settings)
