"""Carrying commands out: one thread computes what each leads to, stores it, and only then lets others see it.

Commands that wait together share one transaction. Nothing that is in memory changes before it is stored, so a
transaction that fails leaves nothing to mend.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any, Protocol

from sqlalchemy import Connection
from sqlalchemy.exc import DataError, IntegrityError

from ..core.errors import RivertableError
from .domain.commands import PendingEvent
from .domain.company import choosing_seconds, voters
from .domain.folding import after
from .domain.table import SNAPSHOT_EVERY, Event, Table
from .domain.turns import begun_by
from .errors import KeyReusedError, TooManyError
from .store import ledger
from .store.company import ratings
from .store.company.clubs import note_club_result
from .store.company.conduct import note_conduct
from .store.company.deals import note_attempt
from .store.company.listings import note_listing
from .store.company.occasions import tell_seats
from .store.company.tournaments import note_tournament_result
from .store.database import Database
from .store.messages import Begun, note_turns

_TOGETHER = 64
"""So many commands share a transaction at most."""
_TRIES = 20
_CHOOSER_GRACE_SECONDS = 600.0
"""Who looks at the table sees the question there."""
JITTER_SECONDS = 5.0
"""So much a clock that is kept right may go back."""

_sorted_json = json.JSONEncoder(sort_keys=True, separators=(",", ":")).encode

Command = Callable[[Table, float], list[PendingEvent]]
"""Returns the events that a table's state and the time of day lead to; see :mod:`rivertable.table.domain.commands`."""


@dataclass(frozen=True, slots=True)
class Intent:
    """An idempotency key and the digest of the request it came with: the same one is carried out once."""

    key: str
    digest: str

    @classmethod
    def of(cls, key: str, seat: int | None, request: Any) -> Intent:
        """Return the intent of a seat's request, plain JSON values."""
        return cls(key, hashlib.sha256(_sorted_json([seat, request]).encode()).hexdigest())


@dataclass(frozen=True, slots=True)
class Request:
    """A command for a table; ``done`` gets its last event, None where it asked for nothing."""

    table_id: str
    command: Command
    intent: Intent | None
    done: Future[Event | None] | asyncio.Future[Event | None]
    """What whoever has asked waits for, in a thread or on an event loop."""

    @property
    def is_wanted(self) -> bool:
        """Whether somebody still waits for it."""
        return not self.done.cancelled()


Outcome = Event | BaseException | None
"""What a request leads to: its last event, or one that it had led to before; or its refusal."""


@dataclass(frozen=True, slots=True)
class _Change:
    """New events of a table, and the table after them."""

    table: Table
    events: list[Event]


@dataclass(slots=True)
class _Batch:
    """What requests lead to that are carried out together; nothing has changed by it."""

    changes: list[_Change]
    outcomes: list[tuple[Request, Outcome]]


class SharedTables(Protocol):
    """The tables of this process, as its thread of commands needs them.

    Attributes:
        database: where they are stored.
        owner: this process's name in claims.
        has_messages: whether people are sent messages when their turns begin.
    """

    database: Database
    owner: str
    has_messages: bool

    def open(self, table_id: str, *, is_fresh: bool = True) -> Table:
        """Return a table; ``is_fresh`` asks a shared database whether it has moved on."""

    def refresh(self, table: Table) -> Table:
        """Return a table as it stands in the store."""

    def publish(self, table: Table) -> Table:
        """Let everybody see a table that was stored; return the latest."""

    def count(self, events: Sequence[Event]) -> None:
        """Count events that were stored here."""

    def tell(self, table_id: str, version: int) -> None:
        """Tell whoever listens that a table has moved on."""


class _ConflictError(Exception):
    """Another process has moved a table on."""


