"""What bots and reviews need: loaded after the server listens, or compiled beside a server that interprets.

Nobody waits for the compiler. A server that starts where nothing is compiled runs the rules interpreted; bots that look
ahead play as the strongest level does that does not, and hints and reviews wait.
"""

from __future__ import annotations

import logging
import threading
from concurrent.futures import Future

from ...bots import kind_of
from ...bots.warmup import tasks_of
from ...core.compiling import execution
from ...core.compiling.warmup import RULES, Task, carry_out
from ...core.game import GAMES, Game
from ...study.compiling import Compilation
from ...study.warmup import STUDY, TASKS
from ..domain.news import position_document

_log = logging.getLogger("rivertable.preparation")


class Preparation:
    """Loads what is compiled, in a thread; or tells how far compiling beside it has come."""

    def __init__(self, compilation: Compilation | None = None) -> None:
        """``compilation`` is what goes on beside a server that interprets until it is over."""
        self._compilation = compilation
        self._loaded: dict[tuple[str, str], Future[None]] = {
            (game.name, task.name): Future() for task in TASKS for game in GAMES.values()
        }
        self._is_stopping = False
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._load, name="preparation", daemon=True)

    @property
    def is_going_on(self) -> bool:
        """Whether faster play is being prepared beside the server."""
        return self._compilation is not None and not self._compilation.is_over

    @property
    def share(self) -> float:
        """The part of that which is done, from 0 to 1."""
        return 1.0 if self._compilation is None else self._compilation.share

    def begin(self) -> None:
        """Load all that the tables of a server may need: the rules of every game first, then its bots."""
        with self._lock:
            if self._thread.ident is None and not self._is_stopping and not execution.is_interpreting():
                self._thread.start()

    def of(self, game: Game, bot: str) -> Future[None]:
        """Return what is done when a bot can think about a game without waiting."""
        if execution.is_interpreting():
            return _nothing_to_wait_for()
        self.begin()
        kind = kind_of(bot)
        return self._loaded[game.name, (RULES if kind is None else tasks_of(kind)[-1]).name]

    def to_study(self, game: Game) -> Future[None]:
        """Return what is done when a game can be reviewed without waiting."""
        if execution.is_interpreting() and not execution.is_provisional():
            return _nothing_to_wait_for()
        self.begin()
        return self._loaded[game.name, STUDY.name]

    def stop(self) -> None:
        """End what goes on; what is not loaded stays so."""
        self._is_stopping = True
        if self._compilation is not None:
            self._compilation.stop()

    def _load(self) -> None:
        for task in TASKS:
            for game in GAMES.values():
                if self._is_stopping:
                    return
                try:
                    _use(game, task)
                except Exception:
                    # All wait for this thread: what failed here is tried again by the bot's own turn, or the review.
                    _log.exception("%s of %s could not be prepared.", task.title.capitalize(), game.title)
                self._loaded[game.name, task.name].set_result(None)


def _use(game: Game, task: Task) -> None:
    """Use everything of a task once; of the rules also what only a table has."""
    carry_out(game, task)
    if task is RULES:
        position = game.position_class.before_setup(game.make_terms(2)).resolve(1)
        position_document(position.view(position.seat))


def _nothing_to_wait_for() -> Future[None]:
    done: Future[None] = Future()
    done.set_result(None)
    return done
