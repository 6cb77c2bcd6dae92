"""In which rows the cards stand where many tables play one deal.

The Starting Booths are laid from one row. Each seat has rows of its own with all cards: one for the first deck, and one
for each deck that the discard pile becomes (M105). It draws the first card there that is still in the deck. So what a
seat draws does not depend on how many cards others draw: another seat can only have taken a card before it.
"""

from __future__ import annotations

from typing import Any

from .kernel.state import Phase


def row_of(state: Any) -> str:
    """Return ``booths`` while the river is laid (M16), else the row of the seat that draws, and of its deck."""
    if int(state.phase) == Phase.RIVER:
        return "booths"
    return f"seat {int(state.seat)}, deck {int(state.shuffles)}"


def count_of(terms: Any, outcome: int) -> int:
    """Return 1: there is one of each card."""
    return 1
