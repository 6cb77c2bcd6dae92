"""Turns told by compiled code, in words: the texts of its symbols, and the numbers of cards' names."""

from __future__ import annotations

from typing import Any

import numpy as np

from .kernel import telling as compiled
from .kernel.state import END_NAMES
from .kernel.telling import NAMES, Name
from .printed.components import MarketComponents
from .printed.deck import CARDS, PLANKS_AT_MOST, TIMES_AT_MOST
from .printed.effects import RESOURCE_LETTERS
from .study import list_uses

__all__ = ["compiled", "new_scratch", "numbers", "symbols"]


def symbols(components: MarketComponents) -> tuple[str, ...]:
    """Return the texts in the order of :class:`~rivertable.market.kernel.telling.Symbol`."""
    ids = [card.id for card in components.cards]
    effects = [f"{before}{number}" for before in (":", ",", ":!", ",!") for number in range(1, PLANKS_AT_MOST + 1)]
    return (
        *ids,
        *(f"hire {name}" for name in ids),
        *(f">{name}" for name in ids),
        *(f">>{name}" for name in ids),
        *(f"#{name}" for name in sorted(ids)),
        *RESOURCE_LETTERS,
        *effects,
        *(f"x{number}" for number in range(TIMES_AT_MOST + 1)),
        *(f"@{end}" for end in END_NAMES),
        *("(", ";", ")", "="),
        *("pass", "keep", "redraw"),
    )


def numbers(components: MarketComponents) -> np.ndarray[Any, Any]:
    """Return by :class:`~rivertable.market.kernel.telling.Name` and card the numbers of its names, -1 for none."""
    ids = [card.id for card in components.cards]
    things = [thing.id for family in list_uses(components) for thing in family.things]
    places = {name: number for number, name in enumerate(things)}
    found = np.full((NAMES, CARDS), -1, np.int16)
    for number, card in enumerate(components.cards):
        found[Name.RANK, number] = sorted(ids).index(card.id)
        found[Name.PLAYED, number] = places.get(f"{card.kind.word}:{card.id}", -1)
        for row, word in ((Name.STEP, "step"), (Name.VISIT, "visit"), (Name.ATTEND, "attend"), (Name.ACTION, "action")):
            found[row, number] = places.get(f"{word}:{card.id}", -1)
        for plank in range(PLANKS_AT_MOST):
            found[Name.PLANK + plank, number] = places.get(f"plank:{card.id}.{plank + 1}", -1)
    return found


def new_scratch() -> np.ndarray[Any, Any]:
    """Return room for telling a turn."""
    return np.zeros(1, compiled.TELLER)
