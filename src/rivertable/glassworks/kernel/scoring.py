"""Scoring (G34-G39), compiled."""

from __future__ import annotations

from typing import Any

from ...core.compiling.kernel import kernel, kernel_entry
from .state import COLUMNS, ROWS


@kernel
def row_filled(state: Any, seat: int, row: int) -> int:
    """G34: return how many spaces of a row (0 at the bottom) are filled from the left without a gap."""
    filled = 0
    while filled < COLUMNS and state.height[seat, filled] > row:
        filled += 1
    return filled


@kernel
def tallest_column(state: Any, seat: int, without: int) -> int:
    """G36: return the tallest column in use, the leftmost of equals, leaving out ``without``; -1 if there is none."""
    tallest = -1
    for column in range(int(state.columns_used[seat])):
        if column != without and (tallest < 0 or state.height[seat, column] > state.height[seat, tallest]):
            tallest = column
    return tallest


@kernel
def column_points(state: Any, terms: Any, seat: int, column: int) -> int:
    """G36, G37: return the VP on the highest filled space of a column in use."""
    return int(terms.column_vp[column, int(state.height[seat, column]) - 1])


@kernel
def score(state: Any, terms: Any, seat: int) -> int:
    """G39: return a seat's total as the position stands: rows and columns, less overflow (G38)."""
    total = int(state.overflow_count[seat]) * int(terms.overflow_vp)
    for row in range(ROWS):
        total += int(terms.row_vp[row_filled(state, seat, row)])
    first = tallest_column(state, seat, -1)
    if first >= 0:
        total += column_points(state, terms, seat, first)
        second = tallest_column(state, seat, first)
        if second >= 0:
            total += column_points(state, terms, seat, second)
    return total


PARTS = ROWS + 2
"""Numbers that :func:`break_down` writes."""


@kernel_entry
def break_down(states: Any, index: int, seat: int, out: Any) -> None:
    """G34, G36: write how many spaces of each row count, bottom to top, then the two columns that count.

    ``out`` takes :data:`PARTS` integers; a column is 0..6 from the left, in scoring order, or -1 where there is none.
    """
    state = states[index]
    for row in range(ROWS):
        out[row] = row_filled(state, seat, row)
    first = tallest_column(state, seat, -1)
    out[ROWS] = first
    out[ROWS + 1] = tallest_column(state, seat, first) if first >= 0 else -1
