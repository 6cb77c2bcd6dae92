"""Single instructions of the processor for compiled rules, and what stands for them where rules are interpreted.

Games stepped in turn leave the nearest cache before their next step. A fetch that was asked for while the game before
is stepped costs no waiting.
"""

from __future__ import annotations

from typing import Any

from .kernel import IS_COMPILED, kernel, wide

LINE = 64
"""Bytes that a cache holds or fetches together."""


def _zeros_below(mask: int) -> int:
    return (mask & -mask).bit_length() - 1


if IS_COMPILED:
    from llvmlite import ir
    from numba.core import types
    from numba.extending import intrinsic

    _TO_WRITE, _TO_NEAREST, _AS_DATA = 1, 3, 1
    """What LLVM's prefetch is told: the memory is written soon, belongs into the nearest cache, and is data."""
    _make: Any = intrinsic

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

    def _fetch(typing: Any, array: Any, offset: Any) -> Any:
        """Compile to one prefetch of the line ``offset`` bytes after the start of an array."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            pointer, number = ir.IntType(8).as_pointer(), ir.IntType(32)
            start = context.make_array(signature.args[0])(context, builder, arguments[0]).data
            place = builder.gep(builder.bitcast(start, pointer), [arguments[1]])
            kind = ir.FunctionType(ir.VoidType(), [pointer, number, number, number])
            prefetch = builder.module.declare_intrinsic("llvm.prefetch", [pointer], kind)
            builder.call(prefetch, [place, *(number(how) for how in (_TO_WRITE, _TO_NEAREST, _AS_DATA))])
            return context.get_dummy_value()

        return types.void(array, types.int64), generate

    zeros_below: Any = _make(_count_below)
    ones: Any = _make(_count_all)
    fetch_line: Any = _make(_fetch)
else:
    zeros_below, ones = _zeros_below, int.bit_count


@kernel
def fetch_ahead(states: Any, row: int, places: Any) -> None:
    """Fetch the lines at some places of a state that is needed soon; a row that is not there does no harm.

    Interpreted it does nothing.
    """
    if IS_COMPILED:
        for place in places:
            fetch_line(states, wide(row * states.itemsize + place))
