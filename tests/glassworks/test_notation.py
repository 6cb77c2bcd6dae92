"""The one-line notation of moves: what it says, what it leaves open, and what is no move."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rivertable.core.errors import (
    AmbiguousMoveError,
    IllegalMoveError,
    MalformedMoveError,
    MoveError,
)
from rivertable.glassworks import GAME, Draw, GlassworksMove, Pass, Place, Position

from .move_boards import BOARD, FORCED, FULL, LAKE, OVER, SMALL_LAKE, pieces
from .strategies import modest, positions
from .tables import table


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("orD@6-5", Place(pieces("orD"), 6, 5)),
        ("  ORd@6 - 5 ", Place(pieces("orD"), 6, 5)),
        ("orD@6", Place(pieces("orD"), 6, 5)),
        ("or@6", Place(pieces("orD"), 6, 5)),
        ("d@6", Place(pieces("orD"), 6, 5)),
        ("whH@2-1", Place(pieces("whH"), 2, 1)),
        ("puH + whH @ 6 - 5", Place(pieces("whH puH"), 6, 5)),
        ("h+h@6", Place(pieces("whH puH"), 6, 5)),
        ("wh+pu@1-2", Place(pieces("whH puH"), 1, 2)),
        ("whH@2-3:pu,ye", Place(pieces("whH"), 2, 3, ("purple", "yellow"))),
        ("whH@2-3: YE , PU", Place(pieces("whH"), 2, 3, ("yellow", "purple"))),
        ("whC@3-2", Place(pieces("whC"), 3, 2)),
    ],
)
def test_notations_that_say_a_move(text: str, move: GlassworksMove) -> None:
    """G12 to G20: case and spaces do not matter, and what only one move can mean may be left out."""
    assert GAME.moves.parse_move(BOARD, text) == move
    assert text in BOARD.moves()


@pytest.mark.parametrize(
    ("board", "text", "move"),
    [
        (SMALL_LAKE, "draw", Draw(pieces("whT puH"))),
        (SMALL_LAKE, "DRAW puH+whT", Draw(pieces("whT puH"))),
        (SMALL_LAKE, "draw h+t", Draw(pieces("whT puH"))),
        (table(satchels=["whH"], lake=LAKE), "draw -lbC", Draw(pieces("whT puH puH yeX"))),
        (table(satchels=["whH"], lake=LAKE), "draw-lb", Draw(pieces("whT puH puH yeX"))),
        (table(satchels=["whH"], lake=LAKE), "draw - c", Draw(pieces("whT puH puH yeX"))),
        (table(satchels=["whH"], lake=LAKE), "draw t+h+h+x", Draw(pieces("whT puH puH yeX"))),
        (FULL, "draw -whT / whH+lbC+yeX+dbX", Draw(pieces("puH puH lbC yeX"), pieces("whH lbC yeX dbX"))),
        (FORCED, " Pass ", Pass()),
    ],
)
def test_notations_of_draws_and_passes(board: Position, text: str, move: GlassworksMove) -> None:
    """G24, G25, G27, G28: what is left, what is taken, what is dropped."""
    assert GAME.moves.parse_move(board, text) == move


@pytest.mark.parametrize(
    ("text", "fragment"),
    [
        ("", "'' is not a move. Moves look like whH@3-2"),
        ("   ", "is not a move"),
        ("whH", "'whH' is not a move"),
        ("whH@", "is not a move"),
        ("whH@2-", "is not a move"),
        ("whH@x", "is not a move"),
        ("whH@-1", "is not a move"),
        ("whH@2-1:", "is not a move"),
        ("whH+@2-1", "is not a move"),
        ("@2-1", "is not a move"),
        ("whH@2-1 extra", "is not a move"),
        ("drawwhT", "is not a move"),
        ("draw -", "is not a move"),
        ("draw /", "is not a move"),
        ("passes", "is not a move"),
        ("white heart@2-1", "is not a move"),
        ("whH@²", "is not a move"),
        ("piH@2-1", "'pih' is no piece: write a colour (wh, pu,"),
        ("whQ@2-1", "'whq' is no piece"),
        ("q@2-1", "'q' is no piece"),
        ("xx@2-1", "'xx' is no piece"),
        ("whH@2-3:pi,ye", "'pi' is no colour: there are wh, pu,"),
        ("draw whT+xyz", "'xyz' is no piece"),
        ("draw -zz", "'zz' is no piece"),
        ("draw/zz", "'zz' is no piece"),
    ],
)
def test_texts_that_say_no_move(text: str, fragment: str) -> None:
    """Malformed, whatever the position."""
    for board in (BOARD, OVER):
        with pytest.raises(MalformedMoveError, match=re.escape(fragment)) as caught:
            GAME.moves.parse_move(board, text)
        assert (caught.value.code, caught.value.rule) == ("malformed-move", None)
        assert caught.value.sentence.endswith(".")
    assert text not in BOARD.moves()


@pytest.mark.parametrize(
    ("text", "choices"),
    [
        ("h@2-1", ("whH@2-1", "puH@2-1")),
        ("whH@2", ("whH@2-1", "whH@2-3:pu,ye", "whH@2-3:ye,pu")),
        ("whH@2-3", ("whH@2-3:pu,ye", "whH@2-3:ye,pu")),
        ("whC@3", ("whC@3-2", "whC@3-4")),
    ],
)
def test_texts_that_fit_several_moves(text: str, choices: tuple[str, ...]) -> None:
    """Ambiguous: every choice is listed, and each of them is exact."""
    with pytest.raises(AmbiguousMoveError) as caught:
        GAME.moves.parse_move(BOARD, text)
    assert caught.value.choices == choices
    assert f"'{text}' fits {len(choices)} moves: " in caught.value.sentence
    assert all(choice in caught.value.sentence for choice in choices)
    assert caught.value.code == "ambiguous-move"
    assert [str(GAME.moves.parse_move(BOARD, choice)) for choice in choices] == list(choices)
    assert text not in BOARD.moves()


def test_many_choices_are_cut_short_in_the_sentence_only() -> None:
    with pytest.raises(AmbiguousMoveError) as caught:
        GAME.moves.parse_move(FULL, "draw")
    draws = [str(move) for move in FULL.moves() if isinstance(move, Draw)]
    assert list(caught.value.choices) == draws
    assert len(draws) > 6 and caught.value.sentence.endswith(", ….")


@modest(120)
@given(positions(), st.text(alphabet="whpulbdgbkyeorTHCSXD@-+:,/ 0123456789draw", max_size=24))
def test_any_text_is_a_move_or_gets_one_of_the_three_exact_refusals(position: Position, text: str) -> None:
    """Nothing a person types ends in anything else."""
    refusal: MoveError | None = None
    try:
        assert GAME.moves.parse_move(position, text) in position.moves()
    except MoveError as error:
        refusal = error
    if refusal is not None:
        assert type(refusal) in (MalformedMoveError, IllegalMoveError, AmbiguousMoveError)
        assert refusal.sentence.endswith(".")
        assert (refusal.rule in GAME.rulebook) == isinstance(refusal, IllegalMoveError)
