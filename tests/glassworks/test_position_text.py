"""Positions that people paste: whatever is wrong with the line is said, and nothing impossible gets to the rules."""

import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rivertable.core.documents import as_document
from rivertable.core.errors import MalformedMoveError, PositionError
from rivertable.glassworks import GAME, Position

from .kernel_games import KernelGame, terms_of
from .strategies import modest, points
from .tables import line_of

LINE = line_of(
    satchels=["whH puH", "orX yeD orD"],
    columns=["wh3 pu1", "lb2"],
    overflow=["orT", ""],
    river={"T": "whT", "X": "puX puD"},
    lake="whC puC lbC dbC lgC",
)
FIELDS = LINE.split()


def with_field(number: int, value: str) -> str:
    return " ".join([*FIELDS[:number], value, *FIELDS[number + 1 :]])


def refusal(line: str) -> PositionError:
    with pytest.raises(PositionError) as caught:
        Position.from_text(line)
    assert caught.value.code == "bad-position" and caught.value.sentence.endswith(".")
    return caught.value


@pytest.mark.parametrize(
    ("line", "fragment"),
    [
        ("", "A position of this game begins with glassworks/1."),
        ("chess", "begins with glassworks/1"),
        ("glassworks/2 " + LINE, "begins with glassworks/1"),
        (LINE + " more", "A position has 9 fields, this text has 10."),
        (" ".join(FIELDS[:8]), "this text has 8"),
        (with_field(1, "6"), "2 to 5 players, not 6"),
        (with_field(1, "x"), "players must be a number"),
        (with_field(1, "9" * 5000), "players must be a number"),
        (with_field(2, "house"), "There is no preset 'house'"),
        (with_field(2, "bga+lake=yes"), "There is no option 'lake'"),
        (with_field(2, "bga+lake_draws_after_trigger=maybe"), "lake_draws_after_trigger is yes or no, not 'maybe'"),
        (with_field(3, "0123456789ab"), "belongs to the edition 0123456789ab: give its components"),
        (with_field(4, FIELDS[4].rpartition(",")[0]), "The river should have 6 tiles here, not 5."),
        (with_field(4, FIELDS[4].replace("H:", "T:")), "The tile T lies in the river twice."),
        (with_field(4, FIELDS[4].replace("H:", "Q:")), "There is no tile 'Q'."),
        (with_field(4, FIELDS[4].replace("whT", "whQ")), "In tile T: There is no piece of glass with the code 'whQ'."),
        (with_field(5, FIELDS[5] + "whX"), "The lake holds at most 5 pieces, not 6."),
        (with_field(5, "wh"), "In the lake: There is no piece of glass"),
        (with_field(6, "000000"), "The bag is 9 groups of 6 digits"),
        (with_field(6, FIELDS[6].replace("2", "!", 1)), "The bag is 9 groups of 6 digits"),
        (with_field(7, FIELDS[7].split("/")[0]), "There are 1 seats written for 2 players."),
        (with_field(7, FIELDS[7].replace(";", ",")), "must be satchel;columns;overflow;inventory"),
        (with_field(7, FIELDS[7].replace("pu1", "wh1")), "Seat 0 cannot have a column 'wh1' here."),
        (with_field(7, FIELDS[7].replace("pu1", "pu0")), "The height of column 2 must be a number from 1 to 5"),
        (with_field(7, FIELDS[7].replace("pu1", "pu6")), "from 1 to 5, not '6'"),
        (with_field(7, FIELDS[7].replace("wh3pu1", "wh4pu1")), "There are 23 white pieces; the box holds 22."),
        (with_field(7, FIELDS[7].replace("whHpuH", "whHpuHbkH")), "There are 1 pieces black heart; the box holds 0."),
        (with_field(7, FIELDS[7].replace(";4/", ";5/")), "The inventory of seat 0 should stand at 4, not 5."),
        (with_field(8, "0.0.1"), "is no turn"),
        (with_field(8, "2.0.1.main"), "The seat on turn must be a number from 0 to 1, not '2'."),
        (with_field(8, "0.2.1.main"), "The first seat must be a number from 0 to 1"),
        (with_field(8, "0.0.0.main"), "The round must be a number from 1 to 999"),
        (with_field(8, "0.0.1.lunch"), "is no turn"),
        (with_field(8, "0.0.1.main.1.3"), "The turns left do not fit the seat on turn."),
        (with_field(8, "0.0.1.main.0.2"), "The turns left do not fit"),
        (with_field(8, "0.0.1.over.1.2"), "The turns left do not fit"),
        (with_field(8, "0.0.1.main.0.0.0.3"), "do not belong to its phase"),
        (with_field(8, "0.0.1.topup.1.4.0.0.99.0.0.1"), "do not fit what lies on the table"),
        (with_field(8, "0.0.1.refill.0.0.0.0.1.0.0.1"), "do not fit what lies on the table"),
        (with_field(8, "0.0.1.refill.0.0.0.0.6.0.0.1"), "do not fit what lies on the table"),
        (with_field(8, "0.0.1.picking.0.0.1.99.0.2"), "do not fit what lies on the table"),
        (with_field(8, "0.0.1.picking.0.0.1.1.0.2.77"), "do not fit what lies on the table"),
        (with_field(8, "0.0.1.gathering"), "do not fit what lies on the table"),
        (with_field(8, "0.0.1.ordering.0.0.0.0.4"), "do not fit what lies on the table"),
        (with_field(8, "0.0.1.dropping.0.0.0.0.0.1"), "do not fit what lies on the table"),
        (with_field(8, "0.0.1.river"), "do not fit what lies on the table"),
    ],
)
def test_each_fault_of_a_line_is_said(line: str, fragment: str) -> None:
    """G1, G3, G4, G23, G31: one sentence for what is wrong."""
    assert fragment in refusal(line).sentence


