"""Reading and appending events, claiming what is due, keeping reviews: the SQL of the table."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pydantic_core import to_json
from sqlalchemy import (
    ColumnElement,
    Connection,
    String,
    bindparam,
    delete,
    func,
    insert,
    literal_column,
    select,
    text,
    update,
)
from sqlalchemy import Table as Stored
from sqlalchemy.dialects import sqlite

from ..domain.company import next_due
from ..domain.retention import DAY, Retention
from ..domain.table import Event, Table
from .company.schema import ATTEMPTS, BOARDS, CLUB_TABLES, CONDUCT, INVITATIONS, LISTINGS
from .messages import forget_messages_of
from .schema import ALIVE, CHANNEL, COMPONENTS, EVENTS, LINKS, PRESENCE, REVIEWS, SNAPSHOTS, TABLES, carry_out

_COMPONENTS_LOCK = 7_201_959

LEASE_SECONDS = 8.0
"""So long one process alone may carry out what it has claimed; a killed process holds a table up no longer."""

REVIEW_LEASE_SECONDS = 60.0
"""So long a review may be silent before another process takes it up."""

_FREE = {"claimed_by": None, "claimed_until": None}
"""What a row says that no process has claimed."""

_MOVE_ON = (
    update(TABLES)
    .where(TABLES.c.id == bindparam("table_id"), TABLES.c.version == bindparam("old"))
    .values(
        version=bindparam("new"),
        status=bindparam("now_status"),
        kept_seconds=bindparam("now_kept"),
        changed_at=bindparam("now"),
        due_kind=bindparam("new_due_kind"),
        due_at=bindparam("new_due_at"),
        claimed_by=bindparam("owner"),
        claimed_until=bindparam("until"),
    )
)
_ADD_EVENT = insert(EVENTS)
_MOVED = _MOVE_ON.returning(TABLES.c.id).cte("moved")
_TOLD = select(func.pg_notify(literal_column(f"'{CHANNEL}'"), bindparam("word", type_=String))).subquery("told")
_MOVE_AND_ADD = insert(EVENTS).from_select(
    [column.name for column in EVENTS.c],
    select(*(bindparam(f"event_{column.name}", type_=column.type) for column in EVENTS.c)).select_from(_MOVED, _TOLD),
)
"""For PostgreSQL: each statement costs a way to it and back."""
_KEEP_SNAPSHOT = text(
    f"INSERT INTO {SNAPSHOTS.name} (table_id, turn, state) VALUES (:table_id, :turn, :state) ON CONFLICT DO NOTHING"
)
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


def append(connection: Connection, changes: Sequence[tuple[Table, Sequence[Event]]], owner: str) -> bool:
    """Append events to tables, each given as it stands after them; False where another process has moved one on.

    What is then written is to be rolled back. What is to happen by itself next is noted with a table; a bot's turn is
    claimed for ``owner`` at once. On PostgreSQL all processes are told of it once the transaction is committed.
    """
    rows = [_row_after(table, events, owner) for table, events in changes]
    further = [_event_row(table.id, event) for table, events in changes for event in events[:-1]]
    last = [_event_row(table.id, events[-1]) for table, events in changes]
    if connection.dialect.name == "postgresql":
        for row, event in zip(rows, last, strict=True):
            row |= {f"event_{name}": value for name, value in event.items()}
            row["word"] = f"{row['table_id']} {row['new']}"
        moved = carry_out(connection, _MOVE_AND_ADD, rows)
    else:
        moved, further = carry_out(connection, _MOVE_ON, rows), further + last
    if moved != len(changes):
        return False
    if further:
        carry_out(connection, _ADD_EVENT, further)
    return True


def _row_after(table: Table, events: Sequence[Event], owner: str) -> dict[str, Any]:
    kind, at = next_due(table) or (None, None)
    is_claimed = kind == "bot"
    last = events[-1]
    return {
        "table_id": table.id,
        "old": events[0].version - 1,
        "new": last.version,
        "now_status": table.status,
        "now_kept": table.kept_seconds,
        "now": last.at,
        "new_due_kind": kind,
        "new_due_at": at,
        "owner": owner if is_claimed else None,
        "until": last.at + LEASE_SECONDS if is_claimed else None,
    }


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
    _lock_components(connection, is_shared=True)
    row = {"sha256": sha256, "game": game, "text": text}
    connection.execute(insert_into(connection, COMPONENTS, row).on_conflict_do_nothing())


def components_text(connection: Connection, sha256: str) -> str | None:
    """Return kept printed data by its hash."""
    found: str | None = connection.execute(
        select(COMPONENTS.c.text).where(COMPONENTS.c.sha256 == sha256)
    ).scalar_one_or_none()
    return found


def keep_snapshots(connection: Connection, kept: Sequence[tuple[str, int, dict[str, Any]]]) -> None:
    """Keep states, each given with its table and the turn that it stands after."""
    rows = [{"table_id": table_id, "turn": turn, "state": to_json(state).decode()} for table_id, turn, state in kept]
    if rows:
        carry_out(connection, _KEEP_SNAPSHOT, rows)


def snapshots(connection: Connection, table_id: str) -> dict[int, Any]:
    """Return the kept states of a table by turn."""
    rows = connection.execute(select(SNAPSHOTS).where(SNAPSHOTS.c.table_id == table_id))
    return {row.turn: json.loads(row.state) for row in rows}


def insert_into(connection: Connection, table: Stored, row: dict[str, Any]) -> Any:
    """Return the statement that adds a row, to which can be said what happens where its key is there already."""
    if connection.dialect.name == "sqlite":
        return sqlite.insert(table).values(row)
    from sqlalchemy.dialects import postgresql  # a server over SQLite starts without it

    return postgresql.insert(table).values(row)


def see(connection: Connection, table_id: str, seat: int, at: float) -> None:
    """Note that a seat's page was heard."""
    row = {"table_id": table_id, "seat": seat, "seen_at": at}
    statement = insert_into(connection, PRESENCE, row)
    connection.execute(statement.on_conflict_do_update(index_elements=["table_id", "seat"], set_={"seen_at": at}))


