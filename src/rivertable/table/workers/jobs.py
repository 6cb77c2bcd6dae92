"""What happens by itself: bots' turns, and bots for the absent. Due times lie in the store; one process claims each."""

from __future__ import annotations

import hmac
import logging
import os
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from ...bots import make_bot
from ...bots.names import is_slow, player_for
from ...core.compiling import execution
from ...core.errors import RivertableError
from ...core.position import View
from ..commits import JITTER_SECONDS, Command
from ..company.boards import Boards
from ..company.tournaments import Tournaments
from ..domain import commands, leavers
from ..domain.commands import MoveInput, PendingEvent
from ..domain.company import next_due, next_step
from ..domain.retention import DAY
from ..domain.table import Table
from ..people import People
from ..store import ledger
from ..store.care.reports import forget_closed_reports
from ..tables import Tables
from ..web.context import Metrics
from .fairness import FairPool, Makers
from .lobby import tend_lobby
from .preparation import Preparation

BUDGET_SECONDS = 5.0
"""So long a bot may think about a turn; then any legal move is made in its place."""

_QUICK_THREADS = 2
_SLOW_THREADS = max((os.cpu_count() or 2) - 1, 2)
_POLL_SECONDS = 0.25
_AT_ONCE = 64
_SWEEP_SECONDS = 600.0
_TEND_SECONDS = 5.0
_BEAT_SECONDS = 10.0
_log = logging.getLogger("rivertable.jobs")


class Jobs:
    """Carries out what is due, in threads; bots' searches release the interpreter."""

    def __init__(
        self,
        tables: Tables,
        metrics: Metrics,
        preparation: Preparation,
        makers: Makers,
        people: People | None = None,
        tournaments: Tournaments | None = None,
        boards: Boards | None = None,
    ) -> None:
        self._tables = tables
        self._tournaments = tournaments
        self._tended = 0.0
        self._people = people
        self._boards = boards
        self._metrics = metrics
        self._preparation = preparation
        self._makers = makers
        # Bots that look ahead take seconds: the others never wait behind them.
        self._quick = FairPool(_QUICK_THREADS, "quick-turn")
        self._slow = FairPool(_SLOW_THREADS, "slow-turn")
        self._thinkers = ThreadPoolExecutor(_QUICK_THREADS + _SLOW_THREADS, "bot")
        self._is_stopping = threading.Event()
        self._clock = threading.Thread(target=self._watch, name="due", daemon=True)
        self._uptime = Uptime(tables)
        self._swept = 0.0
        self._queued: set[str] = set()
        """Tables with a bot's turn that no thread has begun yet."""

    def start(self) -> None:
        """Let what was running go on, then begin to watch the store, and to hear what this process does."""
        self._uptime.resume()
        self._tables.listeners.append(self.hear)
        self._clock.start()

    def stop(self) -> None:
        """Stop, and give back what is claimed: another process, or this one when it is back, goes on with it."""
        self._is_stopping.set()
        self._clock.join()
        self._quick.shutdown()
        self._slow.shutdown()
        self._thinkers.shutdown(wait=False, cancel_futures=True)
        with suppress(SQLAlchemyError):
            with self._tables.database.write() as connection:
                ledger.release(connection, self._tables.owner)
            self._uptime.stop()

    def hear(self, table_id: str, version: int) -> None:
        """Take a bot's turn up that this process has just claimed with the event before it."""
        if version and not self._is_stopping.is_set():
            with suppress(RivertableError):
                table = self._tables.open(table_id, is_fresh=False)
                if table.version == version:
                    self._submit(table)

    def _submit(self, table: Table) -> None:
        """Let the bot on turn play when it is its table's turn; nothing is done where no bot is."""
        level = _bot_on_turn(table)
        if level is not None and table.id not in self._queued:
            self._queued.add(table.id)
            pool = self._slow if is_slow(level) else self._quick
            with suppress(RuntimeError):  # it is being shut down: the claim is given back
                pool.submit(self._makers.of(table.id), partial(self._play, table.id))

    def _watch(self) -> None:
        while True:
            try:
                self._look()
            except SQLAlchemyError:
                _log.debug("Due jobs wait for the store.", exc_info=True)
            except Exception:
                # This thread serves every table: one that fails must not stop the bots and clocks of all others.
                _log.exception("Something due could not be done; it is tried again.")
            if self._is_stopping.wait(_POLL_SECONDS):
                return

    def _look(self) -> None:
        self._uptime.beat()
        now = time.time()
        with self._tables.database.read() as connection:
            abandoned = ledger.abandoned(connection, now) if self._tables.database.is_shared else []
            tables = ledger.due_tables(connection, now, _AT_ONCE)
        for owner in abandoned:
            with self._tables.database.write() as connection:
                ledger.release(connection, owner)
        for table_id in tables:
            with self._tables.database.write() as connection:
                is_mine = ledger.claim(connection, table_id, self._tables.owner, now)
            if is_mine:
                self._carry_out(table_id)
        if self._tournaments is not None and now - self._tended > _TEND_SECONDS:
            self._tended = now
            self._tournaments.tend()
        if now - self._swept > _SWEEP_SECONDS:
            self._swept = now
            self._sweep(now)

    def _sweep(self, now: float) -> None:
        """Delete the tables that have been kept for as long as they are, until none is left, and their printed data."""
        while not self._is_stopping.is_set():
            with self._tables.database.read() as connection:
                expired = ledger.expired_tables(connection, now, _AT_ONCE)
            for table_id in expired:
                self._tables.delete(table_id)
            if len(expired) < _AT_ONCE:
                break
        tend_lobby(self._tables, now)
        with self._tables.database.write() as connection:
            ledger.forget_unused_components(connection)
            forget_closed_reports(connection, now - self._tables.retention.reports * DAY)
        if self._boards is not None:
            self._boards.sweep(now)
        if self._people is not None:
            self._people.sweep(now)

    def _carry_out(self, table_id: str) -> None:
        try:
            table = self._tables.open(table_id)
            due, version = next_due(table), table.version
            if due is None:
                with self._tables.database.write() as connection:
                    ledger.put_off(connection, table_id, version, time.time() + 86_400.0)
            elif due[0] == "bot":
                self._submit(table)
            else:
                self._end_absence(table_id, table.to_move, version)
        except RivertableError:
            _log.warning("What was due at a table could not be done.", exc_info=True)

    def _end_absence(self, table_id: str, mover: int | None, version: int) -> None:
        seen = 0.0
        if mover is not None:
            with self._tables.database.read() as connection:
                seen = max(ledger.seen_at(connection, table_id, mover), self._uptime.seen_from)

        def command(table: Table, now: float) -> list[PendingEvent]:
            # Whoever is on turn by now was not looked for.
            return leavers.end_absence(table, seen, now) if table.to_move == mover else []

        if self._tables.act(table_id, command) is None:
            table = self._tables.open(table_id)
            step = next_step(table, seen)
            with self._tables.database.write() as connection:
                ledger.put_off(connection, table_id, version, max(step.at if step else 0.0, time.time() + 1.0))

    def _play(self, table_id: str) -> None:
        """Let a bot take its turn, from its own view."""
        self._queued.discard(table_id)
        try:
            table = self._tables.open(table_id)
            version, mover, level = table.version, table.to_move, _bot_on_turn(table)
            if level is None or mover is None or table.match is None:
                return
            view = table.match.position.view(mover)
            prepared = self._preparation.of(view.game, level)
            if not prepared.done():
                prepared.add_done_callback(lambda _: self._submit(table))
                return
            move = self._think(player_for(level), view, bot_seed(table, mover))

            def command(table: Table, now: float) -> list[PendingEvent]:
                # Whatever happened meanwhile has claimed the turn anew, if it is still a bot's.
                if table.version != version:
                    return []
                return commands.take_turn(table, mover, MoveInput(typed=move), now)

            self._tables.act(table_id, command)
        except SQLAlchemyError:
            _log.debug("A bot's turn waits for the store.", exc_info=True)
        except RivertableError:
            _log.warning("A bot's turn could not be taken; it is tried again.", exc_info=True)

    def _think(self, level: str, view: View, seed: int | None) -> Any:
        """Return the bot's move; any legal one if its time runs out.

        It does not run out while rules are interpreted, nor with a ``seed``, by which a bot plays the same everywhere.
        """
        began = time.perf_counter()
        thought: Future[Any] = self._thinkers.submit(lambda: make_bot(level, seed).choose(view))
        is_unhurried = seed is not None or execution.is_interpreting()
        try:
            return thought.result(None if is_unhurried else BUDGET_SECONDS)
        except TimeoutError:
            self._metrics.bots_late.inc()
            return make_bot("random").choose(view)
        finally:
            self._metrics.bot_seconds.labels(level).observe(time.perf_counter() - began)


