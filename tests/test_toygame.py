"""A third game, installed by its entry point alone: its suite runs in a process of its own, with it among the games."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

TOY = Path(__file__).parent / "toygame"


@pytest.mark.slow
def test_a_third_game_works_everywhere(tmp_path: Path) -> None:
    paths = [str(TOY), *os.environ.get("PYTHONPATH", "").split(os.pathsep)]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(TOY / "suite.py")],
        cwd=TOY.parents[1],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(paths), "XDG_DATA_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
