"""A table as it stands: what its events add up to, and the game that is played at it.

Everything here follows from the events alone, so that every process that reads them has the same table before it.
A table that others can see never changes: what happens next is folded into a copy, which takes its place once stored.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, Literal

from ...core.chance import commitment
from ...core.documents import as_document
from ...core.game import Game, Terms
from ...core.match import Branch, Match, Player, Turn
from ...core.position import Position, View
from ..errors import StoreError
from .agreements import Absence, Agreement, Break, Choosing, ReadyCheck
from .deals import SharedDeal
from .retention import DAY, STANDARD, Retention

Status = Literal["waiting", "playing", "over", "stopped"]
SeatKind = Literal["person", "open", "bot"]
EventKind = Literal[
    "created",
    "joined",
    "left",
    "started",
    "turn",
    "undo-asked",
    "undo-answered",
    "undone",
    "away",
    "returned",
    "resigned",
    "hint",
    "rematch",
    "paused",
    "choice-opened",
    "chosen",
    "waited",
    "kept-open",
    "ended",
    "holiday",
    "break-asked",
    "break-answered",
    "halted",
    "went-on",
    "ready-asked",
    "ready",
    "ready-over",
    "extended",
]

SNAPSHOT_EVERY = 8
"""After so many turns the state is kept beside the turns."""


@dataclass(frozen=True, slots=True)
class Clock:
    """How long a seat may think: no limit, a bank of ``seconds`` and ``increment`` a turn, or ``seconds`` each turn."""

    kind: Literal["none", "live", "turn"] = "none"
    seconds: int = 0
    increment: int = 0


@dataclass(slots=True)
class Seat:
    """A place at the table and who has it. ``secret`` is the SHA-256 of the seat's secret, in hexadecimal."""

    kind: SeatKind
    level: str | None = None
    name: str | None = None
    secret: str | None = None
    is_taken: bool = False
    mix: bytes = b""
    substitute: str | None = None
    is_resigned: bool = False
    bank: float | None = None
    hints: int = 0
    """In how many positions it has taken a hint; a turn that is taken back takes none of them back."""
    absence: Absence | None = None
    """Why a bot plays here for a person now, or the game ended without the person."""
    holidays: tuple[tuple[float, float], ...] = ()
    """From when until when no clock of days runs for the person, in order."""
    by_bot: tuple[int, ...] = ()
    """The turns, from 1, that a bot has taken for the person."""

    @property
    def player(self) -> str | None:
        """The level of the bot that plays here now, None where a person does."""
        return self.level or self.substitute


@dataclass(slots=True)
class Event:
    """Something that happened: version, time (seconds since 1970), kind, seat, and the facts of its kind."""

    version: int
    at: float
    kind: EventKind
    seat: int | None
    payload: dict[str, Any]
    key: str | None = None
    digest: str | None = None
    turn: Turn | None = None
    before: Position | None = None
    number: int = 0
    """Of an event ``turn``: the turn, the position before it and its number from 1."""


@dataclass(frozen=True, slots=True)
class Beginning:
    """Where a game begins that does not begin with a set-up: ``state`` as records write it, and whence it is."""

    of: str
    turn: int
    state: dict[str, Any]


@dataclass(frozen=True, slots=True)
class TakenHint:
    """A hint that the seat on turn has taken: what was found, and whether the move was shown as well as the idea."""

    found: dict[str, Any]
    has_move: bool = False


@dataclass(slots=True)
class Shown:
    """What was made for viewers of one version, so that it is made once; ``before`` is the position of the last one.

    Views and what is made of them are kept by the eyes that see them: see :meth:`Table.eyes`.
    """

    before: Position | None = None
    views_before: dict[int | None, View] = field(default_factory=dict)
    views: dict[int | None, View] = field(default_factory=dict)
    positions: dict[int | None, bytes] = field(default_factory=dict)
    """JSON of the position."""
    scores: bytes = b""
    """JSON of what everybody is told of the position: its scores."""
    facts: Any = None
    """What everybody is told of the table."""
    events: dict[int, Any] = field(default_factory=dict)
    """What everybody is told of events, by the versions they led to."""
    turns: dict[tuple[int, int | None], bytes] = field(default_factory=dict)
    """JSON of what is told of turns, by the versions they led to."""
    tables: dict[int | None, bytes] = field(default_factory=dict)
    news: dict[tuple[int | None, int | None], bytes] = field(default_factory=dict)


