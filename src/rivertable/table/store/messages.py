"""Messages to people: the SQL of their addresses, and of the outbox that is written with the turns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import (
    ColumnElement,
    Connection,
    Float,
    Integer,
    Select,
    String,
    bindparam,
    case,
    delete,
    func,
    insert,
    literal,
    literal_column,
    select,
    update,
)

from ..domain.hours import Hours
from ..domain.turns import REASONS
from .schema import CONTACTS, LINKS, MESSAGE_HOURS, OUTBOX, PUSH_DEVICES, carry_out
from .sealing import WrongKeyError, seal, unseal

Kind = Literal["mail", "webhook", "ntfy", "push"]
"""The kinds of addresses, each with a way of its own to send messages there."""
OutcomeKind = Literal["accepted", "refused", "later"]
"""What becomes of a message: it is accepted, refused for good, or cannot be sent now and may be later."""
LEASE_SECONDS = 90.0
"""So long one process alone may send what it has claimed: longer than any channel takes to answer."""
REFUSALS_AT_MOST = 3
"""After so many messages that were refused in a row nothing more is sent to an address."""
TURN = REASONS[0]
"""The reason of a message that says whose turn it is."""
_FREE = {"claimed_by": None, "claimed_until": None}
_DETAIL_AT_MOST = 200


@dataclass(frozen=True, slots=True)
class Contact:
    """Where a person wants to hear that it is their turn.

    Attributes:
        address: in the form of its kind; None where it was sealed with a key that is lost.
        grace_seconds: so long a turn waits for the person before a message is sent.
        refusals: how many messages in a row were refused for good.
        last_outcome: what became of the last message, ``last_detail`` what was said of it.
    """

    id: str
    person_id: str
    kind: Kind
    language: str
    address: str | None
    created_at: float
    confirmed_at: float | None
    grace_seconds: float
    refusals: int
    last_at: float | None
    last_outcome: OutcomeKind | None
    last_detail: str | None

    @property
    def is_broken(self) -> bool:
        """Whether nothing is sent there any more, because too much was refused."""
        return self.refusals >= REFUSALS_AT_MOST


@dataclass(frozen=True, slots=True)
class Waiting:
    """A message that is still to be sent."""

    contact_id: str
    table_id: str
    version: int
    reason: str
    seat: int
    due_at: float
    tries: int


@dataclass(frozen=True, slots=True)
class Begun:
    """A turn of a person that has begun: at which version and when, and how long a message may wait at most."""

    table_id: str
    version: int
    seat: int
    at: float
    longest: float
    reminders: dict[str, float]
    """After how many seconds to remind, by the reason that such a message has."""


_AT, _LONGEST, _DELAY = (bindparam(name, type_=Float) for name in ("at", "longest", "delay"))
_COLUMNS = ["contact_id", "table_id", "version", "reason", "seat", "made_at", "due_at", "tries"]
_FIRST = case((CONTACTS.c.grace_seconds < _LONGEST, CONTACTS.c.grace_seconds), else_=_LONGEST)
"""So many seconds pass before the first message of a turn."""


def _told(reason: ColumnElement[str], due_at: ColumnElement[float]) -> Select[Any]:
    """Return the messages to whoever keeps the link of a seat, and wants them."""
    return (
        select(
            CONTACTS.c.id,
            LINKS.c.table_id,
            bindparam("version", type_=Integer),
            reason,
            LINKS.c.seat,
            _AT,
            due_at,
            literal_column("0", Integer),
        )
        .select_from(LINKS.join(CONTACTS, CONTACTS.c.person_id == LINKS.c.person_id))
        .where(
            LINKS.c.table_id == bindparam("table_id"),
            LINKS.c.seat == bindparam("seat"),
            CONTACTS.c.confirmed_at.is_not(None),
            CONTACTS.c.refusals < literal_column(str(REFUSALS_AT_MOST), Integer),
        )
    )


_NOTE = insert(OUTBOX).from_select(_COLUMNS, _told(literal_column(f"'{TURN}'", String), _AT + _FIRST))
_REMIND = insert(OUTBOX).from_select(
    _COLUMNS, _told(bindparam("reason", type_=String), _AT + _DELAY).where(_FIRST < _DELAY)
)


def note_turns(connection: Connection, begun: Sequence[Begun]) -> None:
    """Write messages to whoever keeps the links of seats whose turns have begun, in the transaction of those turns."""
    rows = [
        {
            "table_id": each.table_id,
            "version": each.version,
            "seat": each.seat,
            "at": each.at,
            "longest": each.longest,
        }
        for each in begun
    ]
    if not rows:
        return
    carry_out(connection, _NOTE, rows)
    reminding = [
        row | {"reason": reason, "delay": delay}
        for row, each in zip(rows, begun, strict=True)
        for reason, delay in each.reminders.items()
    ]
    if reminding:
        carry_out(connection, _REMIND, reminding)


def note_shown(connection: Connection, table_id: str, seat: int, version: int) -> None:
    """Tell whoever has a seat of none of a table's turns up to a version: a page has shown them. Reminders stay."""
    connection.execute(delete(OUTBOX).where(*_of_seat(table_id, seat, version)))


