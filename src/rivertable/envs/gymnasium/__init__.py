"""The games as environments of Gymnasium: one seat against chosen bots. Needs the extra ``envs``.

``gymnasium.make`` knows each as ``rivertable/Name-v0`` once this is imported; what changed with each version stands on
the page of the game's environment.
"""

from typing import Any

from ...core.extras import require
from ...core.game import GAMES
from .seat import SeatEnvironment

__all__ = ["SeatEnvironment"]

_registry: Any = require("gymnasium", "envs")
for _game in GAMES.values():
    _id = f"rivertable/{_game.name.capitalize()}-v{len(_game.environment_versions) - 1}"
    _registry.register(_id, f"{__name__}:SeatEnvironment", kwargs={"game": _game.name})
