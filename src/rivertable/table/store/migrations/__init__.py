"""Migrations of the store, run by alembic at every start."""

__all__: list[str] = []
