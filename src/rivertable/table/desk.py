"""The desk: it keeps the sittings of this process, carries commands out in one transaction each, and tells who listens.

Several desks, in several processes, may work on one store. A sitting is a cache: the store's version decides.
"""

from __future__ import annotations

import hashlib
import json
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from typing import Any

from sqlalchemy.exc import IntegrityError

from ..core.chance import new_seed
from ..core.errors import RivertableError
from ..core.game import GAMES, Components, Terms
from ..core.match import check, terms_of
from ..core.record import RecordDocument, plain
from .domain import commands
from .domain.commands import Proposal
from .domain.sitting import SNAPSHOT_EVERY, Beginning, Clock, Event, Sitting, secret_hash
from .errors import KeyReusedError, NoSuchTableError, StoreError, TooManyError
from .store import ledger
from .store.database import Store

_SITTINGS_KEPT = 1000
_TRIES = 20
_DAMAGE = (RivertableError, LookupError, TypeError, ValueError, AttributeError)
"""What goes wrong where stored facts are not what they were."""


@dataclass(frozen=True, slots=True)
class Intent:
    """An idempotency key and the digest of the request it came with: the same one is carried out once."""

    key: str
    digest: str

    @classmethod
    def of(cls, key: str, seat: int | None, request: Any) -> Intent:
        """Return the intent of a seat's request, plain JSON values."""
        text = json.dumps([seat, request], sort_keys=True, separators=(",", ":"))
        return cls(key, hashlib.sha256(text.encode()).hexdigest())


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """A seat of a table to be: who may take it, or the bot that has it; ``secret`` where a person keeps an old one."""

    kind: str
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
    host: str | None = None
    """The SHA-256 of the host's secret where it is an earlier table's."""
    beginning: Beginning | None = None
    """The position of another game at which it begins."""
    deal: str | None = None
    """The table that first played the deal that is played once more."""
    seed: bytes | None = None
    """The key of that deal's shuffle."""


