"""The decorators for compiled rules, and their cache.

A rule is a plain Python function on NumPy records. :func:`kernel` compiles it with Numba when it is first called and
keeps the machine code in the user's cache folder, where that can be written. Numba's own cache looks at one source
file only; a rule calls rules of other files, so here the key is a hash of all sources that a rule's own file imports,
however far: a stale cache would be a wrong game.

Numba links what a function calls into it and optimises all of it again. For a large function with several callers that
is most of the time of compiling: a caller by address (:func:`call_by_address`) holds only its name, and the code is
found when the caller is loaded.

A process that interprets (:mod:`rivertable.core.compiling.execution`) runs the same functions as plain Python, and does
without Numba.
"""

from __future__ import annotations

import importlib
import inspect
import warnings
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar, cast

import numpy as np

from .execution import is_interpreting
from .sources import cache_folder, stamp_of

Function = TypeVar("Function", bound=Callable[..., Any])

wide = cast("Callable[[Any], int]", np.int64)
"""Return a whole number as 64 bits, so that each rule is compiled for one type of number only."""

IS_COMPILED: bool = not is_interpreting()
"""False in a process that interprets the rules."""


class StaleCacheError(OSError):
    """What is in the cache refers to machine code that is no longer there: it is compiled anew."""


if IS_COMPILED:
    import numba
    from numba.core import config as _config
    from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator
    from numba.core.registry import CPUDispatcher
    from numba.core.runtime.nrt import rtsys

    _settings: Any = _config

    class _Locator(_CacheLocator):
        """Where Numba's cache files of one function lie, and what makes them valid: a stamp in their names.

        Versions of a rule beside each other, in two copies of this program, never meet in one file.
        """

        def __init__(self, py_func: Callable[..., Any]) -> None:
            # A source may be loaded several times, each with its own rules.
            module = py_func.__module__
            checked = "-boundscheck" if _settings.BOUNDSCHECK else ""
            self._name = f"{module}-{py_func.__code__.co_firstlineno}-{stamp_of(module)}{checked}"

        def get_cache_path(self) -> str:
            return str(cache_folder())

        def get_source_stamp(self) -> str:
            return self._name

        def get_disambiguator(self) -> str:
            return self._name

        @classmethod
        def from_function(cls, py_func: Callable[..., Any], py_file: str) -> _Locator:
            return cls(py_func)

    class _Implementation(CompileResultCacheImpl):
        def __init__(self, py_func: Callable[..., Any]) -> None:
            locators: list[Any] = [_Locator]
            self._locator_classes = locators
            super().__init__(py_func)  # type: ignore[no-untyped-call]  # Numba ships no types

    class _InnerRule(CPUDispatcher):
        """A rule that is part of others, and has no way in from Python: there it runs interpreted."""

        py_func: Callable[..., Any]

        def __call__(self, *arguments: Any, **named: Any) -> Any:
            # Hashes and generators wrap around at 64 bits; compiled code does so without a word.
            with np.errstate(over="ignore"):
                return self.py_func(*arguments, **named)

    class _Cache(FunctionCache):
        _impl_class = _Implementation

        # Where the folder cannot be read or written every start compiles anew, and everything works.

        def load_overload(self, sig: Any, target_context: Any) -> Any:
            # Numba first imports all that it can compile, 225 modules: what is compiled already needs none of them.
            rtsys.initialize(target_context)
            with suppress(OSError):
                loaded: Any = self._load_overload(sig, target_context)  # type: ignore[no-untyped-call]
                if loaded is not None:
                    # Whatever is compiled around it has to load what it calls by address, too: Numba forgets that.
                    loaded.library._reload_init.update(loaded.reload_init)
                return loaded
            return None

        def save_overload(self, sig: Any, data: Any) -> None:
            with suppress(OSError):
                super().save_overload(sig, data)  # type: ignore[no-untyped-call]

else:
    # As above, for all that is called here.
    warnings.filterwarnings("ignore", "overflow encountered", RuntimeWarning)


def kernel(function: Function) -> Function:
    """Compile a rule on first use and keep its machine code in the cache; callers always inline it.

    It is for other rules to call: from Python it runs interpreted. The function allocates nothing, raises nothing and
    takes its outputs as arguments. It releases the interpreter lock while it runs.
    """
    return _compiled(function, is_inlined=True)


def kernel_entry(function: Function) -> Function:
    """Compile as :func:`kernel` does, but without forced inlining: for what Python calls, and for rare large rules."""
    return _compiled(function, is_inlined=False)


def allocating_entry(function: Function) -> Function:
    """Compile as :func:`kernel_entry` does, for an entry that needs an array of its own."""
    return _compiled(function, is_inlined=False, is_allocating=True)


def kernel_part(function: Function) -> Function:
    """Make a function part of each compiled function that calls it, before that is compiled; never one of its own.

    For what only one or two others call: each compiled function is optimised again wherever it is called from.
    """
    if not IS_COMPILED:
        return function
    compiler: Any = numba.njit
    return cast("Function", compiler(inline="always")(function))


def _compiled(function: Function, *, is_inlined: bool, is_allocating: bool = False) -> Function:
    if not IS_COMPILED:
        return function
    compiler: Any = numba.njit  # typed without the option that leaves out a wrapper nobody calls
    dispatcher = compiler(
        nogil=True,
        error_model="numpy",
        forceinline=is_inlined,
        no_cfunc_wrapper=True,
        # What only other rules call needs no way in from Python: that would be a tenth of all compiling.
        no_cpython_wrapper=is_inlined,
        # Rules allocate nothing: counting references to the arrays they are given would be a third of a search.
        _nrt=is_allocating,
    )(function)
    if is_inlined:
        dispatcher.__class__ = _InnerRule
    make_cache: Any = _Cache
    dispatcher._cache = make_cache(function)
    return cast("Function", dispatcher)


@kernel
def natural(number: Any) -> int:
    """Return a number from 0 to 255 so that the compiler knows it is one.

    Any other number that is an index is looked at each time, whether it counts from the end of the array.
    """
    return int(number) & 0xFF


# Calling compiled code where it lies, instead of making it part of each caller.


def call_by_address(function: Function) -> Function:
    """Return a function for compiled code to call in the place of another one, without containing its code.

    ``function`` is one that :func:`kernel_entry` has made. Interpreted, it is
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
