"""What the tests of the command line share."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from rivertable.core.compiling.sources import is_kept

from .terminals import end_forks

COMPILE = Path(__file__).resolve().parents[2] / "tools" / "compile.py"


@pytest.fixture(scope="session", autouse=True)
def _compiled() -> Iterator[None]:
    """Compile what the tests use once, unless all of it is: whatever is missing, a command says that it compiles it."""
    if not all(is_kept(f"{game}-tests") for game in ("glassworks", "market")):
        subprocess.run([sys.executable, str(COMPILE)], check=True)
    yield
    end_forks()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A folder for a person's data."""
    return tmp_path / "home"
