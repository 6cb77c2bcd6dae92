"""A player by hand: of its whole turns it takes one that leaves it the most points now."""

from __future__ import annotations

from typing import Any

import numpy as np

from rivertable.core.position import walk_turns

TURNS = 4000
"""The most whole turns that it looks at."""


class Greedy:
    """The most points now."""

    def __init__(self, seed: int) -> None:
        self._random = np.random.default_rng(seed)

    def choose(self, view: Any) -> Any:
        """Return one of the turns that leave most points."""
        seat, kernel, terms = view.seat, view.terms.game.kernel, view.terms.array
        best: list[tuple[int, ...]] = []
        most = -(10**6)
        for _, (decisions, states) in zip(range(TURNS), walk_turns(view), strict=False):
            points = int(kernel.total(states, 0, terms, seat))
            if points > most:
                best, most = [], points
            if points == most:
                best.append(decisions)
        return view.terms.game.moves.move_of(view, best[int(self._random.integers(len(best)))])
