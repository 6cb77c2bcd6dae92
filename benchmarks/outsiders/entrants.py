"""Who plays: bots by their names, and the players of other kinds."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Protocol

from outsiders.by_hand import Greedy
from rivertable.bots import check_bot, make_bot
from rivertable.core.errors import UnknownNameError, require
from rivertable.core.game import Game

GREEDY, SPIEL, PPO, IN_C = "greedy", "openspiel-mcts", "ppo", "c-playouts"
ENTRANTS = (
    "random",
    "novice",
    "apprentice",
    "artisan",
    "expert",
    "master",
    "flat:playouts=100",
    GREEDY,
    f"{SPIEL}:200",
)
"""Who plays where nobody is named: all that both games have, and that needs no file."""


class Chooser(Protocol):
    """Whoever takes turns."""

    def choose(self, view: Any) -> Any:
        """Return a move for the seat on turn, from what it knows."""


def label_of(name: str) -> str:
    """Return what tables call an entrant: a file by its name alone."""
    kind, _, rest = name.partition(":")
    return f"{PPO}:{Path(rest).stem}" if kind == PPO else name


def chooser(name: str, game: Game, seed: int) -> Chooser:
    """Return an entrant; what only one of them needs is imported for that one alone.

    Raises:
        RivertableError: there is no such entrant, or it does not play here.
    """
    kind, _, rest = name.partition(":")
    if name == GREEDY:
        return Greedy(seed)
    if kind == SPIEL:
        require("pyspiel", "openspiel")
        from outsiders.by_openspiel import OpenSpielBot

        return OpenSpielBot(game, seed, _count(kind, rest))
    if kind == IN_C:
        from outsiders.in_c import PlayoutsInC

        return PlayoutsInC(game, seed, _count(kind, rest))
    if kind == PPO:
        require("torch", "train")
        from outsiders.by_ppo import PolicyBot

        return PolicyBot(game, seed, Path(rest))
    check_bot(name, game)
    return make_bot(name, seed)


def _count(kind: str, text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise UnknownNameError(f"{kind} needs a whole number, as in {kind}:200, not {text!r}.")
    return int(text)
