"""Rivals as bots: each game brings its own, named ``rival:NAME`` anywhere a bot is named."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from ..core.contract.rivals import Rival
from ..core.errors import UnknownNameError
from ..core.game import GAMES, Game
from ..core.position import View
from .player import Bot

PREFIX = "rival:"
"""What the name of a bot begins with that is a Rival."""


class RivalBot:
    """Takes the turn that the rules of a Rival give, on views of its game."""

    def __init__(self, game: Game, rival: Rival) -> None:
        self._game = game
        self._rival = rival

    def choose(self, view: View) -> Any:
        """Return the move of the Rival's rules.

        Raises:
            UnknownNameError: the view is of another game.
        """
        if view.game is not self._game:
            raise UnknownNameError(f"{self._rival.title} plays {self._game.title}, not {view.game.title}.")
        return view.game.move_of(view, self._rival.decide(view).decisions)


@cache
def _all_rivals() -> Mapping[str, tuple[Game, Rival]]:
    return {PREFIX + rival.name: (game, rival) for game in GAMES.values() for rival in game.rivals}


def rivals_of(game: Game) -> Mapping[str, Rival]:
    """Return a game's Rivals by their bot names, the easiest first."""
    return {PREFIX + rival.name: rival for rival in game.rivals}


def find_rival(name: str) -> tuple[Game, Rival]:
    """Return the Rival of a bot name such as ``rival:pike``, and its game.

    Raises:
        UnknownNameError: there is no such Rival.
    """
    known = _all_rivals()
    if name not in known:
        raise UnknownNameError(f"There is no Rival {name!r}; there are {', '.join(known)}.")
    return known[name]


def make_rival(name: str) -> Bot:
    """Return the bot of a Rival by its bot name.

    Raises:
        UnknownNameError: there is no such Rival.
    """
    return RivalBot(*find_rival(name))


def is_rival(name: str | None) -> bool:
    """Return whether a bot name is a Rival's."""
    return name is not None and name.startswith(PREFIX)