class Commits:
    """The thread that carries out all commands of this process. It begins with the first of them."""

    def __init__(self, tables: SharedTables) -> None:
        self._tables = tables
        self._database = tables.database
        self._waiting: SimpleQueue[Request | Callable[[], None] | None] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()

    def put(self, wanted: Request | Callable[[], None]) -> None:
        """Let a request be carried out, or a function be called between two transactions."""
        if self._thread is None:
            with self._lock:
                if self._thread is None:
                    self._thread = threading.Thread(target=self._work, name="commits", daemon=True)
                    self._thread.start()
        self._waiting.put(wanted)

    def stop(self) -> None:
        """Carry out what waits, then end."""
        with self._lock:
            thread, self._thread = self._thread, None
        if thread is not None:
            self._waiting.put(None)
            thread.join()

    def _work(self) -> None:
        while True:
            waiting = [self._waiting.get()]
            with suppress(Empty):
                while len(waiting) < _TOGETHER:
                    waiting.append(self._waiting.get_nowait())
            together: list[Request] = []
            for wanted in waiting:
                if isinstance(wanted, Request):
                    together.append(wanted)
                    continue
                self._carry_out(together)
                together = []
                if wanted is None:
                    return
                wanted()
            self._carry_out(together)

    def _carry_out(self, waiting: list[Request]) -> None:
        """Carry requests out in one transaction; where one of them stands in the way of it, each in its own."""
        requests = [request for request in waiting if request.is_wanted]
        try:
            self._commit(requests)
        except (_ConflictError, IntegrityError, DataError):
            for request in requests:
                self._carry_out_alone(request)
        except BaseException as error:
            _answer([(request, error) for request in requests])

    def _carry_out_alone(self, request: Request) -> None:
        try:
            for _ in range(_TRIES):
                try:
                    self._commit([request])
                except (_ConflictError, IntegrityError):
                    self._tables.refresh(self._tables.open(request.table_id, is_fresh=False))
                else:
                    return
            raise TooManyError("The table changes too fast; try again in {retry_after} s.", retry_after=1)
        except BaseException as error:
            _answer([(request, error)])

    def _commit(self, requests: list[Request]) -> None:
        """Store what requests lead to, let everybody see it, and answer them."""
        batch = self._prepare(requests)
        if batch.changes:
            self._store(batch.changes)
        latest = {change.table.id: change.table for change in batch.changes}
        for table in latest.values():
            self._tables.publish(table)
        _answer(batch.outcomes)
        for change in batch.changes:
            self._tables.count(change.events)
        for table in latest.values():
            self._tables.tell(table.id, table.version)

    def _prepare(self, requests: list[Request]) -> _Batch:
        """Return what requests lead to, each as if those before it had happened."""
        batch = _Batch([], [])
        latest: dict[str, Table] = {}
        for request in requests:
            outcome: Outcome
            try:
                change, outcome = self._propose(request, latest.get(request.table_id))
            except Exception as error:
                change, outcome = None, error
            if change is not None:
                latest[request.table_id] = change.table
                batch.changes.append(change)
            batch.outcomes.append((request, outcome))
        return batch

    def _propose(self, request: Request, pending: Table | None) -> tuple[_Change | None, Event | None]:
        """Return what a request leads to; ``pending`` is its table as the requests before it leave it."""
        table = pending or self._tables.open(request.table_id, is_fresh=False)
        try:
            return _compute(request, table)
        except RivertableError:
            # What looks wrong from here may be right at the store's version.
            if pending is not None or not self._database.is_shared:
                raise
            fresh = self._tables.refresh(table)
            if fresh is table:
                raise
            return _compute(request, fresh)

    def _store(self, changes: list[_Change]) -> None:
        # In the order of their ids, as every process takes them: none waits for another in a circle.
        changes = sorted(changes, key=lambda change: change.table.id)
        with self._database.write() as connection:
            if not ledger.append(connection, [(change.table, change.events) for change in changes], self._tables.owner):
                raise _ConflictError
            ledger.keep_snapshots(connection, _snapshots(changes))
            for table_id, commitment in _begun_games(changes):
                ledger.note_commitment(connection, table_id, commitment)
            for change in changes:
                _note_beside(connection, change.table, change.events)
            if self._tables.has_messages:
                note_turns(connection, _begun(changes))
                _tell_choosers(connection, changes)


