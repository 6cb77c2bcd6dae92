"""A search tree and its scratch for one thread, driven from Python in slices short enough to keep a time budget."""

from __future__ import annotations

import time
import zlib
from typing import Any

import numpy as np

from ..core.game import Game
from ..core.position import View
from ..core.random import new_generator
from .compiled import lookahead

NOBODY = -1
_SLICE = 0.004
"""Seconds between two looks at the clock, about."""
_MASK = (1 << 62) - 1
_APART = 0x9E3779B97F4A7C15


def seed_for(seed: int, view: View, thread: int = 0) -> int:
    """Give the seed of a turn: it depends on the bot's seed, the thread and what the view says, and nothing else."""
    data = view.states.tobytes()
    return (seed + thread * _APART ^ zlib.crc32(data) << 30 ^ zlib.adler32(data)) & _MASK


class Thinker:
    """Thinks about one position at a time; its memory is used again for the next."""

    def __init__(self, game: Game, nodes: int, kept: int) -> None:
        self._compiled = lookahead(game)
        self._desk = self._compiled.turns.new_desk(game.blank_states, game.choices_at_most, game.turn_at_most, kept)
        self._judge = self._compiled.network.new_judge()
        self._tree = self._compiled.tree.new_tree(game.blank_states, nodes, kept)
        self.playouts = 0
        """How often the tree was gone down for the position thought about last."""

    def list_turns(self, states: Any, terms: Any, network: Any, has_network: bool, looked_at_most: int) -> int:
        """List the best turns of a position at first sight; give how many."""
        self._desk.states[0] = states[0]
        listed = self._compiled.turns.list_turns
        return int(listed(self._desk, terms, network, self._judge, has_network, looked_at_most))

    @property
    def judged(self) -> int:
        """How many different turns were judged when turns were listed last."""
        return int(self._desk.tally[self._compiled.turns.SEEN])

    def turn(self, place: int) -> tuple[list[int], float]:
        """Give one of the turns listed last, by its place from the best, and its value."""
        number = int(self._desk.order[place])
        return self._desk.turn[number, : int(self._desk.length[number])].tolist(), float(self._desk.value[number])

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
    ) -> None:
        """Search from the start of a turn, for so many playouts or until a time of ``time.perf_counter``."""
        tree, search = self._tree, self._compiled.tree.search
        generator = new_generator(seed)
        self._desk.states[0] = states[0]
        everything = (tree, self._desk, terms, network, self._judge, generator, settings)
        tree.used[:] = 0
        search(*everything, viewer, 0)
        self.playouts, count, longest = 0, 1, _SLICE / 2
        if int(tree.nodes[0].edges) < 2 and playouts is None:
            return
        while playouts is None or self.playouts < playouts:
            now = time.perf_counter()
            if until is not None and now + longest > until:
                return
            wanted = count if playouts is None else min(count if until else playouts, playouts - self.playouts)
            done = int(search(*everything, viewer, wanted))
            self.playouts += done
            if done < wanted:
                return
            taken = time.perf_counter() - now
            if until is not None:
                longest = max(longest, taken / wanted)
                count = max(1, min(int(count * _SLICE / max(taken, 1e-6)), 4 * count))

    @property
    def edges(self) -> slice:
        """The edges of the root."""
        first = int(self._tree.nodes[0].first_edge)
        return slice(first, first + int(self._tree.nodes[0].edges))

    @property
    def visits(self) -> np.ndarray[Any, Any]:
        """How often each turn of the root was taken, in the order they were listed."""
        visits: np.ndarray[Any, Any] = self._tree.edges["taken"][self.edges]
        return visits

    def values(self, seat: int) -> np.ndarray[Any, Any]:
        """Give each root turn's mean value to a seat, in the same order; at first sight where it was never taken."""
        taken = np.maximum(self.visits, 1)
        found: np.ndarray[Any, Any] = self._tree.edges["total"][self.edges, seat] / taken
        return np.where(self.visits > 0, found, self._tree.edges["estimate"][self.edges])

    def decisions(self, place: int) -> list[int]:
        """Give the decisions of a root turn."""
        edge = int(self._tree.nodes[0].first_edge) + place
        start = int(self._tree.edges[edge].start)
        return [int(decision) for decision in self._tree.decisions[start : start + int(self._tree.edges[edge].length)]]
