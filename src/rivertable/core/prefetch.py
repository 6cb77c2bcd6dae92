"""Asking the processor to fetch memory before it is needed.

Games stepped in turn leave the nearest cache before their next step. A fetch that was asked for while the game before
is stepped costs no waiting.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from .kernel import IS_COMPILED, kernel, wide

LINE = 64
"""Bytes that a cache holds or fetches together."""
_TO_WRITE, _TO_NEAREST, _AS_DATA = 1, 3, 1
"""What LLVM's prefetch is told: the memory is written soon, belongs into the nearest cache, and is data."""


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


_make: Any = intrinsic
_fetch_line = _make(_fetch)


@kernel
def fetch_ahead(states: Any, row: int, places: Any) -> None:
    """Fetch the lines at some places of a state that is needed soon; a row that is not there does no harm.

    Interpreted it does nothing.
    """
    if IS_COMPILED:
        for place in places:
            _fetch_line(states, wide(row * states.itemsize + place))
