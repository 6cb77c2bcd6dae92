"""Sources of chance. The state of a game holds none: whoever plays a game brings one.

| source | for | draws |
|---|---|---|
| :class:`Referee` | real games | verifiable: HMAC-SHA-256(key, counter) |
| :class:`FixedOrder` | deals that many tables play | verifiable: everything has its place in a row from the start |
| :class:`Simulator` | look-ahead, simulation | a small fast generator with its own seed |
| :class:`Recorded` | replay | the outcomes that were written down |

A source is asked for one outcome at a time: ``choose(outcomes, weights)``. Listing all outcomes with their weights is
the position's own business (``position.outcomes()``).
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Protocol

from .contract.parts import Rows
from .errors import ChanceError

_SPAN = 1 << 256
_MASK = (1 << 64) - 1


class Chance(Protocol):
    """Anything that decides what happens by chance. A shallow copy draws what the original would, apart from it."""

    def choose(self, outcomes: Sequence[int], weights: Sequence[int]) -> int:
        """Return one of ``outcomes`` (rising integers), each as likely as its weight (positive integers)."""


def _pick(outcomes: Sequence[int], weights: Sequence[int], ticket: int) -> int:
    """Return the first outcome whose cumulated weight exceeds ``ticket`` (0 <= ticket < total weight)."""
    for outcome, weight in zip(outcomes, weights, strict=True):
        ticket -= weight
        if ticket < 0:
            return outcome
    raise ChanceError("The weights of a chance event do not add up.")


@lru_cache(maxsize=256)
def _hmac_of(key: bytes) -> hmac.HMAC:
    """Return the HMAC of a key before it is given anything, to be copied: to begin anew takes twice as long."""
    return hmac.new(key, digestmod="sha256")


class Referee:
    """The verifiable source of a real game.

    The key is the seed's bytes followed by whatever the players mixed in. Draw number ``k`` (``counter``) reads
    HMAC-SHA-256(key, k as 8 bytes, big-endian) as an integer x below 2**256; with total weight n, an x of the uneven
    rest at the top (x >= 2**256 - 2**256 mod n) is skipped with its number; otherwise the ticket is x mod n.
    """

    def __init__(self, seed: bytes, *, mixed: Sequence[bytes] = (), counter: int = 0) -> None:
        self._key = seed + b"".join(mixed)
        self.counter = counter
        """How many draw numbers have been used."""

    def __copy__(self) -> Referee:
        return Referee(self._key, counter=self.counter)

    @property
    def commitment(self) -> str:
        """The SHA-256 of the key, hexadecimal: published before the first draw."""
        return commitment(self._key)

    def choose(self, outcomes: Sequence[int], weights: Sequence[int]) -> int:
        """Return one of ``outcomes`` by the next draw number."""
        total = sum(weights)
        if total <= 0:
            raise ChanceError("There is nothing to draw from.")
        while True:
            drawn = _hmac_of(self._key).copy()
            drawn.update(self.counter.to_bytes(8, "big"))
            self.counter += 1
            value = int.from_bytes(drawn.digest(), "big")
            if value < _SPAN - _SPAN % total:
                return _pick(outcomes, weights, value % total)


class FixedOrder:
    """The verifiable source of a deal that many tables play: what is drawn depends on no earlier draw's number.

    Everything that can be drawn stands in a row from the start: copy ``c`` (from 0) of an outcome at the place
    HMAC-SHA-256(key, "row/outcome/c"), lowest first. Drawn is what stands first in the row and is still there. Each
    game says which rows it has (:class:`~rivertable.core.contract.parts.Rows`). The source keeps nothing of what was
    drawn: that follows from what is still there, for copies of one outcome leave in the order of their places.
    """

    def __init__(self, seed: bytes, rows: Rows, *, mixed: Sequence[bytes] = ()) -> None:
        self._key = seed + b"".join(mixed)
        self._rows = rows
        self._row = ""
        self._terms: Any = None

    @property
    def commitment(self) -> str:
        """The SHA-256 of the key, hexadecimal."""
        return commitment(self._key)

    def look(self, state: Any, terms: Any) -> None:
        """Be told the kernel's records of the state that the next draw is made in, and of the terms."""
        self._row, self._terms = self._rows.row_of(state), terms

    def choose(self, outcomes: Sequence[int], weights: Sequence[int]) -> int:
        """Return the one of ``outcomes`` that stands first in its row; ``weights`` say how many copies are left."""
        if not outcomes:
            raise ChanceError("There is nothing to draw from.")
        places = _row_of(self._key, self._row)

        def next_place(choice: tuple[int, int]) -> bytes:
            outcome, left = choice
            if outcome not in places:
                count = self._rows.count_of(self._terms, outcome)
                places[outcome] = sorted(row_place(self._key, self._row, outcome, copy) for copy in range(count))
            return places[outcome][-left]

        return min(zip(outcomes, weights, strict=True), key=next_place)[0]


