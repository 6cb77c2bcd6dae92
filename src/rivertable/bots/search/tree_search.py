"""A search tree and its scratch for one thread, driven from Python in slices short enough to keep a time budget."""

from __future__ import annotations

import time
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.compiling.random import new_generator
from ...core.game import Game
from ...core.position import View
from ...core.states import copied
from .compiled import lookahead

NOBODY = -1
_SLICE = 0.004
"""Seconds between two looks at the clock, about."""
_CAREFUL = 1.5
"""How much faster than measured the playouts that remain may be."""
_ANY_NUMBER = 1 << 40
_MASK = (1 << 62) - 1
_APART = 0x9E3779B97F4A7C15


def seed_for(seed: int, view: View, thread: int = 0) -> int:
    """Return the seed of a turn: it depends on the bot's seed, the thread and what the view says, and nothing else."""
    data = view.states.tobytes()
    return (seed + thread * _APART ^ zlib.crc32(data) << 30 ^ zlib.adler32(data)) & _MASK


@dataclass(frozen=True, slots=True)
class Found:
    """What a bot found out about the turn it chose."""

    values: tuple[float, ...]
    """of each seat: its share of the win, and a little for the lead"""
    is_exact: bool
    """whether that is what best play by all brings on average, no more and no less"""
    playouts: int
    """how often the search went down its trees; 0 where it did not have to"""
    seconds: float


@dataclass(frozen=True, slots=True)
class Outcomes:
    """What a search found after a turn, by what chance brought; the rows are as likely as their visits."""

    visits: np.ndarray[Any, Any]
    """int64: how many descents went that way"""
    shares: np.ndarray[Any, Any]
    """float64, shape (outcomes, seats): the mean share of the win they found"""
    scores: np.ndarray[Any, Any]
    """float64, the same shape: the mean score expected"""


