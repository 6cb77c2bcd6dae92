"""What a game declares for study and training: its themes, its searches, how its network is trained."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from .recipe import Recipe

COMPARED_THEMES: Mapping[str, str] = {
    "hold": "hold the others back",
    "patience": "take fewer points now for more later",
    "points": "take most points now",
}
"""The themes that are found by comparing turns, for any game, in words."""


@dataclass(frozen=True, slots=True)
class Study:
    """What the search, the puzzles and the training of a game need to know of it."""

    themes: Mapping[str, str]
    """What may be true of a best turn, in words that follow "The best turn does this: ".

    Of the themes that are true of a turn, the first here is the one that is named.
    """
    facts: Callable[[Any, Any, Any], set[str]]
    """Return the themes that are true of a move by what it does: from the view before it, the move, the view after it.

    Those of :data:`COMPARED_THEMES` are found for every game that has them.
    """
    puzzle_playouts: int
    """Playouts of the search that decides whether a position is a puzzle."""
    recipe: Recipe
    """How the game's shipped network was trained."""
