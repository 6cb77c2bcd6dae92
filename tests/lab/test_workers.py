"""Processes that work, and Ctrl-C."""

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = """
import os, signal, sys
from rivertable.lab.errors import WorkerError
from rivertable.lab.workers import spread

def interrupted(item):
    os.kill(os.getpid(), signal.SIGINT)
    return item

if __name__ == "__main__":
    signal.signal(signal.SIGINT, getattr(signal, sys.argv[1]))
    try:
        print(*spread(interrupted, range(5), 2, is_ordered=True))
    except WorkerError as error:
        print(error)
"""


@pytest.mark.parametrize(
    ("before", "said"),
    [
        ("SIG_IGN", "0 1 2 3 4"),
        ("SIG_DFL", "A process that played was ended from outside, perhaps for want of memory."),
    ],
    ids=["in the background", "at a terminal"],
)
def test_workers_hear_ctrl_c_only_where_it_is_not_ignored(before: str, said: str, tmp_path: Path) -> None:
    """What a shell starts in the background ignores Ctrl-C, though that goes to all which the shell has started."""
    script = tmp_path / "interrupted.py"
    script.write_text(SCRIPT, encoding="utf-8")
    done = subprocess.run([sys.executable, str(script), before], capture_output=True, text=True, check=True)
    assert done.stdout == said + "\n"
