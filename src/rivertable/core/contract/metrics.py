"""What a game is measured by besides scores and uses: tables of ratios over many games, and targets for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

Numbers = np.ndarray[Any, Any]
Turn = tuple[Numbers, Numbers]
"""The decisions of a turn (int16), and the state after it and after chance: an array of one record."""


@dataclass(frozen=True, slots=True)
class Ratio:
    """A figure: the sum of one number by game divided by the sum of another; both have the shape (games,)."""

    above: Numbers
    below: Numbers


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: an id, its words, and whether its figures are shares."""

    id: str
    words: str
    is_share: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table: an id, its words, and a figure for each column; None where there is none."""

    id: str
    words: str
    figures: tuple[Ratio | None, ...]
    is_share: bool = False
    """Whether its figures are shares, whatever the column says."""


@dataclass(frozen=True, slots=True)
class Table:
    """Figures in rows and columns, with a sentence that says what they are."""

    id: str
    title: str
    sentence: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Target:
    """Where the figures of one column of a table should lie.

    Attributes:
        row: the id of one row; None for all rows of the table.
        players: the numbers of players that it is for; empty for all.
    """

    words: str
    table: str
    column: str
    row: str | None = None
    at_least: float | None = None
    at_most: float | None = None
    players: tuple[int, ...] = ()


class Metrics(Protocol):
    """What a game counts in each game that is played, and what is made of the counts of many games."""

    @property
    def TARGETS(self) -> tuple[Target, ...]:  # noqa: N802  # a constant
        """Where the figures should lie."""

    def count(self, terms: Any, start: Numbers, turns: Iterable[Turn]) -> Numbers:
        """Return what is counted of a game that is over: an array of one record.

        Args:
            terms: what the kernel calls terms, an array of one record.
            start: the state after the set-up, likewise.
            turns: all turns, in order.
        """

    def tables(self, counts: Numbers, wins: Numbers, components: Any) -> tuple[Table, ...]:
        """Return the figures of many games with as many players.

        Args:
            counts: what :meth:`count` gave for each, shape (games,).
            wins: each seat's part of the victory, shape (games, seats).
            components: the printed data that they were played with.
        """


def read_targets(document: Mapping[str, Any]) -> tuple[Target, ...]:
    """Return the targets of a file of them: a list of tables called ``target``."""
    found = []
    for each in document["target"]:
        players = tuple(each.get("players", ()))
        found.append(Target(**{**each, "players": players}))
    return tuple(found)
