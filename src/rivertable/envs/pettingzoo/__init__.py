"""The games as environments of PettingZoo, by versioned names. Needs the extra ``envs``.

Each game has a module named for it and its version (``NAME_v0``) with ``env()``, with the wrappers that PettingZoo puts
around every game, ``raw_env()`` without, and ``parallel_env()``. PettingZoo's registry knows both as
``rivertable/NAME-v0``. What changed with each version stands on the page of the game's environment.
"""

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

from ...core.extras import require
from ...core.game import GAMES
from .modules import module_for

__all__: list[str] = []

if TYPE_CHECKING:

    def __getattr__(name: str) -> ModuleType:
        """Return the module of a game's environments."""


_registry: Any = require("pettingzoo", "envs")
for _game in GAMES.values():
    _module = module_for(_game, __name__)
    _name = _module.__name__.rpartition(".")[2]
    sys.modules[_module.__name__] = _module
    globals()[_name] = _module
    __all__ += [_name]
    _id = f"rivertable/{_name.replace('_', '-')}"
    _registry.register("aec", _id, f"{_module.__name__}:env")
    _registry.register("parallel", _id, f"{_module.__name__}:parallel_env")
