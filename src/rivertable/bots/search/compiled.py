"""One search for all games, compiled for each with its own rules: the folder ``lookahead`` as a template."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...core.compiling.template import load_for, rules_module
from ...core.game import Game

if TYPE_CHECKING:
    from ..lookahead import appraise, exact, flat, network, selfplay, tree, turns

_FOLDER = Path(__file__).parents[1] / "lookahead"
_NAMES = ("network", "turns", "tree", "flat", "selfplay", "exact", "appraise")


class Lookahead:
    """The modules of ``lookahead`` as they are loaded for one game."""

    if TYPE_CHECKING:
        flat = flat
        network = network
        turns = turns
        tree = tree
        selfplay = selfplay
        exact = exact
        appraise = appraise

    def __init__(self, game: Game) -> None:
        self.game: Any = rules_module(game, "lookahead")
        for name, module in zip(_NAMES, load_for(game, _FOLDER, "rivertable.bots.lookahead", _NAMES), strict=True):
            setattr(self, name, module)


@cache
def lookahead(game: Game) -> Lookahead:
    """Return the search for a game."""
    return Lookahead(game)
