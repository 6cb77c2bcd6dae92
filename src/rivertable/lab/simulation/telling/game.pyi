"""A game's telling as whoever tells whole games calls it: the part ``compiled`` of its ``telling``."""

from typing import Any

import numpy as np

TELLER: np.dtype[Any]
"""Room for telling a turn: a record whose fields ``symbols`` and ``uses`` count what is told by now."""

def tell_turn(
    states: Any, terms: Any, choices: Any, first: int, last: int, numbers: Any, told: Any, tellers: Any, out: Any
) -> None:
    """Write the notation of a turn and what it used.

    Args:
        states: an array of three: in the first the state before the turn, changed afterwards; the others are scratch.
        terms: an array of one.
        choices: decisions (int16) of several turns.
        first: where those of the turn begin.
        last: where they end.
        numbers: as :meth:`rivertable.core.contract.telling.Telling.numbers` gives them.
        told: a :class:`rivertable.core.contract.telling.Told` to write to.
        tellers: an array of one :data:`TELLER`: where to write; it is moved on, beyond the room too.
        out: scratch for a list of decisions.
    """

def write_categories(states: Any, index: int, terms: Any, seat: int, tellers: Any, out: Any) -> None:
    """Write a seat's points by category to ``out`` (int32)."""
