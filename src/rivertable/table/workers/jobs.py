"""What happens by itself: bots' turns, and bots for the absent. Due times lie in the store; one process claims each."""

from __future__ import annotations

import logging
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from ...bots import make_bot
from ...bots.warmup import player_for
from ...core.compiling import execution
from ...core.errors import RivertableError
from ...core.position import View
from ..desk import Desk
from ..domain import commands
from ..domain.commands import Proposal, Wish
from ..domain.sitting import Sitting
from ..store import ledger
from ..web.metrics import Metrics
from .preparation import Preparation

BUDGET_SECONDS = 5.0
"""So long a bot may think about a turn; then any legal move is made in its place."""

_POLL_SECONDS = 0.25
_AT_ONCE = 64
_FORGET_SECONDS = 14 * 86_400.0
_SWEEP_SECONDS = 600.0
_log = logging.getLogger("rivertable.jobs")


class Jobs:
    """Carries out what is due, in threads; bots' searches release the interpreter."""

    def __init__(self, desk: Desk, metrics: Metrics, preparation: Preparation, threads: int = 4) -> None:
        self._desk = desk
        self._metrics = metrics
        self._preparation = preparation
        self._turns = ThreadPoolExecutor(threads, "bot-turn")
        self._thinkers = ThreadPoolExecutor(threads, "bot")
        self._is_stopping = threading.Event()
        self._clock = threading.Thread(target=self._watch, name="due", daemon=True)
        self._swept = 0.0
        self._queued: set[str] = set()
        """Tables with a bot's turn that no thread has begun yet."""

    def start(self) -> None:
        """Begin to watch the store, and to hear what this process does."""
        self._desk.listeners.append(self.hear)
        self._clock.start()

    def stop(self) -> None:
        """Stop, and give back what is claimed: another process, or this one when it is back, goes on with it."""
        self._is_stopping.set()
        self._clock.join()
        self._turns.shutdown(wait=True, cancel_futures=True)
        self._thinkers.shutdown(wait=False, cancel_futures=True)
        with suppress(SQLAlchemyError), self._desk.store.write() as connection:
            ledger.release(connection, self._desk.owner)

    def hear(self, table_id: str, version: int) -> None:
        """Take a bot's turn up that this process has just claimed with the event before it."""
        if version and not self._is_stopping.is_set():
            with suppress(RivertableError), self._desk.hold(table_id, is_fresh=False) as sitting:
                due = sitting.due()
                if due is not None and due[0] == "bot" and sitting.version == version:
                    self._submit(table_id)

    def _submit(self, table_id: str) -> None:
        if table_id not in self._queued:
            self._queued.add(table_id)
            with suppress(RuntimeError):  # it is being shut down: the claim is given back
                self._turns.submit(self._play, table_id)

    def _watch(self) -> None:
        while True:
            try:
                self._look()
            except SQLAlchemyError:
                _log.warning("The store does not answer; due jobs wait.", exc_info=True)
            except Exception:
                # This thread serves every table: one that fails must not stop the bots and clocks of all others.
                _log.exception("Something due could not be done; it is tried again.")
            if self._is_stopping.wait(_POLL_SECONDS):
                return

    def _look(self) -> None:
        now = time.time()
        with self._desk.store.read() as connection:
            abandoned = ledger.abandoned(connection, now) if self._desk.store.is_shared else []
            tables = ledger.due_tables(connection, now, _AT_ONCE)
        for owner in abandoned:
            with self._desk.store.write() as connection:
                ledger.release(connection, owner)
        for table_id in tables:
            with self._desk.store.write() as connection:
                is_mine = ledger.claim(connection, table_id, self._desk.owner, now)
            if is_mine:
                self._carry_out(table_id)
        if now - self._swept > _SWEEP_SECONDS:
            self._swept = now
            with self._desk.store.read() as connection:
                old = ledger.stale_tables(connection, now - _FORGET_SECONDS, _AT_ONCE)
            for table_id in old:
                self._desk.delete(table_id)

    def _carry_out(self, table_id: str) -> None:
        try:
            with self._desk.hold(table_id) as sitting:
                due, version, mover = sitting.due(), sitting.version, sitting.to_move
            if due is None or mover is None:
                with self._desk.store.write() as connection:
                    ledger.put_off(connection, table_id, version, time.time() + 86_400.0)
            elif due[0] == "bot":
                self._submit(table_id)
            else:
                self._end_absence(table_id, mover, version)
        except RivertableError:
            _log.warning("What was due at a table could not be done.", exc_info=True)

    def _end_absence(self, table_id: str, mover: int, version: int) -> None:
        with self._desk.store.read() as connection:
            seen = ledger.seen_at(connection, table_id, mover)

        def command(sitting: Sitting, now: float) -> list[Proposal]:
            return commands.end_absence(sitting, mover, seen, now)

        if self._desk.act(table_id, command) is None:
            with self._desk.hold(table_id) as sitting:
                deadline, grace = sitting.deadline(), sitting.grace
            later = [at for at in (deadline, None if grace is None else seen + grace) if at is not None]
            with self._desk.store.write() as connection:
                ledger.put_off(connection, table_id, version, max(min(later, default=0.0), time.time() + 1.0))

    def _play(self, table_id: str) -> None:
        """Let a bot take its turn, from its own view."""
        self._queued.discard(table_id)
        try:
            with self._desk.hold(table_id) as sitting:
                due, version, mover = sitting.due(), sitting.version, sitting.to_move
                if due is None or due[0] != "bot" or mover is None or sitting.match is None:
                    return
                level = sitting.seats[mover].player
                view = sitting.match.position.view(mover)
            if level is None:
                return
            prepared = self._preparation.of(view.game, level)
            if not prepared.done():
                prepared.add_done_callback(lambda _: self._submit(table_id))
                return
            move = self._think(player_for(level), view)

            def command(sitting: Sitting, now: float) -> list[Proposal]:
                # Whatever happened meanwhile has claimed the turn anew, if it is still a bot's.
                if sitting.version != version:
                    return []
                return commands.take_turn(sitting, mover, Wish(typed=move), now)

            self._desk.act(table_id, command)
        except (RivertableError, SQLAlchemyError):
            _log.warning("A bot's turn could not be taken; it is tried again.", exc_info=True)

    def _think(self, level: str, view: View) -> Any:
        """Return the bot's move; any legal one if its time runs out, which it does not while rules are interpreted."""
        began = time.perf_counter()
        thought: Future[Any] = self._thinkers.submit(lambda: make_bot(level).choose(view))
        try:
            return thought.result(None if execution.is_interpreting() else BUDGET_SECONDS)
        except TimeoutError:
            self._metrics.bots_late.inc()
            return make_bot("random").choose(view)
        finally:
            self._metrics.bot_seconds.labels(level).observe(time.perf_counter() - began)