class Desk:
    """All tables of a store, as this process sees them.

    Attributes:
        owner: this process's name in claims.
        counters: called with the kind of each event that is stored here.
        listeners: called as ``listener(table_id, version)`` when a table has moved on here, from any thread.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self.owner = secrets.token_hex(8)
        self.listeners: list[Callable[[str, int], None]] = []
        self.counters: list[Callable[[str], None]] = []
        self._sittings: OrderedDict[str, Sitting] = OrderedDict()
        self._lock = threading.Lock()

    # Finding a table.

    def open(self, table_id: str, *, is_fresh: bool = True) -> Sitting:
        """Return a table's sitting; ``is_fresh`` asks a shared store whether it has moved on.

        Raises:
            NoSuchTableError: there is none.
        """
        with self._lock:
            sitting = self._sittings.get(table_id)
            if sitting is not None:
                self._sittings.move_to_end(table_id)
        if sitting is None:
            return self._load(table_id)
        if is_fresh and self.store.is_shared:
            self.refresh(sitting)
        return sitting

    @contextmanager
    def hold(self, table_id: str, *, is_fresh: bool = True) -> Iterator[Sitting]:
        """Return a table's sitting for a block in which nobody else changes it.

        Raises:
            NoSuchTableError: there is none.
        """
        while True:
            sitting = self.open(table_id, is_fresh=is_fresh)
            with sitting.lock:
                if not sitting.is_dropped:
                    yield sitting
                    return

    def refresh(self, sitting: Sitting) -> bool:
        """Bring a sitting to the store's version; tell whether there was anything new.

        Raises:
            NoSuchTableError: the table was deleted.
        """
        with sitting.lock:
            with self.store.read() as connection:
                version = ledger.version_of(connection, sitting.id)
                if version is None:
                    self.drop(sitting)
                    raise NoSuchTableError("There is no such table.")
                if version <= sitting.version:
                    return False
                events = ledger.events_since(connection, sitting.id, sitting.version)
            self._fold_stored(sitting, events)
            return True

    def _load(self, table_id: str) -> Sitting:
        with self.store.read() as connection:
            found = ledger.game_and_seed(connection, table_id)
            if found is None:
                raise NoSuchTableError("There is no such table.")
            events = ledger.events_since(connection, table_id, 0)
            sha256 = events[0].payload["components"]
            kept = ledger.snapshots(connection, table_id)
        game = GAMES[found[0]]
        facts = events[0].payload
        options = dict(facts["options"])
        components = self.components_of(game.name, sha256) or game.load_components()
        if components.sha256 != sha256:
            raise StoreError("The printed data of this table is not in the store.")
        terms = game.make_terms(len(facts["seats"]), game.make_options(options.pop("preset"), options), components)
        sitting = Sitting(table_id, found[1])
        sitting.fold(events[0], terms)
        self._fold_stored(sitting, events[1:], kept)
        with self._lock:
            # Whoever loaded it first has the one that everybody locks.
            return self._keep(sitting)

    def _keep(self, sitting: Sitting) -> Sitting:
        """Keep a sitting and no more than some others, with ``_lock`` held, and return the one that is kept."""
        sitting = self._sittings.setdefault(sitting.id, sitting)
        while len(self._sittings) > _SITTINGS_KEPT:
            # Whoever works on it now finishes; see :meth:`act`.
            self._sittings.popitem(last=False)[1].is_dropped = True
        return sitting

    def _fold_stored(self, sitting: Sitting, events: list[Event], kept: dict[int, Any] | None = None) -> None:
        """Take stored events in; where they do not replay to what was kept beside them, the table is shown only."""
        for event in events:
            # Past a fault nothing more is played: what follows was made for another position.
            if sitting.is_damaged:
                sitting.version = event.version
                continue
            played = len(sitting.match.turns) if sitting.match else 0
            try:
                sitting.fold(event)
                self._compare(sitting, event, kept or {})
            except _DAMAGE:
                sitting.is_damaged = True
                sitting.version = event.version
                if sitting.match is not None:
                    del sitting.match.turns[played:]

    def _compare(self, sitting: Sitting, event: Event, kept: dict[int, Any]) -> None:
        if event.turn is None or event.number not in kept:
            return
        document = sitting.game.state_document.model_validate(kept[event.number])
        if not sitting.game.is_same_state(document, event.turn.after):
            raise StoreError("A stored game does not replay to the state that was kept of it.")

    def components_of(self, game: str, sha256: str) -> Components | None:
        """Return printed data by its hash, as the store keeps it; None for the standard edition, and if it is not."""
        chosen = GAMES[game]
        if chosen.load_components().sha256 == sha256:
            return None
        with self.store.read() as connection:
            text = ledger.components_text(connection, sha256)
        return None if text is None else chosen.parse_components(text, "components")

    def drop(self, sitting: Sitting) -> None:
        """Throw a sitting of this process away; whoever waits for its lock opens the table anew."""
        with sitting.lock:
            sitting.is_dropped = True
        with self._lock:
            if self._sittings.get(sitting.id) is sitting:
                del self._sittings[sitting.id]

    def _drop_other(self, sitting: Sitting) -> None:
        """Throw away a sitting that was loaded beside one that had gone out of the cache while it was worked on."""
        with self._lock:
            other = self._sittings.get(sitting.id)
        if other is not None and other is not sitting:
            self.drop(other)

    # Making a table.

    def create(self, plan: Plan) -> tuple[str, str, list[str | None]]:
        """Make a table, and return its id, the host's secret and each person's seat's secret."""
        host = secrets.token_urlsafe(16)
        own = [secrets.token_urlsafe(16) if seat.kind == "person" and not seat.secret else None for seat in plan.seats]
        seats = [
            {
                "kind": seat.kind,
                "level": seat.level,
                "name": seat.name or (commands.bot_name(number, seat.level) if seat.kind == "bot" else None),
                "secret": seat.secret or (secret_hash(secret) if secret else None),
            }
            for number, (seat, secret) in enumerate(zip(plan.seats, own, strict=True))
        ]
        terms = plan.terms
        facts = {
            "options": terms.options.document(),
            "components": terms.components.sha256,
            "seats": seats,
            "name": plan.name,
            "is_public": plan.is_public,
            "can_become_puzzles": plan.can_become_puzzles,
            "host": plan.host or secret_hash(host),
            "clock": plan.clock.document(),
            "grace": plan.grace,
            "first_seat": plan.first_seat,
            "record": None,
            "beginning": asdict(plan.beginning) if plan.beginning else None,
            "deal": plan.deal,
        }
        return self._begin(terms, facts, plan.seed), host, own

    def bring_in(self, document: RecordDocument[Any, Any, Any, Any]) -> str:
        """Make a table of a record, for looking at, and return its id.

        Raises:
            RecordError: the record does not follow the rules, or its printed data is not known here.
        """
        components = self.components_of(document.game, document.components.sha256)
        check(document, components)
        seats = [
            {"kind": "person" if seat.kind == "human" else "bot", "level": seat.bot, "name": seat.name, "secret": None}
            for seat in document.seats
        ]
        facts = {
            "options": document.options,
            "components": document.components.sha256,
            "seats": seats,
            "name": None,
            "is_public": False,
            "can_become_puzzles": document.can_become_puzzles,
            "host": "",
            "clock": Clock().document(),
            "grace": None,
            "first_seat": document.first_seat,
            "record": plain(document),
            "beginning": None,
            "deal": None,
        }
        return self._begin(terms_of(document, components), facts)

    def _begin(self, terms: Terms, facts: dict[str, Any], seed: bytes | None = None) -> str:
        """Write a new table with its first event, and return its id. Its seed is a fresh one if none is given."""
        table_id, now = secrets.token_urlsafe(16), time.time()
        event = Event(1, now, "created", None, facts)
        sitting = Sitting(table_id, new_seed() if seed is None else seed)
        sitting.fold(event, terms)
        row = {
            "id": table_id,
            "game": terms.game.name,
            "version": 1,
            "status": sitting.status,
            "is_public": facts["is_public"],
            "seed": sitting.seed,
            "created_at": now,
            "changed_at": now,
            "deal": facts["deal"],
        }
        with self.store.write() as connection:
            ledger.keep_components(
                connection, terms.components.sha256, terms.game.name, terms.game.components_text(terms.components)
            )
            ledger.create(connection, row, event)
        self._count([event])
        with self._lock:
            self._keep(sitting)
        return table_id

    def delete(self, table_id: str) -> None:
        """Delete a table and all that happened at it, for ever."""
        with self.store.write() as connection:
            ledger.forget(connection, table_id)
            self.store.announce(connection, f"{table_id} 0")
        with self._lock:
            sitting = self._sittings.get(table_id)
        if sitting is not None:
            self.drop(sitting)
        self.tell(table_id, 0)

    # Carrying a command out.

    def act(
        self,
        table_id: str,
        command: Callable[[Sitting, float], list[Proposal]],
        intent: Intent | None = None,
    ) -> Event | None:
        """Carry a command out in one transaction, and return its last event, None where it asked for nothing.

        The reply to a repeated request is the event that the first one led to.

        Raises:
            RivertableError: the command refuses; nothing has changed then.
            KeyReusedError: the key came with another request before.
        """
        for _ in range(_TRIES):
            with self.hold(table_id, is_fresh=False) as sitting:
                if intent is not None and (done := sitting.keys.get(intent.key)) is not None:
                    if done.digest != intent.digest:
                        raise KeyReusedError("This key was used for another request at this table.")
                    return done
                now = max(time.time(), sitting.events[-1].at)
                try:
                    proposals = command(sitting, now)
                except RivertableError:
                    # What looks wrong from here may be right at the store's version.
                    if self.store.is_shared and self.refresh(sitting):
                        continue
                    raise
                except BaseException:
                    # No refusal but a fault: it may have left a turn half taken.
                    self.drop(sitting)
                    raise
                if not proposals:
                    return None
                event = self._commit(sitting, proposals, now, intent)
                if sitting.is_dropped:
                    self._drop_other(sitting)
            if event is not None:
                self.tell(table_id, event.version)
                return event
        raise TooManyError("The table changes too fast; try again in {retry_after} s.", retry_after=1)

    def _commit(self, sitting: Sitting, proposals: list[Proposal], now: float, intent: Intent | None) -> Event | None:
        """Append what was proposed; None where another process was first. What is half done in memory is dropped."""
        events = []
        try:
            for place, proposal in enumerate(proposals):
                event = Event(sitting.version + 1, now, proposal.kind, proposal.seat, proposal.payload)
                if intent is not None and place == len(proposals) - 1:
                    event.key, event.digest = intent.key, intent.digest
                events.append(event)
                sitting.fold(event, turn=proposal.turn)
            with self.store.write() as connection:
                is_done = ledger.append(connection, sitting, events, sitting.due(), self.owner)
                if is_done:
                    self._keep_snapshot(connection, sitting, events)
                    if sitting.match is not None and any(event.kind == "started" for event in events):
                        ledger.note_commitment(connection, sitting.id, sitting.match.commitment)
                    self.store.announce(connection, f"{sitting.id} {sitting.version}")
        except IntegrityError:
            is_done = False
        except BaseException:
            self.drop(sitting)
            raise
        if not is_done:
            self.drop(sitting)
            return None
        self._count(events)
        return events[-1]

    def _count(self, events: list[Event]) -> None:
        for event in events:
            for counter in self.counters:
                counter(event.kind)

    def _keep_snapshot(self, connection: Any, sitting: Sitting, events: list[Event]) -> None:
        for event in events:
            if event.turn is not None and event.number % SNAPSHOT_EVERY == 0:
                state = sitting.game.write_state(event.turn.after)
                ledger.keep_snapshot(connection, sitting.id, event.number, state)

    def tell(self, table_id: str, version: int) -> None:
        """Tell all listeners of this process that a table has moved on."""
        for listener in self.listeners:
            listener(table_id, version)