def row_place(key: bytes, row: str, outcome: int, number: int) -> bytes:
    """Return where a copy of an outcome stands in a row of a deal: the lowest place comes first."""
    return hmac.digest(key, f"{row}/{outcome}/{number}".encode(), "sha256")


@lru_cache(maxsize=256)
def _row_of(key: bytes, row: str) -> dict[int, list[bytes]]:
    """Return the places in a row by outcome, as far as they were asked for: each costs a hash."""
    return {}


class Simulator:
    """A small fast source (SplitMix64) for simulation and look-ahead; equal seeds give equal draws."""

    def __init__(self, seed: int | None = None) -> None:
        self._state = (secrets.randbits(64) if seed is None else seed * 0x9E3779B97F4A7C15 + 1) & _MASK

    def bits(self) -> int:
        """Return the next 64 random bits."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        mixed = self._state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        return mixed ^ (mixed >> 31)

    def below(self, bound: int) -> int:
        """Return an integer 0 <= n < ``bound``, all as likely."""
        limit = (1 << 64) - (1 << 64) % bound
        while (value := self.bits()) >= limit:
            pass
        return value % bound

    def choose(self, outcomes: Sequence[int], weights: Sequence[int]) -> int:
        """Return one of ``outcomes``, each as likely as its weight."""
        total = sum(weights)
        if total <= 0:
            raise ChanceError("There is nothing to draw from.")
        return _pick(outcomes, weights, self.below(total))


class Recorded:
    """Outcomes that were written down, given back in order.

    Raises:
        ChanceError: when there is no outcome left, or the next one is not possible.
    """

    def __init__(self, outcomes: Iterable[int]) -> None:
        self._outcomes = tuple(outcomes)
        self._next = 0

    def __len__(self) -> int:
        return len(self._outcomes) - self._next

    def choose(self, outcomes: Sequence[int], weights: Sequence[int]) -> int:
        """Return the next recorded outcome."""
        if not len(self):
            raise ChanceError("The record holds fewer draws than the rules ask for.")
        outcome = self._outcomes[self._next]
        self._next += 1
        if outcome not in outcomes:
            raise ChanceError("The record draws something that is not there to be drawn.")
        return outcome


def as_chance(source: Chance | int | None) -> Chance:
    """Return a source of chance: a source itself, a :class:`Simulator` of a seed, or fresh randomness for ``None``."""
    return Simulator(source) if source is None or isinstance(source, int) else source


def commitment(key: bytes) -> str:
    """Return the SHA-256 of a key (a seed and what was mixed in) as 64 hexadecimal digits."""
    return hashlib.sha256(key).hexdigest()


def new_seed() -> bytes:
    """Return a fresh secret seed of 32 bytes from the operating system."""
    return secrets.token_bytes(32)


def seed_bytes(seed: int | str | bytes) -> bytes:
    """Return the 32 seed bytes for what a person wrote: 64 hexadecimal digits as they are, else SHA-256 of the text."""
    if isinstance(seed, bytes):
        return seed
    text = str(seed)
    if len(text) == 64 and all(digit in "0123456789abcdef" for digit in text):
        return bytes.fromhex(text)
    return hashlib.sha256(text.encode()).digest()
