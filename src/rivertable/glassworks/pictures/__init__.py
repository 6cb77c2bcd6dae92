"""Positions of River Valley Glassworks to look at and to read: drawn, as text, and in sentences."""

__all__: list[str] = []
