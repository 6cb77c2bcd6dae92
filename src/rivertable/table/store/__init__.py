"""What the table keeps: its database, and the SQL on it."""

__all__: list[str] = []
