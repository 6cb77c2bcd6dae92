"""Puzzles: as files keep them, how they are mined, and what their themes are."""

__all__: list[str] = []
