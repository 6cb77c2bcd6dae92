"""The numbers of a referee in compiled code: HMAC-SHA-256 of a counter.

They depend on nothing that happens in the game, so :data:`LANES` of them are computed side by side, one in each lane of
the processor's vectors.
"""

from __future__ import annotations

import hmac
from typing import Any, NamedTuple

import numpy as np

from .kernel import IS_COMPILED, kernel, kernel_entry

LANES = 16
"""So many numbers are computed together."""
KEY_BYTES = 32
"""How long the key of a referee is here: the 32 bytes of a seed, with nothing mixed in."""
WORDS = 8
"""A number has so many words of 32 bits."""
_BLOCK_WORDS, _ROUNDS = 16, 64
_BLOCK_BYTES = 4 * _BLOCK_WORDS
_INNER, _OUTER, _END = np.uint32(0x36363636), np.uint32(0x5C5C5C5C), np.uint32(0x80000000)
_COUNTER_BITS = np.uint32(8 * (_BLOCK_BYTES + 8))
_DIGEST_BITS = np.uint32(8 * (_BLOCK_BYTES + KEY_BYTES))
_LOW, _32 = np.uint64(0xFFFFFFFF), np.uint64(32)


def _primes(count: int) -> list[int]:
    found: list[int] = []
    number = 2
    while len(found) < count:
        if all(number % prime for prime in found):
            found.append(number)
        number += 1
    return found


def _root_bits(number: int, degree: int) -> int:
    """Return the first 32 bits after the point of a root: the constants of SHA-256 are those of primes."""
    scaled, low, high = number << (32 * degree), 0, number << 32
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle**degree <= scaled else (low, middle)
    return low & 0xFFFFFFFF


_ROUND_CONSTANTS = [_root_bits(prime, 3) for prime in _primes(_ROUNDS)]
_START = np.array([[_root_bits(prime, 2)] * LANES for prime in _primes(WORDS)], dtype=np.uint32)


class Draws(NamedTuple):
    """The numbers of one referee; each column of an array with two dimensions is a lane. All are uint32."""

    key: Any
    """shape (8,): the key, big-endian"""
    inner: Any
    """shape (8, LANES): the hash after the first block of the inner message"""
    outer: Any
    """the same of the outer message"""
    block: Any
    """shape (16, LANES): scratch"""
    numbers: Any
    """shape (8, LANES): the numbers computed last, big-endian"""
    counter: Any
    """int64, shape (1,): how many numbers have been used"""


def new_draws() -> Draws:
    """Return room for the numbers of one referee at a time."""
    sizes = ((WORDS, LANES), (WORDS, LANES), (_BLOCK_WORDS, LANES), (WORDS, LANES))
    inner, outer, block, numbers = (np.zeros(size, np.uint32) for size in sizes)
    return Draws(np.zeros(WORDS, np.uint32), inner, outer, block, numbers, np.zeros(1, np.int64))


