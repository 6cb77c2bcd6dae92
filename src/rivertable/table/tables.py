"""All tables of a database, as this process sees them: found, read, made, and moved on by commands.

Several processes may work on one database. What one keeps in memory is a cache: the database's version decides.
"""

from __future__ import annotations

import asyncio
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from ..core.chance import new_seed
from ..core.documents import as_document
from ..core.errors import RecordError, RivertableError
from ..core.game import GAMES, Components, Terms
from ..core.match import check, terms_of
from ..core.position import Position
from ..core.record import RecordDocument, plain
from ..core.wording import visible
from .commits import Command, Commits, Intent, Request
from .domain import commands
from .domain.agreements import Agreement
from .domain.deals import SharedDeal
from .domain.folding import fold
from .domain.retention import STANDARD, Retention
from .domain.table import Beginning, Clock, Event, SeatKind, Table, secret_hash
from .errors import NoSuchTableError, StoreError
from .store import erasures, ledger
from .store.company.listings import forget_listing, note_listing
from .store.database import Database

_TABLES_KEPT = 1000
_DAMAGE = (RivertableError, LookupError, TypeError, ValueError, AttributeError)
"""What goes wrong where stored facts are not what they were."""


_TEXT_AT_MOST = 1_000
"""Characters of any text in a record that a table is made of."""
_NAME_AT_MOST = 40


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """A seat of a table to be: who may take it, or the bot that has it.

    ``secret`` is the SHA-256 of a secret where a person keeps an old one.
    """

    kind: SeatKind
    level: str | None = None
    name: str | None = None
    secret: str | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """A table to be."""

    terms: Terms
    seats: tuple[SeatPlan, ...]
    name: str | None = None
    is_public: bool = False
    can_become_puzzles: bool = False
    clock: Clock = field(default_factory=Clock)
    grace: int | None = None
    first_seat: int = 0
    agreement: Agreement = field(default_factory=Agreement)
    host: str | None = None
    """The SHA-256 of the host's secret where it is an earlier table's."""
    beginning: Beginning | None = None
    """The position of another game at which it begins."""
    deal: str | None = None
    """The table that first played the deal that is played once more."""
    seed: bytes | None = None
    """The key of that deal's shuffle."""
    shared: SharedDeal | None = None
    """The deal that many tables play, this one among them; ``seed`` is its key."""
    has_fixed_order: bool = False
    """Whether everything that is drawn has its place from the start, as in such a deal."""
    record: dict[str, Any] | None = None
    """The record of a game that was brought in to look at it here."""

    def facts(self) -> dict[str, Any]:
        """Return the plan as the table's first event keeps it."""
        told = {part.name: getattr(self, part.name) for part in fields(self) if part.name not in ("terms", "seed")}
        return told | {
            "options": self.terms.options.document(),
            "components": self.terms.components.sha256,
            "seats": [asdict(seat) for seat in self.seats],
            "clock": asdict(self.clock),
            "agreement": asdict(self.agreement),
            "beginning": asdict(self.beginning) if self.beginning else None,
            "shared": asdict(self.shared) if self.shared else None,
        }


