"""Decisions as programs get them: every one tells itself from the others, and says where it leads."""

from typing import Any

import pytest
from hypothesis import given

from rivertable.core.documents import as_document
from rivertable.core.position import Board
from rivertable.glassworks import GAME
from rivertable.glassworks.moves.choices import (
    ColumnDecision,
    DrawDecision,
    DropDecision,
    GatherDecision,
    LeaveDecision,
    PairDecision,
    PassDecision,
    PickDecision,
    PlaceDecision,
)

from .move_boards import BOARD, FORCED, FULL, LAKE, SMALL_LAKE
from .strategies import modest, points
from .tables import table

KINDS = {
    "place": PlaceDecision,
    "pair": PairDecision,
    "pick": PickDecision,
    "gather": GatherDecision,
    "column": ColumnDecision,
    "draw": DrawDecision,
    "leave": LeaveDecision,
    "drop": DropDecision,
    "pass": PassDecision,
}


def choices(board: Board) -> list[dict[str, Any]]:
    """The legal decisions of a board, each a good document and unlike the others."""
    found = [GAME.documents.write_decision(board, decision) for decision in board.decisions()]
    for document in found:
        assert (
            as_document(GAME.documents.DecisionDocument, document)
            == as_document(KINDS[document["type"]], document)
            == document
        )
    assert len({repr(document) for document in found}) == len(found)
    return found


@modest(120)
@given(points())
def test_every_decision_of_a_random_game_has_a_document_of_its_own(position: Any) -> None:
    for seat in (None, *range(position.players)):
        assert choices(position.view(seat)) == choices(position)


def test_the_ways_to_begin_a_turn() -> None:
    """G12, G13, G24: a piece on its own tile, a pair on any tile, the lake."""
    found = choices(BOARD)
    pieces = [("white heart", 2), ("purple heart", 2), ("white circle", 3), ("orange drop", 6)]
    assert found[:4] == [{"type": "place", "piece": piece, "onto": onto} for piece, onto in pieces]
    assert found[4:-1] == [{"type": "pair", "shape": "heart", "onto": onto} for onto in (1, 2, 3, 4, 5, 6)]
    assert found[-1] == {"type": "draw", "count": 4}
    assert choices(FORCED) == [{"type": "pass"}]
    assert choices(SMALL_LAKE)[-1] == {"type": "draw", "count": 2}


def test_a_neighbour_is_gathered_with_what_lies_on_it() -> None:
    """G14, G20: the numbers are those before the tile moves; new colours take the next column."""
    placed = BOARD.after(BOARD.decisions()[0])
    assert choices(placed) == [
        {"type": "gather", "tile": 1, "pieces": ["light blue triangle"]},
        {"type": "gather", "tile": 3, "pieces": ["purple circle", "yellow circle"]},
    ]
    assert choices(placed.after(placed.decisions()[1])) == [
        {"type": "column", "colour": "purple", "column": 2},
        {"type": "column", "colour": "yellow", "column": 2},
    ]


def test_a_draw_leaves_a_piece_and_drops_what_is_too_much() -> None:
    """G24, G25."""
    drawn = FULL.after(FULL.decisions()[-1])
    assert choices(drawn) == [
        {"type": "leave", "piece": piece}
        for piece in ("white triangle", "purple heart", "light blue circle", "yellow hexagon")
    ]
    assert {"type": "drop", "piece": "white heart"} in choices(drawn.after(drawn.decisions()[0]))


def test_the_pieces_of_a_pair_are_picked() -> None:
    """G13: three hearts of different colours."""
    board = table(satchels=["whH puH orH", "yeD"], lake=LAKE)
    pair = next(
        number for number in board.decisions() if GAME.documents.write_decision(board, number)["type"] == "pair"
    )
    assert choices(board.after(pair)) == [
        {"type": "pick", "piece": "white heart"},
        {"type": "pick", "piece": "purple heart"},
    ]


@pytest.mark.parametrize("document", [{"type": "place"}, {"type": "place", "piece": "white star", "onto": 1}, {}])
def test_other_documents_are_no_decision(document: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="validation error"):
        as_document(GAME.documents.DecisionDocument, document)
