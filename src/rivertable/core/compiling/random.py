"""The simulator's generator inside compiled code: xorshift64* on an array of one uint64.

A result is ready after few steps, which matters: most draws decide a branch. (S. Vigna, An experimental exploration of
Marsaglia's xorshift generators, scrambled, 2016; the shifts 12, 25, 27.)
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .kernel import kernel

_MULTIPLIER = np.uint64(0x2545F4914F6CDD1D)
_12, _25, _27, _32 = np.uint64(12), np.uint64(25), np.uint64(27), np.uint64(32)


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
