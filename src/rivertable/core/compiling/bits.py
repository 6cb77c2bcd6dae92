"""Whole numbers of 64 bits, and sets of small numbers as their bits below the sign: the lowest, how many, the n-th."""

from __future__ import annotations

from typing import Any

from .kernel import IS_COMPILED, kernel_entry
from .kernel import wide as wide

if IS_COMPILED:
    from .instructions import ones, zeros_below
else:

    def zeros_below(mask: int) -> int:
        """Return how many zeros are below the lowest bit that is set."""
        return (mask & -mask).bit_length() - 1

    ones = int.bit_count


@kernel_entry
def lowest(mask: Any) -> int:
    """Return the lowest member of a set that is not empty."""
    return wide(zeros_below(int(mask)))


@kernel_entry
def size_of(mask: Any) -> int:
    """Return how many members a set has."""
    return wide(ones(int(mask)))


@kernel_entry
def member(mask: Any, skip: int) -> int:
    """Return the member of a set before which there are ``skip`` lower ones."""
    rest = int(mask)
    for _ in range(skip):
        rest = rest & (rest - 1)
    return lowest(rest)


@kernel_entry
def bit(place: int) -> int:
    """Return the set of one number."""
    return wide(1) << wide(place)


@kernel_entry
def above(mask: Any, place: int) -> int:
    """Return the members of a set that are higher than ``place``."""
    return int(mask >> wide(place + 1) << wide(place + 1))
