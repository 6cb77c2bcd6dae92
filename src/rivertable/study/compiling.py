"""Compiling all that a table needs, in processes of their own beside whatever plays: as many as there are games."""

from __future__ import annotations

import gc
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress

from ..core.compiling.background import background
from ..core.compiling.sources import is_table_compiled, keep_table
from ..core.compiling.warmup import Task, carry_out
from ..core.game import GAMES, Game
from .warmup import TASKS

_POLITE = 10
"""How far the processes stand behind all others."""
_ALLOCATIONS = 100_000
"""How many more objects than before are looked at for garbage."""


class Compilation:
    """Compiles what is missing for some games; nobody waits for it who does not ask."""

    def __init__(self, games: Sequence[Game]) -> None:
        self._games = tuple(game for game in games if not is_table_compiled(game.name))
        self._waiting = [(game, task) for game in self._games for task in TASKS]
        self._done: set[tuple[str, str]] = set()
        self._processes: list[subprocess.Popen[str]] = []
        self._changed = threading.Condition()
        self._is_stopping = False
        self.is_over = False
        """Whether it has come to an end, good or bad."""

    @property
    def share(self) -> float:
        """The part of the work that is done, from 0 to 1."""
        whole = len(self._games) * sum(task.seconds for task in TASKS)
        done = sum(task.seconds for task in TASKS for game in self._games if (game.name, task.name) in self._done)
        return done / whole if whole else 1.0

    def start(self, is_over: Callable[[bool], None]) -> None:
        """Begin; ``is_over`` is called from another thread at the end, with whether everything is compiled now."""
        threading.Thread(target=self._run, args=(is_over,), name="compilation", daemon=True).start()

    def stop(self) -> None:
        """End what goes on; what is compiled by then is kept."""
        with self._changed:
            self._is_stopping = True
            for process in self._processes:
                process.terminate()

    def _run(self, is_over: Callable[[bool], None]) -> None:
        employers = [threading.Thread(target=self._employ, args=(game,), daemon=True) for game in self._games]
        for employer in employers:
            employer.start()
        for employer in employers:
            employer.join()
        for game in self._games:
            if all((game.name, task.name) in self._done for task in TASKS):
                keep_table(game.name)
        self.is_over = True
        if not self._is_stopping:
            is_over(all(is_table_compiled(game.name) for game in self._games))

    def _employ(self, own: Game) -> None:
        """Have a process carry out the tasks of its own game, then what can be done of others, until none is left."""
        with self._changed:
            if self._is_stopping:
                return
            process = _begin()
            self._processes.append(process)
        assert process.stdin is not None and process.stdout is not None
        with process, suppress(OSError):
            while (found := self._next(own)) is not None:
                game, task = found
                process.stdin.write(f"{game.name} {task.name}\n")
                process.stdin.flush()
                if not process.stdout.readline():
                    self._give_up()
                    return
                with self._changed:
                    self._done.add((game.name, task.name))
                    self._changed.notify_all()

    def _next(self, own: Game) -> tuple[Game, Task] | None:
        """Return what a process does next: nothing that another task must come before; None when nothing is left."""
        with self._changed:
            while self._waiting and not self._is_stopping:
                ready = [
                    (game, task)
                    for game, task in self._waiting
                    if task.after is None or (game.name, task.after.name) in self._done
                ]
                if ready:
                    chosen = min(ready, key=lambda pair: pair[0] is not own)
                    self._waiting.remove(chosen)
                    return chosen
                self._changed.wait()
        return None

    def _give_up(self) -> None:
        """Leave what a process has failed at, and what comes after it."""
        with self._changed:
            self._waiting.clear()
            self._changed.notify_all()


def _begin() -> subprocess.Popen[str]:
    """Begin a process that carries out tasks; it ends when its standard input does, that is with this process."""
    # What this process does about Numba is its own affair.
    variables = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
    return subprocess.Popen(
        [sys.executable, "-P", "-m", __name__],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=variables,
        **background(),
    )


def main() -> None:
    """Carry out the tasks that come on standard input, a game and a task's name a line; answer each with a line."""
    if hasattr(os, "nice"):
        os.nice(_POLITE)
    # What compiling makes mostly stays: looking for garbage in it as often as usual costs a tenth of its time.
    gc.set_threshold(_ALLOCATIONS)
    asked: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(asked,), daemon=True).start()
    tasks = {task.name: task for task in TASKS}
    while True:
        game, name = asked.get().split()
        carry_out(GAMES[game], tasks[name])
        sys.stdout.write("done\n")
        sys.stdout.flush()


def _listen(asked: queue.SimpleQueue[str]) -> None:
    """Pass lines on; end this process where they end: the process that began it has no more, or is gone."""
    for line in sys.stdin:
        asked.put(line)
    os._exit(0)


if __name__ == "__main__":
    main()
