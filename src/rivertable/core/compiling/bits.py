"""Whole numbers of 64 bits: sets of small numbers as their bits below the sign, and the simulator's random bits.

The generator in compiled code is xorshift64* on an array of one uint64. A result is ready after few steps, which
matters: most draws decide a branch. (S. Vigna, An experimental exploration of Marsaglia's xorshift generators,
scrambled, 2016; the shifts 12, 25, 27.)
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .instructions import ones, zeros_below
from .kernel import kernel, kernel_entry, wide

_MULTIPLIER = np.uint64(0x2545F4914F6CDD1D)
_12, _25, _27, _32 = np.uint64(12), np.uint64(25), np.uint64(27), np.uint64(32)


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


def new_generator(seed: int) -> np.ndarray[Any, Any]:
    """Return a generator: an array of one uint64, never 0, changed in place by every draw."""
    mixed = (seed ^ (seed >> 32)) * 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF
    return np.array([mixed ^ (mixed >> 29) or 1], dtype=np.uint64)


@kernel
def below(generator: Any, bound: int) -> int:
    """Return a random integer 0 <= n < ``bound`` (below 2**31; its bias is under ``bound`` in 2**32)."""
    bits = generator[0]
    bits ^= bits >> _12
    bits ^= bits << _25
    bits ^= bits >> _27
    generator[0] = bits
    return int((((bits * _MULTIPLIER) >> _32) * np.uint64(bound)) >> _32)
