"""What several commands share."""

__all__: list[str] = []
