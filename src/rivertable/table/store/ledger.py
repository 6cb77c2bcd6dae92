"""Reading and appending events, and claiming what is due: the SQL of the table."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from pydantic_core import to_json
from sqlalchemy import Connection, bindparam, delete, insert, select, text, update
from sqlalchemy.dialects import postgresql, sqlite

from ..domain.sitting import Event, Sitting
from .schema import COMPONENTS, EVENTS, PRESENCE, REVIEWS, SNAPSHOTS, TABLES

LEASE_SECONDS = 8.0
"""So long one process alone may carry out what it has claimed; a killed process holds a table up no longer."""

_MOVE_ON = (
    update(TABLES)
    .where(TABLES.c.id == bindparam("table_id"), TABLES.c.version == bindparam("old"))
    .values(
        version=bindparam("new"),
        status=bindparam("now_status"),
        changed_at=bindparam("now"),
        due_kind=bindparam("new_due_kind"),
        due_at=bindparam("new_due_at"),
        claimed_by=bindparam("owner"),
        claimed_until=bindparam("until"),
    )
)
_ADD_EVENT = insert(EVENTS)
_EVENTS_SINCE = (
    select(EVENTS)
    .where(EVENTS.c.table_id == bindparam("table_id"), EVENTS.c.version > bindparam("since"))
    .order_by(EVENTS.c.version)
)
_VERSION = select(TABLES.c.version).where(TABLES.c.id == bindparam("table_id"))
_ROW = select(TABLES.c.game, TABLES.c.seed).where(TABLES.c.id == bindparam("table_id"))


def create(connection: Connection, row: dict[str, Any], event: Event) -> None:
    """Write a new table with its first event."""
    connection.execute(insert(TABLES), row)
    connection.execute(_ADD_EVENT, _event_row(row["id"], event))


def append(
    connection: Connection, sitting: Sitting, events: Sequence[Event], due: tuple[str, float] | None, owner: str
) -> bool:
    """Append events to a table; False, with nothing written, where another process has moved it on since.

    ``due`` is what is to happen by itself after them; a bot's turn is claimed for ``owner`` at once.
    """
    last = events[-1]
    kind, at = due or (None, None)
    is_claimed = kind == "bot"
    changed = connection.execute(
        _MOVE_ON,
        {
            "table_id": sitting.id,
            "old": events[0].version - 1,
            "new": last.version,
            "now_status": sitting.status,
            "now": last.at,
            "new_due_kind": kind,
            "new_due_at": at,
            "owner": owner if is_claimed else None,
            "until": last.at + LEASE_SECONDS if is_claimed else None,
        },
    )
    if changed.rowcount != 1:
        return False
    # One by one: mostly there is one, and a list of one costs more.
    for event in events:
        connection.execute(_ADD_EVENT, _event_row(sitting.id, event))
    return True


def _event_row(table_id: str, event: Event) -> dict[str, Any]:
    return {
        "table_id": table_id,
        "version": event.version,
        "at": event.at,
        "kind": event.kind,
        "seat": event.seat,
        "key": event.key,
        "digest": event.digest,
        "payload": to_json(event.payload).decode(),
    }


def events_since(connection: Connection, table_id: str, version: int) -> list[Event]:
    """Return the events of a table after a version, in order."""
    rows = connection.execute(_EVENTS_SINCE, {"table_id": table_id, "since": version})
    return [
        Event(row.version, row.at, row.kind, row.seat, json.loads(row.payload), row.key, row.digest) for row in rows
    ]


def version_of(connection: Connection, table_id: str) -> int | None:
    """Return a table's version, None where there is no such table."""
    found: int | None = connection.execute(_VERSION, {"table_id": table_id}).scalar_one_or_none()
    return found


def game_and_seed(connection: Connection, table_id: str) -> tuple[str, bytes] | None:
    """Return a table's game and secret seed, None where there is no such table."""
    row = connection.execute(_ROW, {"table_id": table_id}).one_or_none()
    return None if row is None else (row.game, row.seed)


def keep_components(connection: Connection, sha256: str, game: str, text: str) -> None:
    """Keep printed data under its hash; nothing is done where it is kept already."""
    _insert_or_ignore(connection, COMPONENTS, {"sha256": sha256, "game": game, "text": text})


def components_text(connection: Connection, sha256: str) -> str | None:
    """Return kept printed data by its hash."""
    found: str | None = connection.execute(
        select(COMPONENTS.c.text).where(COMPONENTS.c.sha256 == sha256)
    ).scalar_one_or_none()
    return found


def keep_snapshot(connection: Connection, table_id: str, turn: int, state: dict[str, Any]) -> None:
    """Keep the state after a turn."""
    row = {"table_id": table_id, "turn": turn, "state": to_json(state).decode()}
    _insert_or_ignore(connection, SNAPSHOTS, row)


def snapshots(connection: Connection, table_id: str) -> dict[int, Any]:
    """Return the kept states of a table by turn."""
    rows = connection.execute(select(SNAPSHOTS).where(SNAPSHOTS.c.table_id == table_id))
    return {row.turn: json.loads(row.state) for row in rows}


def _insert_or_ignore(connection: Connection, table: Any, row: dict[str, Any]) -> None:
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    connection.execute(dialect.insert(table).values(row).on_conflict_do_nothing())


def see(connection: Connection, table_id: str, seat: int, at: float) -> None:
    """Note that a seat's page was heard."""
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    row = {"table_id": table_id, "seat": seat, "seen_at": at}
    statement = dialect.insert(PRESENCE).values(row)
    connection.execute(statement.on_conflict_do_update(index_elements=["table_id", "seat"], set_={"seen_at": at}))


