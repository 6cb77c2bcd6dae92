"""Sentences on what turns bring at once, from the parts of the score before and after: they say what is counted."""

from __future__ import annotations

from ...core.position import Position


def what_it_brings(before: Position, after: Position, seat: int) -> str:
    """Say which parts of a seat's score a turn changes, from what to what; that none does, where none does."""
    game = before.game
    parts = zip(game.list_parts(), game.score_parts(before, seat), game.score_parts(after, seat), strict=True)
    changes = [f"{part.words} from {old} to {new}" for part, old, new in parts if old != new]
    total, then = before.total(seat), after.total(seat)
    if not changes:
        return f"no points at once (total {total})"
    return f"{', '.join(changes)} (total from {total} to {then})"


def reasons(before: Position, played: Position, seat: int) -> list[str]:
    """Return sentences on a turn alone; ``played`` is the position after it, before chance acts."""
    return [f"This turn brings {what_it_brings(before, played, seat)}."]


def reasons_against(
    before: Position, played: Position, best: Position, seat: int, said: str, scores: tuple[float, float]
) -> list[str]:
    """Return sentences on a turn beside the best one, which is ``said`` so.

    ``scores`` are the points that the seat may expect at the end, after the turn and after the best one.
    """
    own, other = what_it_brings(before, played, seat), what_it_brings(before, best, seat)
    found = [f"Both bring {own}."] if own == other else [f"This turn brings {own}.", f"{said} brings {other}."]
    return [*found, f"{scores[0]:.1f} points are expected at the end, after {said} {scores[1]:.1f}."]
