"""Compiled code: its decorators and their cache, what it was made from, and what it has to work with."""

__all__: list[str] = []
