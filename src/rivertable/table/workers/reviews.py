"""Reviews of games that are over: first sight at once, then one at a time in a process of its own, beside the table.

What is found is kept as it comes: nothing is done twice, and a restart loses little.
"""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
import threading
import time
from contextlib import suppress

from pydantic_core import to_json
from sqlalchemy.exc import SQLAlchemyError

from ...core.compiling.background import background
from ...core.errors import RivertableError
from ...core.game import GAMES
from ...core.match import Match
from ...study.review.process import wanted_json
from ...study.review.review import SECONDS, Review
from ..desk import Desk
from ..domain.sitting import Sitting
from ..errors import WrongStateError
from ..store import ledger, review_ledger
from ..store.review_ledger import Kept
from .preparation import Preparation

TIMES_AT_MOST = 4
"""A table's review may be asked for so often; each time it looks on for as long."""
_POLL_SECONDS = 2.0
_AT_ONCE = 16
_THREADS = min(os.cpu_count() or 1, 4)
_log = logging.getLogger("rivertable.reviews")


class Reviews:
    """Makes the reviews that are asked for, in the order in which they were."""

    def __init__(self, desk: Desk, preparation: Preparation, seconds: float = SECONDS) -> None:
        self.seconds = seconds
        """How long a review looks each time it is asked for."""
        self._desk = desk
        self._preparation = preparation
        self._wake = threading.Event()
        self._is_stopping = False
        self._lock = threading.Lock()
        """Held by the thread that looks at first sight, and while the process that refines is begun or ended."""
        self._worker: subprocess.Popen[bytes] | None = None
        self._thread = threading.Thread(target=self._work, name="reviews", daemon=True)

    def start(self) -> None:
        """Begin to work on what was asked for."""
        self._thread.start()

    def stop(self) -> None:
        """End what goes on and give it back: what is kept of it stays."""
        with self._lock:
            self._is_stopping = True
            if self._worker is not None:
                self._worker.terminate()
        self._wake.set()
        if self._thread.ident is not None:
            self._thread.join()
        with suppress(SQLAlchemyError), self._desk.store.write() as connection:
            review_ledger.release(connection, self._desk.owner)

    @property
    def seconds_most(self) -> float:
        """How long a table's review may look in all."""
        return TIMES_AT_MOST * self.seconds

    def find(self, table_id: str) -> Kept | None:
        """Return what is known by now, None where no review was asked for."""
        with self._desk.store.read() as connection:
            return review_ledger.find(connection, table_id, time.time())

    def ask(self, table_id: str, match: Match) -> None:
        """Ask for a review, or for one that is done to look deeper; what first sight shows is there at once."""
        with self._desk.store.write() as connection:
            review_ledger.ask(connection, table_id, self.seconds, self.seconds_most, time.time())
        kept = self.find(table_id)
        if kept is not None and kept.document is None and self._preparation.to_study(match.game).done():
            self._look(table_id, match)
        self._wake.set()

    def _look(self, table_id: str, match: Match) -> None:
        """Keep what first sight shows."""
        with self._lock:
            found = to_json(Review(match, threads=1).document()).decode()
        with self._desk.store.write() as connection:
            review_ledger.keep_first(connection, table_id, found)

    def _work(self) -> None:
        while not self._is_stopping:
            self._wake.clear()
            is_done = False
            try:
                is_done = self._take_next()
            except SQLAlchemyError:
                _log.warning("The store does not answer; reviews wait.", exc_info=True)
            except Exception:
                # This thread serves every table: one review that fails must not stop all others.
                _log.exception("A review could not be made.")
            if not is_done and not self._is_stopping:
                self._wake.wait(_POLL_SECONDS)

    def _take_next(self) -> bool:
        """Work on the next review; False where none is wanted that can be made now."""
        with self._desk.store.read() as connection:
            waiting = review_ledger.waiting(connection, time.time(), _AT_ONCE)
        for table_id, game in waiting:
            prepared = self._preparation.to_study(GAMES[game])
            if not prepared.done():
                prepared.add_done_callback(lambda _: self._wake.set())
                continue
            with self._desk.store.write() as connection:
                is_mine = review_ledger.claim(connection, table_id, self._desk.owner, time.time())
            if is_mine:
                self._carry_out(table_id)
                return True
        return False

    def _carry_out(self, table_id: str) -> None:
        try:
            with self._desk.hold(table_id) as sitting:
                match = check_over(sitting)
                components = sitting.terms.components
                is_standard = components.sha256 == sitting.game.load_components().sha256
                text = None if is_standard else sitting.game.components_text(components)
            kept = self.find(table_id)
            if kept is None:
                return
            if kept.document is None:
                self._look(table_id, match)
            wanted = wanted_json(match.record(), text, kept.document, kept.seconds - kept.spent, _THREADS)
            self._refine(table_id, wanted, kept.spent)
        except RivertableError:
            _log.warning("A review could not be made.", exc_info=True)
        finally:
            if not self._is_stopping:
                self._finish(table_id)

    def _refine(self, table_id: str, wanted: bytes, before: float) -> None:
        """Let a process of its own look on, and keep what it tells."""
        with self._lock:
            if self._is_stopping:
                return
            self._worker = worker = subprocess.Popen(
                [sys.executable, "-P", "-m", "rivertable.study.review.process"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                **background(),
            )
        assert worker.stdin is not None and worker.stdout is not None
        with worker:
            with suppress(BrokenPipeError), worker.stdin as asked:
                asked.write(wanted)
            for line in worker.stdout:
                told = json.loads(line)
                if not self._keep(table_id, before + told["spent"], to_json(told["review"]).decode()):
                    worker.terminate()
        with self._lock:
            self._worker = None

    def _keep(self, table_id: str, spent: float, document: str | None) -> bool:
        with self._desk.store.write() as connection:
            return review_ledger.keep(connection, table_id, self._desk.owner, spent, document, time.time())

    def _finish(self, table_id: str) -> None:
        """Return a review back; one that was not brought to its end would not be at another try either."""
        kept = self.find(table_id)
        if kept is not None and not kept.is_done:
            _log.warning("A review ended before its time.")
            self._keep(table_id, kept.seconds, None)
        with self._desk.store.write() as connection:
            review_ledger.release(connection, self._desk.owner)


def check_over(sitting: Sitting) -> Match:
    """Return the game of a table that may be reviewed.

    Raises:
        WrongStateError: it is not over, or was not played to its end.
    """
    if sitting.status in ("waiting", "playing") or sitting.match is None:
        raise WrongStateError("While a game is played, nobody is told what its turns are worth.")
    if sitting.status == "stopped" or sitting.is_damaged:
        raise WrongStateError("Only a game that was played to its end can be reviewed.")
    return sitting.match


def check_apart(desk: Desk, sitting: Sitting) -> Match:
    """Return the game of a table that may be reviewed, and whose deal or start is not still played where it came from.

    Raises:
        WrongStateError: it may not.
    """
    match = check_over(sitting)
    shuffles = [match.commitment] if match.branch is None else [match.commitment, match.branch.of]
    with desk.store.read() as connection:
        is_played = ledger.is_played_elsewhere(connection, sitting.id, shuffles)
    if is_played:
        raise WrongStateError(
            "This deal is still played at another table; until that game is over, nobody is told more."
        )
    return match
