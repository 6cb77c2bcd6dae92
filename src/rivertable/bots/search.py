"""Bots that judge whole turns: at first sight, or by looking ahead."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..core.game import Game
from ..core.position import View
from .compiled import lookahead
from .thinking import NOBODY, Thinker, seed_for
from .weights import chosen_network

_MARGIN = 0.006
"""Seconds of a turn's time that are kept back for what comes after the search."""
_NODES_A_SECOND = 60_000
"""More positions than one thread looks at in a second."""
_ROOM_AT_LEAST, _ROOM_AT_MOST = 64, 120_000


@dataclass(frozen=True, slots=True)
class Thought:
    """How a search bot thinks. Times and playouts are for a whole turn."""

    time: float | None = None
    """seconds at most; None: as long as the playouts take"""
    playouts: int | None = None
    """how often each thread goes down its tree; None: as often as there is time"""
    threads: int = 1
    net: bool | Path = True
    """whether it uses the network that is shipped for the game, where there is one; or a file with another"""
    turns: int = 48
    """how many turns it weighs against each other in one position, at most"""
    look: int = 4000
    """about how many turns it judges at first sight in one position, at most"""
    curiosity: float = 0.5
    sharpness: float = 20.0
    widening: float = 1.0


class SearchBot:
    """Searches a tree of whole turns with sampled chance; equal seeds and playouts give equal play."""

    def __init__(self, seed: int, thought: Thought) -> None:
        self.thought = thought
        self._seed = seed
        self._thinkers: dict[Game, list[Thinker]] = {}

    def choose(self, view: View) -> Any:
        """Give the turn that was taken most in the search; the better one, then the first, of equals."""
        began = time.perf_counter()
        thought, game = self.thought, view.game
        thinkers = self._thinkers.setdefault(game, [])
        while len(thinkers) < thought.threads:
            thinkers.append(Thinker(game, self._room, thought.turns))
        network = chosen_network(view.terms, thought.net)
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
        return game.move_of(view, self._best(thinkers, seat))

    @property
    def _room(self) -> int:
        if self.thought.playouts is not None:
            return max(_ROOM_AT_LEAST, min(self.thought.playouts + 2, _ROOM_AT_MOST))
        return max(_ROOM_AT_LEAST, min(int((self.thought.time or 1.0) * _NODES_A_SECOND), _ROOM_AT_MOST))

    def _sharpness(self, network: Any | None) -> float:
        """Give how much a better turn is preferred at first sight; a beginner's eye judges in points."""
        return self.thought.sharpness if network is not None else 0.5

    def _best(self, thinkers: list[Thinker], seat: int) -> list[int]:
        """Give the decisions of the turn that all threads together took most."""
        visits = np.sum([thinker.visits for thinker in thinkers], axis=0)
        values = np.mean([thinker.values(seat) for thinker in thinkers], axis=0)
        return thinkers[0].decisions(int(np.lexsort((-np.arange(len(visits)), values, visits))[-1]))


class SightBot:
    """Takes the turn that is best at first sight: by a beginner's eye, or by the network."""

    def __init__(self, *, net: bool | Path, look: int) -> None:
        self._net = net
        self._look = look
        self._thinkers: dict[Game, Thinker] = {}

    def choose(self, view: View) -> Any:
        """Give the turn of the highest value, the first of equals."""
        game = view.game
        thinker = self._thinkers.get(game)
        if thinker is None:
            thinker = self._thinkers[game] = Thinker(game, 1, 8)
        network = chosen_network(view.terms, self._net)
        weights = lookahead(game).network.blank_network() if network is None else network
        thinker.list_turns(view.states, view.terms.array, weights, network is not None, self._look)
        return game.move_of(view, thinker.turn(0)[0])