def seen_at(connection: Connection, table_id: str, seat: int) -> float:
    """Return when a seat's page was last heard; 0 for never."""
    statement = select(PRESENCE.c.seen_at).where(PRESENCE.c.table_id == table_id, PRESENCE.c.seat == seat)
    return float(connection.execute(statement).scalar_one_or_none() or 0.0)


def lobby(connection: Connection, limit: int) -> list[str]:
    """Return the public tables that still wait for players, the newest first."""
    statement = (
        select(TABLES.c.id)
        .where(TABLES.c.is_public, TABLES.c.status == "waiting")
        .order_by(TABLES.c.created_at.desc())
        .limit(limit)
    )
    return list(connection.execute(statement).scalars())


def tables_of_deal(connection: Connection, first: str, limit: int) -> list[str]:
    """Return the tables that have played a deal to its end, the one that played it first before all, then by age."""
    statement = (
        select(TABLES.c.id)
        .where((TABLES.c.id == first) | (TABLES.c.deal == first), TABLES.c.status == "over")
        .order_by(TABLES.c.deal.is_not(None), TABLES.c.created_at)
        .limit(limit)
    )
    return list(connection.execute(statement).scalars())


def due_tables(connection: Connection, now: float, limit: int) -> list[str]:
    """Return the tables where something is due that no process has claimed."""
    is_free = TABLES.c.claimed_until.is_(None) | (TABLES.c.claimed_until < now)
    statement = select(TABLES.c.id).where(TABLES.c.due_at <= now, is_free).order_by(TABLES.c.due_at).limit(limit)
    return list(connection.execute(statement).scalars())


def claim(connection: Connection, table_id: str, owner: str, now: float) -> bool:
    """Claim what is due at a table for one process; False where another one has it."""
    is_free = TABLES.c.claimed_until.is_(None) | (TABLES.c.claimed_until < now)
    changed = connection.execute(
        update(TABLES)
        .where(TABLES.c.id == table_id, TABLES.c.due_at <= now, is_free)
        .values(claimed_by=owner, claimed_until=now + LEASE_SECONDS)
    )
    return changed.rowcount == 1


def put_off(connection: Connection, table_id: str, version: int, due_at: float) -> None:
    """Let what is due at a table wait until another time, unless the table has moved on."""
    connection.execute(
        update(TABLES)
        .where(TABLES.c.id == table_id, TABLES.c.version == version)
        .values(due_at=due_at, claimed_by=None, claimed_until=None)
    )


def release(connection: Connection, owner: str) -> None:
    """Give back all that a process has claimed."""
    connection.execute(update(TABLES).where(TABLES.c.claimed_by == owner).values(claimed_by=None, claimed_until=None))


def release_all(connection: Connection) -> None:
    """Give back all that anybody has claimed: for a process that knows it is alone."""
    connection.execute(
        update(TABLES).where(TABLES.c.claimed_by.is_not(None)).values(claimed_by=None, claimed_until=None)
    )


ALIVE = 7_201_958
"""The class of the advisory locks by which the processes at a PostgreSQL know that one another live."""

_LIVING = text(
    "SELECT objid FROM pg_locks WHERE locktype = 'advisory' AND classid = :alive AND objsubid = 2 AND granted"
)


def owner_number(owner: str) -> int:
    """Return the number of a process's advisory lock, which goes with its connection."""
    return int(owner[:7], 16)


def abandoned(connection: Connection, now: float) -> list[str]:
    """Return the processes that have claimed something due on a PostgreSQL and whose connection is gone."""
    claimed = select(TABLES.c.claimed_by).where(TABLES.c.due_at <= now, TABLES.c.claimed_until >= now).distinct()
    owners = list(connection.execute(claimed).scalars())
    living = set(connection.execute(_LIVING, {"alive": ALIVE}).scalars()) if owners else set()
    return [owner for owner in owners if owner_number(owner) not in living]


def counts(connection: Connection) -> dict[str, int]:
    """Return how many tables there are of each status."""
    from sqlalchemy import func

    rows = connection.execute(select(TABLES.c.status, func.count()).group_by(TABLES.c.status))
    return {row[0]: row[1] for row in rows}


def forget(connection: Connection, table_id: str) -> None:
    """Delete a table and everything that happened at it."""
    for table in (EVENTS, SNAPSHOTS, PRESENCE, REVIEWS):
        connection.execute(delete(table).where(table.c.table_id == table_id))
    connection.execute(delete(TABLES).where(TABLES.c.id == table_id))


def note_commitment(connection: Connection, table_id: str, commitment: str) -> None:
    """Note the commitment of the shuffle of a game that begins."""
    connection.execute(update(TABLES).where(TABLES.c.id == table_id).values(commitment=commitment))


def is_played_elsewhere(connection: Connection, table_id: str, commitments: Sequence[str]) -> bool:
    """Return whether a game of one of these shuffles still goes on at a table that is older than this one."""
    made = select(TABLES.c.created_at).where(TABLES.c.id == table_id).scalar_subquery()
    older = select(TABLES.c.id).where(
        TABLES.c.commitment.in_(commitments), TABLES.c.status == "playing", TABLES.c.created_at < made
    )
    return connection.execute(older.limit(1)).first() is not None


def stale_tables(connection: Connection, before: float, limit: int) -> list[str]:
    """Return tables that have waited for players since before a time and nobody came."""
    statement = select(TABLES.c.id).where(TABLES.c.status == "waiting", TABLES.c.changed_at < before).limit(limit)
    return list(connection.execute(statement).scalars())
