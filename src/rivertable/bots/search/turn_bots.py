"""Bots that judge whole turns: at first sight, by looking ahead, or exactly where the end is near."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ...core.game import Game
from ...core.position import View
from ..weights import chosen_network
from .compiled import lookahead
from .endings import Solution, Solver
from .mood import one_of
from .tree_search import NOBODY, Found, Thinker, seed_for

_MARGIN = 0.006
"""Seconds of a turn's time that are kept back for what comes after the search."""
_NODES_A_SECOND = 60_000
"""More positions than one thread looks at in a second."""
_ROOM_AT_LEAST, _ROOM_AT_MOST = 64, 600_000
"""Nodes of all trees; the most are those of ten seconds at least, and 2.4 GB if all are used. Full, a search ends."""
_TURNS_A_NODE = 48
"""For how many turns in each node that is."""
_ALIKE_AT_MOST = 64
"""Turns that are as good at first sight, of which one is taken."""


_FOR_THE_END = 0.5
"""The part of a turn's time in which it tries to solve the rest of the game exactly."""
_LOOKS_A_SECOND = 3_000_000
"""More positions than are looked at in a second for that."""
_LOOKS_A_PLAYOUT, _LOOKS_AT_LEAST = 200, 40_000
"""How many positions are looked at for that where the budget is playouts."""


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
    """about how many turns it judges at first sight in the position it is asked about, at most"""
    glance: int = 400
    """about how many in each position that may come of it, at most"""
    curiosity: float = 0.5
    sharpness: float = 20.0
    widening: float = 1.0
    exact: bool = True
    """whether it solves the rest of the game exactly where that is small enough, instead of searching"""


class SearchBot:
    """Searches a tree of whole turns with sampled chance, and solves what is small enough exactly.

    Equal seeds and playouts give equal play.
    """

    def __init__(self, seed: int, thought: Thought) -> None:
        self.thought = thought
        self.found: Found | None = None
        """What it found out when it chose last."""
        self._seed = seed
        self._thinkers: dict[Game, list[Thinker]] = {}
        self._solvers: dict[tuple[Game, int], Solver] = {}

    def choose(self, view: View) -> Any:
        """Return the best turn, where all that can come is few enough to be looked at, and nothing of it hidden.

        Else return the turn that was taken most in the search; the better one, then the first, of equals. The search
        stops before its time, or its playouts, are used up where no playout that remains can change that.
        """
        began = time.perf_counter()
        solution = self._solve(view, began) if self.thought.exact else None
        if solution is not None:
            seconds = time.perf_counter() - began
            self.found = Found(solution.values, is_exact=True, playouts=0, seconds=seconds)
            return view.game.move_of(view, solution.decisions)
        return self._search(view, began)

    def _solve(self, view: View, began: float) -> Solution | None:
        """Solve the rest of the game within a part of the turn's budget; None where that cannot be done."""
        thought, game = self.thought, view.game
        positions, until = None, None
        if thought.playouts is not None:
            positions = max(thought.playouts * _LOOKS_A_PLAYOUT, _LOOKS_AT_LEAST)
        if thought.time is not None:
            until = began + max(thought.time - _MARGIN, 0) * _FOR_THE_END
        key = (game, view.players)
        if key not in self._solvers:
            room = int((thought.time or 1.0) * _LOOKS_A_SECOND) if positions is None else positions
            self._solvers[key] = Solver(game, view.players, room)
        return self._solvers[key].solve(
            view.states, view.terms.array, has_hidden=game.has_hidden, positions=positions, until=until
        )

    def _search(self, view: View, began: float) -> Any:
        """Return the turn that is taken most."""
        thought, game = self.thought, view.game
        thinkers = self._thinkers.setdefault(game, [])
        while len(thinkers) < thought.threads:
            thinkers.append(Thinker(game, self._room(game), thought.turns))
        network = chosen_network(view.terms, thought.net)
        compiled = lookahead(game)
        settings = compiled.tree.Settings(
            network is not None,
            thought.curiosity,
            self._sharpness(network),
            thought.widening,
            thought.look,
            thought.glance,
        )
        weights = compiled.network.blank_network() if network is None else network
        seat = int(view.state.seat)
        for thinker in thinkers:
            thinker.forget()

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
                together=thinkers,
            )

        if thought.threads == 1:
            think(0)
        else:
            with ThreadPoolExecutor(thought.threads) as pool:
                list(pool.map(think, range(thought.threads)))
        place = self._best(thinkers, seat)
        counts, sums = zip(*(thinker.sums(place) for thinker in thinkers), strict=True)
        values = tuple((np.sum(sums, axis=0) / sum(counts)).tolist())
        playouts = sum(thinker.playouts for thinker in thinkers)
        self.found = Found(values, is_exact=False, playouts=playouts, seconds=time.perf_counter() - began)
        return game.move_of(view, thinkers[0].decisions(place))

    def _room(self, game: Game) -> int:
        """Return how many nodes a tree may have."""
        if self.thought.playouts is not None:
            wanted = int(lookahead(game).tree.nodes_for(self.thought.playouts, game.players[-1]))
        else:
            wanted = int((self.thought.time or 1.0) * _NODES_A_SECOND)
        most = _ROOM_AT_MOST * _TURNS_A_NODE // (max(self.thought.turns, _TURNS_A_NODE) * self.thought.threads)
        return max(_ROOM_AT_LEAST, min(wanted, most))

    def _sharpness(self, network: Any | None) -> float:
        """Return how much a better turn is preferred at first sight; a beginner's eye judges in points."""
        return self.thought.sharpness if network is not None else 0.5

    def _best(self, thinkers: list[Thinker], seat: int) -> int:
        """Return the place of the turn that all threads took most; the better one, then the first, of equals."""
        visits = np.sum([thinker.visits for thinker in thinkers], axis=0)
        values = np.mean([thinker.values(seat) for thinker in thinkers], axis=0)
        return int(np.lexsort((-np.arange(len(visits)), values, visits))[-1])


class SightBot:
    """Takes the turn that is best at first sight: by a beginner's eye, or by the network; of equal ones, any."""

    def __init__(self, seed: int, *, net: bool | Path, look: int, whim: float) -> None:
        """Take the seed that settles between equals.

        A turn is as good to it as the best where it is worth less by no more than ``whim`` times what turns are worth
        less on average.
        """
        self._seed = seed
        self._net = net
        self._look = look
        self._whim = whim
        self._thinkers: dict[Game, Thinker] = {}

    def choose(self, view: View) -> Any:
        """Return one of the turns of the highest value, or near it."""
        game = view.game
        thinker = self._thinkers.get(game)
        if thinker is None:
            thinker = self._thinkers[game] = Thinker(game, 1, _ALIKE_AT_MOST)
        network = chosen_network(view.terms, self._net)
        weights = lookahead(game).network.blank_network() if network is None else network
        count = thinker.list_turns(view.states, view.terms.array, weights, network is not None, self._look)
        turns = [thinker.turn(place) for place in range(count)]
        values = np.array([value for _, value in turns])
        enough = values[0] - self._whim * (values[0] - values.mean())
        alike = [decisions for decisions, value in turns if value >= enough]
        return game.move_of(view, alike[one_of(self._seed, view, len(alike))])
