"""Turns told by compiled code: their notation and what they used, as numbers that name words.

It says the same as the typed moves of a game, many times as fast: rows of a million games are written with it.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any, NamedTuple, Protocol

import numpy as np


class Told(NamedTuple):
    """What is told of turns, one after another. Numbers beyond the room of an array are counted and not written."""

    symbols: np.ndarray[Any, Any]
    """int16: the notation of all turns, each number a piece of text of :meth:`Telling.symbols`"""
    uses: np.ndarray[Any, Any]
    """int16: what all turns used, each number one thing of ``Counting.list_uses``, counted through all families"""
    symbols_end: np.ndarray[Any, Any]
    """int64, by turn: where its notation ends in ``symbols``; it begins where that of the turn before ends"""
    uses_end: np.ndarray[Any, Any]
    """int64, by turn: the same for ``uses``"""


class Telling(Protocol):
    """How a game's turns are told by compiled code, and the categories of its score with them."""

    @property
    def compiled(self) -> ModuleType:
        """The module of compiled code: what ``lab/simulation/telling/game.pyi`` lists."""

    def symbols(self, components: Any) -> tuple[str, ...]:
        """Return the pieces of text that notations are made of, by their numbers."""

    def numbers(self, components: Any) -> np.ndarray[Any, Any]:
        """Return what compiled code has to know of the names in printed data (int16), in the game's own layout."""

    def new_scratch(self) -> np.ndarray[Any, Any]:
        """Return room for telling one turn."""
