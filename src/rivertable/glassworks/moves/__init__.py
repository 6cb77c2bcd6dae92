"""Moves of River Valley Glassworks: typed, written, chosen step by step, and refused."""

__all__: list[str] = []
