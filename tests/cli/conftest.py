"""What the tests of the command line share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from rivertable.core.compiling.sources import is_table_compiled

from .terminals import end_forks, rivertable


@pytest.fixture(scope="session", autouse=True)
def _compiled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Compile the rules once, unless they are, so that no later command says that it does."""
    home = tmp_path_factory.mktemp("compiled")
    for game in ("glassworks", "market"):
        if is_table_compiled(game):
            continue
        assert rivertable("play", game, "--save", home / f"{game}.json", home=home, is_new=True).returncode == 0
    yield
    end_forks()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A folder for a person's data."""
    return tmp_path / "home"
