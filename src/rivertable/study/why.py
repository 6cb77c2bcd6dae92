"""Sentences on what turns bring at once, from the parts of the score before and after: they say what is counted."""

from __future__ import annotations

from ..core.position import Position


def what_it_brings(before: Position, after: Position, seat: int) -> str:
    """Say which parts of a seat's score a turn changes, from what to what; that none does, where none does."""
    game = before.game
    parts = zip(game.list_parts(), game.score_parts(before, seat), game.score_parts(after, seat), strict=True)
    changes = [f"{part.words} from {old} to {new}" for part, old, new in parts if old != new]
    total, then = before.total(seat), after.total(seat)
    if not changes:
        return f"no points at once (total {total})"
    return f"{', '.join(changes)} (total from {total} to {then})"


def reasons(before: Position, played: Position, best: Position | None, best_notation: str, seat: int) -> list[str]:
    """Give sentences on a turn, and on the best one where that is another; ``played`` and ``best`` are after them."""
    found = [f"This turn brings {what_it_brings(before, played, seat)}."]
    if best is not None:
        found.append(f"{best_notation} brings {what_it_brings(before, best, seat)}.")
    return found
