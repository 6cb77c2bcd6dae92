"""What is printed on the pieces of River Valley Glassworks, as data."""

__all__: list[str] = []
