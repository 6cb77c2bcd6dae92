"""Hints and reviews: searches beside the table.

Hints are found in a thread; the search releases the interpreter. Reviews of games that are over have one-ply values at
once, then one at a time is refined in a process of its own. What is found is kept as it comes: nothing is done twice,
and a restart loses little.
"""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
import threading
import time
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from typing import Any

from pydantic_core import to_json
from sqlalchemy.exc import SQLAlchemyError

from ...core.compiling import execution
from ...core.compiling.execution import background
from ...core.errors import RivertableError
from ...core.game import GAMES
from ...core.match import Match
from ...core.position import View
from ...study.advice import Adviser, Budget
from ...study.review.review import SECONDS, Review, wanted_json
from ..domain.deals import check_unsealed
from ..domain.table import Table
from ..errors import HintError, TooManyError, WrongStateError
from ..store import ledger
from ..store.ledger import StoredReview
from ..tables import Tables
from .fairness import FairPool, Makers
from .preparation import Preparation

_HINTS_WAITING_OF_ONE = 5
"""Hints that wait for the tables of one address."""
_HINTS_WAITING_AT_MOST = 20
"""Hints that are sought or wait for it; more would wait too long."""
TIMES_AT_MOST = 4
"""A table's review may be asked for so often; each time it looks on for as long."""
_POLL_SECONDS = 2.0
_AT_ONCE = 500
_THREADS = min(os.cpu_count() or 1, 4)
_log = logging.getLogger("rivertable.reviews")


class Hints:
    """Finds the hints that are asked for, in the order in which they were."""

    def __init__(self, preparation: Preparation, makers: Makers) -> None:
        self.budget = Budget()
        """How long each is sought."""
        self.sought = 0
        """How many searches were begun."""
        self._preparation = preparation
        self._adviser = Adviser()
        self._makers = makers
        self._pool = FairPool(1, "hint")
        self._open: dict[tuple[str, int], Future[dict[str, Any]]] = {}
        self._lock = threading.Lock()

    def stop(self) -> None:
        """Take up no more."""
        self._pool.shutdown()

    def seek(self, table_id: str, version: int, view: View) -> Future[dict[str, Any]]:
        """Let a hint be found for the seat on turn, from its own view; asked again meanwhile, it is sought once.

        Raises:
            HintError: what that needs is not compiled yet.
            TooManyError: too many are sought already.
        """
        if execution.is_provisional():
            raise HintError("What hints need is still being prepared; ask again in a moment.")
        loaded = self._preparation.to_study(view.game)
        with self._lock:
            wanted = self._open.get((table_id, version))
            if wanted is not None:
                return wanted
            address = self._makers.of(table_id)
            if len(self._open) >= _HINTS_WAITING_AT_MOST or self._pool.waiting(address) >= _HINTS_WAITING_OF_ONE:
                raise TooManyError(
                    "Too many requests; try again in {retry_after} s.", retry_after=_HINTS_WAITING_AT_MOST
                )
            wanted = self._open[table_id, version] = self._pool.submit(address, partial(self._find, view, loaded))
        wanted.add_done_callback(lambda _: self._forget((table_id, version)))
        return wanted

    def _find(self, view: View, loaded: Future[None]) -> dict[str, Any]:
        loaded.result()
        self.sought += 1
        return self._adviser.advise(view, self.budget).model_dump(mode="json")

    def _forget(self, key: tuple[str, int]) -> None:
        with self._lock:
            self._open.pop(key, None)