def seen_at(connection: Connection, table_id: str, seat: int) -> float:
    """Return when a seat's page was last heard; 0 for never."""
    statement = select(PRESENCE.c.seen_at).where(PRESENCE.c.table_id == table_id, PRESENCE.c.seat == seat)
    return float(connection.execute(statement).scalar_one_or_none() or 0.0)


def _ids(connection: Connection, statement: Any) -> list[str]:
    return list(connection.execute(statement).scalars())


def tables_of_deal(connection: Connection, first: str, limit: int) -> list[str]:
    """Return the tables that have played a deal to its end, the one that played it first before all, then by age."""
    statement = (
        select(TABLES.c.id)
        .where((TABLES.c.id == first) | (TABLES.c.deal == first), TABLES.c.status == "over")
        .order_by(TABLES.c.deal.is_not(None), TABLES.c.created_at)
        .limit(limit)
    )
    return _ids(connection, statement)


_HAS_ENDED = TABLES.c.status.in_(("over", "stopped"))


def ended_tables(connection: Connection, game: str) -> list[str]:
    """Return all tables at which a game has ended, the oldest first."""
    return _ids(connection, select(TABLES.c.id).where(_HAS_ENDED, TABLES.c.game == game).order_by(TABLES.c.created_at))


def ended_among(connection: Connection, table_ids: Sequence[str]) -> list[str]:
    """Return at which of some tables the game has ended, the oldest first."""
    return _ids(
        connection, select(TABLES.c.id).where(_HAS_ENDED, TABLES.c.id.in_(table_ids)).order_by(TABLES.c.created_at)
    )


def due_tables(connection: Connection, now: float, limit: int) -> list[str]:
    """Return the tables where something is due that no process has claimed."""
    is_due = TABLES.c.due_at <= now
    statement = select(TABLES.c.id).where(is_due, _is_free(TABLES, now)).order_by(TABLES.c.due_at).limit(limit)
    return _ids(connection, statement)


def claim(connection: Connection, table_id: str, owner: str, now: float) -> bool:
    """Claim what is due at a table for one process; False where another one has it."""
    wanted = update(TABLES).where(TABLES.c.id == table_id, TABLES.c.due_at <= now, _is_free(TABLES, now))
    return connection.execute(wanted.values(claimed_by=owner, claimed_until=now + LEASE_SECONDS)).rowcount == 1


def _is_free(table: Stored, now: float) -> ColumnElement[bool]:
    """Return the condition that no process has claimed a row."""
    return table.c.claimed_until.is_(None) | (table.c.claimed_until < now)


def _is_owned(table: Stored, owner: str | None) -> ColumnElement[bool]:
    """Return the condition that a process has claimed a row; without one, that any has."""
    return table.c.claimed_by.is_not(None) if owner is None else table.c.claimed_by == owner


def timed_tables(connection: Connection) -> list[str]:
    """Return the tables where time runs for a person."""
    return _ids(connection, select(TABLES.c.id).where(TABLES.c.due_kind == "absent"))


def tables_from_the_future(connection: Connection, now: float, limit: int) -> list[str]:
    """Return the tables that were changed at a time which has not come yet: a clock was wrong, and was corrected."""
    statement = select(TABLES.c.id).where(TABLES.c.changed_at > now, TABLES.c.status == "playing").limit(limit)
    return _ids(connection, statement)


