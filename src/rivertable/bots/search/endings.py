"""Exact endings, driven from Python in pieces: solved within a budget, or abandoned as soon as that looks hopeless."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.game import Game
from ...core.position import Position
from ...core.states import copied
from ..lookahead import lookahead

_TURNS = 4
"""There is room for the decisions of so many turns of the longest kind."""
_POSITIONS_A_VALUE = 8
"""About how many positions are examined for each value that is remembered."""
_MIN_KEYS, _MAX_KEYS = 1 << 15, 1 << 19
_PIECE = 1000
"""Positions that are examined between two checks of the budget."""
_FIRST_CHECK = 0.03
"""The part of a budget after which the rest of the work is estimated."""
_DOUBT = 2.0
"""How far an estimate may exceed the budget: the first turns may be the ones with the most continuations."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The result of best play by all seats, and the turn that begins it."""

    decisions: tuple[int, ...]
    values: tuple[float, ...]
    """of each seat, averaged over chance"""
    scores: tuple[float, ...]
    """of each seat, at the end of the game"""
    positions: int
    """how many were examined"""


class Solver:
    """Solves one ending at a time and reuses its memory for the next."""

    def __init__(self, game: Game, players: int, positions: int) -> None:
        """Reserve memory for examining about so many ``positions``."""
        self._game = game
        self._exact = lookahead(game).exact
        frames = _TURNS * game.kernel.turn_at_most
        keys = min(max(1 << (positions // _POSITIONS_A_VALUE * 4).bit_length(), _MIN_KEYS), _MAX_KEYS)
        self._stack = self._exact.new_stack(players, frames, keys)
        # What is called only after an ending is solved is loaded or compiled now, and not in the middle of one.
        opening = Position.before_setup(game.make_terms(players)).resolve(1)
        self._stack.states[1] = opening.states[0]
        self._exact.recall(self._stack, opening.terms.array, 1)

    def solve(
        self,
        states: Any,
        terms: Any,
        *,
        has_hidden: bool,
        positions: int | None = None,
        until: float | None = None,
    ) -> Solution | None:
        """Solve a position at the start of a turn; return None if the budget does not suffice.

        The budget is a number of ``positions`` and a time ``until`` of ``time.perf_counter``; None means no limit. If
        something is hidden (``has_hidden``), the result is also None if a later decision may depend on it.
        """
        exact, stack = self._exact, self._stack
        viewer = int(states[0].seat)
        began = time.perf_counter()
        stack.states[0] = states[0]
        exact.begin(stack, terms)
        while (status := int(exact.work(stack, terms, viewer, has_hidden, _PIECE))) == exact.OPEN:
            spent = 0.0
            if positions is not None:
                spent = self.positions / positions
            if until is not None:
                spent = max(spent, (time.perf_counter() - began) / max(until - began, 1e-9))
            if spent >= 1 or (spent > _FIRST_CHECK and spent > _DOUBT * self._part_done()):
                return None
        if status != exact.SOLVED:
            return None
        values, scores = self._known(0, int(states[0].players))
        return Solution(self._best_turn(states, terms), values, scores, self.positions)

    def rate(self, states: Any, terms: Any) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Return each seat's value and score after a turn of the last position solved.

        ``states`` is the position after the turn, before chance acts.

        Raises:
            KeyError: no turn leads there.
        """
        self._stack.states[1] = states[0]
        if not self._exact.recall(self._stack, terms, 1):
            raise KeyError("No turn of the position that was solved leads there.")
        return self._known(1, int(states[0].players))

    def _best_turn(self, states: Any, terms: Any) -> tuple[int, ...]:
        """Return the first turn with the value of the last position solved."""
        worth = self._stack.value[0].copy()
        kernel = self._game.kernel
        out = kernel.new_list()
        turn: list[int] = []
        while not turn or kernel.is_inside_turn(states, 0):
            count = kernel.list_decisions(states, 0, terms, out)
            decision, states = next(self._those_worth(worth, states, terms, out[:count].tolist()))
            turn.append(decision)
        return tuple(turn)

    def _those_worth(self, worth: Any, states: Any, terms: Any, decisions: list[int]) -> Iterator[tuple[int, Any]]:
        """Yield the decisions after which the position has this value for each seat, with the states after them."""
        for decision in decisions:
            after = copied(states)
            self._game.kernel.apply(after, 0, terms, decision)
            self._stack.states[1] = after[0]
            if self._exact.recall(self._stack, terms, 1) and np.array_equal(self._stack.value[1], worth):
                yield decision, after

    def _known(self, depth: int, players: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
        numbers = self._stack.value[depth].tolist()
        middle = len(numbers) // 2
        return tuple(numbers[:players]), tuple(numbers[middle : middle + players])

    @property
    def positions(self) -> int:
        """How many positions were examined for the last position asked about."""
        return int(self._stack.tally[self._exact.EXAMINED])

    def _part_done(self) -> float:
        """Estimate the part of the work that is done, from the part of each frame's choices that was followed."""
        part, whole = 0.0, 1.0
        for depth in range(int(self._stack.tally[self._exact.DEPTH]) + 1):
            done, count, _ = self._stack.place[:, depth].tolist()
            part += whole * max(done - 1, 0) / count
            whole /= count
        return part