def bot_seed(table: Table, seat: int) -> int | None:
    """Return the luck of the bot in a seat where many tables play one deal; None where it is its own."""
    if table.shared is None:
        return None
    return int.from_bytes(hmac.digest(table.seed, f"bot/{seat}".encode(), "sha256")[:7], "big")


def _bot_on_turn(table: Table) -> str | None:
    """Return the bot whose turn is due; None where it is a person's, or nobody's."""
    mover = table.to_move
    return None if mover is None or table.is_damaged else table.seats[mover].player


class Uptime:
    """Notes that this process runs, and extends what was running while none did."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._beat_at = 0.0
        self.seen_from = 0.0
        """From when on this process could have seen that somebody is there; 0 where another one was there before."""

    def resume(self) -> None:
        """Let clocks go on from where they stood when the last server stopped; then note that this one runs."""
        now = time.time()
        with self._tables.database.read() as connection:
            since = ledger.last_alive(connection)
            is_alone = not self._tables.database.is_shared or not ledger.living_processes(connection) - {
                ledger.owner_number(self._tables.owner)
            }
            timed = ledger.timed_tables(connection) if is_alone and since is not None else []
        if is_alone:
            self.seen_from = now
        for table_id in timed:
            self._act(table_id, partial(commands.pause, since=since or now))
        self.stop()

    def beat(self) -> None:
        """Note from time to time that this process runs, and pull back what a wrong clock put into the future."""
        if time.monotonic() < self._beat_at:
            return
        self.stop()
        with self._tables.database.read() as connection:
            late = ledger.tables_from_the_future(connection, time.time() + JITTER_SECONDS, _AT_ONCE)
        for table_id in late:
            self._act(table_id, commands.correct_time)

    def stop(self) -> None:
        """Note that this process runs until now."""
        with self._tables.database.write() as connection:
            ledger.note_alive(connection, time.time())
        self._beat_at = time.monotonic() + _BEAT_SECONDS

    def _act(self, table_id: str, command: Command) -> None:
        try:
            self._tables.act(table_id, command)
        except RivertableError:
            _log.warning("The clock of a table could not be mended.", exc_info=True)