def last_alive(connection: Connection) -> float | None:
    """Return when a server of this store was last known to run; None before the first."""
    found: float | None = connection.execute(select(ALIVE.c.at)).scalar_one_or_none()
    return found


def note_alive(connection: Connection, now: float) -> None:
    """Note that a server of this store runs."""
    statement = insert_into(connection, ALIVE, {"id": 1, "at": now})
    connection.execute(statement.on_conflict_do_update(index_elements=["id"], set_={"at": now}))


def put_off(connection: Connection, table_id: str, version: int, due_at: float) -> None:
    """Let what is due at a table wait until another time, unless the table has moved on."""
    unmoved = update(TABLES).where(TABLES.c.id == table_id, TABLES.c.version == version)
    connection.execute(unmoved.values(due_at=due_at, **_FREE))


def release(connection: Connection, owner: str | None = None) -> None:
    """Give back what a process has claimed of tables; without one all: for a process that knows it is alone."""
    connection.execute(update(TABLES).where(_is_owned(TABLES, owner)).values(_FREE))


def release_reviews(connection: Connection, owner: str | None = None) -> None:
    """Give back the reviews that a process has claimed; without one all: for a process that knows it is alone."""
    connection.execute(update(REVIEWS).where(_is_owned(REVIEWS, owner)).values(_FREE))


LIVING = 7_201_958
"""The class of the advisory locks by which the processes at a PostgreSQL know that one another live."""

_LIVING = text(
    "SELECT objid FROM pg_locks WHERE locktype = 'advisory' AND classid = :alive AND objsubid = 2 AND granted "
    "AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"  # one server holds many databases
)


def owner_number(owner: str) -> int:
    """Return the number of a process's advisory lock, which goes with its connection."""
    return int(owner[:7], 16)


def living_processes(connection: Connection) -> set[int]:
    """Return the numbers of the processes that are connected to a PostgreSQL."""
    return set(connection.execute(_LIVING, {"alive": LIVING}).scalars())


def abandoned(connection: Connection, now: float) -> list[str]:
    """Return the processes that have claimed something due on a PostgreSQL and whose connection is gone."""
    claimed = select(TABLES.c.claimed_by).where(TABLES.c.due_at <= now, TABLES.c.claimed_until >= now).distinct()
    owners = _ids(connection, claimed)
    living = living_processes(connection) if owners else set()
    return [owner for owner in owners if owner_number(owner) not in living]


def counts(connection: Connection) -> dict[str, int]:
    """Return how many tables there are of each status."""
    rows = connection.execute(select(TABLES.c.status, func.count()).group_by(TABLES.c.status))
    return {row[0]: row[1] for row in rows}


def forget(connection: Connection, table_id: str) -> None:
    """Delete a table and everything that happened at it; a person's attempt that counts stays among the others'."""
    for table in (EVENTS, SNAPSHOTS, PRESENCE, REVIEWS, LINKS, LISTINGS, CONDUCT, INVITATIONS, CLUB_TABLES):
        connection.execute(delete(table).where(table.c.table_id == table_id))
    connection.execute(delete(ATTEMPTS).where(ATTEMPTS.c.table_id == table_id, ATTEMPTS.c.scorer.is_(None)))
    forget_messages_of(connection, table_id)
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


def is_playing(connection: Connection, table_id: str) -> bool:
    """Return whether the game of a table goes on."""
    wanted = select(TABLES.c.id).where(TABLES.c.id == table_id, TABLES.c.status == "playing")
    return connection.execute(wanted).first() is not None


def expired_tables(connection: Connection, now: float, limit: int) -> list[str]:
    """Return tables that have been kept for as long as they are."""
    statement = select(TABLES.c.id).where(TABLES.c.changed_at + TABLES.c.kept_seconds < now).limit(limit)
    return _ids(connection, statement)


def keep_for(connection: Connection, retention: Retention) -> None:
    """Keep tables that wait or go on for as long as is said now, whatever was said when they changed last."""
    is_waiting = TABLES.c.status == "waiting"
    for is_meant, days in (
        (is_waiting & ~TABLES.c.is_public, retention.waiting),
        (is_waiting & TABLES.c.is_public, retention.listed),
        (TABLES.c.status == "playing", retention.playing),
    ):
        is_other = is_meant & (TABLES.c.kept_seconds != days * DAY)
        # Their lines in the lobby say until when they are kept: they are written anew.
        connection.execute(delete(LISTINGS).where(LISTINGS.c.table_id.in_(select(TABLES.c.id).where(is_other))))
        connection.execute(update(TABLES).where(is_other).values(kept_seconds=days * DAY))


