"""The store's tables. Events are the truth; the row of a table repeats what must be found or claimed quickly."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

REVISION = "0003"
"""The newest migration: a store that says it is there needs none."""

METADATA = MetaData()

TABLES = Table(
    "table_",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("version", Integer, nullable=False),
    Column("status", String(16), nullable=False),
    Column("is_public", Boolean, nullable=False),
    Column("seed", LargeBinary, nullable=False),
    Column("created_at", Float, nullable=False),
    Column("changed_at", Float, nullable=False),
    # What is to happen by itself next, when, and which process has claimed it until when.
    Column("due_kind", String(16)),
    Column("due_at", Float),
    Column("claimed_by", String(32)),
    Column("claimed_until", Float),
    # Of a table that plays a deal once more: the table that played it first.
    Column("deal", String(32)),
    # Of a game that has begun: the commitment of its shuffle, by which games of the same deal are found.
    Column("commitment", String(64)),
    Index("table_due", "due_at"),
    Index("table_deal", "deal"),
    Index("table_lobby", "is_public", "status"),
    Index("table_commitment", "commitment"),
)
"""A row a table: ``version`` is the number of its last event."""

EVENTS = Table(
    "event",
    METADATA,
    Column("table_id", String(32), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("seat", Integer),
    Column("key", String(64)),
    Column("digest", String(64)),
    Column("payload", Text, nullable=False),
    UniqueConstraint("table_id", "key", name="event_key"),
)
"""What happened at a table, appended and never changed. ``key`` is the idempotency key, ``digest`` of its request."""

SNAPSHOTS = Table(
    "snapshot",
    METADATA,
    Column("table_id", String(32), primary_key=True),
    Column("turn", Integer, primary_key=True, autoincrement=False),
    Column("state", Text, nullable=False),
)
"""The state after some turns as records write it: what a replay is held against, whatever the rules' version."""

COMPONENTS = Table(
    "components",
    METADATA,
    Column("sha256", String(64), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("text", Text, nullable=False),
)
"""Printed data by its hash, kept with the games that are played with it."""

PRESENCE = Table(
    "presence",
    METADATA,
    Column("table_id", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("seen_at", Float, nullable=False),
)
"""When a seat's page was last heard, at tables that put a bot in for the absent."""

REVIEWS = Table(
    "review",
    METADATA,
    Column("table_id", String(32), primary_key=True),
    Column("asked_at", Float, nullable=False),
    Column("seconds", Float, nullable=False),
    Column("spent", Float, nullable=False),
    Column("document", Text),
    Column("claimed_by", String(32)),
    Column("claimed_until", Float),
    Index("review_asked", "asked_at"),
)
"""The reviews of games that are over: ``seconds`` were asked for, ``spent`` of them led to ``document``."""