class Reviews:
    """Makes the reviews that are asked for, for each address in turn, in the order in which they were."""

    def __init__(self, tables: Tables, preparation: Preparation, makers: Makers, seconds: float = SECONDS) -> None:
        self.seconds = seconds
        """How long a review looks each time it is asked for."""
        self._tables = tables
        self._preparation = preparation
        self._makers = makers
        self._served: dict[str, float] = {}
        """When each address had a review begun."""
        self._wake = threading.Event()
        self._is_stopping = False
        self._lock = threading.Lock()
        """Held by the thread that finds one-ply values, and while the process that refines is begun or ended."""
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
        with suppress(SQLAlchemyError), self._tables.database.write() as connection:
            ledger.release_reviews(connection, self._tables.owner)

    @property
    def seconds_most(self) -> float:
        """How long a table's review may look in all."""
        return TIMES_AT_MOST * self.seconds

    def find(self, table_id: str) -> StoredReview | None:
        """Return what is known by now, None where no review was asked for."""
        with self._tables.database.read() as connection:
            return ledger.find_review(connection, table_id, time.time())

    def ask(self, table_id: str, match: Match) -> None:
        """Ask for a review, or for one that is done to look deeper; its one-ply values are there at once."""
        with self._tables.database.write() as connection:
            ledger.ask_for_review(connection, table_id, self.seconds, self.seconds_most, time.time())
        kept = self.find(table_id)
        if kept is not None and kept.document is None and self._preparation.to_study(match.game).done():
            self._look(table_id, match)
        self._wake.set()

    def _look(self, table_id: str, match: Match) -> None:
        """Keep the one-ply values."""
        with self._lock:
            found = to_json(Review(match, threads=1).document()).decode()
        with self._tables.database.write() as connection:
            ledger.keep_first_review(connection, table_id, found)

    def _work(self) -> None:
        while not self._is_stopping:
            self._wake.clear()
            is_done = False
            try:
                is_done = self._take_next()
            except SQLAlchemyError:
                _log.debug("Reviews wait for the store.", exc_info=True)
            except Exception:
                # This thread serves every table: one review that fails must not stop all others.
                _log.exception("A review could not be made.")
            if not is_done and not self._is_stopping:
                self._wake.wait(_POLL_SECONDS)

    def _take_next(self) -> bool:
        """Work on the next review; False where none is wanted that can be made now."""
        with self._tables.database.read() as connection:
            waiting = ledger.waiting_reviews(connection, time.time(), _AT_ONCE)
        # Whoever was served longest ago comes first; of one address, what was asked for first.
        waiting.sort(key=lambda each: self._served.get(self._makers.of(each[0]), 0.0))
        for table_id, game in waiting:
            prepared = self._preparation.to_study(GAMES[game])
            if not prepared.done():
                prepared.add_done_callback(lambda _: self._wake.set())
                continue
            with self._tables.database.write() as connection:
                is_mine = ledger.claim_review(connection, table_id, self._tables.owner, time.time())
            if is_mine:
                self._served[self._makers.of(table_id)] = time.monotonic()
                self._carry_out(table_id)
                return True
        return False

    def _carry_out(self, table_id: str) -> None:
        try:
            table = self._tables.open(table_id)
            match = check_over(table)
            components = table.terms.components
            is_standard = components.sha256 == table.game.printed.load().sha256
            text = None if is_standard else components.text
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
                [sys.executable, "-P", "-m", "rivertable.study.review.review"],
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
        with self._tables.database.write() as connection:
            return ledger.keep_review(connection, table_id, self._tables.owner, spent, document, time.time())

    def _finish(self, table_id: str) -> None:
        """Return a review back; one that was not brought to its end would not be at another try either."""
        kept = self.find(table_id)
        if kept is not None and not kept.is_done:
            _log.warning("A review ended before its time.")
            self._keep(table_id, kept.seconds, None)
        with self._tables.database.write() as connection:
            ledger.release_reviews(connection, self._tables.owner)


def check_over(table: Table) -> Match:
    """Return the game of a table that may be reviewed.

    Raises:
        WrongStateError: it is not over, or was not played to its end.
        SealedError: others may still play its deal.
    """
    if table.status in ("waiting", "playing") or table.match is None:
        raise WrongStateError("While a game is played, nobody is told what its turns are worth.")
    if table.status == "stopped" or table.is_damaged:
        raise WrongStateError("Only a game that was played to its end can be reviewed.")
    check_unsealed(table.shared)
    return table.match


def check_apart(tables: Tables, table: Table) -> Match:
    """Return the game of a table that may be reviewed, and whose deal or start is not still played where it came from.

    Raises:
        WrongStateError: it may not.
    """
    match = check_over(table)
    if table.shared is not None:
        # Its key is published by now, whoever still plays it.
        return match
    shuffles = [match.commitment] if match.branch is None else [match.commitment, match.branch.of]
    with tables.database.read() as connection:
        is_played = ledger.is_played_elsewhere(connection, table.id, shuffles)
    if is_played:
        raise WrongStateError(
            "This deal is still played at another table; until that game is over, nobody is told more."
        )
    return match
