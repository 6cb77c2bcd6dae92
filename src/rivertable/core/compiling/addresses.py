"""Calling compiled code where it lies, instead of making it part of each caller.

Numba links what a function calls into it and optimises all of it again. For a large function with several callers that
is most of the time of compiling: here a caller holds only its name, and the code is found when the caller is loaded.
"""

from __future__ import annotations

import importlib
import inspect
from functools import partial
from typing import Any, cast

from .kernel import IS_COMPILED, Function, StaleCacheError


def call_by_address(function: Function) -> Function:
    """Return a function for compiled code to call in the place of another one, without containing its code.

    ``function`` is one that :func:`~rivertable.core.compiling.kernel.kernel_entry` has made. Interpreted, it is
    returned itself.
    """
    return function if not IS_COMPILED else cast("Function", _intrinsic_of(function))


def _intrinsic_of(entry: Any) -> Any:
    """Return the intrinsic that calls an entry; it takes its parameters."""
    from numba.core import types
    from numba.extending import intrinsic

    def type_of(typing: Any, *given: Any) -> Any:
        arguments = tuple(map(types.unliteral, given))
        entry.compile(arguments)
        compiled = entry.overloads[arguments]
        name = compiled.fndesc.mangled_name

        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            load = partial(load_entry, entry.py_func.__module__, entry.py_func.__name__, arguments, name)
            context.active_code_library._reload_init.add(load)
            return context.call_internal(builder, compiled.fndesc, compiled.signature, values)

        return compiled.signature.return_type(*arguments), generate

    own = inspect.signature(entry.py_func)
    typing = inspect.Parameter("typing", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    bare = [parameter.replace(annotation=inspect.Parameter.empty) for parameter in own.parameters.values()]
    type_of.__signature__ = inspect.Signature([typing, *bare])  # type: ignore[attr-defined]  # what Numba reads
    return intrinsic(type_of)


def load_entry(module: str, function: str, arguments: tuple[Any, ...], name: str) -> None:
    """Have an entry loaded before a caller of it is, that knows it by ``name``.

    Raises:
        StaleCacheError: it was compiled anew since, and goes by another name; the caller must be, too.
    """
    entry = getattr(importlib.import_module(module), function)
    entry.compile(arguments)
    if entry.overloads[arguments].fndesc.mangled_name != name:
        raise StaleCacheError(f"{module}.{function} was compiled anew.")
