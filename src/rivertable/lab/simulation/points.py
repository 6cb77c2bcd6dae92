"""What the totals of a game are made of, category by category, as rows keep it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ...core.position import Board

Parts = Callable[[dict[str, Any]], tuple[int, ...]]

CATEGORIES: Mapping[str, Mapping[str, str]] = {
    "glassworks": {
        "rows": "points of filled rows",
        "columns": "points of the columns that count",
        "overflow": "points lost for pieces in the overflow, 0 or below",
    },
    "market": {
        "events": "points of Events attended",
        "booths": "points of Booths, with their bonuses and what is stored on them",
        "helpers": "points of Helpers, with their bonuses and what is stored on them",
        "coins": "points of Coins left over",
        "batches": "points of Goods left over",
    },
}
"""By game: the categories of a score in the order they are counted, and what each is; they add up to the total."""

_PARTS: Mapping[str, Parts] = {
    "glassworks": lambda score: (sum(score["rows"]), sum(each["vp"] for each in score["columns"]), score["overflow"]),
    "market": lambda score: tuple(score["categories"]),
}


def points_of(board: Board) -> dict[str, tuple[int, ...]]:
    """Return each category's points by seat; a game that this laboratory does not know has no categories."""
    game = board.game
    if game.name not in CATEGORIES:
        return {}
    parts = _PARTS[game.name]
    by_seat = [parts(game.write_breakdown(board, seat)) for seat in range(board.players)]
    return dict(zip(CATEGORIES[game.name], zip(*by_seat, strict=True), strict=True))
