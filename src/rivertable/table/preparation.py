"""What bots and reviews need: loaded after the server listens, and compiled where no start did it before.

Compiling takes long and would hold up every answer of the process that does it, so a process of its own does it; its
machine code is then found in the cache. A bot's turn that comes before is taken when all is ready.
"""

from __future__ import annotations

import logging
import subprocess
import sys
import threading
from concurrent.futures import Future
from itertools import count
from queue import PriorityQueue

from ..bots import LEVELS, kind_of, make_bot
from ..bots.preparing import is_prepared, prepare
from ..core.game import GAMES, Game
from ..core.moves import Draft
from ..study.preparing import is_prepared_to_study, prepare_to_study
from .news import position_document

STUDY = "study"
"""What reviews need of a game, beside the kinds of bots."""

_COMPILE = "import sys; from rivertable.bots.preparing import prepare_by_name; prepare_by_name(*sys.argv[1:])"
_COMPILE_STUDY = (
    "import sys; from rivertable.study.preparing import prepare_to_study_by_name; prepare_to_study_by_name(sys.argv[1])"
)
_log = logging.getLogger("rivertable.preparation")


class Preparation:
    """Prepares one thing after another, in a thread: the rules of a game, a kind of bot for a game, reviews of it."""

    def __init__(self) -> None:
        self._wanted: PriorityQueue[tuple[int, int, Game, str | None, Future[None]]] = PriorityQueue()
        self._order = count()
        self._asked: dict[tuple[str, str | None], Future[None]] = {}
        self._lock = threading.Lock()
        self._is_stopping = False
        self._compiler: subprocess.Popen[bytes] | None = None
        self._thread = threading.Thread(target=self._work, name="preparation", daemon=True)

    def begin(self) -> None:
        """Prepare all that the tables of a server may need: the rules of every game first, then its bots."""
        for game in GAMES.values():
            self._want(game, None)
        for level in LEVELS:
            for game in GAMES.values():
                self.of(game, level)
        for game in GAMES.values():
            self.to_study(game)

    def of(self, game: Game, bot: str) -> Future[None]:
        """Give what is done when a bot can think about a game without waiting."""
        return self._want(game, kind_of(bot))

    def to_study(self, game: Game) -> Future[None]:
        """Give what is done when a game can be reviewed without waiting."""
        return self._want(game, STUDY)

    def stop(self) -> None:
        """End what goes on; what is not ready stays so."""
        with self._lock:
            self._is_stopping = True
            if self._compiler is not None:
                self._compiler.terminate()

    def _want(self, game: Game, kind: str | None) -> Future[None]:
        with self._lock:
            if self._thread.ident is None and not self._is_stopping:
                self._thread.start()
            wanted = self._asked.get((game.name, kind))
            if wanted is None:
                wanted = self._asked[game.name, kind] = Future()
                self._wanted.put((urgency(game, kind), next(self._order), game, kind, wanted))
        return wanted

    def _work(self) -> None:
        while True:
            _, _, game, kind, wanted = self._wanted.get()
            try:
                if kind is None:
                    load_rules(game)
                else:
                    if not _is_ready(game, kind):
                        self._compile(game, kind)
                    if not self._is_stopping:
                        _load(game, kind)
            except Exception:
                # All wait for this thread: what failed here is tried again by the bot's own turn, or the review.
                _log.exception("What bots or reviews need could not be prepared.")
            if self._is_stopping:
                return
            wanted.set_result(None)

    def _compile(self, game: Game, kind: str) -> None:
        with self._lock:
            if self._is_stopping:
                return
            self._compiler = subprocess.Popen(
                [sys.executable, "-P", "-c", _COMPILE_STUDY if kind == STUDY else _COMPILE, game.name, kind],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                start_new_session=True,
            )
        if self._compiler.wait() and not self._is_stopping:
            _log.warning("What %s of %s needs could not be compiled before.", kind, game.name)


def urgency(game: Game, kind: str | None) -> int:
    """Give how late a thing may come: the rules first, then what only has to be loaded, at last what compiles."""
    if kind is None:
        return 0
    return 1 if _is_ready(game, kind) else 2


def _is_ready(game: Game, kind: str) -> bool:
    return is_prepared_to_study(game) if kind == STUDY else is_prepared(game, kind)


def _load(game: Game, kind: str) -> None:
    if kind == STUDY:
        prepare_to_study(game)
    else:
        prepare(game, kind)


def load_rules(game: Game) -> None:
    """Load the machine code of a game with a turn of a throw-away one: nobody at a table waits for it then."""
    position = game.position_class.before_setup(game.make_terms(2)).resolve(1)
    view = position.view(position.seat)
    draft = Draft(view)
    for decision in game.decisions_of(view, make_bot("novice").choose(view)):
        draft.choose(decision)
    position.after(*draft.decisions).resolve(1)
    position_document(view)
