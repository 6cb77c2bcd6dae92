"""A table as it stands, what may be done at it, and what its viewers are told."""

__all__: list[str] = []
