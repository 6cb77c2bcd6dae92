"""What a move in the making looks like: every piece lies somewhere, and no more is revealed than was foretold."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rivertable.core.documents import as_document
from rivertable.core.errors import PositionError
from rivertable.core.position import Board
from rivertable.glassworks import GAME, Position

from .move_boards import BOARD, FULL, pieces
from .printed_data import COLOURS
from .strategies import modest, positions


def colours_in(document: dict[str, Any]) -> Counter[str]:
    """How many pieces of each colour a state shows, in the glassworks too."""
    found: Counter[str] = Counter()
    lists = [document["lake"], *(tile["pieces"] for tile in document["river"])]
    for seat in document["seats"]:
        lists += [seat["satchel"], seat["overflow"]]
        for column in seat["columns"]:
            found[column["colour"]] += column["height"]
    found.update(name.rpartition(" ")[0] for names in lists for name in names)
    for name, count in document["bag"].items():
        found[name.rpartition(" ")[0]] += count
    return found


def random_turn(start: Position, rng: Random) -> list[int]:
    """The decisions of a whole turn."""
    decisions: list[int] = []
    board = start
    while not decisions or GAME.kernel.is_inside_turn(board.states, 0):
        decisions.append(rng.choice(board.decisions()))
        board = board.after(decisions[-1])
    return decisions


def check_model(board: Board, document: dict[str, Any]) -> None:
    """A state is what records hold; one in which a satchel is too full for now is shown and never read (G25)."""
    read = as_document(GAME.documents.StateDocument, document)
    if max(len(seat["satchel"]) for seat in document["seats"]) > 5:
        with pytest.raises(PositionError, match="holds at most 5 pieces"):
            GAME.documents.read_state(read, board.terms)
    for seat in range(board.players):
        score = GAME.documents.write_breakdown(board, seat)
        assert as_document(GAME.documents.BreakdownDocument, score) and score["total"] == board.total(seat)


@modest(150)
@given(positions(), st.integers(0, 2**32))
def test_no_piece_is_lost_while_a_move_is_made(start: Position, luck: int) -> None:
    rng = Random(luck)
    full = start.terms.array[0].bag.reshape(6, 9).sum(axis=0).tolist()
    in_box = Counter({colour: count for colour, count in zip(COLOURS, full, strict=True) if count})
    view = start.view(start.seat)
    position = start
    for decision in random_turn(start, rng):
        position, view = position.after(decision), view.after(decision)
        document = GAME.documents.write_state(position)
        assert colours_in(document) == in_box
        assert GAME.documents.write_state(view) == document
        check_model(position, document)


@modest(150)
@given(positions(), st.integers(0, 2**32))
def test_how_many_pieces_a_turn_reveals_is_known_beforehand(start: Position, luck: int) -> None:
    """G18, G26, G27, G30: refills, as far as the bag reaches, and the top-up of the turn that triggers the end."""
    rng = Random(luck)
    decisions = random_turn(start, rng)
    drawn: list[int] = []
    start.after(*decisions).resolve(rng.getrandbits(32), drawn)
    assert start.count_revealed(*decisions) == len(drawn)
    assert start.view(start.seat).count_revealed(*decisions) == len(drawn)


def after(position: Position, **wanted: Any) -> Position:
    """The position after the first decision whose document has these values."""
    found = {number: GAME.documents.write_decision(position, number) for number in position.decisions()}
    return position.after(next(number for number, document in found.items() if wanted.items() <= document.items()))


def test_a_placed_piece_is_on_the_tile_and_gathered_glass_in_its_column() -> None:
    """G12, G17, G20: the tile moves to START once all that it held has found its place."""
    placed = GAME.documents.write_state(after(BOARD, type="place", piece="white heart"))
    assert placed["river"][1]["pieces"] == ["white heart"]
    assert "white heart" not in placed["seats"][0]["satchel"]
    gathered = after(after(BOARD, type="place", piece="white heart"), type="gather", tile=3)
    waiting = GAME.documents.write_state(gathered)
    assert waiting["river"][2]["pieces"] == ["purple circle", "yellow circle"]
    done = GAME.documents.write_state(after(gathered, type="column", colour="yellow"))
    assert done["river"][0] == {"shape": "circle", "stones": 1, "pieces": []}
    assert done["seats"][0]["columns"][1:] == [{"colour": "yellow", "height": 1}, {"colour": "purple", "height": 1}]


def test_a_draw_shows_all_that_was_taken() -> None:
    """G24, G25: what is too much lies in the satchel until it is named."""
    drawn = after(after(FULL, type="draw"), type="leave", piece="white triangle")
    document = GAME.documents.write_state(drawn)
    assert document["lake"] == ["white triangle"] and len(document["seats"][0]["satchel"]) == 9
    dropped = GAME.documents.write_state(after(drawn, type="drop", piece="white heart"))
    assert dropped["seats"][0]["overflow"] == [piece.name for piece in pieces("whH")]
    assert "white heart" not in dropped["seats"][0]["satchel"]
