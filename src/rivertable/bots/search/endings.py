"""Exact endings, driven from Python in pieces: solved within a budget, or given up as soon as that looks hopeless."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.game import Game
from ...core.states import copied
from .compiled import lookahead

_TURNS = 4
"""Room for the decisions of so many turns of the longest kind."""
_LOOKS_A_VALUE = 8
"""About how many positions are looked at for each whose value is remembered."""
_KEYS_AT_LEAST, _KEYS_AT_MOST = 1 << 15, 1 << 19
_PIECE = 1000
"""Positions that are looked at between two looks at the budget."""
_FIRST_LOOK = 0.03
"""The part of a budget after which the rest of the work is estimated."""
_DOUBT = 2.0
"""How much an estimate may be above the budget: the turns that come first may be the ones with most to follow."""


@dataclass(frozen=True, slots=True)
class Solution:
    """What best play by all brings, and the turn to begin it with."""

    decisions: tuple[int, ...]
    values: tuple[float, ...]
    """of each seat, chance averaged over"""
    scores: tuple[float, ...]
    """of each seat, at the end of the game"""
    positions: int
    """how many were looked at"""


class Solver:
    """Solves one ending at a time; its memory is used again for the next."""

    def __init__(self, game: Game, players: int, positions: int) -> None:
        """It has memory enough to look at about so many ``positions``."""
        self._game = game
        self._exact = lookahead(game).exact
        frames = _TURNS * game.turn_at_most
        keys = min(max(1 << (positions // _LOOKS_A_VALUE * 4).bit_length(), _KEYS_AT_LEAST), _KEYS_AT_MOST)
        self._ledger = self._exact.new_ledger(game.blank_states, game.choices_at_most, players, frames, keys)
        # What is called only once something is solved is loaded, or compiled, now: not in the middle of an ending.
        opening = game.position_class.before_setup(game.make_terms(players)).resolve(1)
        self._ledger.states[1] = opening.states[0]
        self._exact.recall(self._ledger, opening.terms.array, 1)

    def solve(
        self,
        states: Any,
        terms: Any,
        *,
        has_hidden: bool,
        positions: int | None = None,
        until: float | None = None,
    ) -> Solution | None:
        """Solve a position at the start of a turn, or give None: it was not done within the budget.

        It looks at so many ``positions`` at most, and until a time of ``time.perf_counter``; None is no limit. Where
        something is hidden (``has_hidden``), None is also given where a later decision may depend on it.
        """
        exact, ledger = self._exact, self._ledger
        viewer = int(states[0].seat)
        began = time.perf_counter()
        ledger.states[0] = states[0]
        exact.begin(ledger, terms)
        while (status := int(exact.work(ledger, terms, viewer, has_hidden, _PIECE))) == exact.OPEN:
            spent = 0.0
            if positions is not None:
                spent = self.positions / positions
            if until is not None:
                spent = max(spent, (time.perf_counter() - began) / max(until - began, 1e-9))
            if spent >= 1 or (spent > _FIRST_LOOK and spent > _DOUBT * self._part_done()):
                return None
        if status != exact.SOLVED:
            return None
        values, scores = self._known(0, int(states[0].players))
        return Solution(self._best_turn(states, terms), values, scores, self.positions)

    def rate(self, states: Any, terms: Any) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Return each seat's value and score after a turn of the position solved last.

        ``states`` is the position after the turn, before chance acts.

        Raises:
            KeyError: no turn leads there.
        """
        self._ledger.states[1] = states[0]
        if not self._exact.recall(self._ledger, terms, 1):
            raise KeyError("No turn of the position that was solved leads there.")
        return self._known(1, int(states[0].players))

    def _best_turn(self, states: Any, terms: Any) -> tuple[int, ...]:
        """Return the turn that brings what the position solved last is worth, the first of several."""
        worth = self._ledger.value[0].copy()
        out = np.empty(self._game.choices_at_most, np.int16)
        turn: list[int] = []
        while not turn or self._game.is_inside_turn(states):
            count = self._game.engine.list_decisions(states, 0, terms, out)
            decision, states = next(self._those_worth(worth, states, terms, out[:count].tolist()))
            turn.append(decision)
        return tuple(turn)

    def _those_worth(self, worth: Any, states: Any, terms: Any, decisions: list[int]) -> Iterator[tuple[int, Any]]:
        """Return the decisions after which a position is worth so much to each seat, with the states after them."""
        for decision in decisions:
            after = copied(states)
            self._game.engine.apply(after, 0, terms, decision)
            self._ledger.states[1] = after[0]
            if self._exact.recall(self._ledger, terms, 1) and np.array_equal(self._ledger.value[1], worth):
                yield decision, after

    def _known(self, depth: int, players: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
        numbers = self._ledger.value[depth].tolist()
        middle = len(numbers) // 2
        return tuple(numbers[:players]), tuple(numbers[middle : middle + players])

    @property
    def positions(self) -> int:
        """How many positions were looked at for the position last asked about."""
        return int(self._ledger.tally[self._exact.LOOKED])

    def _part_done(self) -> float:
        """Return about how much of the work is done: the part of each frame's choices that were followed."""
        part, whole = 0.0, 1.0
        for depth in range(int(self._ledger.tally[self._exact.DEPTH]) + 1):
            done, count, _ = self._ledger.place[:, depth].tolist()
            part += whole * max(done - 1, 0) / count
            whole /= count
        return part
