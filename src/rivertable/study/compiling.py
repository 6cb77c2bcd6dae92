"""Compiling all that a table needs, in processes of their own beside whatever plays: one for each game."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence

from ..core.background import background
from ..core.game import GAMES, Game
from ..core.sources import is_table_compiled, keep_table
from ..core.warmup import carry_out
from .warmup import TASKS

_POLITE = 10
"""How far the processes stand behind all others."""


class Compilation:
    """Compiles what is missing for some games; nobody waits for it who does not ask."""

    def __init__(self, games: Sequence[Game]) -> None:
        self._games = tuple(game for game in games if not is_table_compiled(game.name))
        self._processes: list[subprocess.Popen[str]] = []
        self._lock = threading.Lock()
        self._seconds_done = 0.0
        self._is_stopping = False
        self.is_over = False
        """Whether it has come to an end, good or bad."""

    @property
    def share(self) -> float:
        """The part of the work that is done, from 0 to 1."""
        whole = len(self._games) * sum(task.seconds for task in TASKS)
        return self._seconds_done / whole if whole else 1.0

    def start(self, is_over: Callable[[bool], None]) -> None:
        """Begin; ``is_over`` is called from another thread at the end, with whether everything is compiled now."""
        threading.Thread(target=self._run, args=(is_over,), name="compilation", daemon=True).start()

    def run(self) -> bool:
        """Compile; return whether everything is compiled now."""
        for game in self._games:
            with self._lock:
                if not self._is_stopping:
                    self._processes.append(_begin(game))
        hearers = [threading.Thread(target=self._hear, args=(process,), daemon=True) for process in self._processes]
        for hearer in hearers:
            hearer.start()
        for hearer in hearers:
            hearer.join()
        codes = [process.wait() for process in self._processes]
        return not any(codes) and all(is_table_compiled(game.name) for game in self._games)

    def stop(self) -> None:
        """End what goes on; what is compiled by then is kept."""
        with self._lock:
            self._is_stopping = True
            for process in self._processes:
                process.terminate()

    def _run(self, is_over: Callable[[bool], None]) -> None:
        is_done = self.run()
        self.is_over = True
        if not self._is_stopping:
            is_over(is_done)

    def _hear(self, process: subprocess.Popen[str]) -> None:
        """Count what a process says it has done."""
        seconds = {task.name: task.seconds for task in TASKS}
        assert process.stdout is not None
        for line in process.stdout:
            with self._lock:
                self._seconds_done += seconds[line.strip()]


def _begin(game: Game) -> subprocess.Popen[str]:
    """Begin a process that compiles for a game; it ends when its standard input does, that is with this process."""
    # What this process does about Python's flags and Numba's is its own affair.
    variables = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
    return subprocess.Popen(
        [sys.executable, "-P", "-m", __name__, game.name],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=variables,
        **background(),
    )


def compile_game(game: Game, tell: Callable[[str], None] = lambda task: None) -> None:
    """Carry out all tasks of a game, and remember that; ``tell`` hears the name of each that is done."""
    for task in TASKS:
        carry_out(game, task)
        tell(task.name)
    keep_table(game.name)


def main() -> None:
    """Compile for the game named, and say which tasks are done, a line each.

    Raises:
        UnknownNameError: there is no such game.
    """
    if hasattr(os, "nice"):
        os.nice(_POLITE)
    threading.Thread(target=_leave_with_parent, daemon=True).start()

    def tell(task: str) -> None:
        sys.stdout.write(f"{task}\n")
        sys.stdout.flush()

    compile_game(GAMES[sys.argv[1]], tell)


def _leave_with_parent() -> None:
    """End this process where standard input ends: the process that began it is gone, however it went."""
    sys.stdin.read()
    os._exit(1)


if __name__ == "__main__":
    main()
