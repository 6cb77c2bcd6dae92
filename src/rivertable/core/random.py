"""The simulator's generator inside compiled code: SplitMix64 on an array of one uint64."""

from __future__ import annotations

from typing import Any

import numpy as np

from .kernel import kernel

_STEP = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_27, _30, _31, _32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)


def new_generator(seed: int) -> np.ndarray:
    """Give a generator: an array of one uint64, changed in place by every draw."""
    return np.array([(seed * 0xD1342543DE82EF95 + 1) & 0xFFFFFFFFFFFFFFFF], dtype=np.uint64)


@kernel
def below(generator: Any, bound: int) -> int:
    """Give a random integer 0 <= n < ``bound`` (below 2**31; its bias is under ``bound`` in 2**32)."""
    bits = generator[0] + _STEP
    generator[0] = bits
    bits = (bits ^ (bits >> _30)) * _FIRST
    bits = (bits ^ (bits >> _27)) * _SECOND
    bits = bits ^ (bits >> _31)
    return int(((bits >> _32) * np.uint64(bound)) >> _32)