def has_unshown(connection: Connection, table_id: str, seat: int, version: int) -> bool:
    """Return whether messages to whoever has a seat of a table's turns up to a version are still to be sent."""
    found = select(OUTBOX.c.version).where(*_of_seat(table_id, seat, version)).limit(1)
    return connection.execute(found).first() is not None


def _of_seat(table_id: str, seat: int, version: int) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions for messages to whoever keeps a seat's link, of all their seats: one screen shows them."""
    theirs = (
        select(CONTACTS.c.id)
        .join(LINKS, LINKS.c.person_id == CONTACTS.c.person_id)
        .where(LINKS.c.table_id == table_id, LINKS.c.seat == seat)
    )
    return (
        OUTBOX.c.table_id == table_id,
        OUTBOX.c.version <= version,
        OUTBOX.c.reason == TURN,
        OUTBOX.c.contact_id.in_(theirs),
    )


def due_messages(connection: Connection, now: float, limit: int) -> list[Waiting]:
    """Return messages that are due and that no process has claimed, those first that have waited longest."""
    return _waiting(connection, select(OUTBOX).where(OUTBOX.c.due_at <= now, _is_free(now)).limit(limit))


def due_messages_to(connection: Connection, contact_id: str, now: float) -> list[Waiting]:
    """Return all such messages to an address."""
    to_it = OUTBOX.c.contact_id == contact_id
    return _waiting(connection, select(OUTBOX).where(to_it, OUTBOX.c.due_at <= now, _is_free(now)))


def _waiting(connection: Connection, wanted: Select[Any]) -> list[Waiting]:
    rows = connection.execute(wanted.order_by(OUTBOX.c.due_at))
    return [
        Waiting(row.contact_id, row.table_id, row.version, row.reason, row.seat, row.due_at, row.tries) for row in rows
    ]


def claim_message(connection: Connection, waiting: Waiting, owner: str, now: float) -> bool:
    """Claim a message for one process; False where another one has it, or it is no longer to be sent."""
    wanted = update(OUTBOX).where(*_is(waiting), OUTBOX.c.due_at <= now, _is_free(now))
    claimed = connection.execute(wanted.values(claimed_by=owner, claimed_until=now + LEASE_SECONDS))
    return claimed.rowcount == 1


def _is_free(now: float) -> ColumnElement[bool]:
    return OUTBOX.c.claimed_until.is_(None) | (OUTBOX.c.claimed_until < now)


def _is(waiting: Waiting) -> tuple[ColumnElement[bool], ...]:
    return (
        OUTBOX.c.contact_id == waiting.contact_id,
        OUTBOX.c.table_id == waiting.table_id,
        OUTBOX.c.version == waiting.version,
        OUTBOX.c.reason == waiting.reason,
    )


def is_overtaken(connection: Connection, waiting: Waiting, now: float) -> bool:
    """Return whether a later message of the same turn is due as well: one of them is enough.

    Where several have waited for the same hour, that one is later which is of a later reason.
    """
    rows = connection.execute(
        select(OUTBOX.c.due_at, OUTBOX.c.reason).where(
            OUTBOX.c.contact_id == waiting.contact_id,
            OUTBOX.c.table_id == waiting.table_id,
            OUTBOX.c.version == waiting.version,
            OUTBOX.c.due_at <= now,
            OUTBOX.c.reason.in_(REASONS),
        )
    )
    own = waiting.due_at, REASONS.index(waiting.reason)
    return any((row.due_at, REASONS.index(row.reason)) > own for row in rows)


def drop_message(connection: Connection, waiting: Waiting) -> None:
    """Let a message be done with."""
    connection.execute(delete(OUTBOX).where(*_is(waiting)))


def put_off_message(connection: Connection, waiting: Waiting, due_at: float, *, is_tried: bool) -> None:
    """Let a message wait until another time, after a try or without one."""
    connection.execute(
        update(OUTBOX).where(*_is(waiting)).values(due_at=due_at, tries=waiting.tries + is_tried, **_FREE)
    )


def release_messages(connection: Connection, owner: str | None = None) -> None:
    """Give back the messages that a process has claimed; without one all: for a process that knows it is alone."""
    is_owned = OUTBOX.c.claimed_by.is_not(None) if owner is None else OUTBOX.c.claimed_by == owner
    connection.execute(update(OUTBOX).where(is_owned).values(_FREE))


def claimers(connection: Connection) -> list[str]:
    """Return the processes that have claimed messages."""
    found = select(OUTBOX.c.claimed_by).where(OUTBOX.c.claimed_by.is_not(None)).distinct()
    return list(connection.execute(found).scalars())


def drop_stale_messages(connection: Connection, before: float) -> None:
    """Send nothing that was due before a time."""
    connection.execute(delete(OUTBOX).where(OUTBOX.c.due_at < before))


def forget_messages_of(connection: Connection, table_id: str) -> None:
    """Send nothing of a table."""
    connection.execute(delete(OUTBOX).where(OUTBOX.c.table_id == table_id))


