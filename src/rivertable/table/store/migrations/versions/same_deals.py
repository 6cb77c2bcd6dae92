"""Tables that play a deal once more name the table that played it first."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the name, and an index by which all that played a deal are found."""
    op.add_column("table_", sa.Column("deal", sa.String(32)))
    op.create_index("table_deal", "table_", ["deal"])
