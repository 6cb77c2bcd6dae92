"""Levels with a budget that no clock limits, for tests of what must be the same again."""

from __future__ import annotations

from rivertable.bots import LEVELS


def untimed(level: str, playouts: int = 6) -> str:
    """Return the bot that a level stands for, with so many playouts where it searches, and no limit of time."""
    kind, _, text = LEVELS[level].bot.partition(":")
    parts = [part for part in text.split(",") if part and part.partition("=")[0] not in ("time", "playouts")]
    if kind == "search":
        parts.append(f"playouts={playouts}")
    return f"{kind}:{','.join(parts)}" if parts else kind


UNTIMED = tuple(untimed(level) for level in LEVELS)
"""All levels, the weakest first."""
