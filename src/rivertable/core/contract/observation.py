"""What a learner is given of a table: a list of whole numbers with a name for each, and its place in memory.

An observation is made from one seat's side. First come the fields about the table, at the same places for every number
of players; then one block for each seat, all of the same form, beginning with the seat itself and going on in the order
of turns. A game lays out both parts; the compiled writer and the documentation are made from the same layout.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import prod

import numpy as np

COUNT_AT_MOST = 32767
"""What the type of an observation (int16) can hold; the bound of a number that no rule bounds."""


@dataclass(frozen=True, slots=True)
class Field:
    """Some numbers of one kind.

    Attributes:
        name: its name, a word or several.
        sentence: what the numbers say.
        axes: the labels of each dimension; a field without is one number.
        low: the least that a number can be.
        high: the most that a number can be.
        scale: divided by this a number is about 1 at most.
    """

    name: str
    sentence: str
    axes: tuple[tuple[str, ...], ...] = ()
    low: int = 0
    high: int = 1
    scale: int = 1

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return prod(len(axis) for axis in self.axes)

    def names(self) -> Iterator[str]:
        """Return the name of each number in order: ``river[2, heart]``."""
        for labels in product(*self.axes):
            yield f"{self.name}[{', '.join(labels)}]" if labels else self.name


class Layout:
    """Fields one behind the other."""

    def __init__(self, *fields: Field) -> None:
        self.fields = fields
        self.size = sum(field.size for field in fields)

    def first(self, name: str) -> int:
        """Return where a field begins.

        Raises:
            KeyError: there is no such field.
        """
        place = 0
        for field in self.fields:
            if field.name == name:
                return place
            place += field.size
        raise KeyError(name)

    def names(self) -> Iterator[str]:
        """Return the name of each number in order."""
        for field in self.fields:
            yield from field.names()


@dataclass(frozen=True, slots=True)
class Observation:
    """How a game is observed: the fields about the table, and those about each seat."""

    table: Layout
    seat: Layout

    def size(self, players: int) -> int:
        """Return how many numbers an observation has."""
        return self.table.size + players * self.seat.size

    def names(self, players: int) -> tuple[str, ...]:
        """Return the name of every index: ``lake[white heart]``, ``own score``, ``next score``, ``2nd next score``."""
        return (
            *self.table.names(),
            *(f"{SEAT_NAMES[k]} {name}" for k in range(players) for name in self.seat.names()),
        )

    def bounds(self, players: int) -> tuple[np.ndarray, np.ndarray]:
        """Return the least and the most that each number can be (int16)."""
        fields = self._fields(players)
        low, high = ([(getattr(field, end), field.size) for field in fields] for end in ("low", "high"))
        return _repeated(low), _repeated(high)

    def scales(self, players: int) -> np.ndarray:
        """Return for each number what it is divided by to be about 1 at most (int16)."""
        return _repeated([(field.scale, field.size) for field in self._fields(players)])

    def _fields(self, players: int) -> tuple[Field, ...]:
        return self.table.fields + self.seat.fields * players


SEAT_NAMES = ("own", "next", "2nd next", "3rd next", "4th next")
"""The seats as an observation names them, in the order of turns."""


def _repeated(parts: list[tuple[int, int]]) -> np.ndarray:
    return np.concatenate([np.full(count, amount, dtype=np.int16) for amount, count in parts])
