"""The module of a game's environments: ``env``, ``raw_env`` and ``parallel_env`` for that game alone."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from ...core.game import Game
from .table import ParallelTable, TableEnvironment, wrapped


def module_for(game: Game, package: str) -> ModuleType:
    """Return a module of ``package`` with a game's environments, named for the game and its newest version."""
    version = f"{game.name}_v{len(game.environment_versions) - 1}"

    def env(**settings: Any) -> Any:
        """Return the environment with PettingZoo's wrappers; settings are those of ``raw_env``."""
        return wrapped(raw_env(**settings))

    def raw_env(**settings: Any) -> TableEnvironment:
        """Return the environment; see :class:`~rivertable.envs.pettingzoo.table.TableEnvironment` for the settings."""
        return TableEnvironment(game.name, version, **settings)

    def parallel_env(**settings: Any) -> ParallelTable:
        """Return the form that takes actions of all agents at once."""
        return ParallelTable(game.name, version, **settings)

    made = ModuleType(f"{package}.{version}", f"{game.title} for PettingZoo.")
    functions = {"env": env, "raw_env": raw_env, "parallel_env": parallel_env}
    made.__dict__.update(functions, __all__=sorted(functions))
    return made
