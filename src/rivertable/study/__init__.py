"""Studying games: reviews, luck and skill, hints, puzzles, the first lesson, and analysis for other programs."""

__all__: list[str] = []
