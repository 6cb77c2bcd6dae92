"""The SQL of people who look for one another, and wait."""

__all__: list[str] = []
