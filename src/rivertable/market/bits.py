"""Whole numbers of 64 bits, and sets of cards as their bits below the sign: the lowest card, how many, the n-th."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.kernel import kernel
from ..core.kernel import wide as wide

_MODULUS = 67
"""The powers of two below 2**66 leave different rests by 67."""
_PLACE_OF_REST = np.zeros(_MODULUS, dtype=np.int8)
for _place in range(_MODULUS - 1):
    _PLACE_OF_REST[(1 << _place) % _MODULUS] = _place


@kernel
def lowest(mask: Any) -> int:
    """Give the lowest member of a set that is not empty."""
    return wide(_PLACE_OF_REST[int(mask & -mask) % _MODULUS])


@kernel
def size_of(mask: Any) -> int:
    """Give how many members a set has."""
    count = int(mask)
    count = count - ((count >> 1) & 0x5555555555555555)
    count = (count & 0x3333333333333333) + ((count >> 2) & 0x3333333333333333)
    count = (count + (count >> 4)) & 0x0F0F0F0F0F0F0F0F
    count = count + (count >> 8)
    count = count + (count >> 16)
    count = count + (count >> 32)
    return count & 127


@kernel
def member(mask: Any, skip: int) -> int:
    """Give the member of a set before which there are ``skip`` lower ones."""
    rest = int(mask)
    for _ in range(skip):
        rest = rest & (rest - 1)
    return lowest(rest)


@kernel
def bit(card: int) -> int:
    """Give the set of one card."""
    return wide(1) << wide(card)


@kernel
def above(mask: Any, card: int) -> int:
    """Give the members of a set that are higher than ``card``."""
    return int(mask >> wide(card + 1) << wide(card + 1))
