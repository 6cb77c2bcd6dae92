"""The turns of whole games told by compiled code, for games that have a :class:`~.Telling`.

This folder is a template: its module is compiled with the telling of each game, which takes the place of :mod:`.game`.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from ....bots.whole_games import WHOLE_GAMES, CompiledTable, PlayedGames
from ....core.compiling.digests import KEY_BYTES
from ....core.compiling.template import load_for
from ....core.compiling.warmup import Task
from ....core.contract.telling import Telling, Told
from ....core.game import Game, Terms

__all__ = ["TELLING", "Teller", "teller_for"]

_SYMBOLS, _USES = 8, 4
"""A unit of room for each turn."""
_ROOM = 3
"""So many units there are at first; room grows where it is not enough."""


class Teller:
    """Tells games that were played under some terms."""

    def __init__(self, terms: Terms, telling: Telling) -> None:
        game = terms.game
        (self._compiled,) = load_for(game.name, telling.compiled, Path(__file__).parent, __name__, ["whole"])
        self._terms = terms.array
        self._seats, self._categories = terms.players, len(game.counting.CATEGORIES)
        self._states, self._out = game.kernel.new_states(3), game.kernel.new_list()
        self._numbers, self._scratch = telling.numbers(terms.components), telling.new_scratch()
        self._room = _ROOM
        self.symbols = telling.symbols(terms.components)
        """The texts that the symbols of notations stand for, by their numbers."""
        self.things = tuple(thing.id for family in game.counting.list_uses(terms.components) for thing in family.things)
        """The ids of what turns use, by their numbers."""

    def tell(self, played: PlayedGames) -> Told:
        """Tell every turn of games whose turns were written; arrays are as long as what is told."""
        log, turns = played.log, int(played.turns.sum())
        assert log is not None
        while True:
            told = Told(
                np.empty(self._room * _SYMBOLS * turns, np.int16),
                np.empty(self._room * _USES * turns, np.int16),
                np.zeros(turns, np.int64),
                np.zeros(turns, np.int64),
            )
            if self._compiled.tell_games(
                played.turns,
                log.starts,
                log.after,
                log.choices_end,
                log.choices,
                self._terms,
                self._states,
                self._numbers,
                told,
                self._scratch,
                self._out,
            ):
                symbols, uses = (ends[-1] for ends in (told.symbols_end, told.uses_end))
                return Told(told.symbols[:symbols], told.uses[:uses], told.symbols_end, told.uses_end)
            self._room *= 2

    def points(self, played: PlayedGames) -> np.ndarray[Any, Any]:
        """Return the final points by category of games whose turns were written, (games, seats, categories)."""
        assert played.log is not None
        points = np.zeros((len(played), self._seats, self._categories), np.int32)
        self._compiled.write_points(played.turns, played.log.after, self._terms, self._scratch, points)
        return points


@lru_cache(maxsize=32)
def teller_for(terms: Terms) -> Teller | None:
    """Return what tells games under these terms in this process, one call at a time; None: the game has no telling."""
    telling = terms.game.telling
    return None if telling is None else Teller(terms, telling)


def _tell(game: Game) -> None:
    """Tell a game that is played at random."""
    terms = game.make_terms(2)
    teller = teller_for(terms)
    if teller is not None:
        played = CompiledTable(terms, ("random",) * 2).play([bytes(KEY_BYTES)], [[1, 2]], is_written=True)
        teller.tell(played)
        teller.points(played)


TELLING = Task("telling", "rows of games", _tell, seconds=6, after=WHOLE_GAMES)
"""What makes rows of whole games that compiled bots play."""
