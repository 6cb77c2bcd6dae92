"""The games as environments of Gymnasium: one seat against chosen bots. Needs the extra ``envs``.

``gymnasium.make`` knows them as ``rivertable/Glassworks-v0`` and ``rivertable/Market-v0`` once this is imported.

| version | change |
|---|---|
| 0 | the first |
"""

from typing import Any

from ...core.extras import require
from .seat import SeatEnvironment

__all__ = ["SeatEnvironment"]

_registry: Any = require("gymnasium", "envs")
for _id, _name in {"rivertable/Glassworks-v0": "glassworks", "rivertable/Market-v0": "market"}.items():
    _registry.register(_id, f"{__name__}:SeatEnvironment", kwargs={"game": _name})