if IS_COMPILED:
    from llvmlite import ir
    from numba.core import types
    from numba.extending import intrinsic

    _VECTOR = ir.VectorType(ir.IntType(32), LANES)

    class _Rounds:
        """Writes the instructions of SHA-256 on vectors (FIPS 180-4, section 6.2.2)."""

        def __init__(self, builder: Any) -> None:
            self._builder = builder
            kind = ir.FunctionType(_VECTOR, [_VECTOR] * 3)
            self._turn = builder.module.declare_intrinsic(f"llvm.fshr.v{LANES}i32", (), kind)

        def _of(self, number: int) -> Any:
            return ir.Constant(_VECTOR, [number] * LANES)

        def _turned(self, word: Any, *places: int) -> Any:
            """Return the exclusive or of a word turned right by each of some places."""
            found = [self._builder.call(self._turn, [word, word, self._of(place)]) for place in places]
            return self._xor(*found)

        def _xor(self, *words: Any) -> Any:
            whole = words[0]
            for word in words[1:]:
                whole = self._builder.xor(whole, word)
            return whole

        def sum(self, *words: Any) -> Any:
            whole = words[0]
            for word in words[1:]:
                whole = self._builder.add(whole, word)
            return whole

        def _next_word(self, words: list[Any]) -> Any:
            """Return the next word of the message schedule after at least 16."""
            old, new = words[-15], words[-2]
            small = self._xor(self._turned(old, 7, 18), self._builder.lshr(old, self._of(3)))
            large = self._xor(self._turned(new, 17, 19), self._builder.lshr(new, self._of(10)))
            return self.sum(words[-16], small, words[-7], large)

        def run(self, chain: list[Any], words: list[Any]) -> list[Any]:
            """Return the eight working words after all rounds."""
            build = self._builder
            a, b, c, d, e, f, g, h = chain
            for number, constant in enumerate(_ROUND_CONSTANTS):
                if number >= _BLOCK_WORDS:
                    words.append(self._next_word(words))
                choice = self._xor(g, build.and_(e, self._xor(f, g)))
                most = build.or_(build.and_(a, b), build.and_(c, build.or_(a, b)))
                first = self.sum(h, self._turned(e, 6, 11, 25), choice, self._of(constant), words[number])
                second = build.add(self._turned(a, 2, 13, 22), most)
                a, b, c, d, e, f, g, h = build.add(first, second), a, b, c, build.add(d, first), e, f, g
            return [a, b, c, d, e, f, g, h]

    def _compressing(typing: Any, chain: Any, block: Any, out: Any) -> Any:
        """Compile to one compression of SHA-256 in every lane."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            def row(number: int, place: int) -> Any:
                data = context.make_array(signature.args[number])(context, builder, arguments[number]).data
                return builder.gep(builder.bitcast(data, _VECTOR.as_pointer()), [ir.IntType(64)(place)])

            before = [builder.load(row(0, place), align=4) for place in range(WORDS)]
            words = [builder.load(row(1, place), align=4) for place in range(_BLOCK_WORDS)]
            rounds = _Rounds(builder)
            for place, word in enumerate(rounds.run(before, words)):
                builder.store(rounds.sum(before[place], word), row(2, place), align=4)
            return context.get_dummy_value()

        return types.void(chain, block, out), generate

    _make: Any = intrinsic
    _compress_lanes: Any = _make(_compressing)

    @kernel_entry
    def compress(chain: Any, block: Any, out: Any) -> None:
        """Write the hash after a block to ``out``, in every lane; ``chain`` is the one before it."""
        _compress_lanes(chain, block, out)


@kernel
def fill(block: Any, first: int, word: Any) -> None:
    """Write a word to all lanes of a block's rows from ``first`` on."""
    for place in range(first, _BLOCK_WORDS):
        for lane in range(LANES):
            block[place, lane] = word


@kernel
def write_padded_key(draws: Draws, pad: Any, out: Any) -> None:
    """Write the hash after the padded key to ``out`` (RFC 2104)."""
    fill(draws.block, 0, pad)
    for place in range(WORDS):
        for lane in range(LANES):
            draws.block[place, lane] = draws.key[place] ^ pad
    compress(_START, draws.block, out)


@kernel_entry
def seat_referee(draws: Draws, keys: Any, row: int) -> None:
    """Begin with the first number of a referee whose key is a row of ``keys``, big-endian uint32 of shape (n, 8)."""
    draws.counter[0] = 0
    for place in range(WORDS):
        draws.key[place] = keys[row, place]
    if IS_COMPILED:
        write_padded_key(draws, _INNER, draws.inner)
        write_padded_key(draws, _OUTER, draws.outer)


if IS_COMPILED:

    @kernel_entry
    def compute_numbers(draws: Draws, counter: int) -> None:
        """Write the numbers from ``counter`` on, one in each lane."""
        block = draws.block
        fill(block, 0, np.uint32(0))
        for lane in range(LANES):
            number = np.uint64(counter + lane)
            block[0, lane] = np.uint32(number >> _32)
            block[1, lane] = np.uint32(number & _LOW)
            block[2, lane] = _END
            block[_BLOCK_WORDS - 1, lane] = _COUNTER_BITS
        compress(draws.inner, block, draws.numbers)
        fill(block, 0, np.uint32(0))
        for lane in range(LANES):
            for place in range(WORDS):
                block[place, lane] = draws.numbers[place, lane]
            block[WORDS, lane] = _END
            block[_BLOCK_WORDS - 1, lane] = _DIGEST_BITS
        compress(draws.outer, block, draws.numbers)

else:

    def compute_numbers(draws: Draws, counter: int) -> None:
        """Write the numbers from ``counter`` on, one in each lane."""
        key = draws.key.astype(">u4").tobytes()
        for lane in range(LANES):
            digest = hmac.digest(key, int(counter + lane).to_bytes(8, "big"), "sha256")
            draws.numbers[:, lane] = np.frombuffer(digest, ">u4")
