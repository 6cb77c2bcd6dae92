"""A search tree and its scratch for one thread, driven from Python in slices short enough to keep a time budget."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.compiling.bits import new_generator
from ...core.game import Game
from ...core.states import copied
from ..lookahead import lookahead
from .arguments import SearchSettings
from .choosing import count_equal

NOBODY = -1
_SLICE = 0.004
"""About how many seconds pass between two checks of the clock."""
_CAREFUL = 1.5
"""How much faster than measured the remaining playouts may be."""
_ANY_NUMBER = 1 << 40


def one_ply_settings(network: Any | None, candidates: int) -> SearchSettings:
    """Return the settings of an evaluation that searches no tree."""
    return SearchSettings(network is not None, 0.0, 1.0, 0.0, candidates, candidates)


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a bot found out about the turn it chose."""

    values: tuple[float, ...]
    """of each seat: its win share plus a small term for the lead"""
    is_exact: bool
    """whether the values are those of best play by all seats, averaged over chance"""
    playouts: int
    """how many descents the search made; 0 if the ending was solved"""
    evaluated: int
    """how many turns of the search's positions were evaluated, those left out of its tree included"""
    seconds: float


@dataclass(frozen=True, slots=True)
class Outcomes:
    """What a search found after a turn, one row for each chance outcome; the visits are the weights of the rows."""

    visits: np.ndarray[Any, Any]
    """int64: the number of descents"""
    shares: np.ndarray[Any, Any]
    """float64, shape (outcomes, seats): the mean win share they found"""
    scores: np.ndarray[Any, Any]
    """float64, the same shape: the mean expected score"""


class TurnLister:
    """Evaluates the turns of one position at a time by one-ply values, and reuses its memory for the next."""

    def __init__(self, game: Game, kept: int) -> None:
        self._compiled = lookahead(game)
        turns, network = self._compiled.turns, self._compiled.network
        self._listing = turns.new_listing(kept)
        self._layers, self._blank = network.new_layers(), network.blank_network()

    def workspace(self, terms: Any, network: Any | None, settings: SearchSettings, seed: int = 0) -> Any:
        """Return what compiled search works with; without a network, the heuristic evaluation is used."""
        weights = self._blank if network is None else network
        generator = new_generator(seed)
        return self._compiled.turns.Workspace(self._listing, terms, weights, self._layers, generator, settings)

    def list_turns(self, states: Any, terms: Any, network: Any | None, candidates: int) -> int:
        """List the turns of a position with the best one-ply values, and return how many there are."""
        self._listing.states[0] = states[0]
        work = self.workspace(terms, network, one_ply_settings(network, candidates))
        return int(self._compiled.turns.list_turns(work, candidates, False))

    @property
    def evaluated(self) -> int:
        """How many different turns were evaluated when turns were listed last."""
        return int(self._listing.tally[self._compiled.turns.SEEN])

    def count_equal(self, count: int, tolerance: float) -> int:
        """Return how many of the turns listed last count as equal to the best (:func:`~.choosing.count_equal`)."""
        return int(count_equal(self._listing.value, self._listing.order, count, tolerance))

    def turn(self, place: int) -> tuple[list[int], float]:
        """Return one of the turns listed last, by its rank from 0, and its value."""
        listing, number = self._listing, int(self._listing.order[place])
        return listing.turn[number, : int(listing.length[number])].tolist(), float(listing.value[number])


