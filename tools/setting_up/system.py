"""What the tests need of the system: found, brought by apt, or told to the person part by part."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from .stages import SetUpError, Stage

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests"))

from programs import find_chromium, find_postgres_tool, has_dejavu, has_libatomic  # the path to it is set above


@dataclass(frozen=True)
class Part:
    """Something that the tests need and pip does not bring.

    Attributes:
        name: what it is, as a sentence names it.
        is_there: tells whether it is.
        commands: how each package manager brings it.
        otherwise: how to get it where none of those is.
    """

    name: str
    is_there: Callable[[], object]
    commands: dict[str, str]
    otherwise: str


VENV = Part(
    "Python's venv module",
    lambda: find_spec("venv") and find_spec("ensurepip"),
    {
        "apt-get": "apt-get install python3-venv",
        "dnf": "dnf install python3-pip",
        "pacman": "pacman -S python",
        "brew": "brew install python",
    },
    "install a Python from python.org, which has it",
)
"""Without it no environment is made."""

PARTS = (
    VENV,
    Part(
        "A Chromium",
        find_chromium,
        {
            "apt-get": "apt-get install chromium-headless-shell",
            "dnf": "dnf install chromium",
            "pacman": "pacman -S chromium",
            "brew": "brew install --cask chromium",
        },
        "after `make setup`, `.venv/bin/playwright install chromium` brings one",
    ),
    Part(
        "The library libatomic",
        has_libatomic,
        {"apt-get": "apt-get install libatomic1", "dnf": "dnf install libatomic", "pacman": "pacman -S gcc-libs"},
        "install what brings libatomic.so.1, which comes with GCC",
    ),
    Part(
        "The font DejaVu Sans",
        has_dejavu,
        {
            "apt-get": "apt-get install fonts-dejavu-core",
            "dnf": "dnf install dejavu-sans-fonts",
            "pacman": "pacman -S ttf-dejavu",
        },
        "put DejaVuSans.ttf of dejavu-fonts.github.io into ~/.fonts",
    ),
    Part(
        "PostgreSQL's server",
        lambda: find_postgres_tool("initdb"),
        {
            "apt-get": "apt-get install postgresql",
            "dnf": "dnf install postgresql-server",
            "pacman": "pacman -S postgresql",
            "brew": "brew install postgresql@17",
        },
        "install it from postgresql.org so that `initdb` is on PATH",
    ),
)


def missing_parts() -> list[Part]:
    """Return the parts that are not there."""
    return [part for part in PARTS if not part.is_there()]


def sentence_for(part: Part, manager: str | None) -> str:
    """Return the sentence that says of a missing part how to get it."""
    command = part.commands.get(manager or "")
    return f"{part.name} is missing: {'`' + command + '` brings it' if command else part.otherwise}."


def require_apt(parts: list[Part]) -> None:
    """Refuse to go on where nothing here can bring what is missing.

    Raises:
        SetUpError: so it is; it says one sentence for each part.
    """
    manager = next((name for name in ("apt-get", "dnf", "pacman", "brew") if shutil.which(name)), None)
    if parts and not (manager == "apt-get" and (_is_root() or shutil.which("sudo"))):
        sentences = [sentence_for(part, manager) for part in parts]
        raise SetUpError("\n".join([*sentences, "The tests need all of that; then run it again."]))


def ask_for_administrator(parts: list[Part]) -> None:
    """Let sudo ask for the password, where it wants one, while it can: before anything else is shown."""
    if parts and not _is_root() and sys.stdin.isatty():
        subprocess.run(["sudo", "--validate"], check=False)


def bring(stage: Stage, root: Path, parts: list[Part]) -> None:
    """Install parts by apt."""
    as_root = [] if _is_root() else ["sudo", "--non-interactive"]
    packages = [part.commands["apt-get"].split()[-1] for part in parts]
    for what in (["update"], ["install", "--yes", "--no-install-recommends", *packages]):
        command = [*as_root, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "--quiet", *what]
        # sudo remembers the administrator for this terminal only.
        stage.command(command, root, has_own_session=not as_root)


def is_brought_by_playwright(part: Part) -> bool:
    """Return whether Playwright brings a part on this system: apt of Ubuntu has Chromium only as a snap."""
    return part.is_there is find_chromium and is_ubuntu()


def bring_by_playwright(stage: Stage, root: Path, python: Path) -> None:
    """Install Chromium, and by apt what it needs."""
    command = [str(python), "-m", "playwright", "install", "--with-deps", "chromium"]
    stage.command(command, root, has_own_session=_is_root())


def is_ubuntu(about: Path = Path("/etc/os-release")) -> bool:
    """Return whether this is Ubuntu, or made of it."""
    if not about.is_file():
        return False
    return bool(re.search(r"^ID(?:_LIKE)?=.*\bubuntu\b", about.read_text("utf-8"), re.MULTILINE))


def _is_root() -> bool:
    return os.name == "posix" and os.geteuid() == 0
