"""The table on the web: its application, what it takes and gives, and what stands before it."""

__all__: list[str] = []