class TreeSearcher(TurnLister):
    """Searches one position at a time and reuses its memory for the next."""

    def __init__(self, game: Game, nodes: int, kept: int) -> None:
        super().__init__(game, kept)
        self._tree = self._compiled.tree.new_tree(nodes, kept)
        self.playouts = 0
        """The descents made for the last position."""
        self._has_root = False

    def reset(self) -> None:
        """Discard the last position."""
        self._has_root = False

    def search(
        self,
        states: Any,
        terms: Any,
        network: Any | None,
        settings: SearchSettings,
        *,
        viewer: int = NOBODY,
        seed: int = 0,
        playouts: int | None = None,
        until: float | None = None,
        group: Sequence[TreeSearcher] = (),
        only: Sequence[int] | None = None,
    ) -> None:
        """Search from the start of a turn: ``playouts`` descents or ``until`` a time of ``time.perf_counter``, or both.

        ``only`` are the decisions of a legal turn: then no other turn is considered in the position itself.

        ``group`` are the searchers, this one among them, whose visits are added up to choose by. Then the search stops
        as soon as no remaining playout can change the choice. All search the same position with the same budget, and
        were :meth:`reset` before the first begins.
        """
        tree, descend = self._tree, self._compiled.tree.search
        work = self.workspace(terms, network, settings, seed)
        self._listing.states[0] = states[0]
        tree.used[:] = 0
        descend(tree, work, viewer, 0)
        if only is not None:
            self._keep_only(only)
        self.playouts, self._has_root = 0, True
        count, spent, longest = 1, 0.0, _SLICE / 2
        while playouts is None or self.playouts < playouts:
            began = time.perf_counter()
            if until is not None and began + longest > until:
                return
            wanted = count if playouts is None else playouts - self.playouts
            if group:
                in_time = None if until is None else self._playouts_until(until - began, spent)
                spare = _spare(group, playouts, in_time)
                if spare is None:
                    wanted = min(wanted, count)
                elif spare < 0:
                    return
                else:
                    wanted = min(wanted, spare // 2 // len(group) + 1)
            if until is not None:
                wanted = min(wanted, count)
            done = int(descend(tree, work, viewer, wanted))
            self.playouts += done
            if done < wanted:
                return
            taken = time.perf_counter() - began
            spent += taken
            longest = max(longest, taken / done)
            count = max(1, min(int(done * _SLICE / max(taken, 1e-6)), 4 * count))

    def _keep_only(self, decisions: Sequence[int]) -> None:
        """Replace all turns of the root by one."""
        tree = self._tree
        edge = tree.edges[int(tree.nodes[0].first_edge)]
        edge.start, edge.length = tree.used[self._compiled.tree.DECISIONS], len(decisions)
        tree.decisions[edge.start : edge.start + edge.length] = decisions
        tree.used[self._compiled.tree.DECISIONS] += edge.length
        tree.nodes[0].edges = 1

    def _playouts_until(self, seconds: float, spent: float) -> int:
        """Return an upper bound of the playouts that fit into the time, by those done in ``spent`` seconds so far."""
        return _ANY_NUMBER if self.playouts == 0 else int(self.playouts / spent * seconds * _CAREFUL) + 1

    @property
    def evaluated_in_all(self) -> int:
        """How many turns were evaluated for the last position's tree: in each of its positions the different ones."""
        return int(self._tree.used[self._compiled.tree.EVALUATED]) if self._has_root else 0

    @property
    def edges(self) -> slice:
        """The edges of the root."""
        first = int(self._tree.nodes[0].first_edge)
        return slice(first, first + int(self._tree.nodes[0].edges))

    @property
    def visits(self) -> np.ndarray[Any, Any]:
        """The visits of each turn of the root, in the order in which they were listed; empty before a search."""
        if not self._has_root:
            return np.zeros(0, np.int32)
        visits: np.ndarray[Any, Any] = self._tree.edges["taken"][self.edges]
        return visits

    def values(self, seat: int) -> np.ndarray[Any, Any]:
        """Return each root turn's mean value to a seat, in the same order; the one-ply value if it has no visits."""
        taken = np.maximum(self.visits, 1)
        found: np.ndarray[Any, Any] = self._tree.edges["total"][self.edges, seat] / taken
        return np.where(self.visits > 0, found, self._tree.edges["estimate"][self.edges])

    def sums(self, place: int) -> tuple[int, np.ndarray[Any, Any]]:
        """Return a root turn's visits and the sum of its values by seat; without visits, the root's own value once."""
        edge = self._tree.edges[int(self._tree.nodes[0].first_edge) + place]
        players = int(self._tree.states[0].players)
        if edge.taken == 0:
            return 1, self._tree.nodes[0].value[:players].astype(np.float64)
        return int(edge.taken), edge.total[:players].astype(np.float64)

    def outcomes(self, place: int) -> Outcomes:
        """Return what the search found after a root turn."""
        players, nodes = int(self._tree.states[0].players), self._tree.nodes
        waiting = np.zeros(len(nodes), np.int32)
        counts, sums = [], []
        for node in self._below(int(nodes[0].first_edge) + place):
            found = np.zeros((2, self._compiled.network.SEATS_AT_MOST))
            counts.append(int(self._compiled.tree.sum_below(self._tree, node, waiting, found)))
            sums.append(found[:, :players])
        visits = np.array(counts, np.int64)
        means = np.array(sums).reshape(-1, 2, players) / np.maximum(visits, 1)[:, None, None]
        return Outcomes(visits, means[:, 0], means[:, 1])

    def _below(self, edge: int) -> Iterator[int]:
        """Yield the nodes below an edge."""
        node = int(self._tree.edges[edge].child)
        while node != NOBODY:
            yield node
            node = int(self._tree.nodes[node].next_node)

    def line(self, place: int, visits: int) -> list[tuple[Any, list[int]]]:
        """Return the most visited continuation after a root turn, itself first, each turn with the states before it.

        It ends before a turn with fewer than ``visits`` visits.
        """
        tree = self._tree
        line: list[tuple[Any, list[int]]] = []
        node, edge = 0, int(tree.nodes[0].first_edge) + place
        while True:
            line.append((copied(tree.states[node : node + 1]), self._decisions_of(edge)))
            node = max(self._below(edge), key=lambda child: int(tree.nodes[child].visits), default=NOBODY)
            if node == NOBODY or tree.nodes[node].edges == 0:
                return line
            first = int(tree.nodes[node].first_edge)
            edge = first + int(np.argmax(tree.edges["taken"][first : first + int(tree.nodes[node].edges)]))
            if tree.edges[edge].taken < visits:
                return line

    def decisions(self, place: int) -> list[int]:
        """Return the decisions of a root turn."""
        return self._decisions_of(int(self._tree.nodes[0].first_edge) + place)

    def _decisions_of(self, edge: int) -> list[int]:
        start, length = int(self._tree.edges[edge].start), int(self._tree.edges[edge].length)
        decisions: list[int] = self._tree.decisions[start : start + length].tolist()
        return decisions


def _spare(group: Sequence[TreeSearcher], playouts: int | None, in_time: int | None) -> int | None:
    """Return by how many the remaining playouts exceed the lead of the most visited turn; None before all have begun.

    If that is negative, no playout can change the choice. Each searcher makes ``playouts`` descents in all, and at most
    ``in_time`` more. The others may go on meanwhile: visits only rise, so reading them too early errs on the safe side.
    """
    counts = [searcher.visits for searcher in group]
    if any(len(count) != len(counts[0]) for count in counts):
        return None
    left = _ANY_NUMBER if in_time is None else in_time * len(group)
    if playouts is not None:
        left = min(left, playouts * len(group) - int(np.sum(counts)))
    if len(counts[0]) < 2:
        return -1
    second, first = np.partition(np.sum(counts, axis=0), -2)[-2:]
    return left - int(first - second)