class Thinker:
    """Thinks about one position at a time; its memory is used again for the next."""

    def __init__(self, game: Game, nodes: int, kept: int) -> None:
        self._compiled = lookahead(game)
        self._desk = self._compiled.turns.new_desk(game.blank_states, game.choices_at_most, game.turn_at_most, kept)
        self._judge = self._compiled.network.new_judge()
        self._tree = self._compiled.tree.new_tree(game.blank_states, nodes, kept)
        self.playouts = 0
        """How often the tree was gone down for the position thought about last."""
        self._has_root = False

    def list_turns(self, states: Any, terms: Any, network: Any, has_network: bool, looked_at_most: int) -> int:
        """List the best turns of a position at first sight, and return how many."""
        self._desk.states[0] = states[0]
        listed = self._compiled.turns.list_turns
        return int(listed(self._desk, terms, network, self._judge, has_network, False, looked_at_most))

    @property
    def judged(self) -> int:
        """How many different turns were judged when turns were listed last."""
        return int(self._desk.tally[self._compiled.turns.SEEN])

    def turn(self, place: int) -> tuple[list[int], float]:
        """Return one of the turns listed last, by its place from the best, and its value."""
        number = int(self._desk.order[place])
        return self._desk.turn[number, : int(self._desk.length[number])].tolist(), float(self._desk.value[number])

    def forget(self) -> None:
        """Forget the position thought about last."""
        self._has_root = False

    def think(
        self,
        states: Any,
        terms: Any,
        network: Any,
        settings: Any,
        *,
        viewer: int = NOBODY,
        seed: int = 0,
        playouts: int | None = None,
        until: float | None = None,
        together: Sequence[Thinker] = (),
        only: Sequence[int] | None = None,
    ) -> None:
        """Search from the start of a turn, for so many playouts or until a time of ``time.perf_counter``, or both.

        Where ``only`` is given, the decisions of a legal turn, no other turn is looked at in the position itself.

        ``together`` are the thinkers, this one among them, whose counts of how often a turn was taken are added up to
        choose by: then it stops as soon as no playout that remains can change the choice. They think of the same
        position with the same budget, and all were told to :meth:`forget` the last one before the first begins.
        """
        tree, search = self._tree, self._compiled.tree.search
        generator = new_generator(seed)
        self._desk.states[0] = states[0]
        everything = (tree, self._desk, terms, network, self._judge, generator, settings)
        tree.used[:] = 0
        search(*everything, viewer, 0)
        if only is not None:
            self._keep_only(only)
        self.playouts, self._has_root = 0, True
        count, spent, longest = 1, 0.0, _SLICE / 2
        while playouts is None or self.playouts < playouts:
            began = time.perf_counter()
            if until is not None and began + longest > until:
                return
            wanted = count if playouts is None else playouts - self.playouts
            if together:
                in_time = None if until is None else self._playouts_until(until - began, spent)
                spare = _spare(together, playouts, in_time)
                if spare is None:
                    wanted = min(wanted, count)
                elif spare < 0:
                    return
                else:
                    wanted = min(wanted, spare // 2 // len(together) + 1)
            if until is not None:
                wanted = min(wanted, count)
            done = int(search(*everything, viewer, wanted))
            self.playouts += done
            if done < wanted:
                return
            taken = time.perf_counter() - began
            spent += taken
            longest = max(longest, taken / done)
            count = max(1, min(int(done * _SLICE / max(taken, 1e-6)), 4 * count))

    def _keep_only(self, decisions: Sequence[int]) -> None:
        """Put one turn in the place of all turns of the root."""
        tree = self._tree
        edge = tree.edges[int(tree.nodes[0].first_edge)]
        edge.start, edge.length = tree.used[self._compiled.tree.DECISIONS], len(decisions)
        tree.decisions[edge.start : edge.start + edge.length] = decisions
        tree.used[self._compiled.tree.DECISIONS] += edge.length
        tree.nodes[0].edges = 1

    def _playouts_until(self, seconds: float, spent: float) -> int:
        """Return more playouts than there is time for, by how many were done in the seconds ``spent`` so far."""
        return _ANY_NUMBER if self.playouts == 0 else int(self.playouts / spent * seconds * _CAREFUL) + 1

    @property
    def edges(self) -> slice:
        """The edges of the root."""
        first = int(self._tree.nodes[0].first_edge)
        return slice(first, first + int(self._tree.nodes[0].edges))

    @property
    def visits(self) -> np.ndarray[Any, Any]:
        """How often each turn of the root was taken, in the order they were listed; empty before it has begun."""
        if not self._has_root:
            return np.zeros(0, np.int32)
        visits: np.ndarray[Any, Any] = self._tree.edges["taken"][self.edges]
        return visits

    def values(self, seat: int) -> np.ndarray[Any, Any]:
        """Return each root turn's mean value to a seat, in the same order; at first sight where it was never taken."""
        taken = np.maximum(self.visits, 1)
        found: np.ndarray[Any, Any] = self._tree.edges["total"][self.edges, seat] / taken
        return np.where(self.visits > 0, found, self._tree.edges["estimate"][self.edges])

    def sums(self, place: int) -> tuple[int, np.ndarray[Any, Any]]:
        """Return how often a root turn was taken and the sum of the values found, by seat.

        Where it was never taken, the root's own value stands for one time.
        """
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
        """Return the nodes below an edge."""
        node = int(self._tree.edges[edge].child)
        while node != NOBODY:
            yield node
            node = int(self._tree.nodes[node].next_node)

    def line(self, place: int, visits: int) -> list[tuple[Any, list[int]]]:
        """Return the turns that were taken most after a root turn, itself first, each with the states before it.

        What was taken less often than ``visits`` times is left out.
        """
        tree = self._tree
        line: list[tuple[Any, list[int]]] = []
        node, edge = 0, int(tree.nodes[0].first_edge) + place
        while True:
            start = int(tree.edges[edge].start)
            decisions = tree.decisions[start : start + int(tree.edges[edge].length)].tolist()
            line.append((copied(tree.states[node : node + 1]), decisions))
            node = max(self._below(edge), key=lambda child: int(tree.nodes[child].visits), default=NOBODY)
            if node == NOBODY or tree.nodes[node].edges == 0:
                return line
            first = int(tree.nodes[node].first_edge)
            edge = first + int(np.argmax(tree.edges["taken"][first : first + int(tree.nodes[node].edges)]))
            if tree.edges[edge].taken < visits:
                return line

    def decisions(self, place: int) -> list[int]:
        """Return the decisions of a root turn."""
        edge = int(self._tree.nodes[0].first_edge) + place
        start = int(self._tree.edges[edge].start)
        return [int(decision) for decision in self._tree.decisions[start : start + int(self._tree.edges[edge].length)]]


def _spare(together: Sequence[Thinker], playouts: int | None, in_time: int | None) -> int | None:
    """Return by how many the playouts left exceed the lead of the turn taken most; None as long as some have none.

    Where that is negative, no playout can change the choice. Each thinker does so many ``playouts`` in all, and at most
    so many more ``in_time``. The others may go on meanwhile: counts only rise, so what is read of them too early errs
    to the careful side.
    """
    counts = [thinker.visits for thinker in together]
    if any(len(count) != len(counts[0]) for count in counts):
        return None
    left = _ANY_NUMBER if in_time is None else in_time * len(together)
    if playouts is not None:
        left = min(left, playouts * len(together) - int(np.sum(counts)))
    if len(counts[0]) < 2:
        return -1
    second, first = np.partition(np.sum(counts, axis=0), -2)[-2:]
    return left - int(first - second)
