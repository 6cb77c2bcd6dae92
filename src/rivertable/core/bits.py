"""Whole numbers of 64 bits, and sets of small numbers as their bits below the sign: the lowest, how many, the n-th."""

from __future__ import annotations

from typing import Any

from .kernel import IS_COMPILED, kernel
from .kernel import wide as wide

if IS_COMPILED:
    from .instructions import ones, zeros_below
else:

    def zeros_below(mask: int) -> int:
        """Return how many zeros are below the lowest bit that is set."""
        return (mask & -mask).bit_length() - 1

    ones = int.bit_count


@kernel
def lowest(mask: Any) -> int:
    """Give the lowest member of a set that is not empty."""
    return wide(zeros_below(int(mask)))


@kernel
def size_of(mask: Any) -> int:
    """Give how many members a set has."""
    return wide(ones(int(mask)))


@kernel
def member(mask: Any, skip: int) -> int:
    """Give the member of a set before which there are ``skip`` lower ones."""
    rest = int(mask)
    for _ in range(skip):
        rest = rest & (rest - 1)
    return lowest(rest)


@kernel
def bit(place: int) -> int:
    """Give the set of one number."""
    return wide(1) << wide(place)


@kernel
def above(mask: Any, place: int) -> int:
    """Give the members of a set that are higher than ``place``."""
    return int(mask >> wide(place + 1) << wide(place + 1))
