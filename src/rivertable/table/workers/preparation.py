"""What bots and reviews need: loaded when somebody needs it, or compiled beside a server that interprets.

Nobody waits for the compiler. A server that starts where nothing is compiled runs the rules interpreted; bots that look
ahead play as the strongest level does that does not, and hints and reviews wait.
"""

from __future__ import annotations

import logging
import threading
from concurrent.futures import Future, ThreadPoolExecutor

from ...bots.names import tasks_of
from ...core.compiling import execution
from ...core.compiling.warmup import RULES, Task, carry_out
from ...core.game import GAMES, Game
from ...core.position import Position
from ...study.compiling import TASKS, Compilation
from ..domain.news import position_document

_log = logging.getLogger("rivertable.preparation")


class Preparation:
    """Loads what is compiled, in a thread; or tells how far compiling beside it has come.

    Machine code takes memory, so that a server loads only what its tables need.
    """

    def __init__(self, compilation: Compilation | None = None) -> None:
        """``compilation`` is what goes on beside a server that interprets until it is over."""
        self._compilation = compilation
        self._loaded: dict[tuple[str, str], Future[None]] = {}
        self._is_stopping = False
        self._lock = threading.Lock()
        self._thread = ThreadPoolExecutor(1, "preparation")

    @property
    def is_going_on(self) -> bool:
        """Whether faster play is being prepared beside the server."""
        return self._compilation is not None and not self._compilation.is_over

    @property
    def share(self) -> float:
        """The part of that which is done, from 0 to 1."""
        return 1.0 if self._compilation is None else self._compilation.share

    def of_rules(self) -> None:
        """Load the rules of every game: somebody is about to open a table."""
        for game in GAMES.values():
            self._load(game, (RULES,))

    def of(self, game: Game, bot: str) -> Future[None]:
        """Return what is done when a bot can think about a game without waiting."""
        return self._load(game, tasks_of(bot))

    def to_study(self, game: Game) -> Future[None]:
        """Return what is done when a game can be reviewed without waiting."""
        if execution.is_provisional():
            return Future()  # the process that takes this one's place goes on with it
        return self._load(game, TASKS)

    def stop(self) -> None:
        """End what goes on; what is not loaded stays so."""
        with self._lock:
            self._is_stopping = True
        self._thread.shutdown(wait=False, cancel_futures=True)
        if self._compilation is not None:
            self._compilation.stop()

    def _load(self, game: Game, tasks: tuple[Task, ...]) -> Future[None]:
        """Load tasks in their order, where nobody has asked for them before; return what is done when all are.

        Where rules are interpreted nothing is loaded.
        """
        if execution.is_interpreting():
            done: Future[None] = Future()
            done.set_result(None)
            return done
        with self._lock:
            for task in tasks:
                if (game.name, task.name) not in self._loaded:
                    self._loaded[game.name, task.name] = (
                        Future() if self._is_stopping else self._thread.submit(_use, game, task)
                    )
            return self._loaded[game.name, tasks[-1].name]


def _use(game: Game, task: Task) -> None:
    """Use everything of a task once; of the rules also what only a table has."""
    try:
        carry_out(game, task)
        if task is RULES:
            position = Position.before_setup(game.make_terms(2)).resolve(1)
            position_document(position.view(position.seat))
    except Exception:
        # Others wait for this: what failed here is tried again by the bot's own turn, or the review.
        _log.exception("%s of %s could not be prepared.", task.title.capitalize(), game.title)
