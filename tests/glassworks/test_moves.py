"""Moves as people and programs write them, and what is said where one cannot be taken."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rivertable.core.errors import (
    IllegalMoveError,
    MalformedMoveError,
)
from rivertable.core.position import Draft, Moves
from rivertable.glassworks import GAME, Draw, GlassworksMove, Pass, Piece, Place, Position
from rivertable.glassworks.kernel.state import COLOUR_NAMES, Decision

from .move_boards import BOARD, CLOSED, FORCED, LAST_COLUMN, OVER, SMALL_LAKE, pieces
from .strategies import modest, positions
from .tables import CODE, table

REFUSALS: list[tuple[Position, str, str, str]] = [
    (BOARD, "yeD@6-5", "G12", "Your satchel does not hold: yellow drop."),
    (BOARD, "whH+whH@6-5", "G12", "Your satchel does not hold: white heart."),
    (BOARD, "whH@3-2", "G12", "One heart goes on the tile of its shape, tile 2; tile 3 shows a circle."),
    (BOARD, "whH+orD@1-2", "G13", "have the same shape, not heart and drop"),
    (BOARD, "whH+puH+orD@1-2", "G13", "One piece is placed, or two of the same shape."),
    (BOARD, "whH@9-8", "G7", "There is no tile 9; the river has tiles 1 to 6."),
    (BOARD, "whH@0-1", "G7", "There is no tile 0"),
    (BOARD, "whC@3-5", "G14", "Next to tile 3 you can gather tile 2 or 4, not 5."),
    (BOARD, "orD@6-6", "G14", "Next to tile 6 you can gather tile 5, not 6."),
    (BOARD, "orD@6-7", "G15", "The lake is not a river tile and is never gathered."),
    (BOARD, "whH@2-1:lb", "G20", "Gathering tile 1 leaves nothing to put in order."),
    (BOARD, "whH@2-3:pu", "G20", "The order must name each new colour once: purple and yellow."),
    (BOARD, "whH@2-3:pu,pu", "G20", "must name each new colour once"),
    (LAST_COLUMN, "whC@3-2:or,wh", "G20", "orange and yellow"),
    (
        table(players=5, satchels=["whC"], columns=["wh1 pu1 lb1 db1 lg1 dg1"], river={"H": "orT yeH bkH"}),
        "whC@3-2:ye,or,bk",
        "G22",
        "New colours that find no column come last in the order",
    ),
    (BOARD, "draw orX+orX+orX+orX", "G24", "The lake does not hold: orange hexagon, orange hexagon"),
    (BOARD, "draw puH+puH+puH+whT", "G24", "The lake does not hold: purple heart."),
    (BOARD, "draw whT+puH", "G24", "A draw takes 4 pieces of this lake, not 2."),
    (BOARD, "draw whT+puH+puH+lbC+yeX", "G24", "takes 4 pieces of this lake, not 5"),
    (BOARD, "draw -orS", "G24", "The lake does not hold: orange square."),
    (BOARD, "draw -lbC/whH", "G25", "After this draw 3 pieces go to overflow, not 1: a satchel holds 5."),
    (BOARD, "draw -lbC/whH+whH+orD", "G25", "You have not got, to put into overflow: white heart."),
    (SMALL_LAKE, "draw whT+puH/whH", "G25", "0 pieces go to overflow, not 1"),
    (SMALL_LAKE, "draw whT", "G27", "A draw takes 2 pieces of this lake, not 1."),
    (FORCED, "draw", "G27", "The lake is empty."),
    (CLOSED, "draw -lbC", "G32", "Once the end is triggered the lake is closed"),
    (BOARD, "pass", "G28", "You may pass only when nothing else is possible."),
    (FORCED, "yeD@6-5", "G12", "Your satchel does not hold: yellow drop."),
    (OVER, "pass", "G31", "The game is over."),
    (OVER, "whT@1-2", "G31", "The game is over."),
]


@pytest.mark.parametrize(("board", "text", "rule", "sentence"), REFUSALS, ids=[text for _, text, _, _ in REFUSALS])
def test_moves_that_are_not_legal(board: Position, text: str, rule: str, sentence: str) -> None:
    """G7 to G32: well said, not legal; the exact rule and a sentence that says it."""
    with pytest.raises(IllegalMoveError) as caught:
        board.play(text)
    assert caught.value.rule == rule
    assert sentence in caught.value.sentence
    assert str(caught.value) == f"{caught.value.sentence} ({rule})"
    assert caught.value.code == "illegal-move"
    assert text not in board.moves()


def test_every_rule_that_forbids_a_move_is_met_above() -> None:
    """Each id that the package's refusals can name stands in the table."""
    from rivertable.glassworks.moves import refusals

    with open(refusals.__file__, encoding="utf-8") as file:
        named = set(re.findall(r'"(G[0-9]+)"', file.read()))
    assert named == {rule for _, _, rule, _ in REFUSALS}


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        (Place((), 2, 1), "G13"),
        (Place(pieces("whH"), 2, 9), "G14"),
        (Place(pieces("whH"), 2, 1, ("pink",)), "G20"),
        (Place(pieces("whH"), 2, 3, ()), "G20"),
        (Place(pieces("whH"), 2, 3, ("purple", "yellow", "purple")), "G20"),
        (Place(pieces("whH"), -1, 1), "G7"),
        (Draw(()), "G24"),
        (Draw(pieces("whT puH puH lbC"), pieces("whH puH orD whC")), "G25"),
    ],
)
def test_typed_moves_that_are_not_legal(move: GlassworksMove, rule: str) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        BOARD.play(move)
    assert caught.value.rule == rule
    assert move not in BOARD.moves()


