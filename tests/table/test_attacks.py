"""``make attacks`` in short: the server survives, refuses, and answers everybody else meanwhile."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ATTACKS = Path(__file__).resolve().parents[2] / "benchmarks" / "attacks"
REFUSALS = {
    "unknown keys to a puzzle": "413",
    "a record of empty turns": "413",
    "bodies without their last byte": "closed by the server",
    "sockets that open tables": "refused",
    "tables of five masters": "tables of masters",
}
MEGABYTES = 50


@pytest.mark.parametrize("name", REFUSALS)
def test_a_hostile_client_stops_nobody(name: str) -> None:
    command = [sys.executable, str(ATTACKS), "--seconds", "0.7", "--calm", "0.5", "--json", "--only", name]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["failed"] == 0 and found["answers_during"] > 0
    assert found["counts"].get(REFUSALS[name], 0) > 0, found["counts"]
    assert found["more_megabytes"] < MEGABYTES