def count_messages(connection: Connection) -> int:
    """Return how many messages are still to be sent."""
    return int(connection.execute(select(func.count()).select_from(OUTBOX)).scalar_one())


# Hours.


def hours_of(connection: Connection, person_id: str) -> Hours | None:
    """Return at which hours a person wants messages; None for any."""
    row = connection.execute(select(MESSAGE_HOURS).where(MESSAGE_HOURS.c.person_id == person_id)).one_or_none()
    if row is None:
        return None
    return Hours(row.zone, None if row.quiet_from is None else (row.quiet_from, row.quiet_to), row.digest)


def put_hours(connection: Connection, person_id: str, hours: Hours | None) -> None:
    """Write at which hours a person wants messages."""
    connection.execute(delete(MESSAGE_HOURS).where(MESSAGE_HOURS.c.person_id == person_id))
    if hours is not None:
        begin, end = hours.quiet or (None, None)
        row = {"person_id": person_id, "zone": hours.zone, "quiet_from": begin, "quiet_to": end}
        connection.execute(insert(MESSAGE_HOURS), row | {"digest": hours.digest})


# Addresses.


def add_contact(connection: Connection, contact: Contact, key: bytes) -> None:
    """Write a new address of a person, sealed."""
    row = {name: getattr(contact, name) for name in Contact.__slots__ if name != "address"}
    row["sealed"] = seal(key, _place(contact.id), contact.address or "")
    connection.execute(insert(CONTACTS), row)


def contacts_of(connection: Connection, person_id: str, key: bytes) -> list[Contact]:
    """Return where a person wants messages, the oldest first."""
    found = select(CONTACTS).where(CONTACTS.c.person_id == person_id).order_by(CONTACTS.c.created_at)
    return [_contact(row, key) for row in connection.execute(found)]


def find_contact(connection: Connection, contact_id: str, key: bytes) -> Contact | None:
    """Return an address by its id."""
    row = connection.execute(select(CONTACTS).where(CONTACTS.c.id == contact_id)).one_or_none()
    return None if row is None else _contact(row, key)


def _contact(row: Any, key: bytes) -> Contact:
    facts = dict(row._mapping)
    sealed = facts.pop("sealed")
    try:
        return Contact(**facts, address=unseal(key, _place(row.id), sealed))
    except WrongKeyError:
        return Contact(**facts, address=None)


def _place(contact_id: str) -> str:
    return f"contact/{contact_id}"


def confirm_contact(connection: Connection, contact_id: str, now: float) -> None:
    """Note that an address is its person's."""
    unconfirmed = (CONTACTS.c.id == contact_id, CONTACTS.c.confirmed_at.is_(None))
    connection.execute(update(CONTACTS).where(*unconfirmed).values(confirmed_at=now))


def note_outcome(connection: Connection, contact_id: str, outcome: OutcomeKind, detail: str, at: float) -> None:
    """Note what became of a message: whether it was ``accepted``, ``refused`` for good, or is to be sent ``later``."""
    refusals = {"accepted": literal(0), "refused": CONTACTS.c.refusals + 1}.get(outcome, CONTACTS.c.refusals)
    connection.execute(
        update(CONTACTS)
        .where(CONTACTS.c.id == contact_id)
        .values(refusals=refusals, last_at=at, last_outcome=outcome, last_detail=detail[:_DETAIL_AT_MOST])
    )


def remove_contact(connection: Connection, contact_id: str) -> None:
    """Forget an address, with what was still to be sent there."""
    connection.execute(delete(OUTBOX).where(OUTBOX.c.contact_id == contact_id))
    connection.execute(delete(PUSH_DEVICES).where(PUSH_DEVICES.c.contact_id == contact_id))
    connection.execute(delete(CONTACTS).where(CONTACTS.c.id == contact_id))


def remove_contacts_of(connection: Connection, person_id: str) -> None:
    """Forget all addresses of a person, and at which hours messages were wanted there."""
    own = select(CONTACTS.c.id).where(CONTACTS.c.person_id == person_id)
    connection.execute(delete(OUTBOX).where(OUTBOX.c.contact_id.in_(own)))
    connection.execute(delete(PUSH_DEVICES).where(PUSH_DEVICES.c.contact_id.in_(own)))
    connection.execute(delete(CONTACTS).where(CONTACTS.c.person_id == person_id))
    connection.execute(delete(MESSAGE_HOURS).where(MESSAGE_HOURS.c.person_id == person_id))


def forget_unconfirmed(connection: Connection, before: float) -> None:
    """Forget addresses that nobody has confirmed since a time."""
    connection.execute(delete(CONTACTS).where(CONTACTS.c.confirmed_at.is_(None), CONTACTS.c.created_at < before))


def write_address(connection: Connection, contact_id: str, address: str, language: str, key: bytes) -> None:
    """Write another address in the place of one, sealed, and the language to write in."""
    sealed = seal(key, _place(contact_id), address)
    connection.execute(update(CONTACTS).where(CONTACTS.c.id == contact_id).values(sealed=sealed, language=language))
