"""What people compare: the deal of the day."""

__all__: list[str] = []
