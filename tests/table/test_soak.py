"""The short form of ``make soak``: a server killed again and again while people play at full speed."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

KILLS = 5
SOAK = Path(__file__).resolve().parents[2] / "benchmarks" / "soak.py"


@pytest.mark.slow
def test_every_acknowledged_move_outlives_kills_exactly_once() -> None:
    command = [sys.executable, str(SOAK), "--kills", str(KILLS), "--tables", "2", "--seed", "7"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    figures = {name.strip(): value for name, value in re.findall(r"^  ([a-z ]+?) {2,}(\S.*)$", done.stdout, re.M)}
    assert (figures["kills"], figures["lost"], figures["doubled"]) == (str(KILLS), "0", "0"), done.stdout
    assert int(figures["acknowledged"]) > 20 and int(figures["retries"]) > 0 and int(figures["games"]) >= 2