def test_the_line_is_good_as_it_stands() -> None:
    position = Position.from_text(LINE)
    assert position.text == LINE and position.is_turn_start
    assert Position.from_text(f"  {LINE}\n") == position


def test_a_satchel_of_six_is_no_start_of_a_turn() -> None:
    """G4, G25: more than 5 only while pieces are being dropped."""
    line = line_of(satchels=["whT whH whC whS whX whD"])
    assert refusal(line).rule == "G4"


def test_the_record_form_is_checked_as_the_text_is() -> None:
    """G23: an inventory that does not count what lies there is refused."""
    document = GAME.documents.write_state(Position.from_text(LINE))
    document["seats"][1]["inventory"] = 16
    written = as_document(GAME.documents.StateDocument, document)
    with pytest.raises(PositionError, match="should stand at 2, not 16"):
        GAME.documents.read_state(written, terms_of(2))
    assert not GAME.documents.is_same_state(written, Position.from_text(LINE))


def test_numbers_of_any_length_are_only_malformed() -> None:
    """A number too long to be read is no move, not a crash."""
    with pytest.raises(MalformedMoveError):
        GAME.moves.parse_move(Position.from_text(LINE), "whH@" + "9" * 5000)


@modest(120)
@given(points(), st.data())
def test_a_line_with_a_change_is_refused_or_can_be_played_to_the_end(position: Position, data: st.DataObject) -> None:
    """Whatever one number is changed to, the rules go on from it as from any position, or it is refused."""
    components = position.terms.components
    numbers = [found.span() for found in re.finditer(r"\d+", position.text)][1:]
    start, end = data.draw(st.sampled_from(numbers[-12:] + numbers))
    line = position.text[:start] + str(data.draw(st.integers(0, 99))) + position.text[end:]
    try:
        changed = Position.from_text(line, components)
    except PositionError as error:
        sentence: str | None = error.sentence
    else:
        sentence = None
        game, rng = KernelGame.at(changed), Random(0)
        for _ in range(5000):
            if game.is_over:
                break
            game.go_on(rng)
        assert game.is_over
    assert sentence is None or sentence.endswith(".")
