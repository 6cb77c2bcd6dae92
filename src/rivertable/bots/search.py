"""Bots that judge whole turns: at first sight, or by looking ahead."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..core.game import Game
from ..core.position import View
from .compiled import lookahead
from .thinking import NOBODY, Thinker, seed_for
from .weights import network_for
from .whims import is_moved, one_of

_MARGIN = 0.006
"""Seconds of a turn's time that are kept back for what comes after the search."""
_NODES_A_SECOND = 60_000
"""More positions than one thread looks at in a second."""
_ROOM_AT_LEAST, _ROOM_AT_MOST = 64, 120_000
_CLOSE = 0.05
"""The second-best turn is close when it is worth so little less, in shares of the win."""
_ALIKE_AT_MOST = 64
"""Turns that are as good at first sight, of which one is taken."""


@dataclass(frozen=True, slots=True)
class Thought:
    """How a search bot thinks. Times and playouts are for a whole turn."""

    time: float | None = None
    """seconds at most; None: as long as the playouts take"""
    playouts: int | None = None
    """how often each thread goes down its tree; None: as often as there is time"""
    threads: int = 1
    net: bool = True
    """whether it uses the network that was made for the game, where there is one"""
    turns: int = 48
    """how many turns it weighs against each other in one position, at most"""
    look: int = 4000
    """about how many turns it judges at first sight in one position, at most"""
    curiosity: float = 0.5
    sharpness: float = 20.0
    widening: float = 1.0
    slip: float = 0.0
    """how often it takes the second-best turn, where that is close"""


class SearchBot:
    """Searches a tree of whole turns with sampled chance; equal seeds and playouts give equal play."""

    def __init__(self, seed: int, thought: Thought) -> None:
        self.thought = thought
        self._seed = seed
        self._thinkers: dict[Game, list[Thinker]] = {}
        self.playouts = 0
        """How often all threads together went down their trees for the turn chosen last."""

    def choose(self, view: View) -> Any:
        """Give the turn that was taken most in the search; the better one, then the first, of equals.

        Now and then, where that is wanted, the one that comes next.
        """
        began = time.perf_counter()
        thought, game = self.thought, view.game
        thinkers = self._thinkers.setdefault(game, [])
        while len(thinkers) < thought.threads:
            thinkers.append(Thinker(game, self._room, thought.turns))
        network = network_for(view.terms) if thought.net else None
        compiled = lookahead(game)
        settings = compiled.tree.Settings(
            network is not None, thought.curiosity, self._sharpness(network), thought.widening, thought.look
        )
        weights = compiled.network.blank_network() if network is None else network
        seat = int(view.state.seat)

        def think(number: int) -> None:
            thinkers[number].think(
                view.states,
                view.terms.array,
                weights,
                settings,
                viewer=seat if game.has_hidden else NOBODY,
                seed=seed_for(self._seed, view, number),
                playouts=thought.playouts,
                until=None if thought.time is None else began + thought.time - _MARGIN,
            )

        if thought.threads == 1:
            think(0)
        else:
            with ThreadPoolExecutor(thought.threads) as pool:
                list(pool.map(think, range(thought.threads)))
        self.playouts = sum(thinker.playouts for thinker in thinkers)
        return game.move_of(view, self._best(thinkers, seat, is_moved(self._seed, view, thought.slip)))

    @property
    def _room(self) -> int:
        if self.thought.playouts is not None:
            return max(_ROOM_AT_LEAST, min(self.thought.playouts + 2, _ROOM_AT_MOST))
        return max(_ROOM_AT_LEAST, min(int((self.thought.time or 1.0) * _NODES_A_SECOND), _ROOM_AT_MOST))

    def _sharpness(self, network: Any | None) -> float:
        """Give how much a better turn is preferred at first sight; a beginner's eye judges in points."""
        return self.thought.sharpness if network is not None else 0.5

    def _best(self, thinkers: list[Thinker], seat: int, has_slipped: bool) -> list[int]:
        """Give the decisions of the turn that all threads together took most, or of a close second."""
        visits = np.sum([thinker.visits for thinker in thinkers], axis=0)
        values = np.mean([thinker.values(seat) for thinker in thinkers], axis=0)
        order = np.lexsort((-np.arange(len(visits)), values, visits))
        chosen = int(order[-1])
        if has_slipped and len(order) > 1 and visits[order[-2]] and values[order[-2]] > values[chosen] - _CLOSE:
            chosen = int(order[-2])
        return thinkers[0].decisions(chosen)


class SightBot:
    """Takes the turn that is best at first sight: by a beginner's eye, or by the network; of equal ones, any."""

    def __init__(self, seed: int, *, has_network: bool, look: int, whim: float) -> None:
        """Take the seed that settles between equals; turns worth ``whim`` less than the best are as good to it."""
        self._seed = seed
        self._has_network = has_network
        self._look = look
        self._whim = whim
        self._thinkers: dict[Game, Thinker] = {}

    def choose(self, view: View) -> Any:
        """Give one of the turns of the highest value, or near it."""
        game = view.game
        thinker = self._thinkers.get(game)
        if thinker is None:
            thinker = self._thinkers[game] = Thinker(game, 1, _ALIKE_AT_MOST)
        network = network_for(view.terms) if self._has_network else None
        weights = lookahead(game).network.blank_network() if network is None else network
        count = thinker.list_turns(view.states, view.terms.array, weights, network is not None, self._look)
        turns = [thinker.turn(place) for place in range(count)]
        alike = [decisions for decisions, value in turns if value >= turns[0][1] - self._whim]
        return game.move_of(view, alike[one_of(self._seed, view, len(alike))])
