"""Turns told by compiled code, in words: the texts of its symbols."""

from __future__ import annotations

from typing import Any

import numpy as np

from .kernel import telling as compiled
from .kernel.state import TILES, TYPES
from .printed.pieces import COLOUR_CODES, Piece

__all__ = ["compiled", "new_scratch", "numbers", "symbols"]


def symbols(components: object) -> tuple[str, ...]:
    """Return the texts in the order of :class:`~rivertable.glassworks.kernel.telling.Symbol`."""
    pieces = [Piece.of(number).code for number in range(TYPES)]
    tiles = range(1, TILES + 1)
    return (
        *pieces,
        *(f"+{piece}" for piece in pieces),
        *(f"@{tile}" for tile in tiles),
        *(f"-{tile}" for tile in tiles),
        *(f":{colour}" for colour in COLOUR_CODES),
        *(f",{colour}" for colour in COLOUR_CODES),
        "draw ",
        "/",
        "pass",
    )


def numbers(components: object) -> np.ndarray[Any, Any]:
    """Return nothing: no name depends on printed data."""
    return np.zeros((0, 0), np.int16)


def new_scratch() -> np.ndarray[Any, Any]:
    """Return room for telling a turn."""
    return np.zeros(1, compiled.TELLER)
