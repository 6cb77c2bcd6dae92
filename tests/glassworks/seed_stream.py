"""The verifiable draws: a plain stream of choices from a key, as a record's seed allows anyone to repeat."""

import hashlib
import hmac
from collections.abc import Mapping
from typing import TypeVar

Outcome = TypeVar("Outcome")


def commitment_of(key: bytes) -> str:
    """The hexadecimal SHA-256 of the key, published before the first draw."""
    return hashlib.sha256(key).hexdigest()


class SeedStream:
    """Draws from one key; one rising counter through set-up and the whole game."""

    def __init__(self, key: bytes) -> None:
        """Start at counter 0."""
        self.key = key
        self.counter = 0

    def below(self, total: int) -> int:
        """The next draw as a number 0..total-1, skipping counters that would favour small numbers."""
        limit = 2**256 - 2**256 % total
        while True:
            digest = hmac.new(self.key, self.counter.to_bytes(8, "big"), hashlib.sha256).digest()
            self.counter += 1
            number = int.from_bytes(digest, "big")
            if number < limit:
                return number % total

    def pick(self, weights: Mapping[Outcome, int]) -> Outcome:
        """One outcome; the mapping lists outcomes in rising id, with their weights."""
        rest = self.below(sum(weights.values()))
        for outcome, weight in weights.items():
            if rest < weight:
                return outcome
            rest -= weight
        raise AssertionError("a draw is always below the total weight")