def test_nothing_is_played_while_chance_acts() -> None:
    """A position inside a turn has no moves, only decisions and outcomes."""
    waiting = BOARD.after(45)
    assert waiting.is_chance and not waiting.moves() and len(waiting.moves()) == 0
    with pytest.raises(IllegalMoveError, match="No seat is to begin a turn now"):
        waiting.play(Pass())
    with pytest.raises(IllegalMoveError, match="A draft begins at the start of a turn"):
        Draft(waiting)
    with pytest.raises(IllegalMoveError, match=f"decision {Decision.PAIR} is not legal"):
        waiting.apply(Decision.PAIR)


def test_a_draft_asks_step_by_step() -> None:
    draft = Draft(BOARD)
    with pytest.raises(IllegalMoveError, match="not complete"):
        _ = draft.move
    draft.choose(Decision.DRAW)
    with pytest.raises(IllegalMoveError, match="decision 0 is not legal"):
        draft.choose(0)
    assert draft.decisions == (Decision.DRAW,)


def test_typed_moves_are_values() -> None:
    """Sorted, equal, hashable, frozen; their text is the notation."""
    assert Place(pieces("puH whH"), 1, 2) == Place(pieces("whH puH"), 1, 2)
    assert hash(Draw(pieces("puH whT"), pieces("whH"))) == hash(Draw(pieces("whT puH"), pieces("whH")))
    assert str(Place(pieces("puH whH"), 3, 4, ("yellow", "light blue"))) == "whH+puH@3-4:ye,lb"
    assert str(Draw(pieces("puH whT"), pieces("whH"))) == "draw whT+puH/whH"
    assert str(Pass()) == "pass" and Pass() == Pass()
    with pytest.raises(AttributeError):
        Place(pieces("whH"), 1, 2).onto = 3  # type: ignore[misc]


@pytest.mark.parametrize("number", range(54))
def test_pieces_by_number_name_and_code(number: int) -> None:
    """G2: one piece, three ways to say it."""
    found = Piece.of(number)
    assert found.number == number
    assert Piece.from_name(found.name) == Piece.from_code(found.code.swapcase()) == found
    assert found.code == CODE[(found.colour_name, found.shape_name)] == str(found)
    for wrong in ("", "whH ", "white", "white  heart", "heart white", "WHITE heart"):
        with pytest.raises(ValueError, match="no piece of glass"):
            Piece.from_name(wrong)
    for wrong in ("", "wh", "whHH", "h", "whQ"):
        with pytest.raises(ValueError, match="no piece of glass"):
            Piece.from_code(wrong)


def test_the_record_form_of_each_kind() -> None:
    """What is optional is left out when it is empty."""
    assert GAME.documents.write_move(Place(pieces("puH whH"), 1, 2)) == {
        "type": "place",
        "pieces": ["white heart", "purple heart"],
        "onto": 1,
        "gather": 2,
    }
    assert GAME.documents.write_move(Place(pieces("whH"), 1, 2, ("yellow", "orange")))["order"] == ["yellow", "orange"]
    assert GAME.documents.write_move(Draw(pieces("whT"), pieces("orD"))) == {
        "type": "draw",
        "take": ["white triangle"],
        "overflow": ["orange drop"],
    }
    assert GAME.documents.write_move(Draw(pieces("whT"))) == {"type": "draw", "take": ["white triangle"]}
    assert GAME.documents.write_move(Pass()) == {"type": "pass"}


