"""The store's tables. Events are the truth; the row of a table repeats what must be found or claimed quickly."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Dialect,
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
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.compiler import SQLCompiler

METADATA = MetaData()

CHANNEL = "rivertable"
"""The PostgreSQL channel on which processes tell one another of new versions."""

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
    # The seconds after its last change in which a table is kept; nothing where it is kept for good.
    Column("kept_seconds", Float),
    # The printed data that it is played with; nothing where a version of long ago has not said it.
    Column("components", String(64)),
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
    # What the document says of each seat, as JSON: it is read of many games at once.
    Column("seats", Text),
    Column("claimed_by", String(32)),
    Column("claimed_until", Float),
    Index("review_asked", "asked_at"),
)
"""The reviews of games that are over: ``seconds`` were asked for, ``spent`` of them led to ``document``."""

ALIVE = Table(
    "alive",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
)
"""One row: when a server of this store was last known to run."""

AUDIT = Table(
    "audit",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("at", Float, nullable=False),
    Column("actor", String(64), nullable=False),
    Column("act", String(32), nullable=False),
    Column("detail", Text, nullable=False),
    Index("audit_at", "at"),
)
"""What operators did, appended and never changed; ``detail`` is a JSON object."""

TOMBSTONES = Table(
    "tombstone",
    METADATA,
    Column("keyed_hash", String(64), primary_key=True),
    Column("at", Float, nullable=False),
)
"""Marks of what was erased for good, by which a restore erases it again. Without the key a mark says nothing."""

PERSONS = Table(
    "person",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("created_at", Float, nullable=False),
    Column("seen_at", Float, nullable=False),
    # The keyed hash of the code by which a person is found again.
    Column("code_hash", String(64), unique=True),
    # When everything about the person is erased; nothing as long as nobody has asked for that.
    Column("erase_at", Float),
    # When an operator issued that code; nothing where the person did.
    Column("code_issued_at", Float),
    Index("person_seen", "seen_at"),
)
"""People who have taken a name, so that they find their tables again."""

DEVICES = Table(
    "device",
    METADATA,
    Column("key_hash", String(64), primary_key=True),
    Column("person_id", String(32), nullable=False),
    Column("created_at", Float, nullable=False),
    Column("seen_at", Float, nullable=False),
    Index("device_person", "person_id"),
)
"""The browsers of people, by the hash of the key in their cookie."""

LINKS = Table(
    "link",
    METADATA,
    Column("person_id", String(32), primary_key=True),
    Column("table_id", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("sealed", LargeBinary, nullable=False),
    Column("kept_at", Float, nullable=False),
    Index("link_table", "table_id"),
)
"""The links to seats that people keep: the secret of each, sealed with the server's key. The host's has the seat -1."""

TRANSFERS = Table(
    "transfer",
    METADATA,
    Column("person_id", String(32), primary_key=True),
    Column("code_hash", String(64), nullable=False, unique=True),
    Column("expires_at", Float, nullable=False),
    # The device that has come with the code, until the person says whose it is.
    Column("key_hash", String(64)),
)
"""Short codes that people show a new device of theirs: each for some minutes, and for one device."""

PASSKEYS = Table(
    "passkey",
    METADATA,
    # The hash of the id by which the authenticator knows it, which may be long.
    Column("id", String(64), primary_key=True),
    Column("person_id", String(32), nullable=False),
    Column("credential_id", LargeBinary, nullable=False),
    Column("public_key", LargeBinary, nullable=False),
    # How often it was used, as its authenticator counts; 0 for good where that does not.
    Column("sign_count", BigInteger, nullable=False),
    # The name of the server that it is for: to another one browsers do not offer it.
    Column("host", String(255), nullable=False),
    Column("label", String(40), nullable=False),
    # Whether its authenticator keeps it elsewhere, too.
    Column("is_synced", Boolean, nullable=False),
    Column("created_at", Float, nullable=False),
    Column("used_at", Float),
    Index("passkey_person", "person_id"),
)
"""The keys that authenticators hold for people: of each what checks it, and nothing that opens anything."""

CHALLENGES = Table(
    "challenge",
    METADATA,
    # The hash of the token that whoever asked was given.
    Column("token_hash", String(64), primary_key=True),
    Column("challenge", LargeBinary, nullable=False),
    # The device that asked to register a passkey; nothing where somebody comes with one.
    Column("device", String(64)),
    Column("expires_at", Float, nullable=False),
    Index("challenge_expiry", "expires_at"),
)
"""What authenticators are asked to sign: each for some minutes, and once."""

CONTACTS = Table(
    "contact",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("person_id", String(32), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("language", String(8), nullable=False),
    Column("sealed", LargeBinary, nullable=False),
    Column("created_at", Float, nullable=False),
    # Nothing is sent before it is known that the address is the person's.
    Column("confirmed_at", Float),
    Column("grace_seconds", Float, nullable=False),
    # Messages in a row that were refused for good.
    Column("refusals", Integer, nullable=False),
    Column("last_at", Float),
    Column("last_outcome", String(16)),
    Column("last_detail", String(200)),
    Index("contact_person", "person_id"),
)
"""Where people want to hear that it is their turn: each address sealed with the server's key."""