def forget_unused_components(connection: Connection) -> None:
    """Delete printed data that no table is played with any more, nor any board is of."""
    _lock_components(connection, is_shared=False)
    used = select(TABLES.c.id).where(TABLES.c.components == COMPONENTS.c.sha256)
    studied = select(BOARDS.c.id).where(BOARDS.c.components == COMPONENTS.c.sha256)
    is_unknown = select(TABLES.c.id).where(TABLES.c.components.is_(None))
    connection.execute(delete(COMPONENTS).where(~used.exists(), ~studied.exists(), ~is_unknown.exists()))


def _lock_components(connection: Connection, *, is_shared: bool) -> None:
    """Keep other processes from deleting printed data which a table that is being made finds there."""
    if connection.dialect.name == "postgresql":
        name = "pg_advisory_xact_lock_shared" if is_shared else "pg_advisory_xact_lock"
        connection.execute(text(f"SELECT {name}(:number)"), {"number": _COMPONENTS_LOCK})


# Reviews.

_IS_WANTED = REVIEWS.c.spent < REVIEWS.c.seconds


@dataclass(frozen=True, slots=True)
class StoredReview:
    """A review as it is kept: ``spent`` of the ``seconds`` asked for led to the JSON of the document."""

    seconds: float
    spent: float
    document: str | None
    is_claimed: bool

    @property
    def is_done(self) -> bool:
        """Whether nothing more was asked for."""
        return self.spent >= self.seconds


def find_review(connection: Connection, table_id: str, now: float) -> StoredReview | None:
    """Return a table's review, None where none was asked for."""
    row = connection.execute(select(REVIEWS).where(REVIEWS.c.table_id == table_id)).one_or_none()
    if row is None:
        return None
    is_claimed = row.claimed_until is not None and row.claimed_until >= now
    return StoredReview(row.seconds, row.spent, row.document, is_claimed)


def ask_for_review(connection: Connection, table_id: str, seconds: float, most: float, now: float) -> None:
    """Ask for a review, or for one that is done to go on for as long again; nothing is done while one goes on."""
    row = {"table_id": table_id, "asked_at": now, "seconds": seconds, "spent": 0.0}
    made = connection.execute(insert_into(connection, REVIEWS, row).on_conflict_do_nothing())
    if made.rowcount != 1:
        connection.execute(
            update(REVIEWS)
            .where(
                REVIEWS.c.table_id == table_id,
                REVIEWS.c.spent >= REVIEWS.c.seconds,
                REVIEWS.c.seconds + seconds <= most,
            )
            .values(seconds=REVIEWS.c.seconds + seconds, asked_at=now)
        )


def waiting_reviews(connection: Connection, now: float, limit: int) -> list[tuple[str, str]]:
    """Return the tables, each with its game, whose reviews nobody works on: what was asked for first comes first."""
    statement = (
        select(REVIEWS.c.table_id, TABLES.c.game)
        .join(TABLES, TABLES.c.id == REVIEWS.c.table_id)
        .where(_IS_WANTED, _is_free(REVIEWS, now))
        .order_by(REVIEWS.c.asked_at)
        .limit(limit)
    )
    return [(row[0], row[1]) for row in connection.execute(statement)]


def claim_review(connection: Connection, table_id: str, owner: str, now: float) -> bool:
    """Claim a review for one process; False where another one has it."""
    wanted = update(REVIEWS).where(REVIEWS.c.table_id == table_id, _IS_WANTED, _is_free(REVIEWS, now))
    return connection.execute(wanted.values(claimed_by=owner, claimed_until=now + REVIEW_LEASE_SECONDS)).rowcount == 1


def keep_first_review(connection: Connection, table_id: str, document: str) -> None:
    """Keep the one-ply values, where nothing is kept yet."""
    connection.execute(
        update(REVIEWS).where(REVIEWS.c.table_id == table_id, REVIEWS.c.document.is_(None)).values(**_found(document))
    )


def keep_review(
    connection: Connection, table_id: str, owner: str, spent: float, document: str | None, now: float
) -> bool:
    """Keep what a process has found by now; False where the review is no longer its own."""
    found = {} if document is None else _found(document)
    changed = connection.execute(
        update(REVIEWS)
        .where(REVIEWS.c.table_id == table_id, REVIEWS.c.claimed_by == owner)
        .values(spent=spent, claimed_until=now + REVIEW_LEASE_SECONDS, **found)
    )
    return changed.rowcount == 1


def _found(document: str) -> dict[str, str]:
    """Return what is kept of a review: all of it, and in short what it says of each seat."""
    return {"document": document, "seats": json.dumps(json.loads(document)["seats"])}
