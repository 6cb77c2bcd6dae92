"""Choosing among turns of nearly equal value: the seed of a turn, and how many turns compete."""

from __future__ import annotations

import zlib
from typing import Any

import numpy as np

from ...core.compiling.kernel import kernel, kernel_entry, wide
from ...core.position import View

TIES = 0x3C6EF372FE94F82B
"""What a bot's seed is mixed with where it settles ties."""
SEED_MASK = (1 << 62) - 1
_APART = 0x9E3779B97F4A7C15
_CRC_POLYNOMIAL, _BYTE = 0xEDB88320, 0xFF
_ADLER_BASE = wide(65521)
_SEED_BITS = np.uint64(SEED_MASK)
_8, _16, _30 = np.uint32(8), np.uint64(16), np.uint64(30)
_ONES = np.uint32(0xFFFFFFFF)


def seed_for(seed: int, view: View, thread: int = 0) -> int:
    """Return the seed of a turn, which depends on the bot's seed, the thread and the view alone."""
    data = view.states.tobytes()
    return (seed + thread * _APART ^ zlib.crc32(data) << 30 ^ zlib.adler32(data)) & SEED_MASK


def _crc_of(number: int) -> int:
    for _ in range(8):
        number = number >> 1 ^ (_CRC_POLYNOMIAL if number & 1 else 0)
    return number


_CRC = np.array([_crc_of(number) for number in range(_BYTE + 1)], dtype=np.uint32)


@kernel_entry
def compiled_seed_for(seed: Any, data: Any, row: int) -> Any:
    """Return :func:`seed_for` of a seed (uint64), where the bytes of the view's state are a row of ``data`` (uint8)."""
    crc, first, second = _ONES, wide(1), wide(0)
    for place in range(data.shape[1]):
        byte = data[row, place]
        crc = _CRC[wide((crc ^ np.uint32(byte)) & np.uint32(_BYTE))] ^ (crc >> _8)
        first += wide(byte)
        second += first
    adler = (np.uint64(second % _ADLER_BASE) << _16) | np.uint64(first % _ADLER_BASE)
    return (seed ^ (np.uint64(crc ^ _ONES) << _30) ^ adler) & _SEED_BITS


@kernel
def count_equal(values: Any, order: Any, count: int, tolerance: float) -> int:
    """Return how many of ``count`` turns, the best first by ``values[order]``, count as equal to the best.

    A turn does if its value is lower by at most ``tolerance`` times the average difference.
    """
    best, whole = float(values[order[0]]), 0.0
    for place in range(count):
        whole += float(values[order[place]])
    enough = best - tolerance * (best - whole / count)
    equal = 1
    while equal < count and float(values[order[equal]]) >= enough:
        equal += 1
    return equal
