"""One source of compiled code for all games, compiled for each with its own rules.

Compiled code that is handed functions is never found in the cache of machine code, and calls slowly; code that imports
them is. So a folder of modules is loaded once a game, as a package of its own in which ``game`` is a module of that
game.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..game import Game


def rules_module(game: Game, name: str) -> ModuleType:
    """Return a module of the compiled rules of a game: of ``kernel``, in the package in which the game is."""
    return importlib.import_module(f"{type(game).__module__.rpartition('.')[0]}.kernel.{name}")


def load_for(game: Game, folder: Path, package: str, names: Sequence[str]) -> list[ModuleType]:
    """Load the modules ``names`` of ``folder`` for a game, in which ``game`` is the game's module called as the folder.

    ``package`` is the dotted name of the folder; what is loaded is called as that and the game.
    """
    loaded = ModuleType(f"{package}_in_{game.name}")
    loaded.__path__ = [str(folder)]
    sys.modules[loaded.__name__] = loaded
    sys.modules[f"{loaded.__name__}.game"] = rules_module(game, folder.name)
    return [importlib.import_module(f"{loaded.__name__}.{name}") for name in names]
