"""Compiling what a kind of bot needs of a game, before it is needed."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

from ..core.game import GAMES, Game
from ..core.kernel import is_warm, warm_up
from .kinds import KINDS
from .levels import make_bot


def is_prepared(game: Game, kind: str) -> bool:
    """Tell whether this version has compiled what a kind needs, here or in another process."""
    return is_warm(_name(game, kind))


def prepare(game: Game, kind: str, progress: Callable[[int, float], None] = lambda done, seconds: None) -> None:
    """Let a bot of a kind choose a turn of a throw-away game: what it needs is compiled, or loaded, and cached."""
    position = game.position_class.before_setup(game.make_terms(2)).resolve(1)
    view = position.view(position.seat)
    warm_up(_name(game, kind), [lambda: make_bot(f"{kind}:{KINDS[kind].brief}").choose(view)], progress)


def prepare_by_name(game: str, kind: str) -> None:
    """Do the same in a process that does nothing else, and leaves all others before it.

    Raises:
        UnknownNameError: there is no such game.
    """
    if sys.platform != "win32":
        os.nice(10)
    prepare(GAMES[game], kind)


def _name(game: Game, kind: str) -> str:
    return f"{game.name}-{kind}"
