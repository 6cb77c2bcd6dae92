"""Limits: how often an address, a seat or a socket may ask, and when it may again."""

from __future__ import annotations

import math
import threading
import time
from collections import OrderedDict
from dataclasses import dataclass

from ..errors import TooManyError

_BUCKETS_KEPT = 50_000


@dataclass(frozen=True, slots=True)
class Rate:
    """So many requests at once, refilled at so many a second."""

    burst: float
    per_second: float


@dataclass(frozen=True, slots=True)
class Limits:
    """What is allowed; each kind of request has its own rate. ``body`` and ``message`` are bytes."""

    address: Rate = Rate(240, 40)
    seat: Rate = Rate(60, 10)
    tables: Rate = Rate(30, 0.2)
    sockets: Rate = Rate(40, 1)
    messages: Rate = Rate(40, 5)
    body: int = 3_000_000
    message: int = 4_096

    @classmethod
    def none(cls) -> Limits:
        """Return limits that nobody reaches: for load tests and private networks."""
        free = Rate(1e12, 1e12)
        return cls(free, free, free, free, free)


class Buckets:
    """Token buckets by key. Kept in this process: each of several processes allows a rate of its own."""

    def __init__(self) -> None:
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, kind: str, key: str, rate: Rate) -> None:
        """Take one token.

        Raises:
            TooManyError: there is none; it says when there will be.
        """
        now = time.monotonic()
        with self._lock:
            left, then = self._buckets.pop((kind, key), (rate.burst, now))
            left = min(rate.burst, left + (now - then) * rate.per_second)
            is_allowed = left >= 1
            self._buckets[kind, key] = (left - is_allowed, now)
            while len(self._buckets) > _BUCKETS_KEPT:
                self._buckets.popitem(last=False)
        if not is_allowed:
            wait = max(math.ceil((1 - left) / rate.per_second), 1)
            raise TooManyError("Too many requests; try again in {retry_after} s.", retry_after=wait)
