"""People whom one has played with, and invitations to them."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, delete, func, insert, literal, select

from ..ledger import insert_into, version_of
from ..messages import REFUSALS_AT_MOST
from ..people import HOST_SEAT
from ..schema import BLOCKS, CONTACTS, LINKS, OUTBOX, PERSONS, TABLES
from .schema import INVITATIONS

_COMPANIONS_AT_MOST = 50


@dataclass(frozen=True, slots=True)
class Companion:
    """Somebody whom a person has played with, and when a table of both last changed."""

    person_id: str
    name: str
    played_at: float


@dataclass(frozen=True, slots=True)
class Invitation:
    """An invitation to a table that waits for players.

    Attributes:
        by: who has sent it; None where they are erased, or muted.
    """

    table_id: str
    by: str | None
    at: float
    is_muted: bool


def companions_of(connection: Connection, person_id: str) -> list[Companion]:
    """Return whom a person has played with: both keep links to seats of one table; the last first.

    Left out is whom the person has muted, and who is kept apart from whom by a block.
    """
    own, others = LINKS.alias(), LINKS.alias()
    last = func.max(TABLES.c.changed_at)
    rows = connection.execute(
        select(PERSONS.c.id, PERSONS.c.name, last)
        .select_from(own)
        .join(others, others.c.table_id == own.c.table_id)
        .join(TABLES, TABLES.c.id == own.c.table_id)
        .join(PERSONS, PERSONS.c.id == others.c.person_id)
        .where(
            own.c.person_id == person_id,
            others.c.person_id != person_id,
            own.c.seat != HOST_SEAT,
            others.c.seat != HOST_SEAT,
            TABLES.c.status != "waiting",
            ~_are_apart(person_id, PERSONS.c.id),
            ~_is_muted(person_id, PERSONS.c.id),
        )
        .group_by(PERSONS.c.id, PERSONS.c.name)
        .order_by(last.desc())
        .limit(_COMPANIONS_AT_MOST)
    )
    return [Companion(*row) for row in rows]


def invite(connection: Connection, table_id: str, person_id: str, by: str, now: float) -> None:
    """Invite a person to a table, and write messages of it; nothing is done where they are invited already."""
    row = {"table_id": table_id, "person_id": person_id, "invited_by": by, "at": now}
    if connection.execute(insert_into(connection, INVITATIONS, row).on_conflict_do_nothing()).rowcount != 1:
        return
    told = select(
        CONTACTS.c.id,
        literal(table_id),
        literal(version_of(connection, table_id)),
        literal("invited"),
        literal(HOST_SEAT),
        literal(now),
        literal(now),
        literal(0),
    ).where(
        CONTACTS.c.person_id == person_id,
        CONTACTS.c.confirmed_at.is_not(None),
        CONTACTS.c.refusals < REFUSALS_AT_MOST,
    )
    columns = ["contact_id", "table_id", "version", "reason", "seat", "made_at", "due_at", "tries"]
    connection.execute(insert(OUTBOX).from_select(columns, told))


def invitations_of(connection: Connection, person_id: str) -> list[Invitation]:
    """Return the tables that a person is invited to and has no link to, as long as they wait; the latest first."""
    is_muted = _is_muted(person_id, INVITATIONS.c.invited_by)
    rows = connection.execute(
        select(INVITATIONS.c.table_id, PERSONS.c.name, INVITATIONS.c.at, is_muted.label("is_muted"))
        .select_from(INVITATIONS)
        .join(TABLES, TABLES.c.id == INVITATIONS.c.table_id)
        .outerjoin(PERSONS, PERSONS.c.id == INVITATIONS.c.invited_by)
        .where(
            INVITATIONS.c.person_id == person_id,
            TABLES.c.status == "waiting",
            ~_is_kept(person_id),
            ~_are_apart(person_id, INVITATIONS.c.invited_by),
        )
        .order_by(INVITATIONS.c.at.desc())
    )
    return [Invitation(table_id, None if muted else name, at, muted) for table_id, name, at, muted in rows]


def is_invited(connection: Connection, table_id: str, person_id: str) -> bool:
    """Return whether a person is still invited to a table."""
    return any(each.table_id == table_id for each in invitations_of(connection, person_id))


def _are_apart(person_id: str, other: ColumnElement[str]) -> ColumnElement[bool]:
    """Return the condition that a person and somebody else are kept apart, whoever of them wants it."""
    either = ((BLOCKS.c.person_id == person_id) & (BLOCKS.c.other_id == other)) | (
        (BLOCKS.c.person_id == other) & (BLOCKS.c.other_id == person_id)
    )
    return select(BLOCKS.c.id).where(BLOCKS.c.kind == "block", either).exists()


def _is_muted(person_id: str, other: ColumnElement[str]) -> ColumnElement[bool]:
    """Return the condition that a person has muted somebody else."""
    muted = (BLOCKS.c.person_id == person_id) & (BLOCKS.c.other_id == other) & (BLOCKS.c.kind == "mute")
    return select(BLOCKS.c.id).where(muted).exists()


def _is_kept(person_id: str) -> ColumnElement[bool]:
    kept = select(LINKS.c.seat).where(LINKS.c.person_id == person_id, LINKS.c.table_id == INVITATIONS.c.table_id)
    return kept.exists()


def end_invitation(connection: Connection, table_id: str, person_id: str) -> None:
    """Forget that a person is invited to a table."""
    connection.execute(
        delete(INVITATIONS).where(INVITATIONS.c.table_id == table_id, INVITATIONS.c.person_id == person_id)
    )


def forget_invitations_of(connection: Connection, person_id: str) -> None:
    """Forget all invitations that a person has got or sent."""
    theirs = (INVITATIONS.c.person_id == person_id) | (INVITATIONS.c.invited_by == person_id)
    connection.execute(delete(INVITATIONS).where(theirs))
