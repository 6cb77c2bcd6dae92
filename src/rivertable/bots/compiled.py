"""One search for all games, compiled for each with its own rules.

Compiled code that is handed functions is never found in the cache of machine code, and calls slowly; code that imports
them is. So the folder ``lookahead`` is loaded once a game, as a package of its own in which ``game`` is that game's
module ``lookahead``.
"""

from __future__ import annotations

import importlib
import sys
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from ..core.game import Game

if TYPE_CHECKING:
    from .lookahead import exact, flat, network, selfplay, tree, turns

_FOLDER = Path(__file__).parent / "lookahead"
_PACKAGE = "rivertable.bots.lookahead_in_"


class Lookahead:
    """The modules of ``lookahead`` as they are loaded for one game."""

    if TYPE_CHECKING:
        flat = flat
        network = network
        turns = turns
        tree = tree
        selfplay = selfplay
        exact = exact

    def __init__(self, game: Game) -> None:
        package = ModuleType(_PACKAGE + game.name)
        package.__path__ = [str(_FOLDER)]
        sys.modules[package.__name__] = package
        rules = importlib.import_module(type(game).__module__.rpartition(".")[0] + ".lookahead")
        sys.modules[f"{package.__name__}.game"] = rules
        self.game: Any = rules
        for name in ("network", "turns", "tree", "flat", "selfplay", "exact"):
            setattr(self, name, importlib.import_module(f"{package.__name__}.{name}"))


@cache
def lookahead(game: Game) -> Lookahead:
    """Give the search for a game."""
    return Lookahead(game)
