"""Bringing a store to this version's tables: a new one is made whole, an older one is migrated step by step."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING

import sqlalchemy as sa
from sqlalchemy import Connection

from .company.migrations import (
    add_beaten,
    add_board_secrets,
    add_boards,
    add_clubs,
    add_company,
    add_holidays,
    add_invitations,
    add_ratings,
    add_shared_deals,
    add_studies,
    add_tournaments,
)
from .company.schema import METADATA

if TYPE_CHECKING:
    from alembic.operations import Operations

_DAY = 86_400.0
_REVIEW_FIELDS = {"error": "standard_error", "luck_error": "luck_standard_error", "loss_error": "loss_standard_error"}
"""The fields of reviews that 0004 renames."""

# The tables as the migrations find them, so that a later change of the schema does not change what they do.
_TABLES = sa.table(
    "table_",
    sa.column("id"),
    sa.column("status"),
    sa.column("kept_seconds"),
    sa.column("components"),
)
_EVENTS = sa.table("event", sa.column("table_id"), sa.column("version"), sa.column("payload"))
_REVISIONS = sa.Table(
    "alembic_version",
    sa.MetaData(),
    sa.Column("version_num", sa.String(32), nullable=False),
    sa.PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)
"""Where it is written which migration was the last."""


def _add_deals(op: Operations) -> None:
    """Let tables that play a deal once more name the table that played it first."""
    op.add_column("table_", sa.Column("deal", sa.String(32)))
    op.create_index("table_deal", "table_", ["deal"])


def _add_reviews(op: Operations) -> None:
    """Make room for reviews, and for the commitment by which games of the same deal are found."""
    op.create_table(
        "review",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("asked_at", sa.Float, nullable=False),
        sa.Column("seconds", sa.Float, nullable=False),
        sa.Column("spent", sa.Float, nullable=False),
        sa.Column("document", sa.Text),
        sa.Column("claimed_by", sa.String(32)),
        sa.Column("claimed_until", sa.Float),
    )
    op.create_index("review_asked", "review", ["asked_at"])
    op.add_column("table_", sa.Column("commitment", sa.String(64)))
    op.create_index("table_commitment", "table_", ["commitment"])


def _rename_standard_errors(op: Operations) -> None:
    """Let stored reviews name their standard errors as such, because they are sent on as they are."""
    for former, name in _REVIEW_FIELDS.items():
        op.execute(f"UPDATE review SET document = replace(document, '\"{former}\":', '\"{name}\":')")


def _add_alive(op: Operations) -> None:
    """Make room for when a server was last known to run: time in which none did is taken from nobody."""
    op.create_table(
        "alive",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Float, nullable=False),
    )


def _add_expiry(op: Operations) -> None:
    """Say of each table how long it is kept, and which printed data it is played with."""
    op.add_column("table_", sa.Column("kept_seconds", sa.Float))
    op.add_column("table_", sa.Column("components", sa.String(64)))
    connection = op.get_bind()
    for status, days in (("waiting", 14), ("playing", 90)):
        connection.execute(sa.update(_TABLES).where(_TABLES.c.status == status).values(kept_seconds=days * _DAY))
    rows = connection.execute(sa.select(_EVENTS.c.table_id, _EVENTS.c.payload).where(_EVENTS.c.version == 1)).all()
    for table_id, payload in rows:
        sha256 = json.loads(payload)["components"]
        connection.execute(sa.update(_TABLES).where(_TABLES.c.id == table_id).values(components=sha256))


def _rename_win_shares(op: Operations) -> None:
    """Let stored reviews name win shares as such, because they are sent on as they are."""
    op.execute("UPDATE review SET document = replace(document, '\"share\":', '\"win_share\":')")


def _add_audit(op: Operations) -> None:
    """Make room for what operators do, and for the marks of what was erased for good."""
    op.create_table(
        "audit",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("actor", sa.String(64), nullable=False),
        sa.Column("act", sa.String(32), nullable=False),
        sa.Column("detail", sa.Text, nullable=False),
    )
    op.create_index("audit_at", "audit", ["at"])
    op.create_table(
        "tombstone",
        sa.Column("keyed_hash", sa.String(64), primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
    )


def _add_people(op: Operations) -> None:
    """Make room for people who have taken a name, for their devices, and for the links that they keep."""
    op.create_table(
        "person",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("created_at", sa.Float, nullable=False),
        sa.Column("seen_at", sa.Float, nullable=False),
        sa.Column("code_hash", sa.String(64), unique=True),
        sa.Column("erase_at", sa.Float),
    )
    op.create_index("person_seen", "person", ["seen_at"])
    op.create_table(
        "device",
        sa.Column("key_hash", sa.String(64), primary_key=True),
        sa.Column("person_id", sa.String(32), nullable=False),
        sa.Column("created_at", sa.Float, nullable=False),
        sa.Column("seen_at", sa.Float, nullable=False),
    )
    op.create_index("device_person", "device", ["person_id"])
    op.create_table(
        "link",
        sa.Column("person_id", sa.String(32), primary_key=True),
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("sealed", sa.LargeBinary, nullable=False),
        sa.Column("kept_at", sa.Float, nullable=False),
    )
    op.create_index("link_table", "link", ["table_id"])


def _add_transfers(op: Operations) -> None:
    """Make room for the short codes that people show a new device."""
    op.create_table(
        "transfer",
        sa.Column("person_id", sa.String(32), primary_key=True),
        sa.Column("code_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("expires_at", sa.Float, nullable=False),
        sa.Column("key_hash", sa.String(64)),
    )


def _add_messages(op: Operations) -> None:
    """Make room for the addresses at which people want messages, and for those that are still to be sent."""
    op.create_table(
        "contact",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("person_id", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("sealed", sa.LargeBinary, nullable=False),
        sa.Column("created_at", sa.Float, nullable=False),
        sa.Column("confirmed_at", sa.Float),
        sa.Column("grace_seconds", sa.Float, nullable=False),
        sa.Column("refusals", sa.Integer, nullable=False),
        sa.Column("last_at", sa.Float),
        sa.Column("last_outcome", sa.String(16)),
        sa.Column("last_detail", sa.String(200)),
    )
    op.create_index("contact_person", "contact", ["person_id"])
    op.create_table(
        "outbox",
        sa.Column("contact_id", sa.String(32), primary_key=True),
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("reason", sa.String(16), primary_key=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("made_at", sa.Float, nullable=False),
        sa.Column("due_at", sa.Float, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("claimed_by", sa.String(32)),
        sa.Column("claimed_until", sa.Float),
    )
    op.create_index("outbox_due", "outbox", ["due_at"])
    op.create_index("outbox_table", "outbox", ["table_id"])


def _add_care(op: Operations) -> None:
    """Make room for who keeps apart from whom, for reports and sanctions, for operators' keys and for backups made."""
    op.add_column("person", sa.Column("code_issued_at", sa.Float))
    op.create_table(
        "block",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("person_id", sa.String(32), nullable=False),
        sa.Column("other_id", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("name", sa.String(40)),
        sa.Column("at", sa.Float, nullable=False),
        sa.UniqueConstraint("person_id", "other_id", name="block_other"),
    )
    op.create_index("block_by", "block", ["other_id"])
    op.create_table(
        "report",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("person_id", sa.String(32)),
        sa.Column("about_seat", sa.Integer),
        sa.Column("about_id", sa.String(32)),
        sa.Column("about_name", sa.String(40)),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("closed_at", sa.Float),
        sa.Column("answer", sa.Text),
    )
    op.create_index("report_closed", "report", ["closed_at"])
    op.create_index("report_table", "report", ["table_id"])
    op.create_table(
        "sanction",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("person_id", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("until", sa.Float),
        sa.Column("report_id", sa.String(32)),
        sa.Column("appeal", sa.Text),
        sa.Column("appealed_at", sa.Float),
        sa.Column("answer", sa.Text),
        sa.Column("answered_at", sa.Float),
        sa.Column("lifted_at", sa.Float),
    )
    op.create_index("sanction_person", "sanction", ["person_id"])
    op.create_table(
        "operator_key",
        sa.Column("key_hash", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("expires_at", sa.Float, nullable=False),
    )
    op.create_table(
        "backup_run",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("file", sa.String(255), nullable=False),
        sa.Column("size", sa.BigInteger),
        sa.Column("error", sa.String(200)),
    )
    op.create_index("backup_run_at", "backup_run", ["at"])


def _add_push_devices(op: Operations) -> None:
    """Make room for the browsers that show messages by themselves."""
    op.create_table(
        "push_device",
        sa.Column("contact_id", sa.String(32), primary_key=True),
        sa.Column("device", sa.String(64), nullable=False, unique=True),
        sa.Column("endpoint_hash", sa.String(64), nullable=False, unique=True),
        sa.Column("server_key", sa.String(100), nullable=False),
        sa.Column("seen_at", sa.Float, nullable=False),
        sa.Column("asked", sa.String(32)),
        sa.Column("shown_at", sa.Float),
    )
    op.create_index("push_device_seen", "push_device", ["seen_at"])


def _add_passkeys(op: Operations) -> None:
    """Make room for passkeys, and for what their authenticators are asked to sign."""
    op.create_table(
        "passkey",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("person_id", sa.String(32), nullable=False),
        sa.Column("credential_id", sa.LargeBinary, nullable=False),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("sign_count", sa.BigInteger, nullable=False),
        sa.Column("host", sa.String(255), nullable=False),
        sa.Column("label", sa.String(40), nullable=False),
        sa.Column("is_synced", sa.Boolean, nullable=False),
        sa.Column("created_at", sa.Float, nullable=False),
        sa.Column("used_at", sa.Float),
    )
    op.create_index("passkey_person", "passkey", ["person_id"])
    op.create_table(
        "challenge",
        sa.Column("token_hash", sa.String(64), primary_key=True),
        sa.Column("challenge", sa.LargeBinary, nullable=False),
        sa.Column("device", sa.String(64)),
        sa.Column("expires_at", sa.Float, nullable=False),
    )
    op.create_index("challenge_expiry", "challenge", ["expires_at"])


def _add_message_hours(op: Operations) -> None:
    """Make room for the hours at which people want messages."""
    op.create_table(
        "message_hours",
        sa.Column("person_id", sa.String(32), primary_key=True),
        sa.Column("zone", sa.String(64), nullable=False),
        sa.Column("quiet_from", sa.Integer),
        sa.Column("quiet_to", sa.Integer),
        sa.Column("digest", sa.Integer),
    )


MIGRATIONS: dict[str, Callable[[Operations], None]] = {
    "0002": _add_deals,
    "0003": _add_reviews,
    "0004": _rename_standard_errors,
    "0005": _add_alive,
    "0006": _add_expiry,
    "0007": _rename_win_shares,
    "0008": _add_audit,
    "0009": _add_people,
    "0010": _add_transfers,
    "0011": _add_messages,
    "0012": _add_care,
    "0013": _add_push_devices,
    "0014": add_company,
    "0015": add_invitations,
    "0016": add_holidays,
    "0017": _add_passkeys,
    "0018": _add_message_hours,
    "0020": add_shared_deals,
    "0021": add_ratings,
    "0022": add_boards,
    "0023": add_tournaments,
    "0024": add_beaten,
    "0025": add_studies,
    "0026": add_clubs,
    "0027": add_board_secrets,
}
"""What leads to each revision from the one before it, in order. Stores of the first version are at 0001."""

REVISION = max(MIGRATIONS)
"""The newest migration: a store that says it is there needs none."""


def revision_of(connection: Connection) -> str | None:
    """Return the migration that a database is at; None where it has no tables of this program."""
    if not sa.inspect(connection).has_table(_REVISIONS.name):
        return None
    return str(connection.execute(sa.select(_REVISIONS.c.version_num)).scalar_one())


def make_tables(connection: Connection) -> None:
    """Make all tables in a new database, as the migrations would."""
    METADATA.create_all(connection)
    _REVISIONS.create(connection)
    connection.execute(sa.insert(_REVISIONS).values(version_num=REVISION))


def upgrade(connection: Connection) -> None:
    """Carry out the migrations that a database lacks."""
    from alembic.migration import MigrationContext  # it takes a fifth of a second to import, and is rarely needed
    from alembic.operations import Operations

    present = revision_of(connection) or ""
    operations = Operations(MigrationContext.configure(connection))
    for revision, migrate in MIGRATIONS.items():
        if present < revision:
            migrate(operations)
    connection.execute(sa.update(_REVISIONS).values(version_num=REVISION))
