"""The parts of a turn of River Market, compiled."""

__all__: list[str] = []
