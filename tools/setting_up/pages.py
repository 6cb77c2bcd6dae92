"""The table's pages: whether they are built, and the one way to build them, used by ``hatch_build.py`` too."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

STATIC = Path("src/rivertable/table/static")
"""Where the built pages lie in a checkout."""

Run = Callable[[Sequence[str], Path, Mapping[str, str]], None]
"""Runs a command in a folder with variables set; raises where it fails."""


def _sources(client: Path) -> Iterator[os.DirEntry[str]]:
    folders = [str(client)]
    while folders:
        with os.scandir(folders.pop()) as entries:
            for entry in entries:
                if not entry.is_dir(follow_symlinks=False):
                    yield entry
                elif entry.name != "node_modules":
                    folders.append(entry.path)


def is_built(root: Path) -> bool:
    """Return whether the pages are there and not older than what they are made of."""
    index, client = root / STATIC / "index.html", root / "client"
    if not index.is_file():
        return False
    if not client.is_dir():
        return True
    built = index.stat().st_mtime
    return all(entry.stat().st_mtime <= built for entry in _sources(client))


class Npm:
    """An npm that can build the pages, and what it has installed in a checkout's ``client/node_modules``."""

    def __init__(self, root: Path, npm: str) -> None:
        self._client = root / "client"
        self._static = root / STATIC
        self._npm = npm
        self._path = os.pathsep.join([str(Path(npm).parent), os.environ.get("PATH", "")])
        self._note = self._client / "node_modules" / ".set-up.json"

    @staticmethod
    def has_tools(root: Path) -> bool:
        """Return whether the tools that check and test the client are installed, as its lock names them now."""
        return _noted(root) == {"lock": _digest(root), "has_tools": True}

    def install(self, run: Run, *, has_tools: bool) -> None:
        """Install what building the pages needs, and on request what checking and testing the client needs."""
        self._note.unlink(missing_ok=True)
        what = [] if has_tools else ["--omit=dev"]
        run([self._npm, "ci", *what, "--ignore-scripts", "--no-audit", "--no-fund"], self._client, self._variables)
        note = {"lock": _digest(self._client.parent), "has_tools": has_tools}
        self._note.write_text(json.dumps(note), "utf-8")

    def build(self, run: Run) -> None:
        """Build the pages, with what is installed for it."""
        index = self._static / "index.html"
        # Pages count as built from the moment that all of them are.
        index.unlink(missing_ok=True)
        try:
            run([self._npm, "run", "build"], self._client, self._variables)
        except BaseException:
            index.unlink(missing_ok=True)
            raise
        os.utime(index)

    def is_ready(self) -> bool:
        """Return whether what building needs is installed, as the lock names it now."""
        return _noted(self._client.parent).get("lock") == _digest(self._client.parent)

    @property
    def _variables(self) -> dict[str, str]:
        return {"PATH": self._path, "NO_COLOR": "1", "npm_config_update_notifier": "false"}


def _digest(root: Path) -> str:
    return hashlib.sha256((root / "client" / "package-lock.json").read_bytes()).hexdigest()


def _noted(root: Path) -> dict[str, object]:
    try:
        noted: dict[str, object] = json.loads((root / "client" / "node_modules" / ".set-up.json").read_text("utf-8"))
    except (FileNotFoundError, ValueError):
        return {}
    return noted


def find_npm(root: Path, programs: Path) -> str | None:
    """Return the npm beside a Python, or the one on PATH where its Node is new enough for the client; None without."""
    beside = shutil.which("npm", path=str(programs))
    if beside is not None:
        return beside
    npm, node = shutil.which("npm"), shutil.which("node")
    if npm is None or node is None:
        return None
    engines = json.loads((root / "client" / "package.json").read_text("utf-8"))["engines"]["node"]
    told = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    found, least = _version(told), _version(engines)
    return npm if found is not None and least is not None and found >= least else None


def _version(text: str) -> tuple[int, int] | None:
    numbers = re.search(r"(\d+)\.(\d+)", text)
    return (int(numbers[1]), int(numbers[2])) if numbers else None


def build_client(root: Path, programs: Path) -> None:
    """Build the pages for a package, with the npm beside its Python or the one on PATH.

    Raises:
        RuntimeError: there are no sources of the pages, there is no npm, or it fails.
    """
    if not (root / "client" / "package.json").is_file():
        raise RuntimeError("The browser client is not built, and its sources are not there to build it from.")
    found = find_npm(root, programs)
    if found is None:
        raise RuntimeError(
            "The browser client is not built, and there is no npm (of Node 20.19 or newer) to build it with."
        )

    def run(command: Sequence[str], folder: Path, variables: Mapping[str, str]) -> None:
        done = subprocess.run(command, cwd=folder, env={**os.environ, **variables}, check=False)
        if done.returncode:
            raise RuntimeError(f"npm {command[1]} failed; the browser client is not built.")

    npm = Npm(root, found)
    if not npm.is_ready():
        npm.install(run, has_tools=False)
    npm.build(run)
