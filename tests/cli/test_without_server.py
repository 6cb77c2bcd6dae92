"""Without the packages of the table's server everything else works, and the server says what it lacks."""

import subprocess
import sys
from pathlib import Path

from patience import PATIENCE_SECONDS

from .terminals import environment

# The packages that only the server needs, as modules; and what else runs without them.
BLOCKED = """
import sys
from importlib.abc import MetaPathFinder

SERVER = {"fastapi", "starlette", "uvicorn", "httptools", "uvloop", "websockets", "sqlalchemy", "alembic", "filelock",
          "psycopg", "prometheus_client", "pythonjsonlogger", "aiosmtplib", "openskill", "networkx", "cryptography",
          "webauthn"}


class Absent(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in SERVER:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


sys.meta_path.insert(0, Absent())
import rivertable.envs, rivertable.lab, rivertable.lab.balance, rivertable.lab.training, rivertable.study.analysis
from rivertable.cli.entry import run
for line in sys.argv[1:]:
    sys.argv[1:] = line.split()
    try:
        run()
    except SystemExit as left:
        sys.stderr.write(f"{line}: {left.code or 0}\\n")
"""


def test_research_needs_no_server(home: Path, tmp_path: Path) -> None:
    lines = [
        "simulate glassworks --games 2 --seed 1",
        "arena market --bots random,random --games 2 --jobs 1",
        "arena glassworks --mine",
        f"play glassworks --save {tmp_path / 'game.json'}",
        "rules market M6",
        "serve --no-browser",
        f"backup {tmp_path / 'backup'}",
        "admin reports",
    ]
    done = subprocess.run(
        [sys.executable, "-c", BLOCKED, *lines],
        input="",
        capture_output=True,
        text=True,
        env=environment(home),
        timeout=PATIENCE_SECONDS,
        check=True,
    )
    codes = [line for line in done.stderr.splitlines() if line.partition(": ")[0] in lines]
    assert codes == [f"{line}: {int(line.startswith(('serve', 'backup', 'admin')))}" for line in lines]
    assert " is not installed, which this command needs: install rivertable with all that it depends on." in done.stderr
    assert "Traceback" not in done.stderr
