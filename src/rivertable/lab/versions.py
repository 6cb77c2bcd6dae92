"""What games were played with, and what a figure was measured with."""

from __future__ import annotations

import platform
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from .. import __version__
from ..bots import network_files, weights_hash
from ..core.compiling.sources import sources_hash
from ..core.game import Terms

_PACKAGE = Path(__file__).resolve().parent.parent


def versions() -> dict[str, str | None]:
    """Return the versions of the package, of its rules and bots (a hash of their sources), of Python, and the commit.

    The commit is None where the package does not come from a checkout of its own, and ends in ``-dirty`` where files
    were changed since.
    """
    return {
        "rivertable": __version__,
        "commit": _commit(),
        "rules": sources_hash(),
        "python": platform.python_version(),
    }


def _commit() -> str | None:
    git = shutil.which("git")
    if git is None:
        return None
    command = [git, "-c", "safe.directory=*", "-C", str(_PACKAGE)]
    tracked = subprocess.run([*command, "ls-files", "--error-unmatch", "__init__.py"], capture_output=True, check=False)
    if tracked.returncode != 0:
        return None
    named = [*command, "describe", "--always", "--dirty", "--exclude=*"]
    return subprocess.run(named, capture_output=True, text=True, check=False).stdout.strip() or None


def inputs_of(terms: Terms, bots: Sequence[str], seed: str) -> dict[str, Any]:
    """Return all that decides what games are played, as plain JSON: games with the same inputs belong together."""
    return {
        "game": terms.game.name,
        "players": terms.players,
        "bots": list(bots),
        "seed": seed,
        "options": terms.options.document(),
        "components": terms.components.sha256,
        "rivertable": __version__,
        "rules": sources_hash(),
        "weights": weights_hash(terms.game, *network_files(bots)),
    }


def first_difference(found: Mapping[str, Any], wanted: Mapping[str, Any]) -> str | None:
    """Say in which input kept games differ from those that are wanted; None where they belong together."""
    for name, value in wanted.items():
        if found.get(name) != value:
            return f"{name} is {found.get(name)!r} there, and {value!r} here"
    return None
