"""How room for what people do together came to be in older stores: see :mod:`rivertable.table.store.migrations`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import sqlalchemy as sa

if TYPE_CHECKING:
    from alembic.operations import Operations

_LISTED_SECONDS = 7 * 86_400.0

# As the migrations find it, so that a later change of the schema does not change what they do.
_TABLES = sa.table("table_", sa.column("status"), sa.column("is_public", sa.Boolean), sa.column("kept_seconds"))


def add_company(op: Operations) -> None:
    """Make room for the lines of the lobby, and for how people come to the ends of their games."""
    op.create_table(
        "listing",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("pace", sa.String(8), nullable=False),
        sa.Column("free", sa.Integer, nullable=False),
        sa.Column("language", sa.String(8)),
        sa.Column("edition", sa.String(64), nullable=False),
        sa.Column("preset", sa.String(64), nullable=False),
        sa.Column("is_taught", sa.Boolean, nullable=False),
        sa.Column("active_at", sa.Float, nullable=False),
        sa.Column("ends_at", sa.Float, nullable=False),
        sa.Column("warned_at", sa.Float),
        sa.Column("line", sa.Text, nullable=False),
    )
    columns = ["active_at", "table_id", "game", "pace", "free", "language", "is_taught", "edition", "preset"]
    op.create_index("listing_active", "listing", columns)
    op.create_index("listing_end", "listing", ["ends_at"])
    op.create_table(
        "conduct",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("outcome", sa.String(16), nullable=False),
        sa.Column("bot_turns", sa.Integer, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    # The lines of tables that wait already are written by the first server that finds them missing.
    op.get_bind().execute(
        sa.update(_TABLES)
        .where(_TABLES.c.status == "waiting", _TABLES.c.is_public)
        .values(kept_seconds=_LISTED_SECONDS)
    )


def add_invitations(op: Operations) -> None:
    """Make room for invitations to people."""
    op.create_table(
        "invitation",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("person_id", sa.String(32), primary_key=True),
        sa.Column("invited_by", sa.String(32), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_index("invitation_person", "invitation", ["person_id"])


def add_holidays(op: Operations) -> None:
    """Make room for the holidays of people."""
    op.create_table(
        "holiday",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("person_id", sa.String(32), nullable=False),
        sa.Column("from_at", sa.Float, nullable=False),
        sa.Column("until", sa.Float, nullable=False),
    )
    op.create_index("holiday_person", "holiday", ["person_id"])


def add_shared_deals(op: Operations) -> None:
    """Make room for deals that many tables play, and for the attempts at them."""
    op.create_table(
        "deal",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("day", sa.String(10)),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("components", sa.String(64), nullable=False),
        sa.Column("level", sa.String(64), nullable=False),
        sa.Column("first_seat", sa.Integer, nullable=False),
        sa.Column("rules_hash", sa.String(32), nullable=False),
        sa.Column("commitment", sa.String(64), nullable=False),
        sa.Column("made_at", sa.Float, nullable=False),
        sa.Column("opens_at", sa.Float, nullable=False),
        sa.Column("closes_at", sa.Float, nullable=False),
        sa.Column("sealed_until", sa.Float, nullable=False),
        sa.Column("cancelled_at", sa.Float),
        sa.UniqueConstraint("day", "game", "players", name="deal_of_day"),
    )
    op.create_table(
        "attempt",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("deal_id", sa.String(40), nullable=False),
        sa.Column("scorer", sa.String(32)),
        sa.Column("begun_at", sa.Float, nullable=False),
        sa.Column("finished_at", sa.Float),
        sa.Column("points", sa.Integer),
        sa.Column("margin", sa.Float),
        sa.UniqueConstraint("deal_id", "scorer", name="attempt_scored"),
    )
    op.create_index("attempt_field", "attempt", ["deal_id", "margin", "scorer"])
    op.create_index("attempt_scorer", "attempt", ["scorer"])


def add_ratings(op: Operations) -> None:
    """Make room for rated games and for what follows from their results."""
    op.create_table(
        "rated_seat",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("person_id", sa.String(32), nullable=False),
        sa.Column("pool", sa.String(48), nullable=False),
        sa.Column("number", sa.Integer),
        sa.Column("place", sa.Integer),
        sa.Column("at", sa.Float),
    )
    op.create_index("rated_seat_number", "rated_seat", ["number"])
    op.create_index("rated_seat_person", "rated_seat", ["person_id"])
    op.create_table(
        "rating_change",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("person_id", sa.String(32), primary_key=True),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("pool", sa.String(48), nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("model", sa.String(48), nullable=False),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
    )
    op.create_index("rating_change_person", "rating_change", ["person_id", "number"])
    op.create_table(
        "rating",
        sa.Column("pool", sa.String(48), primary_key=True),
        sa.Column("person_id", sa.String(32), primary_key=True),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("last", sa.Float),
    )
    op.create_index("rating_person", "rating", ["person_id"])


def add_boards(op: Operations) -> None:
    """Make room for boards to study, for who writes on them and for what is done there."""
    op.create_table(
        "board",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("components", sa.String(64), nullable=False),
        sa.Column("title", sa.String(80)),
        sa.Column("start", sa.Text, nullable=False),
        sa.Column("line", sa.Text, nullable=False),
        sa.Column("table_id", sa.String(32)),
        sa.Column("commitments", sa.Text, nullable=False),
        sa.Column("viewer", sa.Integer),
        sa.Column("invite_hash", sa.String(64), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("made_at", sa.Float, nullable=False),
        sa.Column("changed_at", sa.Float, nullable=False),
    )
    op.create_index("board_changed", "board", ["changed_at"])
    op.create_index("board_components", "board", ["components"])
    op.create_table(
        "board_member",
        sa.Column("board_id", sa.String(32), primary_key=True),
        sa.Column("member", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("key_hash", sa.String(64), nullable=False),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("person_id", sa.String(32)),
    )
    op.create_index("board_member_person", "board_member", ["person_id"])
    op.create_table(
        "board_operation",
        sa.Column("board_id", sa.String(32), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("member", sa.Integer),
        sa.Column("key", sa.String(64)),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("payload", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.UniqueConstraint("board_id", "member", "key", name="board_operation_key"),
    )


def add_tournaments(op: Operations) -> None:
    """Make room for tournaments, for who plays in them, and for who sits where."""
    op.create_table(
        "tournament",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("owner", sa.String(32)),
        sa.Column("made_at", sa.Float, nullable=False),
        sa.Column("started_at", sa.Float),
        sa.Column("ends_at", sa.Float),
        sa.Column("over_at", sa.Float),
    )
    op.create_index("tournament_owner", "tournament", ["owner"])
    op.create_index("tournament_running", "tournament", ["over_at", "started_at"])
    op.create_table(
        "tournament_entry",
        sa.Column("tournament_id", sa.String(22), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("person_id", sa.String(32)),
        sa.Column("is_bot", sa.Boolean, nullable=False),
        sa.Column("joined_at", sa.Float, nullable=False),
        sa.Column("withdrawn_at", sa.Float),
    )
    op.create_index("tournament_entry_person", "tournament_entry", ["person_id"])
    op.create_table(
        "tournament_seat",
        sa.Column("tournament_id", sa.String(22), primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("entry", sa.Integer, nullable=False),
        sa.Column("table_id", sa.String(32)),
        sa.Column("points", sa.Integer),
        sa.Column("margin", sa.Float),
        sa.Column("outcome", sa.String(12)),
    )
    op.create_index("tournament_seat_table", "tournament_seat", ["table_id"])
    op.create_table(
        "tournament_round",
        sa.Column("tournament_id", sa.String(22), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("opened_at", sa.Float, nullable=False),
        sa.Column("ends_at", sa.Float, nullable=False),
        sa.Column("reasons", sa.Text, nullable=False),
    )


def add_beaten(op: Operations) -> None:
    """Let attempts at a deal say how many bots they have beaten: by that the levels stand beside people."""
    op.add_column("attempt", sa.Column("beaten", sa.Float))


def add_clubs(op: Operations) -> None:
    """Make room for clubs, for who is in them, and for their tables and results."""
    op.create_table(
        "club",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("made_at", sa.Float, nullable=False),
    )
    op.create_table(
        "club_member",
        sa.Column("club_id", sa.String(22), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("person_id", sa.String(32)),
        sa.Column("is_owner", sa.Boolean, nullable=False),
        sa.Column("joined_at", sa.Float, nullable=False),
        sa.Column("left_at", sa.Float),
        sa.Column("is_removed", sa.Boolean, nullable=False),
    )
    op.create_index("club_member_person", "club_member", ["person_id"])
    op.create_table(
        "club_table",
        sa.Column("club_id", sa.String(22), primary_key=True),
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_index("club_table_table", "club_table", ["table_id"])
    op.create_table(
        "club_result",
        sa.Column("club_id", sa.String(22), primary_key=True),
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("member", sa.Integer),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_index("club_result_at", "club_result", ["club_id", "at"])


def add_board_secrets(op: Operations) -> None:
    """Let people write on their boards from all of their devices."""
    op.add_column("board_member", sa.Column("sealed", sa.LargeBinary))


def add_studies(op: Operations) -> None:
    """Let rated games say what each score was made of, and reviews in short what they found of each seat."""
    op.add_column("rated_seat", sa.Column("parts", sa.Text))
    op.add_column("review", sa.Column("seats", sa.Text))
    connection = op.get_bind()
    review = sa.table("review", sa.column("table_id"), sa.column("document"), sa.column("seats"))
    for row in connection.execute(sa.select(review).where(review.c.document.is_not(None))).all():
        seats = json.dumps(json.loads(row.document)["seats"])
        connection.execute(sa.update(review).where(review.c.table_id == row.table_id).values(seats=seats))
