"""What a bot is, the simplest one, Rivals as bots (``rival:NAME``), and bots that play a match."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Protocol

from ..core.chance import Simulator
from ..core.contract.study import Rival
from ..core.errors import UnknownNameError
from ..core.game import GAMES, Game
from ..core.match import Match, Turn
from ..core.position import Draft, View


class Bot(Protocol):
    """A program that plays: at the start of a turn it gets its own seat's view, and nothing else."""

    def choose(self, view: View) -> Any:
        """Return one of the view's legal moves."""


class RandomBot:
    """Takes each decision of a turn at random among the legal ones; equal seeds give equal choices."""

    def __init__(self, seed: int | None) -> None:
        self._simulator = Simulator(seed)

    def choose(self, view: View) -> Any:
        """Return a random legal move."""
        draft = Draft(view)
        while not draft.is_complete:
            choices = draft.choices
            draft.choose(choices[self._simulator.below(len(choices))])
        return draft.move


def play_turn(match: Match, bots: Mapping[int, Bot], at: str | None = None) -> Turn:
    """Play the move that the bot on turn chooses from its own view; ``bots`` are by seat."""
    position = match.position
    seat = int(position.state.seat)
    return match.play(bots[seat].choose(position.view(seat)), at)


def play_out(match: Match, bots: Mapping[int, Bot]) -> None:
    """Play a match of bots to its end."""
    while not match.is_over:
        play_turn(match, bots)


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
        return view.game.moves.move_of(view, self._rival.decide(view).decisions)


@cache
def _all_rivals() -> Mapping[str, tuple[Game, Rival]]:
    return {PREFIX + rival.name: (game, rival) for game in GAMES.values() for rival in game.rivals.characters}


def rivals_of(game: Game) -> Mapping[str, Rival]:
    """Return a game's Rivals by their bot names, the easiest first."""
    return {PREFIX + rival.name: rival for rival in game.rivals.characters}


def find_rival(name: str) -> tuple[Game, Rival]:
    """Return the Rival of a bot name such as ``rival:pike``, and its game.

    Raises:
        UnknownNameError: there is no such Rival.
    """
    known = _all_rivals()
    if name not in known:
        raise UnknownNameError(f"There is no Rival {name!r}; there are {', '.join(known)}.")
    return known[name]


def is_rival(name: str | None) -> bool:
    """Return whether a bot name is a Rival's."""
    return name is not None and name.startswith(PREFIX)
