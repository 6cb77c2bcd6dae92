"""What the tests of the command line share."""

from pathlib import Path

import pytest

from .terminals import rivertable


@pytest.fixture(scope="session", autouse=True)
def _compiled(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Compile the rules once, so that no later command says that it does."""
    home = tmp_path_factory.mktemp("compiled")
    for game in ("glassworks", "market"):
        assert rivertable("play", game, "--save", home / f"{game}.json", home=home).returncode == 0


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A folder for a person's data."""
    return tmp_path / "home"
