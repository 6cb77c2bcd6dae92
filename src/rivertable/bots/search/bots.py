"""Bots that evaluate turns: one-ply, by random games, or by a tree search that solves small endings exactly."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ...core.chance import Simulator
from ...core.compiling.bits import new_generator
from ...core.game import Game
from ...core.position import Draft, View
from ..lookahead import lookahead
from ..weights import chosen_network
from .arguments import SearchSettings
from .choosing import TIES, seed_for
from .endings import Solution, Solver
from .tree_search import NOBODY, SearchResult, TreeSearcher, TurnLister

_HEURISTIC_TEMPERATURE = 2.0
"""The prior temperature without a network: the heuristic evaluation is in points."""
_MARGIN = 0.006
"""Seconds of a turn's time that are kept back for what comes after the search."""
_NODES_A_SECOND = 60_000
"""More nodes than one thread creates in a second."""
_MIN_NODES, _MAX_NODES = 64, 600_000
"""Nodes of all trees together. The most suffice for ten seconds and take up to 2.4 GB. A full tree ends the search."""
_TURNS_A_NODE = 48
"""The number of turns in each node for which that holds."""
MAX_TIES = 64
"""The most turns with equal one-ply values among which one is drawn."""
TIME_FOR_ENDINGS = 0.5
"""The part of a turn's time in which the bot tries to solve the rest of the game exactly."""
POSITIONS_A_SECOND = 3_000_000
"""More positions than are examined in a second for that."""
POSITIONS_A_PLAYOUT, _MIN_POSITIONS = 200, 40_000
"""How many positions are examined for that if the budget is playouts."""


@dataclass(frozen=True, slots=True)
class SearchParameters:
    """How a search bot searches. Times and playouts are for a whole turn."""

    time: float | None = None
    """the most seconds; None: as long as the playouts take"""
    playouts: int | None = None
    """the descents of each thread; None: as many as there is time for"""
    threads: int = 1
    net: bool | Path = True
    """whether it uses the network that is shipped for the game, if there is one; or a file with another"""
    turns: int = 48
    """the most candidate turns in one position"""
    root_candidates: int = 4000
    """about how many turns get a one-ply evaluation at the root, at most"""
    node_candidates: int = 400
    """about how many in each position below the root, at most"""
    c_puct: float = 0.5
    """the weight of exploration against the values found"""
    prior_temperature: float = 0.05
    """the prior of a turn is the softmax of its one-ply value at this temperature; without a network it is fixed"""
    widening: float = 1.0
    """a turn taken n times has at most 1 + widening * sqrt(n) chance outcomes below it"""
    exact: bool = True
    """whether it solves the rest of the game exactly if that is small enough, instead of searching"""

    def settings(self, network: Any | None) -> SearchSettings:
        """Return the same for the compiled search, with a network or without."""
        temperature = _HEURISTIC_TEMPERATURE if network is None else self.prior_temperature
        candidates = (self.root_candidates, self.node_candidates)
        return SearchSettings(network is not None, self.c_puct, temperature, self.widening, *candidates)


