"""Routes for people who wait for one another."""

__all__: list[str] = []
