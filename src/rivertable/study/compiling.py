"""Compiling everything that a table needs, in background processes: one for each game.

That is the rules, the bots, and what reviews and hints use.
"""

from __future__ import annotations

import gc
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress

from ..bots.names import SEARCH
from ..bots.names import TASKS as BOT_TASKS
from ..core.compiling.execution import background
from ..core.compiling.sources import is_table_compiled, keep_table
from ..core.compiling.warmup import Task, carry_out, is_compiled
from ..core.game import GAMES, Game
from .evaluation import Evaluator, Searcher
from .review.luck import dealt


def _study(game: Game) -> None:
    """Evaluate and search a position of a throw-away game as reviews do."""
    terms = game.make_terms(2)
    position = dealt(terms, 0, 1)
    turn = game.moves.decisions_of(position, next(iter(position.moves())))
    Evaluator(terms).shares(position)
    Searcher(terms, 4).search(position, turn, 4, seed=1)


STUDY = Task("study", "reviews and hints", _study, seconds=1, after=SEARCH)
TASKS = (*BOT_TASKS, STUDY)
"""Everything that a table needs, in the order in which it is needed."""


_POLITE = 10
"""The niceness of the processes."""
_ALLOCATIONS = 100_000
"""How many allocations are between two garbage collections."""


class Compilation:
    """Compiles what is missing for some games, in the background."""

    def __init__(self, games: Sequence[Game]) -> None:
        self._games = tuple(game for game in games if not is_table_compiled(game.name))
        self._waiting = [(game, task) for game in self._games for task in TASKS if not is_compiled(game, task)]
        self._done = {(game.name, task.name) for game in self._games for task in TASKS if is_compiled(game, task)}
        self._processes: list[subprocess.Popen[str]] = []
        self._changed = threading.Condition()
        self._is_stopping = False
        self.is_over = False
        """Whether it has ended, successfully or not."""

    @property
    def share(self) -> float:
        """The fraction of the work that is done, from 0 to 1."""
        whole = len(self._games) * sum(task.seconds for task in TASKS)
        done = sum(task.seconds for task in TASKS for game in self._games if (game.name, task.name) in self._done)
        return done / whole if whole else 1.0

    def start(self, is_over: Callable[[bool], None]) -> None:
        """Begin; at the end, ``is_over`` is called from another thread with whether everything is compiled."""
        threading.Thread(target=self._run, args=(is_over,), name="compilation", daemon=True).start()

    def stop(self) -> None:
        """End the processes; what is compiled by then is kept."""
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
        """Let a process carry out the tasks of its own game, then those of others, until none is left."""
        with self._changed:
            if self._is_stopping:
                return
            process = _begin()
            self._processes.append(process)
        assert process.stdin is not None and process.stdout is not None
        # A process that is gone is told nothing more, also where that was tried just before.
        with suppress(OSError), process:
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
        """Return the next task of a process, one whose predecessor is done; None when nothing is left."""
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
        """Drop the task that failed, and what comes after it."""
        with self._changed:
            self._waiting.clear()
            self._changed.notify_all()


def _begin() -> subprocess.Popen[str]:
    """Start a process that carries out tasks; it ends with its standard input, that is, with this process."""
    # The setting is for this process alone.
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
    """Carry out tasks from standard input, each line a game and the name of a task; answer each with a line."""
    if hasattr(os, "nice"):
        os.nice(_POLITE)
    # Most objects of a compilation stay alive: collecting garbage as often as usual takes a tenth of the time.
    gc.set_threshold(_ALLOCATIONS)
    asked: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(asked,), daemon=True).start()
    tasks = {task.name: task for task in TASKS}
    while True:
        game, name = asked.get().split()
        carry_out(GAMES[game], tasks[name])
        # Whoever asked may be gone by now; then this process ends with the end of input.
        with suppress(BrokenPipeError):
            sys.stdout.write("done\n")
            sys.stdout.flush()


def _listen(asked: queue.SimpleQueue[str]) -> None:
    """Pass lines on, and end this process at the end of input: its parent has no more tasks, or is gone."""
    for line in sys.stdin:
        asked.put(line)
    os._exit(0)


if __name__ == "__main__":
    main()
