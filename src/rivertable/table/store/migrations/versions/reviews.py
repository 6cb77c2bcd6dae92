"""Reviews of games that are over, and the commitment by which games of the same deal are found."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make the table, and the column with its index."""
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
