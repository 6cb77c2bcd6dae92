"""The games as environments of PettingZoo, by versioned names. Needs the extra ``envs``.

Each module has ``env()``, with the wrappers that PettingZoo puts around every game, ``raw_env()`` without, and
``parallel_env()``. PettingZoo's registry knows both as ``rivertable/glassworks-v0`` and ``rivertable/market-v0``.
"""

from typing import Any

from ...core.extras import require
from . import glassworks_v0, market_v0

__all__ = ["glassworks_v0", "market_v0"]

_registry: Any = require("pettingzoo", "envs")
for _name in __all__:
    _id = f"rivertable/{_name.replace('_', '-')}"
    _registry.register("aec", _id, f"{__name__}.{_name}:env")
    _registry.register("parallel", _id, f"{__name__}.{_name}:parallel_env")
