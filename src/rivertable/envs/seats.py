"""One game in the making, as environments step it: one decision at a time, chance from a seeded generator."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.chance import Simulator
from ..core.compiling.random import new_generator
from ..core.game import Terms
from ..core.position import Position
from ..core.states import copied

Array = np.ndarray[Any, Any]


class Sitting:
    """A game that goes on in place.

    Args:
        terms: what is played, by how many.
    """

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.game = terms.game
        self.size = self.game.observation(terms.components).size(terms.players)
        """How many numbers an observation has."""
        self._states = self.game.blank_states(1)
        self._blank = self.game.blank_states(1)
        self._out = np.zeros(self.game.choices_at_most, dtype=np.int16)
        self._count = 0
        self._source = Simulator()
        self._generator = new_generator(0)

    def begin(self, seed: int | None) -> None:
        """Set a new game up; with a seed, this game and those after it are always the same."""
        if seed is not None:
            self._source = Simulator(seed)
        self._generator = new_generator(self._source.bits())
        self._states[0] = self._blank[0]
        self._count = self.game.engine.deal(
            self._states, 0, self.terms.array, self.terms.players, 0, self._generator, self._out
        )

    def take(self, decision: int) -> None:
        """Take a legal decision, and let chance act."""
        self._count = self.game.engine.step(self._states, 0, self.terms.array, decision, self._generator, self._out)

    def choose(self) -> int:
        """Return a legal decision, each as likely, drawn with the seed."""
        return int(self._out[self._source.below(self._count)])

    @property
    def seat(self) -> int:
        """The seat to decide; when all is over, the one whose turn it was."""
        return int(self._states[0].seat)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._count == 0

    @property
    def decisions(self) -> list[int]:
        """The legal decisions, rising."""
        found: list[int] = self._out[: self._count].tolist()
        return found

    def mask(self, seat: int) -> Array:
        """Return 1 at each decision that a seat may take now (int8): all 0 when it is not to decide."""
        mask = np.zeros(self.game.first_outcome, dtype=np.int8)
        if seat == self.seat:
            mask[self._out[: self._count]] = 1
        return mask

    def observe(self, seat: int) -> Array:
        """Return what a seat may know (int16)."""
        out = np.empty(self.size, dtype=np.int16)
        self.game.engine.observe(self._states, 0, self.terms.array, seat, out)
        return out

    def position(self) -> Position:
        """Return the game as it stands as a position, which does not change."""
        return self.game.position_class(copied(self._states), self.terms)

    @property
    def totals(self) -> list[int]:
        """Every seat's total as the position stands."""
        engine = self.game.engine
        return [int(engine.total(self._states, 0, self.terms.array, seat)) for seat in range(self.terms.players)]

    def rewards(self, reward: str) -> list[float]:
        """Return each seat's reward for the game as it stands: ``win`` or ``margin``."""
        totals = self.totals
        if reward == "margin":
            return [float(own - max(totals[:seat] + totals[seat + 1 :])) for seat, own in enumerate(totals)]
        winners = totals.count(max(totals))
        return [1.0 / winners if own == max(totals) else 0.0 for own in totals]
