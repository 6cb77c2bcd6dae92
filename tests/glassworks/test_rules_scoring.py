"""The rules of scoring (G34 to G40), on boards of the package."""

from itertools import product
from random import Random
from typing import Any

import pytest

from rivertable.core.errors import DataError
from rivertable.glassworks import GAME, Breakdown
from rivertable.glassworks.board import GlassworksBoard

from .kernel_games import terms_of
from .printed_data import STANDARD
from .reference_scoring import score_breakdown
from .tables import OPTIONS, table

COLOURS_IN_ORDER = ("wh", "pu", "lb", "db", "lg", "dg", "ye")


def board_of(heights: list[int], overflow: int = 0) -> GlassworksBoard:
    """A board of the real table, seat 0 of a game that is over."""
    sheet = {"columns": [{"height": height} for height in heights], "overflow": overflow}
    board: Any = GAME.sheet.board_of(sheet, terms_of(2))
    assert isinstance(board, GlassworksBoard)
    return board


def score(heights: list[int], overflow: int = 0) -> Breakdown:
    """The breakdown of a board with these columns."""
    return board_of(heights, overflow).breakdown(0)


@pytest.mark.parametrize(
    ("heights", "filled"),
    [
        ([], (0, 0, 0, 0, 0)),
        ([1], (1, 0, 0, 0, 0)),
        ([5], (1, 1, 1, 1, 1)),
        ([1, 5, 5], (3, 0, 0, 0, 0)),
        ([5, 1, 5], (3, 1, 1, 1, 1)),
        ([2, 2, 1, 2, 2, 2, 2], (7, 2, 0, 0, 0)),
        ([5, 5, 5, 5, 5, 5, 5], (7, 7, 7, 7, 7)),
        ([4, 3, 2, 1], (4, 3, 2, 1, 0)),
    ],
)
def test_g34_rows_count_from_the_left_to_the_first_gap(heights: list[int], filled: tuple[int, ...]) -> None:
    """G34: bottom to top; a row whose first space is empty earns nothing."""
    parts = score(heights)
    assert parts.filled == filled
    assert parts.rows == tuple([0, 1, 2, 4, 7, 11, 16, 22][count] for count in filled)


