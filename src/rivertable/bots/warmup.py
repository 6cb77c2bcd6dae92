"""What bots need compiled, task by task: each kind of bot chooses a turn of a throw-away game."""

from __future__ import annotations

from collections.abc import Callable

from ..core.compiling import execution
from ..core.compiling.warmup import RULES, Task
from ..core.game import Game
from .levels import kind_of, make_bot


def _choosing(name: str) -> Callable[[Game], None]:
    """Return what lets a bot choose the first turn of a game."""

    def choose(game: Game) -> None:
        position = game.position_class.before_setup(game.make_terms(2)).resolve(1)
        make_bot(name).choose(position.view(position.seat))

    return choose


STAND_IN = "artisan"
"""The level that plays for bots that look ahead while the rules run interpreted."""

SIGHT = Task("sight", "bots that judge turns", _choosing("sight:look=50"), seconds=6, after=RULES)
FLAT = Task("flat", "bots that play at random", _choosing("flat:playouts=1"), seconds=1, after=RULES)
SEARCH = Task("search", "bots that look ahead", _choosing("search:playouts=3,exact=no"), seconds=4, after=SIGHT)
ENDINGS = Task("endings", "exact endings", _choosing("search:playouts=3"), seconds=4, after=SIGHT)
TASKS = (RULES, SIGHT, FLAT, SEARCH, ENDINGS)


def tasks_of(kind: str) -> tuple[Task, ...]:
    """Return the tasks that a kind of bot needs done, the rules among them."""
    return {"sight": (RULES, SIGHT), "flat": (RULES, FLAT), "search": (RULES, SIGHT, SEARCH, ENDINGS)}[kind]


def player_for(bot: str) -> str:
    """Return the bot that plays for another one: itself, but for one that looks ahead while rules are slow for now."""
    kind = kind_of(bot)
    is_slow = execution.is_provisional() and kind is not None and tasks_of(kind)[-1] is not SIGHT
    return STAND_IN if is_slow else bot
