"""Migrations of the store, run by alembic at every start."""
