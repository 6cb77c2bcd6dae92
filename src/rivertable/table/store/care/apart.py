"""Who has muted or blocked whom: the SQL of it. The other one is found by the seat whose link they keep."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import Connection, and_, delete, func, insert, or_, select

from ..company.schema import LISTINGS
from ..schema import BLOCKS, LINKS

ApartKind = Literal["mute", "block"]
"""Muted: their name is not shown. Blocked: no seats at one another's open tables either."""


@dataclass(frozen=True, slots=True)
class Apart:
    """Somebody whom a person has muted or blocked; ``name`` is what they were called there, if anything."""

    id: str
    kind: ApartKind
    name: str | None
    at: float


def is_there(connection: Connection, table_id: str, person_id: str) -> bool:
    """Return whether a person keeps a link at a table."""
    found = select(LINKS.c.seat).where(LINKS.c.table_id == table_id, LINKS.c.person_id == person_id)
    return connection.execute(found.limit(1)).first() is not None


def people_at(connection: Connection, table_id: str, seat: int) -> list[str]:
    """Return who keeps the link of a seat, by their ids."""
    found = select(LINKS.c.person_id).where(LINKS.c.table_id == table_id, LINKS.c.seat == seat)
    return list(connection.execute(found.order_by(LINKS.c.kept_at)).scalars())


def others_at(connection: Connection, table_id: str, person_id: str) -> list[tuple[int, ApartKind | None]]:
    """Return the seats of a table whose links others keep, each with how the person keeps apart from them.

    Whoever keeps no link there is told of those only from whom they keep apart already.
    """
    is_theirs = and_(BLOCKS.c.person_id == person_id, BLOCKS.c.other_id == LINKS.c.person_id)
    own = LINKS.alias()
    has_link = select(own.c.seat).where(own.c.table_id == table_id, own.c.person_id == person_id).exists()
    rows = connection.execute(
        select(LINKS.c.seat, func.min(BLOCKS.c.kind))  # of several people at a seat the blocked one counts
        .select_from(LINKS.outerjoin(BLOCKS, is_theirs))
        .where(LINKS.c.table_id == table_id, LINKS.c.person_id != person_id, has_link | BLOCKS.c.kind.is_not(None))
        .group_by(LINKS.c.seat)
        .order_by(LINKS.c.seat)
    )
    return [(row[0], row[1]) for row in rows]


def unnamed_seats(connection: Connection, person_id: str) -> dict[str, list[int]]:
    """Return the seats of those whom a person keeps apart from, by table: where both keep links, and at listed ones.

    The host's seat is -1.
    """
    own = LINKS.alias()
    is_own = select(own.c.seat).where(own.c.table_id == LINKS.c.table_id, own.c.person_id == person_id).exists()
    is_listed = select(LISTINGS.c.table_id).where(LISTINGS.c.table_id == LINKS.c.table_id).exists()
    rows = connection.execute(
        select(LINKS.c.table_id, LINKS.c.seat)
        .select_from(BLOCKS.join(LINKS, LINKS.c.person_id == BLOCKS.c.other_id))
        .where(BLOCKS.c.person_id == person_id, or_(is_own, is_listed))
        .distinct()
        .order_by(LINKS.c.table_id, LINKS.c.seat)
    )
    found: dict[str, list[int]] = {}
    for table_id, seat in rows:
        found.setdefault(table_id, []).append(seat)
    return found


def is_kept_apart(connection: Connection, table_id: str, person_id: str) -> bool:
    """Return whether somebody who keeps a link at a table has blocked a person, or the person them."""
    there = select(LINKS.c.person_id).where(LINKS.c.table_id == table_id)
    either = or_(
        and_(BLOCKS.c.person_id == person_id, BLOCKS.c.other_id.in_(there)),
        and_(BLOCKS.c.other_id == person_id, BLOCKS.c.person_id.in_(there)),
    )
    found = select(BLOCKS.c.id).where(BLOCKS.c.kind == "block", either).limit(1)
    return connection.execute(found).first() is not None


def keep_apart(
    connection: Connection, person_id: str, other_id: str, kind: ApartKind, name: str | None, now: float
) -> None:
    """Let a person mute or block another one; whichever it was before, it is no longer."""
    let_other_be(connection, person_id, other_id)
    row = {
        "id": secrets.token_hex(16),
        "person_id": person_id,
        "other_id": other_id,
        "kind": kind,
        "name": name,
        "at": now,
    }
    connection.execute(insert(BLOCKS), row)


def let_other_be(connection: Connection, person_id: str, other_id: str) -> None:
    """Let a person neither mute nor block another one any more."""
    connection.execute(delete(BLOCKS).where(BLOCKS.c.person_id == person_id, BLOCKS.c.other_id == other_id))


def let_be(connection: Connection, person_id: str, apart_id: str) -> bool:
    """Let a person neither mute nor block somebody any more; False where they did not."""
    wanted = (BLOCKS.c.person_id == person_id, BLOCKS.c.id == apart_id)
    return connection.execute(delete(BLOCKS).where(*wanted)).rowcount == 1


def apart_from(connection: Connection, person_id: str) -> list[Apart]:
    """Return whom a person has muted or blocked, the newest first."""
    rows = connection.execute(select(BLOCKS).where(BLOCKS.c.person_id == person_id).order_by(BLOCKS.c.at.desc()))
    return [Apart(row.id, row.kind, row.name, row.at) for row in rows]


def remove_apart_of(connection: Connection, person_id: str) -> None:
    """Forget whom a person keeps apart from, and who from the person."""
    connection.execute(delete(BLOCKS).where(or_(BLOCKS.c.person_id == person_id, BLOCKS.c.other_id == person_id)))
