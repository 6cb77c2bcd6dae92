"""Looking ahead: the compiled search, one implementation for all games.

This folder is a template: its modules are compiled with the rules of each game, which take the place of :mod:`.game`.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from ...core.compiling.template import load_for
from ...core.game import Game

if TYPE_CHECKING:
    from . import exact, matches, network, selfplay, tree, turns

__all__ = ["lookahead"]

_NAMES = ("network", "turns", "tree", "selfplay", "exact", "matches")


class Lookahead:
    """The modules of this folder, loaded for one game."""

    if TYPE_CHECKING:
        network = network
        turns = turns
        tree = tree
        selfplay = selfplay
        exact = exact
        matches = matches

    def __init__(self, game: Game) -> None:
        modules = load_for(game.name, game.kernel.calls, Path(__file__).parent, __name__, _NAMES)
        for name, module in zip(_NAMES, modules, strict=True):
            setattr(self, name, module)


@cache
def lookahead(game: Game) -> Lookahead:
    """Return the search for a game."""
    return Lookahead(game)
