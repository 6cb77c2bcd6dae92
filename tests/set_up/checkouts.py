"""A checkout of a small project of its own, which the real set-up sets up, with packages from a folder."""

import hashlib
import os
import shutil
import signal
import subprocess
import sys
import zipfile
from pathlib import Path

from patience import PATIENCE_SECONDS

ROOT = Path(__file__).resolve().parents[2]

_BACKEND = """
import zipfile

def build_editable(folder, config_settings=None, metadata_directory=None):
    with zipfile.ZipFile(folder + "/small-1.0-py3-none-any.whl", "w") as wheel:
        wheel.writestr("small.py", "")
        wheel.writestr("small-1.0.dist-info/METADATA", "Metadata-Version: 2.1\\nName: small\\nVersion: 1.0\\n")
        wheel.writestr("small-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
        wheel.writestr("small-1.0.dist-info/RECORD", "")
    return "small-1.0-py3-none-any.whl"
"""

_WITH_CTRL_C = (
    "import os, signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); os.execv(*eval(sys.argv[1]))"
)
"""Also where the tests run in the background, which ignores Ctrl-C, it is heard by what is started so."""


def make_wheel(folder: Path, name: str) -> str:
    """Make a package in a folder, and return the line that locks it."""
    folder.mkdir(exist_ok=True)
    path = folder / f"{name}-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as wheel:
        wheel.writestr(f"{name}.py", "")
        wheel.writestr(f"{name}-1.0.dist-info/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        wheel.writestr(f"{name}-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr(f"{name}-1.0.dist-info/RECORD", "")
    return f"{name}==1.0 \\\n    --hash=sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}\n"


class Checkout:
    """The project, and the set-up run in it as a person runs it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "checkout"
        self.wheels = folder / "wheels"
        for name in ("tools/set_up.py", "tests/programs.py"):
            (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, self.folder / name)
        shutil.copytree(ROOT / "tools/setting_up", self.folder / "tools/setting_up")
        (self.folder / "backend.py").write_text(_BACKEND, "utf-8")
        (self.folder / "pyproject.toml").write_text(
            '[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n', "utf-8"
        )
        self.lock(make_wheel(self.wheels, "river"))

    def lock(self, *pins: str) -> None:
        """Lock what is given, for playing and for the checks."""
        for name in ("requirements.lock", "requirements-play.lock"):
            (self.folder / name).write_text("# A lock.\n" + "".join(pins), "utf-8")

    @property
    def variables(self) -> dict[str, str]:
        """An environment in which pip takes packages from the folder alone."""
        kept = {name: value for name, value in os.environ.items() if not name.upper().startswith(("PIP_", "V"))}
        return {**kept, "PIP_CONFIG_FILE": os.devnull, "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(self.wheels)}

    def set_up(self, target: str = "setup", **changed: str | None) -> "subprocess.CompletedProcess[str]":
        """Run the set-up to its end, with variables changed, or taken away by None."""
        return subprocess.run(
            [sys.executable, "tools/set_up.py", target],
            cwd=self.folder,
            env={name: value for name, value in {**self.variables, **changed}.items() if value is not None},
            capture_output=True,
            text=True,
        )

    def start(self, **changed: str | None) -> "subprocess.Popen[str]":
        """Start the set-up without waiting; Ctrl-C reaches it."""
        command = (sys.executable, [sys.executable, "tools/set_up.py", "setup"])
        return subprocess.Popen(
            [sys.executable, "-c", _WITH_CTRL_C, repr(command)],
            cwd=self.folder,
            env={name: value for name, value in {**self.variables, **changed}.items() if value is not None},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def installed(self) -> set[str]:
        """Return the packages of this project that its environment holds."""
        found = (self.folder / ".venv").glob("lib/python*/site-packages/*.dist-info")
        return {path.name.split("-")[0] for path in found} & {"river", "lake", "small"}


def press_ctrl_c(process: "subprocess.Popen[str]") -> tuple[int, str, str]:
    """Interrupt a process, and return its exit status and what it said on standard output and standard error."""
    process.send_signal(signal.SIGINT)
    told, errors = process.communicate(timeout=PATIENCE_SECONDS)
    return process.returncode, told, errors
