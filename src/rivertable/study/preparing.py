"""Compiling what studying games needs, before it is needed."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

from ..core.game import GAMES, Game
from ..core.kernel import is_warm, warm_up
from .eye import Eye
from .luck import dealt
from .searched import Searcher


def is_prepared_to_study(game: Game) -> bool:
    """Tell whether this version has compiled what studying a game needs, here or in another process."""
    return is_warm(_name(game))


def prepare_to_study(game: Game, progress: Callable[[int, float], None] = lambda done, seconds: None) -> None:
    """Look at a throw-away position: what that needs is compiled, or loaded, and cached."""
    terms = game.make_terms(2)
    position = dealt(terms, 0, 1)
    turn = game.decisions_of(position, next(iter(position.moves())))

    def look() -> None:
        Eye(terms).shares(position)
        Searcher(terms, 4).search(position, turn, 4, seed=1)

    warm_up(_name(game), [look], progress)


def prepare_to_study_by_name(game: str) -> None:
    """Do the same in a process that does nothing else, and leaves all others before it.

    Raises:
        UnknownNameError: there is no such game.
    """
    if sys.platform != "win32":
        os.nice(10)
    prepare_to_study(GAMES[game])


def _name(game: Game) -> str:
    return f"{game.name}-study"
