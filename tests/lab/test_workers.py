"""Processes that work, and Ctrl-C."""

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = """
import os, signal, sys
from rivertable.lab.workers import spread

def interrupted(item):
    os.kill(os.getpid(), signal.SIGINT)
    return item

if __name__ == "__main__":
    signal.signal(signal.SIGINT, getattr(signal, sys.argv[1]))
    print(*spread(interrupted, range(5), 2, is_ordered=True))
"""


@pytest.mark.parametrize("before", ["SIG_IGN", "SIG_DFL"], ids=["in the background", "at a terminal"])
def test_workers_leave_ctrl_c_to_the_process_that_started_them(before: str, tmp_path: Path) -> None:
    """It reaches every process of a terminal; these end when they are told to, and nothing of theirs is lost."""
    script = tmp_path / "interrupted.py"
    script.write_text(SCRIPT, encoding="utf-8")
    done = subprocess.run([sys.executable, str(script), before], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("0 1 2 3 4\n", "")