class Tables:
    """All tables of a database, as this process sees them.

    Attributes:
        owner: this process's name in claims.
        counters: called with the kind of each event that is stored here.
        retention: how long what is stored is kept.
        has_messages: whether people are sent messages when their turns begin.
        listeners: called as ``listener(table_id, version)`` when a table has moved on here, from any thread.
    """

    def __init__(self, database: Database, erasure_key: bytes, retention: Retention = STANDARD) -> None:
        """``erasure_key`` is what tables that are deleted for good are marked with."""
        self.database = database
        self.retention = retention
        self._erasure_key = erasure_key
        self.has_messages = False
        self.owner = secrets.token_hex(8)
        self.listeners: list[Callable[[str, int], None]] = []
        self.counters: list[Callable[[str], None]] = []
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._changed = 0
        """How often tables were deleted here, or changed past their events."""
        self._lock = threading.Lock()
        self._commits = Commits(self)

    def close(self) -> None:
        """Carry out what was asked for, and end the thread that does."""
        self._commits.stop()

    # Finding a table.

    def open(self, table_id: str, *, is_fresh: bool = True) -> Table:
        """Return a table as it stands; ``is_fresh`` asks a shared database whether it has moved on.

        Raises:
            NoSuchTableError: there is none.
        """
        table = self.known(table_id)
        if table is None:
            try:
                return self._load(table_id)
            except StoreError:
                # Nobody can join what cannot be shown.
                with self.database.write() as connection:
                    forget_listing(connection, table_id)
                raise
        return self.refresh(table) if is_fresh and self.database.is_shared else table

    def known(self, table_id: str) -> Table | None:
        """Return a table as this process last saw it; None where it is not in memory."""
        with self._lock:
            table = self._tables.get(table_id)
            if table is not None:
                self._tables.move_to_end(table_id)
            return table

    def is_at(self, position: Position) -> bool:
        """Return whether some game that goes on here stands at a position, as its mover sees it."""
        seen = position.view(position.seat)
        with self._lock:
            known = list(self._tables.values())
        return any(
            table.status == "playing" and table.match is not None and table.match.position.view(seen.viewer) == seen
            for table in known
        )

    def game_of(self, table_id: str) -> str | None:
        """Return the name of a table's game; None where there is no such table, or the store is away."""
        if table := self.known(table_id):
            return table.game.name
        with suppress(SQLAlchemyError), self.database.read() as connection:
            found = ledger.game_and_seed(connection, table_id)
            return found[0] if found and found[0] in GAMES else None
        return None

    def refresh(self, table: Table) -> Table:
        """Return a table at the database's version; the same one where there is nothing new.

        Raises:
            NoSuchTableError: the table was deleted.
        """
        with self.database.read() as connection:
            version = ledger.version_of(connection, table.id)
            if version is None:
                self.forget(table.id)
                raise NoSuchTableError("There is no such table.")
            if version <= table.version:
                return table
            events = ledger.events_since(connection, table.id, table.version)
        fresh = table.copied()
        self._fold_stored(fresh, events)
        return self.publish(fresh)

    def publish(self, table: Table) -> Table:
        """Let everybody see a table as it is stored, unless they see a later version already; return the latest."""
        with self._lock:
            known = self._tables.get(table.id)
            if known is not None and known.version >= table.version:
                return known
            self._tables[table.id] = table
            self._tables.move_to_end(table.id)
            while len(self._tables) > _TABLES_KEPT:
                self._tables.popitem(last=False)
            return table

    def forget(self, table_id: str) -> None:
        """Let the next request read a table from the database."""
        with self._lock:
            self._tables.pop(table_id, None)

    def _load(self, table_id: str) -> Table:
        changed = self._changed
        with self.database.read() as connection:
            found = ledger.game_and_seed(connection, table_id)
            if found is None:
                raise NoSuchTableError("There is no such table.")
            events = ledger.events_since(connection, table_id, 0)
            sha256 = events[0].payload["components"]
            kept = ledger.snapshots(connection, table_id)
        game = GAMES[found[0]]
        facts = events[0].payload
        options = dict(facts["options"])
        components = self.components_of(game.name, sha256) or game.printed.load()
        if components.sha256 != sha256:
            raise StoreError("The printed data of this table is not in the store.")
        terms = game.make_terms(len(facts["seats"]), game.options.make(options.pop("preset"), options), components)
        table = Table(table_id, found[1], terms, self.retention)
        fold(table, events[0])
        self._fold_stored(table, events[1:], kept)
        # What was deleted or changed meanwhile is not to come back.
        return table if changed != self._changed else self.publish(table)

    def _fold_stored(self, table: Table, events: list[Event], kept: dict[int, Any] | None = None) -> None:
        """Take stored events in; where they do not replay to what was kept beside them, the table is shown only."""
        for event in events:
            # Past a fault nothing more is played: what follows was made for another position.
            if table.is_damaged:
                table.version = event.version
                continue
            played = len(table.match.turns) if table.match else 0
            try:
                fold(table, event)
                self._compare(table, event, kept or {})
            except _DAMAGE:
                table.is_damaged = True
                table.version = event.version
                if table.match is not None:
                    del table.match.turns[played:]

    def _compare(self, table: Table, event: Event, kept: dict[int, Any]) -> None:
        if event.turn is None or event.number not in kept:
            return
        document = as_document(table.game.documents.StateDocument, kept[event.number])
        if not table.game.documents.is_same_state(document, event.turn.after):
            raise StoreError("A stored game does not replay to the state that was kept of it.")

    def components_of(self, game: str, sha256: str) -> Components | None:
        """Return printed data by its hash: a packaged edition, or as the store keeps it; None for no known hash."""
        chosen = GAMES[game]
        if packaged := chosen.printed.packaged(sha256):
            return packaged
        with self.database.read() as connection:
            text = ledger.components_text(connection, sha256)
        return None if text is None else chosen.printed.parse(text, "components")

    # Making a table.

    def create(self, plan: Plan) -> tuple[str, str, list[str | None]]:
        """Make a table, and return its id, the host's secret and each person's seat's secret."""
        host = secrets.token_urlsafe(16)
        own = [secrets.token_urlsafe(16) if seat.kind == "person" and not seat.secret else None for seat in plan.seats]
        seats = tuple(
            replace(
                seat,
                name=seat.name or (commands.bot_name(number, seat.level) if seat.kind == "bot" else None),
                secret=seat.secret or (secret_hash(secret) if secret else None),
            )
            for number, (seat, secret) in enumerate(zip(plan.seats, own, strict=True))
        )
        return self._begin(replace(plan, seats=seats, host=plan.host or secret_hash(host))), host, own

    def bring_in(self, document: RecordDocument[Any, Any, Any, Any]) -> str:
        """Make a table of a record, for looking at, and return its id.

        Raises:
            RecordError: the record does not follow the rules, or its printed data is not known here.
        """
        components = self.components_of(document.game, document.components.sha256)
        check(document, components)
        record = plain(document)
        _check_length(record, "record")
        seats = (
            SeatPlan("person" if seat.kind == "human" else "bot", seat.bot, visible(seat.name)[:_NAME_AT_MOST] or None)
            for seat in document.seats
        )
        plan = Plan(
            terms_of(document, components),
            tuple(seats),
            can_become_puzzles=document.can_become_puzzles,
            first_seat=document.first_seat,
            host="",
            record=record,
        )
        return self._begin(plan)

    def _begin(self, plan: Plan) -> str:
        """Write a new table with its first event, and return its id. Its seed is a fresh one if none is given."""
        table_id, now, terms = secrets.token_urlsafe(16), time.time(), plan.terms
        event = Event(1, now, "created", None, plan.facts())
        table = Table(table_id, new_seed() if plan.seed is None else plan.seed, terms, self.retention)
        fold(table, event)
        row = {
            "id": table_id,
            "game": terms.game.name,
            "version": 1,
            "status": table.status,
            "is_public": plan.is_public,
            "seed": table.seed,
            "created_at": now,
            "changed_at": now,
            "deal": plan.deal,
            "kept_seconds": table.kept_seconds,
            "components": terms.components.sha256,
        }
        with self.database.write() as connection:
            ledger.keep_components(connection, terms.components.sha256, terms.game.name, terms.components.text)
            ledger.create(connection, row, event)
            if plan.is_public:
                note_listing(connection, table)
        self.count([event])
        self.publish(table)
        return table_id

    def delete(self, table_id: str, *, is_asked: bool = False) -> None:
        """Delete a table and all that happened at it; where it ``is_asked`` for, no restore brings it back."""

        def work(connection: Connection) -> list[str]:
            if is_asked and ledger.version_of(connection, table_id) is not None:
                erasures.mark_table(connection, self._erasure_key, table_id, time.time())
            ledger.forget(connection, table_id)
            return [table_id]

        self.change_stored(work)

    def change_stored(self, work: Callable[[Connection], Sequence[str]]) -> None:
        """Change what is stored of tables past their events, and have those that ``work`` returns read anew."""
        done: Future[None] = Future()
        self._commits.put(lambda: self._change_stored(work, done))
        done.result()

    def _change_stored(self, work: Callable[[Connection], Sequence[str]], done: Future[None]) -> None:
        try:
            with self.database.write() as connection:
                changed = work(connection)
                self.database.announce(connection, *(f"{table_id} 0" for table_id in changed))
        except BaseException as error:
            done.set_exception(error)
            return
        self._changed += 1
        for table_id in changed:
            self.forget(table_id)
        done.set_result(None)
        for table_id in changed:
            self.tell(table_id, 0)

    # Carrying a command out.

    def act(self, table_id: str, command: Command, intent: Intent | None = None) -> Event | None:
        """Carry a command out, and return its last event once it is stored, None where it asked for nothing.

        The reply to a repeated request is the event that the first one led to.

        Raises:
            RivertableError: the command refuses; nothing has changed then.
            KeyReusedError: the key came with another request before.
        """
        self.open(table_id, is_fresh=False)  # read here, so that no other table waits for it
        done: Future[Event | None] = Future()
        self._commits.put(Request(table_id, command, intent, done))
        return done.result()

    def submit(self, table_id: str, command: Command, intent: Intent | None = None) -> asyncio.Future[Event | None]:
        """Let a command be carried out; the future of the running event loop has what :meth:`act` returns or raises."""
        done: asyncio.Future[Event | None] = asyncio.get_running_loop().create_future()
        self._commits.put(Request(table_id, command, intent, done))
        return done

    def count(self, events: Sequence[Event]) -> None:
        """Count events that were stored here."""
        for event in events:
            for counter in self.counters:
                counter(event.kind)

    def tell(self, table_id: str, version: int) -> None:
        """Tell all listeners of this process that a table has moved on."""
        for listener in self.listeners:
            listener(table_id, version)


def _check_length(facts: Any, place: str) -> None:
    """Refuse a document that has a text too long to keep.

    Raises:
        RecordError: it has one.
    """
    if isinstance(facts, str):
        if len(facts) > _TEXT_AT_MOST:
            raise RecordError("{place} is longer than {limit} characters.", place=place, limit=_TEXT_AT_MOST)
        return
    parts = facts.items() if isinstance(facts, dict) else enumerate(facts) if isinstance(facts, list) else ()
    for name, part in parts:
        _check_length(part, f"{place}.{name}" if isinstance(name, str) else f"{place}[{name}]")
