"""What a figure was measured with."""

from __future__ import annotations

import platform
import shutil
import subprocess
from pathlib import Path

from .. import __version__
from ..core.compiling.sources import sources_hash

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
