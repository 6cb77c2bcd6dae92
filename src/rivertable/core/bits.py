"""Whole numbers of 64 bits, and sets of small numbers as their bits below the sign: the lowest, how many, the n-th."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from .kernel import IS_COMPILED, kernel
from .kernel import wide as wide


def _count_below(typing: Any, mask: Any) -> Any:
    """Compile to the processor's count of the zeros below the lowest bit that is set."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.IntType(1)(1))

    return types.int64(types.int64), generate


def _count_all(typing: Any, mask: Any) -> Any:
    """Compile to the processor's count of the bits that are set."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


_make: Any = intrinsic
_zeros_below: Any = _make(_count_below) if IS_COMPILED else lambda mask: (mask & -mask).bit_length() - 1
_ones: Any = _make(_count_all) if IS_COMPILED else int.bit_count


@kernel
def lowest(mask: Any) -> int:
    """Give the lowest member of a set that is not empty."""
    return wide(_zeros_below(int(mask)))


@kernel
def size_of(mask: Any) -> int:
    """Give how many members a set has."""
    return wide(_ones(int(mask)))


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
