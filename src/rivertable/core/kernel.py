"""The one decorator for compiled rules, and their cache.

A rule is a plain Python function on NumPy records. :func:`kernel` compiles it with Numba when it is first called and
keeps the machine code in the user's cache folder, where that can be written. Numba's own cache looks at one source
file only; a rule calls rules of other files, so here the key is a hash of every source of the kernel floors together
with the versions of Numba and NumPy: a stale cache would be a wrong game.

Set ``NUMBA_DISABLE_JIT=1`` to run the same functions interpreted.
"""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba.core import config as _config
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator
from platformdirs import user_cache_path

_settings: Any = _config

Function = TypeVar("Function", bound=Callable[..., Any])

wide = cast("Callable[[Any], int]", np.int64)
"""Give a whole number as 64 bits, so that each rule is compiled for one type of number only."""

IS_COMPILED: bool = not _settings.DISABLE_JIT
"""False when the rules run interpreted (``NUMBA_DISABLE_JIT=1``)."""

_PACKAGE = Path(__file__).resolve().parent.parent
_FLOORS_WITHOUT_RULES = frozenset({"cli", "table", "lab", "envs", "study"})


@cache
def sources_hash() -> str:
    """Give a hash (16 hexadecimal digits) of all sources that compiled rules may depend on."""
    digest = hashlib.sha256(f"numba {numba.__version__} numpy {np.__version__}".encode())
    for path in sorted(_PACKAGE.rglob("*.py")):
        place = path.relative_to(_PACKAGE)
        if place.parts[0] not in _FLOORS_WITHOUT_RULES:
            digest.update(place.as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


@cache
def neighbours_hash(folder: Path) -> str:
    """Give a hash of the sources beside compiled functions that are no part of the package; of the package, nothing."""
    if folder.is_relative_to(_PACKAGE):
        return ""
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in sorted(folder.glob("*.py"))))
    return digest.hexdigest()[:16]


@cache
def cache_folder() -> Path:
    """Give the folder of this version's machine code (``RIVERTABLE_CACHE`` moves it)."""
    root = os.environ.get("RIVERTABLE_CACHE")
    base = Path(root) if root else user_cache_path("rivertable", appauthor=False)
    checked = "-boundscheck" if _settings.BOUNDSCHECK else ""
    return base / "kernels" / (sources_hash() + checked)


class _Locator(_CacheLocator):
    """Where Numba's cache files of one function lie, and the stamp that makes them valid."""

    def __init__(self, py_func: Callable[..., Any], py_file: str) -> None:
        # A source may be loaded several times, each with its own rules.
        self._name = f"{py_func.__module__}-{py_func.__code__.co_firstlineno}"
        self._folder = Path(py_file).resolve().parent

    def get_cache_path(self) -> str:
        return str(cache_folder())

    def get_source_stamp(self) -> str:
        return sources_hash() + neighbours_hash(self._folder)

    def get_disambiguator(self) -> str:
        return self._name

    @classmethod
    def from_function(cls, py_func: Callable[..., Any], py_file: str) -> _Locator:
        return cls(py_func, py_file)


class _Implementation(CompileResultCacheImpl):
    def __init__(self, py_func: Callable[..., Any]) -> None:
        self._locator_classes = [_Locator]
        super().__init__(py_func)  # type: ignore[no-untyped-call]  # Numba ships no types


class _Cache(FunctionCache):
    _impl_class = _Implementation

    # Where the folder cannot be read or written every start compiles anew, and everything works.

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        with suppress(OSError):
            return super().load_overload(sig, target_context)  # type: ignore[no-untyped-call]
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        with suppress(OSError):
            super().save_overload(sig, data)  # type: ignore[no-untyped-call]


def kernel(function: Function) -> Function:
    """Compile a rule on first use and keep its machine code in :func:`cache_folder`; callers always inline it.

    The function allocates nothing, raises nothing and takes its outputs as arguments. It releases the interpreter
    lock while it runs.
    """
    return _compiled(function, is_inlined=True)


def kernel_entry(function: Function) -> Function:
    """Compile as :func:`kernel` does, but without forced inlining: for what Python calls, and for rare large rules."""
    return _compiled(function, is_inlined=False)


def kernel_part(function: Function) -> Function:
    """Make a function part of each compiled function that calls it, before that is compiled; never one of its own.

    For what only one or two others call: each compiled function is optimised again wherever it is called from.
    """
    if not IS_COMPILED:
        return function
    compiler: Any = numba.njit
    return cast("Function", compiler(inline="always")(function))


def _compiled(function: Function, *, is_inlined: bool) -> Function:
    if not IS_COMPILED:
        return function
    compiler: Any = numba.njit  # typed without the option that leaves out a wrapper nobody calls
    dispatcher = compiler(nogil=True, error_model="numpy", forceinline=is_inlined, no_cfunc_wrapper=True)(function)
    make_cache: Any = _Cache
    dispatcher._cache = make_cache(function)
    return cast("Function", dispatcher)


@kernel
def natural(number: Any) -> int:
    """Give a number from 0 to 255 so that the compiler knows it is one.

    Any other number that is an index is looked at each time, whether it counts from the end of the array.
    """
    return int(number) & 0xFF


def is_warm(name: str) -> bool:
    """Tell whether the entry points called ``name`` were compiled by this version before."""
    return not IS_COMPILED or (cache_folder() / f"{name}.ready").exists()


def warm_up(name: str, calls: Iterable[Callable[[], object]], progress: Callable[[int, float], None]) -> None:
    """Run each of ``calls`` once, so that every entry point is compiled and cached, and remember that.

    ``progress(done, seconds)`` hears after each call how many are done and how long it has taken so far.
    """
    started = time.monotonic()
    for done, call in enumerate(calls, start=1):
        call()
        progress(done, time.monotonic() - started)
    if IS_COMPILED:
        with suppress(OSError):
            cache_folder().mkdir(parents=True, exist_ok=True)
            (cache_folder() / f"{name}.ready").touch()