@pytest.mark.parametrize(("count", "vp"), [*enumerate([0, 1, 2, 4, 7, 11, 16, 22])])
def test_g35_vp_of_a_row(count: int, vp: int) -> None:
    """G35: one value for each number of spaces; the steps grow by one."""
    assert score([1] * count).rows == (vp, 0, 0, 0, 0)
    assert vp == (1 + count * (count - 1) // 2 if count else 0)


@pytest.mark.parametrize(
    ("heights", "counted"),
    [
        ([], []),
        ([3], [1]),
        ([3, 5], [2, 1]),
        ([2, 5, 3], [2, 3]),
        ([4, 4, 4], [1, 2]),
        ([1, 2, 2, 2], [2, 3]),
        ([3, 5, 3, 1, 3], [2, 1]),
        ([1, 1, 1, 1, 1, 1, 2], [7, 1]),
        ([2, 3, 3, 4, 1, 3], [4, 2]),
    ],
)
def test_g36_two_tallest_columns_the_leftmost_of_equals(heights: list[int], counted: list[int]) -> None:
    """G36: in scoring order; ties go to the left for the first and for the second."""
    assert [column.number for column in score(heights).columns] == counted


# From the third column on a height of 1 is never among the two tallest.
@pytest.mark.parametrize(
    ("number", "height"), [pair for pair in product(range(1, 8), range(1, 6)) if pair[0] < 3 or pair[1] > 1]
)
def test_g37_vp_of_a_column(number: int, height: int) -> None:
    """G37: column number times height."""
    columns = score([*[1] * (number - 1), height]).columns
    assert (number, height, number * height) in [(column.number, column.height, column.vp) for column in columns]


def test_g37_the_highest_filled_space_counts() -> None:
    assert [column.vp for column in score([1, 1, 1, 1, 1, 4, 5]).columns] == [35, 24]


@pytest.mark.parametrize("count", [0, 1, 2, 7, 40])
def test_g38_overflow_costs_three_each(count: int) -> None:
    """G38: wherever it came from."""
    parts = score([2, 1], count)
    assert parts.overflow == -3 * count
    assert parts.total == 2 + 1 + 2 + 2 - 3 * count


@pytest.mark.parametrize("options", list(OPTIONS))
def test_g38_counted_overflow_costs_as_much(options: str) -> None:
    """G23, G38: that the marker counts overflow changes nothing in the score."""
    position = table(columns=["wh2 pu1"], overflow=["whT puT puH"], options=options)
    assert position.total(0) == 2 + 1 + 2 + 2 - 9


def test_g39_the_total_adds_up_and_the_highest_wins() -> None:
    """G39: rows and columns less overflow."""
    position = table(
        3,
        columns=["wh2 pu1", "lb5 db2 lg1", ""],
        overflow=["whT", "", ""],
        bag=None,
        turns_left=1,
        seat=2,
    )
    parts = position.breakdown(1)
    assert parts.total == sum(parts.rows) + sum(column.vp for column in parts.columns) + parts.overflow
    assert position.totals == (4, (4 + 2 + 1 + 1 + 1) + (5 + 4), 0)
    assert position.winners == (1,)


@pytest.mark.parametrize(
    ("columns", "winners"),
    [
        (["wh2 pu1", "lb2 db1", "lg1"], (0, 1)),
        (["lg1", "lb2 db1", "wh2 pu1"], (1, 2)),
        (["wh1", "pu1", "lb1"], (0, 1, 2)),
        (["", "", ""], (0, 1, 2)),
        (["wh1", "lb2 db1", "lg1"], (1,)),
    ],
)
def test_g39_ties_share_the_victory(columns: list[str], winners: tuple[int, ...]) -> None:
    """G39: no tie-break, neither by seat nor by pieces."""
    assert table(3, columns=columns).winners == winners


def test_g40_the_published_example() -> None:
    """G40: 35 for the rows, 10 and 16 for the columns, 6 off for overflow: 55."""
    parts = score([3, 5, 2, 4, 2, 1, 1], 2)
    assert parts.rows == (22, 11, 2, 0, 0)
    assert [(column.number, column.height, column.vp) for column in parts.columns] == [(2, 5, 10), (4, 4, 16)]
    assert (parts.overflow, parts.total) == (-6, 55)
    assert "35 + 26 - 6 = 55" in GAME.pictures.explain_score(board_of([3, 5, 2, 4, 2, 1, 1], 2), 0)


def test_every_board_of_three_columns_and_many_larger_ones_score_as_the_reference_says() -> None:
    """G34 to G39: all heights of three columns, and two thousand random boards."""
    boards = [list(heights) for heights in product(range(1, 6), repeat=3)]
    rng = Random("boards")
    boards += [[rng.randint(1, 5) for _ in range(rng.randint(0, 7))] for _ in range(2000)]
    for number, heights in enumerate(boards):
        overflow = number % 5
        board = board_of(heights, overflow)
        assert GAME.documents.write_breakdown(board, 0) == score_breakdown(heights, overflow, STANDARD)


@pytest.mark.parametrize(
    ("sheet", "fault"),
    [
        ({"columns": [{"height": 6}]}, "board.columns[0].height"),
        ({"columns": [{"height": -1}]}, "board.columns[0].height"),
        ({"columns": [{"height": "3"}]}, "board.columns[0].height"),
        ({"columns": [{"height": 1}] * 8}, "board.columns"),
        ({"columns": [], "overflow": -1}, "board.overflow"),
        ({"columns": [], "rows": 3}, "board.rows"),
        ({"columns": [{"height": 1, "colour": "pink"}]}, "board.columns[0].colour"),
        ({"columns": [{"height": 1}, {"height": 0}, {"height": 2}]}, "Column 2 is empty"),
        ({}, "board.columns"),
        ([], "board"),
    ],
)
def test_a_board_that_cannot_be(sheet: Any, fault: str) -> None:
    """G4, G20: 7 columns of at most 5, filled from the left."""
    with pytest.raises(DataError) as caught:
        GAME.sheet.board_of(sheet, terms_of(2))
    (sentence,) = caught.value.faults
    assert sentence.startswith(fault)
    assert sentence.endswith(".")


def test_empty_columns_at_the_end_are_no_fault() -> None:
    assert score([3, 5, 0, 0]).total == score([3, 5]).total


def test_a_board_is_asked_for_question_by_question() -> None:
    """G40: heights and overflow as a person types them; what is no number is refused."""
    answers = {"H": "3, 5 2 4 2 1 1", "P": " 2 "}
    sheet = GAME.sheet.ask(lambda question: answers[question[0]])
    assert GAME.sheet.board_of(sheet, terms_of(2)).total(0) == 55
    for wrong in ({"H": "3 x", "P": "2"}, {"H": "3", "P": "-2"}):
        with pytest.raises(DataError) as caught:
            GAME.sheet.ask(lambda question, wrong=wrong: wrong[question[0]])  # type: ignore[misc]
        assert "is not a number" in str(caught.value)


def test_no_answer_for_overflow_is_none() -> None:
    assert GAME.sheet.ask(lambda question: "3 5" if question[0] == "H" else "")["overflow"] == 0
