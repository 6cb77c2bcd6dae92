"""How room for what people do together came to be in older stores: see :mod:`rivertable.table.store.migrations`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import sqlalchemy as sa

if TYPE_CHECKING:
    from alembic.operations import Operations


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
