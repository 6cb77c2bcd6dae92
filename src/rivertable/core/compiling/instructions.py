"""Single instructions of the processor for compiled rules. Needs Numba: imported only where rules are compiled."""

from __future__ import annotations

from typing import Any

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
