"""Positions and views of Pebbles, and the move that a turn is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rivertable.core.chance import Chance, as_chance
from rivertable.core.compiling.bits import new_generator
from rivertable.core.position import Board, Position, View
from rivertable.core.states import copied

from .kernel import rules
from .kernel.state import LAY, OVER, VALUES


@dataclass(frozen=True, slots=True)
class Lay:
    """P3: lay a pebble of a value from 1 to 6."""

    value: int

    def __str__(self) -> str:
        return f"lay {self.value}"


class PebblesBoard(Board):
    """What positions and views have in common."""

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.state.phase == OVER)

    @property
    def is_deciding(self) -> bool:
        """Whether a player is to lay a pebble."""
        return bool(self.state.phase == LAY)

    @property
    def is_turn_start(self) -> bool:
        """The same: a turn is one decision."""
        return self.is_deciding and bool(self.decisions())

    def is_open_hand(self, seat: int) -> bool:
        """Return whether a hand is known."""
        return True

    @staticmethod
    def pebbles(counts: Any) -> list[int]:
        """Return values from counts by value."""
        return [value + 1 for value in range(VALUES) for _ in range(max(0, int(counts[value])))]


class PebblesPosition(PebblesBoard, Position):
    """A whole state of Pebbles."""


class PebblesView(PebblesBoard, View):
    """What a seat may know: other hands lie in the bag, and only their sizes are told (P2)."""

    def is_open_hand(self, seat: int) -> bool:
        """Return whether a hand is the viewer's own."""
        return seat == self.viewer

    def sample(self, chance: Chance | int | None = None) -> PebblesPosition:
        """Return a whole position that could be true, each as likely as the viewer must think."""
        states = copied(self.states)
        viewer = -1 if self.viewer is None else self.viewer
        seed = as_chance(chance).choose(list(range(1 << 15)), [1] * (1 << 15))
        rules.deal_hidden(states[0], self.terms.array[0], viewer, new_generator(seed))
        return PebblesPosition(states, self.terms)
