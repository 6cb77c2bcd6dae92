"""Moves of River Market: typed, written, chosen step by step, and refused."""

__all__: list[str] = []