PUSH_DEVICES = Table(
    "push_device",
    METADATA,
    Column("contact_id", String(32), primary_key=True),
    # The hash of the key in the cookie of the same browser.
    Column("device", String(64), nullable=False, unique=True),
    Column("endpoint_hash", String(64), nullable=False, unique=True),
    Column("server_key", String(100), nullable=False),
    Column("seen_at", Float, nullable=False),
    # The last test that was sent there, and when the browser has shown it.
    Column("asked", String(32)),
    Column("shown_at", Float),
    Index("push_device_seen", "seen_at"),
)
"""The browsers that show messages by themselves, beside the contact of each."""

MESSAGE_HOURS = Table(
    "message_hours",
    METADATA,
    Column("person_id", String(32), primary_key=True),
    Column("zone", String(64), nullable=False),
    # Minutes after midnight in that zone: from when until when messages wait, and when those of a day come as one.
    Column("quiet_from", Integer),
    Column("quiet_to", Integer),
    Column("digest", Integer),
)
"""At which hours people want messages; who has no row wants them at any."""

OUTBOX = Table(
    "outbox",
    METADATA,
    Column("contact_id", String(32), primary_key=True),
    Column("table_id", String(32), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("reason", String(16), primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("made_at", Float, nullable=False),
    Column("due_at", Float, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("claimed_by", String(32)),
    Column("claimed_until", Float),
    Index("outbox_due", "due_at"),
    Index("outbox_table", "table_id"),
)
"""Messages that are still to be sent, written with the turns that they tell of; ``version`` is the one it began at."""

BLOCKS = Table(
    "block",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("person_id", String(32), nullable=False),
    Column("other_id", String(32), nullable=False),
    Column("kind", String(16), nullable=False),
    # What the other one was called where the person met them.
    Column("name", String(40)),
    Column("at", Float, nullable=False),
    UniqueConstraint("person_id", "other_id", name="block_other"),
    Index("block_by", "other_id"),
)
"""Whom people have muted or blocked."""

REPORTS = Table(
    "report",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("at", Float, nullable=False),
    Column("table_id", String(32), nullable=False),
    Column("version", Integer, nullable=False),
    # The seat from which it was written, -1 for the host's, -2 where somebody watches; and whoever keeps its link.
    Column("seat", Integer, nullable=False),
    Column("person_id", String(32)),
    # The seat that it is about, whoever keeps its link, and the name that stood there then.
    Column("about_seat", Integer),
    Column("about_id", String(32)),
    Column("about_name", String(40)),
    Column("text", Text, nullable=False),
    Column("closed_at", Float),
    Column("answer", Text),
    Index("report_closed", "closed_at"),
    Index("report_table", "table_id"),
)
"""What people have reported to those who run the server."""

SANCTIONS = Table(
    "sanction",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("person_id", String(32), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("reason", Text, nullable=False),
    Column("at", Float, nullable=False),
    Column("until", Float),
    Column("report_id", String(32)),
    Column("appeal", Text),
    Column("appealed_at", Float),
    Column("answer", Text),
    Column("answered_at", Float),
    Column("lifted_at", Float),
    Index("sanction_person", "person_id"),
)
"""What operators have imposed on people, what those said to it, and the answer."""

OPERATOR_KEYS = Table(
    "operator_key",
    METADATA,
    Column("key_hash", String(64), primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("name", String(64), nullable=False),
    Column("expires_at", Float, nullable=False),
)
"""The links that open the operators' page, each once, and the keys in the cookies that they led to."""

BACKUP_RUNS = Table(
    "backup_run",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("at", Float, nullable=False),
    Column("file", String(255), nullable=False),
    Column("size", BigInteger),
    Column("error", String(200)),
    Index("backup_run_at", "at"),
)
"""Backups that were made and checked, with their size in bytes; or why they were not."""


def carry_out(connection: Connection, statement: Any, rows: Sequence[dict[str, Any]]) -> int:
    """Carry a statement out for each row, and return how many rows it has changed: for what every move does.

    The driver itself is asked. SQLAlchemy looks at every statement and parameter anew, which costs as much as the rest
    of a move; its errors are raised all the same.
    """
    dialect, driven = connection.dialect, connection.connection
    text, names = _text_of(statement, dialect)
    given: Sequence[Any] = rows if names is None else [[row[name] for name in names] for row in rows]
    cursor = driven.cursor()
    try:
        if len(given) == 1:
            cursor.execute(text, given[0])
        else:
            cursor.executemany(text, given)
        return cursor.rowcount
    except dialect.loaded_dbapi.Error as error:
        is_cut = dialect.is_disconnect(error, driven.driver_connection, cursor)
        if is_cut:
            connection.invalidate(error)
        raise DBAPIError.instance(
            text,
            given,
            error,
            dialect.loaded_dbapi.Error,
            hide_parameters=True,
            connection_invalidated=is_cut,
            dialect=dialect,
        ) from error
    finally:
        cursor.close()


@lru_cache(maxsize=16)
def _text_of(statement: Any, dialect: Dialect) -> tuple[str, list[str] | None]:
    """Return a statement as a driver takes it, and the names of its parameters where it takes them by their places."""
    compiled: SQLCompiler = statement.compile(dialect=dialect)
    return compiled.string, compiled.positiontup
