"""The package works without any extra; where one is missing, the error says which."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import rivertable
from rivertable.core.errors import MissingExtraError, require

# No module of an extra can be imported: as where none is installed.
WITHOUT = """
import sys
MISSING = {"gymnasium", "pettingzoo", "pyspiel", "open_spiel", "pygame", "resvg_py", "torch"}
class Without:
    def __init__(self, finder):
        self._finder = finder
    def find_spec(self, name, path=None, target=None):
        return None if name.partition(".")[0] in MISSING else self._finder.find_spec(name, path, target)
    def __getattr__(self, name):
        return getattr(self._finder, name)
sys.meta_path[:] = map(Without, sys.meta_path)
"""


def run(program: str) -> subprocess.CompletedProcess[str]:
    package = Path(rivertable.__file__).resolve().parents[1]
    environment = os.environ | {"PYTHONPATH": str(package)}
    return subprocess.run(
        [sys.executable, "-c", WITHOUT + program], env=environment, capture_output=True, text=True, check=False
    )


def test_everything_that_needs_no_extra_works_without_any() -> None:
    done = run(
        "import rivertable, rivertable.cli.main, rivertable.table.web.app, rivertable.lab\n"
        "from rivertable.envs import BatchEnvironment\n"
        "from rivertable.core.rendering import can_render\n"
        "assert not can_render()\n"
        "batch = BatchEnvironment('glassworks', 3, seed=1)\n"
        "batch.step(batch.sample())\n"
        "sys.stdout.write(str(batch.observations.shape))"
    )
    assert (done.returncode, done.stdout) == (0, "(3, 505)"), done.stderr


def test_gymnasiums_own_check_passes_with_nothing_to_draw_by() -> None:
    done = run(
        "MISSING -= {'gymnasium', 'pettingzoo'}\n"
        "import gymnasium, rivertable.envs.gymnasium\n"
        "from gymnasium.utils.env_checker import check_env\n"
        "check_env(gymnasium.make('rivertable/Glassworks-v0').unwrapped)\n"
        "from rivertable.envs.pettingzoo import glassworks_v0\n"
        "sys.stdout.write(str(glassworks_v0.env().metadata['render_modes']))"
    )
    assert (done.returncode, done.stdout) == (0, "['ansi']"), done.stderr


@pytest.mark.parametrize(
    ("program", "sentence"),
    [
        ("import rivertable.envs.pettingzoo", "gymnasium is not installed; it comes with the extra 'envs'"),
        ("import rivertable.envs.gymnasium", "gymnasium is not installed; it comes with the extra 'envs'"),
        ("import rivertable.envs.openspiel", "pyspiel is not installed; it comes with the extra 'openspiel'"),
        (
            "from rivertable.envs.episode import Screen; Screen('rgb_array', '')",
            "pygame is not installed; it comes with the extra 'render'",
        ),
    ],
)
def test_a_missing_extra_is_named(program: str, sentence: str) -> None:
    done = run(program)
    assert done.returncode == 1
    assert f"MissingExtraError: {sentence}: pip install '.[" in done.stderr


def test_a_missing_extra_is_an_import_error_and_other_errors_are_their_own() -> None:
    with pytest.raises(ImportError, match="'\\.\\[envs\\]'") as raised:
        require("a_package_that_nobody_has.inside", "envs")
    assert isinstance(raised.value, MissingExtraError)
    assert require("json.decoder", "envs").__name__ == "json.decoder"
