"""What machine code was made from: hashes of sources, and the folder that keeps what was compiled.

Nothing here needs the compiler, so a program can ask what is compiled before it imports anything large.
"""

from __future__ import annotations

import hashlib
import os
import platform
import re
import sys
from functools import cache
from importlib.metadata import version
from importlib.util import resolve_name
from pathlib import Path

from platformdirs import user_cache_path

_PACKAGE = Path(__file__).resolve().parents[2]
_FLOORS_WITHOUT_RULES = frozenset({"cli", "table", "lab", "envs", "study"})
_IMPORT = re.compile(r"^[ ]*from +(?P<place>[.\w]+) +import +(?P<names>\([^)]*\)|[^\n]*)", re.MULTILINE)
_WORD = re.compile(r"\w+")
_DIGITS = 16
_OF_A_PROCESSOR = ("model name", "flags", "Features", "CPU ")
"""How the lines of ``/proc/cpuinfo`` begin that say what a processor can do."""
_TABLE = "table"
"""What is remembered of a game when all is compiled that a table needs."""


@cache
def compiler_versions() -> str:
    """Return the versions that machine code depends on besides its sources."""
    return f"numba {version('numba')} numpy {version('numpy')}"


@cache
def sources_hash() -> str:
    """Return a hash (16 hexadecimal digits) of all sources that rules may depend on: the version of the rules."""
    digest = hashlib.sha256(compiler_versions().encode())
    for path in sorted(_PACKAGE.rglob("*.py")):
        place = path.relative_to(_PACKAGE)
        if place.parts[0] not in _FLOORS_WITHOUT_RULES:
            digest.update(place.as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:_DIGITS]


def cache_folder() -> Path:
    """Return the folder of machine code (``RIVERTABLE_CACHE`` moves it)."""
    return _cache_folder_in(os.environ.get("RIVERTABLE_CACHE"))


@cache
def _cache_folder_in(root: str | None) -> Path:
    base = Path(root) if root else user_cache_path("rivertable", appauthor=False)
    return base / "kernels"


@cache
def stamp_of(*modules: str) -> str:
    """Return a hash (16 digits) of the sources of some imported modules and of all that they import, however far.

    Modules are followed inside this package, inside the folder of a module named, and inside the package of a game
    whose rules a template imports. Whether a module is imported by now plays no part: one that is being imported may
    lack what it needs.
    """
    homes = {os.path.dirname(path) for path in map(_file_of, modules) if path is not None}
    packages = {_inside(str(_PACKAGE))}
    found: set[str] = set()
    seen: set[str] = set()
    waiting = list(modules)
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        path = _file_of(name)
        if path is None or path in found:
            seen.add(name)
            continue
        own = getattr(sys.modules.get(name), "__name__", name)
        if own != name:
            home = Path(path)
            packages.add(_inside(str(home.parents[own.count(".") - 1] if "." in own else home.parent)))
        if os.path.dirname(path) not in homes and not path.startswith(tuple(packages)):
            continue
        found.add(path)
        waiting += _imports_of(name, own, path)
    digest = hashlib.sha256(compiler_versions().encode())
    for path in sorted(found):
        digest.update(_digest_of(path))
    return digest.hexdigest()[:_DIGITS]


def _inside(folder: str) -> str:
    """Return how the paths of all files in a folder begin."""
    return os.path.join(folder, "")


def _file_of(name: str) -> str | None:
    """Return the source of a module, imported or not; None for what is no module, or has no source."""
    file = getattr(sys.modules.get(name), "__file__", None)
    if file:
        return str(file) if file.endswith(".py") else None
    parent, _, last = name.rpartition(".")
    for folder in getattr(sys.modules.get(parent), "__path__", ()):
        entries = _entries_of(folder)
        if f"{last}.py" in entries:
            return os.path.join(folder, f"{last}.py")
        if last in entries and "__init__.py" in _entries_of(os.path.join(folder, last)):
            return os.path.join(folder, last, "__init__.py")
    return None


@cache
def _entries_of(folder: str) -> frozenset[str]:
    """Return the names of what is in a folder; none where it is no folder."""
    try:
        return frozenset(os.listdir(folder))
    except OSError:
        return frozenset()


@cache
def _imports_of(name: str, own: str, path: str) -> tuple[str, ...]:
    """Return the modules that a module imports, among names that are none.

    A module can go by another name than its own, as a game's rules do for those who look ahead.
    """
    package = own if os.path.basename(path) == "__init__.py" else own.rpartition(".")[0]
    named: list[str] = []
    for place, words in _statements_of(path):
        origin = resolve_name(place, package) if place.startswith(".") else place
        named += [origin, *(f"{origin}.{word}" for word in words)]
    return tuple(named)


@cache
def _statements_of(path: str) -> list[tuple[str, list[str]]]:
    """Return where a source imports from, and what, as written."""
    text = Path(path).read_text("utf-8")
    return [(found["place"], _WORD.findall(found["names"])) for found in _IMPORT.finditer(text)]


@cache
def _digest_of(path: str) -> bytes:
    return hashlib.sha256(os.path.basename(path).encode() + b"\0" + Path(path).read_bytes()).digest()


def is_kept(name: str) -> bool:
    """Return whether what goes by a name was compiled from the sources as they are, here or by another process."""
    return _marker(name).exists()


def keep(name: str) -> bool:
    """Remember that what goes by a name is compiled; return whether the cache can be written."""
    try:
        _marker(name).parent.mkdir(parents=True, exist_ok=True)
        _marker(name).touch()
    except OSError:
        return False
    return True


def is_table_compiled(game: str) -> bool:
    """Return whether everything that a table of a game needs is compiled."""
    return is_kept(f"{game}-{_TABLE}")


def keep_table(game: str) -> bool:
    """Remember that everything that a table of a game needs is compiled; return whether the cache can be written."""
    return keep(f"{game}-{_TABLE}")


def can_keep() -> bool:
    """Return whether the cache can be written."""
    return keep("first-start")


@cache
def _machine() -> str:
    """Return a hash of what machine code is for: this processor with its features, and this version of Python."""
    try:
        text = Path("/proc/cpuinfo").read_text("utf-8")
        told = sorted({line for line in text.splitlines() if line.startswith(_OF_A_PROCESSOR)})
    except OSError:
        told = [platform.processor()]
    whole = "\n".join([platform.system(), platform.machine(), str(sys.implementation.cache_tag), *told])
    return hashlib.sha256(whole.encode()).hexdigest()[:_DIGITS]


def _marker(name: str) -> Path:
    return cache_folder() / f"{name}-{sources_hash()}-{_machine()}.done"