def _snapshots(changes: list[_Change]) -> list[tuple[str, int, dict[str, Any]]]:
    """Return the states that are kept beside the events, with their tables and turns."""
    return [
        (change.table.id, event.number, change.table.game.documents.write_state(event.turn.after))
        for change in changes
        for event in change.events
        if event.turn is not None and event.number % SNAPSHOT_EVERY == 0
    ]


def _begun_games(changes: list[_Change]) -> list[tuple[str, str]]:
    """Return the tables whose games begin, with the commitments of their shuffles."""
    return [
        (change.table.id, change.table.match.commitment)
        for change in changes
        if change.table.match is not None and any(event.kind == "started" for event in change.events)
    ]


def _note_beside(connection: Connection, table: Table, events: list[Event]) -> None:
    """Store what the lobby and people's conduct are found by, without the events."""
    if table.is_public and (table.match is None or any(event.kind == "started" for event in events)):
        note_listing(connection, table)
    if table.agreement.is_rated and any(event.kind == "started" for event in events):
        ratings.note_players(connection, table)
    if table.status in ("over", "stopped"):
        note_conduct(connection, table)
        if table.shared is not None:
            note_attempt(connection, table)
        note_tournament_result(connection, table)
        note_club_result(connection, table)
        ratings.note_result(connection, table)


def _answer(outcomes: Sequence[tuple[Request, Outcome]]) -> None:
    """Tell whoever has asked. An event loop is woken once for all who wait on it: each call from a thread is costly."""
    on_loops: dict[asyncio.AbstractEventLoop, list[tuple[Any, Outcome]]] = {}
    for request, outcome in outcomes:
        if isinstance(request.done, asyncio.Future):
            on_loops.setdefault(request.done.get_loop(), []).append((request.done, outcome))
        else:
            _settle(request.done, outcome)
    for loop, waiting in on_loops.items():
        # Of a server that has stopped meanwhile nobody waits any more.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(_settle_all, waiting)


def _settle_all(waiting: Sequence[tuple[Any, Outcome]]) -> None:
    for done, outcome in waiting:
        if not done.done():
            _settle(done, outcome)


def _settle(done: Any, outcome: Outcome) -> None:
    if isinstance(outcome, BaseException):
        done.set_exception(outcome)
    else:
        done.set_result(outcome)


def _begun(changes: list[_Change]) -> list[Begun]:
    """Return the turns of people that begin with changes."""
    turns = [(change.table.id, begun_by(change.table, change.events)) for change in changes]
    return [
        Begun(table_id, turn.version, turn.seat, turn.at, turn.longest, turn.reminders)
        for table_id, turn in turns
        if turn
    ]


def _tell_choosers(connection: Connection, changes: list[_Change]) -> None:
    """Write messages to those who may choose what is done about a person, where they are asked by these changes."""
    for change in changes:
        table, opened = change.table, change.events[-1]
        if opened.kind == "choice-opened" and opened.seat is not None:
            due_at = opened.at + min(_CHOOSER_GRACE_SECONDS, choosing_seconds(table) / 4)
            tell_seats(connection, table.id, "choice", opened.at, due_at, voters(table, opened.seat))


def _time_after(last: float) -> float:
    """Return the time of day, which does not go back by less than it takes to notice that a clock was wrong."""
    now = time.time()
    return last if now < last < now + JITTER_SECONDS else now


def _compute(request: Request, table: Table) -> tuple[_Change | None, Event | None]:
    """Return the change that a request leads to, and the event that answers it.

    Raises:
        RivertableError: the command refuses.
        KeyReusedError: the key came with another request before.
    """
    intent = request.intent
    if intent is not None and (done := table.keys.get(intent.key)) is not None:
        if done.digest != intent.digest:
            raise KeyReusedError("This key was used for another request at this table.")
        return None, done
    now = _time_after(table.events[-1].at)
    happened = [
        (Event(version, now, pending.kind, pending.seat, pending.payload), pending.turn)
        for version, pending in enumerate(request.command(table, now), table.version + 1)
    ]
    if not happened:
        return None, None
    events = [event for event, _ in happened]
    if intent is not None:
        events[-1].key, events[-1].digest = intent.key, intent.digest
    return _Change(after(table, happened), events), events[-1]
