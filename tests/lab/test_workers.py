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

PRESSED_AGAIN = """
import multiprocessing, signal, sys, threading, time
from pathlib import Path
from rivertable.core.game import GAMES
from rivertable.lab.arena import contest
from rivertable.lab.simulation import Job, Simulation

def press():
    # The first time when there are processes, and each time where a terminal's would be heard: by the main thread.
    while not multiprocessing.active_children():
        time.sleep(0.01)
    for _ in range(5):
        time.sleep(0.1)
        signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    terms, bots = GAMES["glassworks"].make_terms(2), ("random", "novice")
    presses = threading.Thread(target=press)
    if sys.argv[1] == "simulation":
        simulation = Simulation(Job(terms, bots, "s"), 10**6, rows_in=Path(sys.argv[2]))
        presses.start()
        found = simulation.run(2)
    else:
        asked = contest.Contest(terms, bots, "s", 10**5)
        presses.start()
        found = contest.run(asked, 2)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    presses.join()
    print(found.is_interrupted)
"""

LARGE_RESULTS = """
from rivertable.lab.workers import spread

def large(item):
    return bytes(1 << 26)

if __name__ == "__main__":
    results = spread(large, range(100), 2)
    next(results)
    results.close()
    print("ended")
"""


@pytest.mark.parametrize("before", ["SIG_IGN", "SIG_DFL"], ids=["in the background", "at a terminal"])
def test_workers_leave_ctrl_c_to_the_process_that_started_them(before: str, tmp_path: Path) -> None:
    """It reaches every process of a terminal; these end when they are told to, and nothing of theirs is lost."""
    script = tmp_path / "interrupted.py"
    script.write_text(SCRIPT, encoding="utf-8")
    done = subprocess.run([sys.executable, str(script), before], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("0 1 2 3 4\n", "")


@pytest.mark.parametrize("what", ["simulation", "contest"])
def test_who_presses_ctrl_c_again_while_it_ends_changes_nothing(what: str, tmp_path: Path) -> None:
    """Processes that are still starting are waited for, which takes longer than the presses."""
    script = tmp_path / "pressed.py"
    script.write_text(PRESSED_AGAIN, encoding="utf-8")
    words = [sys.executable, str(script), what, str(tmp_path / "rows")]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("True\n", "")


def test_who_stops_does_not_wait_for_the_rest_of_a_result(tmp_path: Path) -> None:
    """A process that ended while it sends one would leave the one that reads it waiting forever."""
    script = tmp_path / "large.py"
    script.write_text(LARGE_RESULTS, encoding="utf-8")
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=True, timeout=400)
    assert (done.stdout, done.stderr) == ("ended\n", "")