class SearchBot:
    """Searches a tree of whole turns with sampled chance, and solves small endings exactly.

    Equal seeds and playouts give equal play.
    """

    def __init__(self, seed: int, parameters: SearchParameters) -> None:
        self.parameters = parameters
        self.result: SearchResult | None = None
        """What it found when it chose last."""
        self._seed = seed
        self._searchers: dict[Game, list[TreeSearcher]] = {}
        self._solvers: dict[tuple[Game, int], Solver] = {}

    def choose(self, view: View) -> Any:
        """Return the best turn.

        If the rest of the game can be solved within the budget and nothing that matters is hidden, the turn is exact.
        Otherwise it is the turn with the most visits in the search; ties go to the higher value, then to the first.
        The search stops early if no remaining playout can change the choice.
        """
        began = time.perf_counter()
        solution = self._solve(view, began) if self.parameters.exact else None
        if solution is not None:
            seconds = time.perf_counter() - began
            self.result = SearchResult(solution.values, is_exact=True, playouts=0, evaluated=0, seconds=seconds)
            return view.game.moves.move_of(view, solution.decisions)
        return self._search(view, began)

    def _solve(self, view: View, began: float) -> Solution | None:
        """Solve the rest of the game within a part of the turn's budget; return None if that is not possible."""
        parameters, game = self.parameters, view.game
        positions, until = None, None
        if parameters.playouts is not None:
            positions = max(parameters.playouts * POSITIONS_A_PLAYOUT, _MIN_POSITIONS)
        if parameters.time is not None:
            until = began + max(parameters.time - _MARGIN, 0) * TIME_FOR_ENDINGS
        key = (game, view.players)
        if key not in self._solvers:
            room = int((parameters.time or 1.0) * POSITIONS_A_SECOND) if positions is None else positions
            self._solvers[key] = Solver(game, view.players, room)
        return self._solvers[key].solve(
            view.states, view.terms.array, has_hidden=game.has_hidden, positions=positions, until=until
        )

    def _search(self, view: View, began: float) -> Any:
        """Return the turn with the most visits."""
        parameters, game = self.parameters, view.game
        searchers = self._searchers.setdefault(game, [])
        while len(searchers) < parameters.threads:
            searchers.append(TreeSearcher(game, self._room(game), parameters.turns))
        network = chosen_network(view.terms, parameters.net)
        settings = parameters.settings(network)
        seat = int(view.state.seat)
        for searcher in searchers:
            searcher.reset()

        def search(number: int) -> None:
            searchers[number].search(
                view.states,
                view.terms.array,
                network,
                settings,
                viewer=seat if game.has_hidden else NOBODY,
                seed=seed_for(self._seed, view, number),
                playouts=parameters.playouts,
                until=None if parameters.time is None else began + parameters.time - _MARGIN,
                group=searchers,
            )

        if parameters.threads == 1:
            search(0)
        else:
            with ThreadPoolExecutor(parameters.threads) as pool:
                list(pool.map(search, range(parameters.threads)))
        place = _best(searchers, seat)
        counts, sums = zip(*(searcher.sums(place) for searcher in searchers), strict=True)
        values = tuple((np.sum(sums, axis=0) / sum(counts)).tolist())
        playouts = sum(searcher.playouts for searcher in searchers)
        evaluated = sum(searcher.evaluated_in_all for searcher in searchers)
        seconds = time.perf_counter() - began
        self.result = SearchResult(values, is_exact=False, playouts=playouts, evaluated=evaluated, seconds=seconds)
        return game.moves.move_of(view, searchers[0].decisions(place))

    def _room(self, game: Game) -> int:
        """Return how many nodes a tree may have."""
        parameters = self.parameters
        if parameters.playouts is not None:
            wanted = int(lookahead(game).tree.nodes_for(parameters.playouts, game.players[-1]))
        else:
            wanted = int((parameters.time or 1.0) * _NODES_A_SECOND)
        most = _MAX_NODES * _TURNS_A_NODE // (max(parameters.turns, _TURNS_A_NODE) * parameters.threads)
        return max(_MIN_NODES, min(wanted, most))


def _best(searchers: list[TreeSearcher], seat: int) -> int:
    """Return the index of the turn with the most visits in all threads; ties go to the higher value, then the first."""
    visits = np.sum([searcher.visits for searcher in searchers], axis=0)
    values = np.mean([searcher.values(seat) for searcher in searchers], axis=0)
    return int(np.lexsort((-np.arange(len(visits)), values, visits))[-1])


class SightBot:
    """Takes the turn with the best one-ply value, by the network or by the heuristic evaluation; draws among equals."""

    def __init__(self, seed: int, *, net: bool | Path, root_candidates: int, tolerance: float) -> None:
        """Take the seed that settles ties.

        A turn counts as equal to the best if its value is lower by at most ``tolerance`` times the average difference.
        """
        self._seed = seed
        self.net = net
        self.root_candidates = root_candidates
        self.tolerance = tolerance
        self._listers: dict[Game, TurnLister] = {}

    def choose(self, view: View) -> Any:
        """Return one of the turns with the highest value, or near it."""
        game = view.game
        lister = self._listers.get(game)
        if lister is None:
            lister = self._listers[game] = TurnLister(game, MAX_TIES)
        network = chosen_network(view.terms, self.net)
        count = lister.list_turns(view.states, view.terms.array, network, self.root_candidates)
        equal = lister.count_equal(count, self.tolerance)
        chosen = Simulator(seed_for(self._seed ^ TIES, view)).below(equal)
        return game.moves.move_of(view, lister.turn(chosen)[0])


class FlatBot:
    """Takes each decision of a turn by the mean result of random games after it (flat Monte Carlo).

    Ties go to the first. It is the yardstick for the other bots.
    """

    def __init__(self, seed: int, playouts: int) -> None:
        self._seed = seed
        self._playouts = playouts

    def choose(self, view: View) -> Any:
        """Return the turn that consists of the best decisions, each after those before it."""
        game = view.game
        evaluate = lookahead(game).turns.evaluate_by_random_games
        states = game.kernel.new_states(2)
        out = game.kernel.new_list()
        generator = new_generator(seed_for(self._seed, view))
        viewer = int(view.state.seat) if game.has_hidden else NOBODY
        draft = Draft(view)
        while not draft.is_complete:
            choices = draft.choices
            if len(choices) == 1:
                draft.choose(choices[0])
                continue
            values = []
            for choice in choices:
                states[0] = draft.board.states[0]
                values.append(evaluate(states, view.terms.array, choice, viewer, self._playouts, generator, out))
            draft.choose(choices[int(np.argmax(values))])
        return draft.move