@pytest.mark.parametrize(
    ("document", "place"),
    [
        ({}, "the move"),
        ("pass", "the move"),
        ({"type": "swim"}, "the move"),
        ({"type": "pass", "why": 1}, "the move.why"),
        ({"type": "place", "pieces": [], "onto": 1, "gather": 2}, "the move.pieces"),
        ({"type": "place", "pieces": ["white heart"] * 3, "onto": 1, "gather": 2}, "the move.pieces"),
        ({"type": "place", "pieces": ["pink heart"], "onto": 1, "gather": 2}, "the move.pieces[0]"),
        ({"type": "place", "pieces": ["white heart"], "onto": 0, "gather": 2}, "the move.onto"),
        ({"type": "place", "pieces": ["white heart"], "onto": 1, "gather": 7}, "the move.gather"),
        ({"type": "place", "pieces": ["white heart"], "onto": "1", "gather": 2}, "the move.onto"),
        ({"type": "place", "pieces": ["white heart"], "onto": True, "gather": 2}, "the move.onto"),
        ({"type": "place", "pieces": ["white heart"], "onto": 1}, "the move.gather"),
        ({"type": "place", "pieces": ["white heart"], "onto": 1, "gather": 2, "order": ["pink"]}, "the move.order[0]"),
        ({"type": "draw"}, "the move.take"),
        ({"type": "draw", "take": ["whT"]}, "the move.take[0]"),
        ({"type": "draw", "take": [], "overflow": "none"}, "the move.overflow"),
    ],
)
def test_documents_that_say_no_move(document: Any, place: str) -> None:
    """Malformed: the sentence names the place in the document."""
    with pytest.raises(MalformedMoveError) as caught:
        GAME.documents.read_move(document)
    assert caught.value.sentence.startswith(f"{place}: ")
    assert caught.value.sentence.endswith(".")


PIECES = st.integers(0, 53).map(Piece.of)
TYPED_MOVES = st.one_of(
    st.builds(
        Place,
        st.lists(PIECES, max_size=3).map(tuple),
        st.integers(-1, 8),
        st.integers(-1, 8),
        st.lists(st.sampled_from(COLOUR_NAMES), max_size=4).map(tuple),
    ),
    st.builds(Draw, st.lists(PIECES, max_size=6).map(tuple), st.lists(PIECES, max_size=5).map(tuple)),
    st.just(Pass()),
)


@modest(80)
@given(positions(is_over_too=True), TYPED_MOVES, st.data())
def test_every_move_that_is_not_legal_gets_a_rule_and_a_sentence(
    position: Position, wild: GlassworksMove, data: st.DataObject
) -> None:
    """G7 to G32: any move, wild or nearly right, is legal by enumeration or refused with a rule of the rulebook."""
    legal = list(Moves(position))
    tried: list[GlassworksMove] = [wild]
    if legal:
        near = data.draw(st.sampled_from(legal))
        tried += [near, *_nearly(near, data)]
    for move in tried:
        if move in legal:
            assert GAME.moves.move_of(position, GAME.moves.decisions_of(position, move)) == move
            continue
        with pytest.raises(IllegalMoveError) as caught:
            position.play(move)
        assert caught.value.rule in GAME.rulebook
        assert caught.value.sentence[0].isupper() and caught.value.sentence.endswith(".")


def _nearly(move: GlassworksMove, data: st.DataObject) -> list[GlassworksMove]:
    """Moves that differ from a legal one in one thing."""
    other = data.draw(PIECES)
    if isinstance(move, Place):
        return [
            Place((*move.pieces[1:], other), move.onto, move.gather, move.order),
            Place((*move.pieces, other), move.onto, move.gather, move.order),
            Place(move.pieces, move.gather, move.onto, move.order),
            Place(move.pieces, move.onto, 2 * move.onto - move.gather, move.order),
            Place(move.pieces, move.onto, move.gather, move.order[::-1]),
            Place(move.pieces, move.onto, move.gather, move.order[1:]),
            Place(move.pieces, move.onto, move.gather, (*move.order, "white")),
        ]
    if isinstance(move, Draw):
        return [
            Draw((*move.take[1:], other), move.overflow),
            Draw(move.take[1:], move.overflow),
            Draw(move.take, move.overflow[1:]),
            Draw(move.take, (*move.overflow, other)),
            Draw(move.take, (*move.overflow[1:], other)),
            Draw(move.overflow, move.take),
        ]
    return []