class Table:
    """One table at one version, folded from its events."""

    def __init__(self, table_id: str, seed: bytes, terms: Terms, retention: Retention = STANDARD) -> None:
        self.id = table_id
        self.retention = retention
        """How long the server keeps tables."""
        self.seed = seed
        self.terms = terms
        self.version = 0
        self.events: list[Event] = []
        self.keys: dict[str, Event] = {}
        """The first event of each idempotency key."""
        self.name: str | None = None
        self.is_public = False
        self.can_become_puzzles = False
        """Whether everybody who sits down agrees that puzzles may be made of the game."""
        self.host = ""
        self.seats: list[Seat] = []
        self.clock = Clock()
        self.grace: int | None = None
        self.agreement = Agreement()
        self.choosing: Choosing | None = None
        """What the others choose about a person whose time is up, while they do."""
        self.rest: Break | None = None
        """A break that somebody asks for, or that goes on."""
        self.ready: ReadyCheck | None = None
        """Who has said to be there, while everybody is asked for it."""
        self.first_seat = 0
        self.beginning: Beginning | None = None
        """The position of another game at which this one begins; None where it begins with a set-up."""
        self.deal: str | None = None
        """Of a table that plays a deal once more: the table that played it first."""
        self.shared: SharedDeal | None = None
        """The deal that many tables play, this one among them."""
        self.has_fixed_order = False
        """Whether everything that is drawn has its place from the start, as in such a deal."""
        self.match: Match | None = None
        self.is_brought_in = False
        """Whether a record was brought in to look at it here."""
        self.is_stopped = False
        self.is_damaged = False
        """Whether what is stored did not replay: the table is shown as far as it does, and goes no further."""
        self.turn_began = 0.0
        self.undo: tuple[int, int, frozenset[int]] | None = None
        """Who asks to take how many turns back, and who has agreed."""
        self.hints: dict[int, TakenHint] = {}
        """The hints taken by turn, from 1, as far as the turns before are still what they were."""
        self.rematch: str | None = None
        self.shown = Shown()
        """What viewers were shown of this version."""

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.terms.game

    @property
    def status(self) -> Status:
        """How far the table is."""
        if self.match is None:
            return "waiting"
        if self.is_stopped:
            return "stopped"
        return "over" if self.match.is_over else "playing"

    @property
    def kept_seconds(self) -> float | None:
        """How long after its last change the table is kept; None for good, as games are that people have played."""
        if self.is_brought_in:
            return self.retention.brought_in * DAY
        if self.match is not None and all(seat.kind == "bot" for seat in self.seats):
            return self.retention.bots_alone * DAY
        waiting = self.retention.listed if self.is_public else self.retention.waiting
        return {"waiting": waiting * DAY, "playing": self.retention.playing * DAY}.get(self.status)

    @property
    def is_halted(self) -> bool:
        """Whether no clock runs, because everybody has agreed to a break."""
        return self.rest is not None and self.rest.since is not None

    @property
    def ends_at(self) -> float | None:
        """When the table is deleted if nothing happens at it; None where it is kept for good."""
        kept = self.kept_seconds
        return None if kept is None else self.events[-1].at + kept

    @property
    def to_move(self) -> int | None:
        """The seat to move, None while nobody is."""
        if self.status != "playing" or self.match is None:
            return None
        return self.match.position.seat

    @property
    def promised(self) -> str:
        """The SHA-256 of the table's seed, shown before anybody gives a value to mix in."""
        return commitment(self.seed)

    def seat_of(self, secret: str) -> int | None:
        """Return the seat that a secret opens; None where it opens none."""
        digest = secret_hash(secret)
        found = None
        for number, seat in enumerate(self.seats):
            if seat.secret is not None and hmac.compare_digest(seat.secret, digest):
                found = number
        return found

    def is_host(self, secret: str) -> bool:
        """Return whether a secret is the one of whoever made the table."""
        return hmac.compare_digest(self.host, secret_hash(secret))

    def new_match(self, mixed: Sequence[bytes]) -> Match:
        """Return the game as it begins when so much was mixed into its shuffle.

        Raises:
            PositionError: by the rules of today it cannot begin where it did.
        """
        players = [
            Player(seat.name or f"player {number + 1}", seat.level if seat.kind == "bot" else None)
            for number, seat in enumerate(self.seats)
        ]
        if self.beginning is None:
            has_fixed_order = self.has_fixed_order
            return Match.new(self.terms, players, self.seed, self.first_seat, mixed, has_fixed_order=has_fixed_order)
        document = as_document(self.game.documents.StateDocument, self.beginning.state)
        start = self.game.documents.read_state(document, self.terms)
        return Match.played_on(
            self.terms, players, self.seed, start, Branch(self.beginning.of, self.beginning.turn), mixed
        )

    def undo_turns(self, asker: int) -> list[Turn]:
        """Return the turns that a seat would take back: its own last one and all after it; none if it has no turn."""
        turns = self.match.turns if self.match else []
        own = [number for number, turn in enumerate(turns) if turn.seat == asker]
        return turns[own[-1] :] if own else []

    def eyes(self, viewer: int | None) -> int | None:
        """Return through whose eyes a viewer sees: a spectator's, in a game in which all know the same."""
        return viewer if self.game.has_hidden else None

    def view(self, position: Position, viewer: int | None) -> View:
        """Return a viewer's view of one of the game's positions."""
        shown, eyes = self.shown, self.eyes(viewer)
        if self.match is not None and position is self.match.position:
            views = shown.views
        elif position is shown.before:
            views = shown.views_before
        else:
            return position.view(eyes)
        if eyes not in views:
            views[eyes] = position.view(eyes)
        return views[eyes]

    def copied(self) -> Table:
        """Return the same table, into which events can be folded without a change of this one."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.events, twin.keys, twin.hints = list(self.events), dict(self.keys), dict(self.hints)
        twin.seats = list(self.seats)
        twin.match = None if self.match is None else self.match.copied()
        twin.shown = Shown() if self.match is None else Shown(self.match.position, self.shown.views)
        return twin

    def seat_number(self, event: Event) -> int:
        """Return the seat of an event.

        Raises:
            StoreError: it names none.
        """
        if event.seat is None:
            raise StoreError("A stored event of the kind {kind} names no seat.", kind=event.kind)
        return event.seat

    def changing_seat(self, event: Event) -> Seat:
        """Return the seat of an event, to be changed: the tables before this one keep theirs."""
        number = self.seat_number(event)
        self.seats[number] = replace(self.seats[number])
        return self.seats[number]

    def deadline(self) -> float | None:
        """Return when the clock of the seat to move runs out; None without a clock."""
        mover = self.to_move
        is_timed = self.clock.kind != "none" and not self.is_halted
        if mover is None or self.seats[mover].player is not None or not is_timed:
            return None
        bank = self.seats[mover].bank
        if bank is not None:
            return self.turn_began + bank
        return self._without_holidays(mover, self.turn_began + self.clock.seconds)

    def _without_holidays(self, seat: int, end: float) -> float:
        """Return when a time that ends for a seat ends where its holidays do not count."""
        for begins, until in self.seats[seat].holidays:
            if until > self.turn_began and begins < end:
                end += until - max(begins, self.turn_began)
        return end


def secret_hash(secret: str) -> str:
    """Return the SHA-256 of a secret, hexadecimal: all that is stored of it."""
    return hashlib.sha256(secret.encode()).hexdigest()


def time_text(at: float) -> str:
    """Return a time as RFC 3339 writes it, in UTC with milliseconds."""
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def winners_of(table: Table) -> list[int] | None:
    """Return who has won: by the rules, or whoever has not resigned at a table that stopped; None before the end."""
    if table.status == "stopped":
        return [number for number, seat in enumerate(table.seats) if not seat.is_resigned]
    if table.status != "over" or table.match is None:
        return None
    left = [number for number, seat in enumerate(table.seats) if not seat.is_resigned]
    totals = table.match.position.totals
    best = max(totals[number] for number in left)
    return [number for number in left if totals[number] == best]
