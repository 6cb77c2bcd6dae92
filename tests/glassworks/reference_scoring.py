"""The score of one board, as plain Python from the rules (G34 to G40)."""

from typing import Any

from .printed_data import COLUMN_HEIGHT, PrintedData


def filled_from_the_left(heights: list[int], row: int) -> int:
    """G34: how many spaces of a row (1 is the bottom) are filled before the first gap."""
    filled = 0
    while filled < len(heights) and heights[filled] >= row:
        filled += 1
    return filled


def score_breakdown(heights: list[int], overflow_count: int, data: PrintedData) -> dict[str, Any]:
    """A board's score item by item, in the form records use; heights from column 1 on."""
    rows = [data["row_vp"][filled_from_the_left(heights, row)] for row in range(1, COLUMN_HEIGHT + 1)]
    # G36: the two tallest, ties leftmost first. sorted() leaves equal heights in their order.
    in_use = [place for place, height in enumerate(heights) if height > 0]
    tallest = sorted(in_use, key=lambda place: -heights[place])[:2]
    columns = [
        {
            "column": place + 1,
            "height": heights[place],
            "vp": data["column_vp"][place][heights[place] - 1],
        }
        for place in tallest
    ]
    overflow = overflow_count * data["overflow_vp"]  # G38
    total = sum(rows) + sum(column["vp"] for column in columns) + overflow  # G39
    return {"rows": rows, "columns": columns, "overflow": overflow, "total": total}
