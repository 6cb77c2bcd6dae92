"""The board a record is checked on: what may have overflowed, as long as nothing tells."""

from collections import Counter

import pytest

from .positions import pieces
from .record_board import Board


def spilling_board() -> Board:
    """A white column with room for 1 met two hearts and a drop; a yellow square is in overflow for sure."""
    board = Board(columns=[("white", 4)], overflow=Counter(pieces(["yellow square"])))
    board.gather("white", Counter(pieces(["white heart", "white heart", "white drop"])))
    return board


@pytest.mark.parametrize(
    ("written", "is_possible"),
    [
        (["yellow square", "white heart", "white heart"], True),
        (["white drop", "yellow square", "white heart"], True),
        (["yellow square", "white drop", "white drop"], False),
        (["yellow square", "white heart", "white circle"], False),
        (["yellow square", "white heart"], False),
        (["yellow square", "white heart", "white drop", "white heart"], False),
        (["yellow square", "white heart", "white drop", "black drop"], False),
        (["white heart", "white heart"], False),
    ],
)
def test_possible_overflows(written: list[str], is_possible: bool) -> None:
    """G22: any two of the three white pieces, and nothing else."""
    board = spilling_board()
    assert (board.columns, board.overflow_count()) == ([("white", 5)], 3)
    assert board.settle(Counter(pieces(written))) == is_possible


def test_once_told_the_overflow_is_known() -> None:
    """G22: the first state that names the pieces binds all later ones."""
    board = spilling_board()
    assert board.settle(Counter(pieces(["yellow square", "white heart", "white heart"])))
    assert not board.settle(Counter(pieces(["yellow square", "white heart", "white drop"])))
    assert board.overflow_count() == 3


def test_inventory_by_option() -> None:
    """G23: overflow counts only under the option, known or not yet known."""
    board = spilling_board()
    assert (board.inventory(False), board.inventory(True)) == (5, 8)
