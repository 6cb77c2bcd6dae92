"""Copies of game states, which are arrays of records."""

from __future__ import annotations

from typing import Any

import numpy as np


def copied(states: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Return a copy of states that may be written to, of the same shape and dtype.

    NumPy's own copies a record field by field, which takes thirty times as long for the some forty fields of a game.
    """
    return np.ndarray(states.shape, states.dtype, bytearray(states.tobytes()))
