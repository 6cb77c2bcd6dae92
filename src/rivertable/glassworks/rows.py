"""In which rows the pieces and tiles stand where many tables play one deal.

The tiles of the river are laid from one row, and all pieces come out of the bag in the order of another, whoever they
are drawn for: the k-th piece out of the bag is the same at every table.
"""

from __future__ import annotations

from typing import Any

from .kernel.state import Outcome, Phase


def row_of(state: Any) -> str:
    """Return ``tiles`` while the river is laid (G7), else ``bag``."""
    return "tiles" if int(state.phase) == Phase.RIVER else "bag"


def count_of(terms: Any, outcome: int) -> int:
    """Return how many of a piece the game begins with; each tile is there once."""
    return 1 if outcome >= Outcome.TILE else int(terms.bag[outcome - Outcome.DRAWN])
