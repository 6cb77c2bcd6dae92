"""What people see and read: the board as text and as SVG, and the sentences of whole games."""

import re
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from rivertable.core.chance import Recorded
from rivertable.core.position import Draft
from rivertable.glassworks import GAME, Column, Draw, GlassworksMove, Pass, Position, SeatBoard, Tile, View
from rivertable.glassworks.kernel.state import COLOUR_NAMES, Decision
from rivertable.glassworks.pictures.sentences import list_pieces

from .kernel_games import random_position, terms_of
from .move_boards import BOARD, pieces
from .strategies import EDITIONS
from .tables import OPTIONS, PIECE_OF, after, draws, table

SVG = "{http://www.w3.org/2000/svg}"


def some_positions(games: int) -> Iterator[Position]:
    """Positions early, late, inside turns and at the end of random games of every table."""
    for number in range(games):
        rng = Random(f"pictures {number}")
        terms = terms_of(2 + number % 4, sorted(OPTIONS)[number % 6], EDITIONS[sorted(EDITIONS)[number % 3]])
        position = random_position(rng, terms, number * 7 % 110)
        for _ in range(number % 4):
            if choices := position.decisions():
                position = position.apply(rng.choice(choices))
        yield position


def lying(position: Position) -> list[str]:
    """The codes of all glass in the river, the lake and the satchels."""
    loose = [piece for tile in position.river for piece in tile.pieces] + list(position.lake)
    return [piece.code for piece in loose + [piece for seat in position.seats for piece in seat.satchel]]


def test_the_text_board_fits_and_shows_every_piece() -> None:
    """At most 80 columns wide, letters only, at every stage of the game."""
    for position in some_positions(240):
        lines = str(position).splitlines()
        assert max(map(len, lines)) < 80
        assert all(line == line.rstrip() for line in lines)
        assert str(position).isascii() and str(position).isprintable() == (len(lines) == 1)
        shown = Counter(re.findall(r"\b[a-z]{2}[THCSXD]\b", str(position)))
        overflow = [line for line in lines if "overflow " in line]
        in_overflow = Counter(re.findall(r"\b[a-z]{2}[THCSXD]\b", " ".join(overflow)))
        assert not Counter(lying(position)) - shown
        assert (shown - Counter(lying(position))).total() <= in_overflow.total()


def test_the_text_board_says_what_stands_where() -> None:
    """Round, seat on turn, lake, bag, glassworks with the VP of rows and counted columns, satchel, overflow."""
    position = table(
        satchels=["whH puH", "yeD"],
        columns=["wh3 pu5 lb2 db4 lg2 dg1 ye1", ""],
        overflow=["orT orH", ""],
        lake="whT puH",
        seat=1,
        round_number=7,
    )
    lines = str(position).splitlines()
    assert "Round 7: Seat 1 to move" in lines[0]
    assert any(line.startswith(f"Lake whT puH  Bag {len(position.bag)}: wh17 pu15 ") for line in lines)
    assert any(line.startswith("  Seat 0: 55 points, 18/17") and "> Seat 1: 0 points" in line for line in lines)
    start = next(number for number, line in enumerate(lines) if "Seat 0" in line)
    assert lines[start + 1][:28].split() == [".", "pu", ".", ".", ".", ".", ".", "0"]
    assert lines[start + 5][:28].split() == ["wh", "pu", "lb", "db", "lg", "dg", "ye", "22"]
    assert lines[start + 6][:28].split() == ["--", "10", "--", "16", "--", "--", "--"]
    assert "satchel whH puH" in lines[start + 7] and "overflow orT orH" in lines[start + 8]


@pytest.mark.parametrize(
    ("turns_left", "words"),
    [(0, "Round 1: Seat 1"), (3, "Round 1, the last but one: Seat 1"), (1, "Round 1, the last: Seat 1")],
)
def test_the_heading_says_how_near_the_end_is(turns_left: int, words: str) -> None:
    """G29, G31: play, the round being finished, the final turns."""
    heading = str(table(satchels=["whT", "yeD"], seat=1, turns_left=turns_left)).splitlines()[0]
    assert f" {words} to move ~" in heading


def test_the_heading_of_a_game_that_is_over() -> None:
    position = table(satchels=["whT", ""], bag="").play("whT@1-2")
    assert " Round 1, game over ~" in str(position).splitlines()[0]
    assert not any(line.lstrip().startswith(">") for line in str(position).splitlines())
    assert str(Position.before_setup(terms_of(2))).startswith("River Valley Glassworks, set-up")


def test_the_picture_is_sound_and_names_every_piece() -> None:
    """Well-formed SVG, a title on every piece, nothing fetched from anywhere."""
    for position in some_positions(60):
        drawn = position._repr_svg_()
        view = position.view()
        assert isinstance(view, View) and drawn == view._repr_svg_()
        root = ElementTree.fromstring(drawn)
        assert root.tag == f"{SVG}svg" and root.get("viewBox") and root.get("role") == "img"
        titles = [title.text for title in root.iter(f"{SVG}title")]
        assert titles[0] == f"River Valley Glassworks, round {position.round}, {position.players} players"
        named = Counter(titles[1:])
        shown = Counter(" ".join(PIECE_OF[code]) for code in lying(position))
        shown.update(piece.name for seat in position.seats for piece in seat.overflow[:12])
        assert named == shown
        for element in root.iter():
            assert not {"href", "src", "{http://www.w3.org/1999/xlink}href"} & set(element.attrib)
        assert "url(" not in drawn and drawn.count("http") == 1
        assert {child.tag.removeprefix(SVG) for child in root.iter()} <= {"svg", "g", "path", "rect", "text", "title"}


def test_the_picture_has_room_for_everything() -> None:
    """Nothing is drawn outside of the frame."""
    for position in some_positions(60):
        root = ElementTree.fromstring(position._repr_svg_())
        _, _, width, height = map(float, root.get("viewBox", "").split())
        for group in root.iter(f"{SVG}g"):
            x, y = map(float, re.findall(r"-?[\d.]+", group.get("transform", "translate(0 0)"))[:2])
            assert 0 <= x < width and 0 <= y < height


def whole_game(players: int, seed: int, options: str) -> Iterator[tuple[Any, Draft, GlassworksMove, list[int], Any]]:
    """Each turn of a random game: before, its draft, its move, the outcomes, after."""
    rng = Random(seed)
    position: Any = Position.before_setup(terms_of(players, options)).resolve(seed)
    while not position.is_over:
        draft = Draft(position)
        while not draft.is_complete:
            draft.choose(rng.choice(draft.choices))
        drawn: list[int] = []
        then = position.after(*draft.decisions).resolve(rng.randrange(10**6), drawn)
        yield position, draft, draft.move, drawn, then
        position = then


@pytest.mark.parametrize("options", ["rulebook", "bga"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_whole_games_in_words(players: int, options: str) -> None:
    """Every question, decision, move, change and score is said, once and in full."""
    for before, draft, move, drawn, then in whole_game(players, players, options):
        now = before
        for decision in draft.decisions:
            question = GAME.pictures.describe_question(now)
            assert question.endswith("?") or question.endswith("to go)?")
            said = [GAME.pictures.describe_decision(now, choice) for choice in now.decisions()]
            assert all(said) and len(set(said)) == len(said), said
            assert all(not text.endswith((".", " ")) and "  " not in text.strip()[5:] for text in said)
            now = now.after(decision)
        sentence = GAME.pictures.describe_move(before, move)
        assert any(words in sentence for words in (" placed on tile ", " drawn from the lake", "a pass, because"))
        named = move.take if isinstance(move, Draw) else () if isinstance(move, Pass) else move.pieces
        assert all(piece.name in sentence for piece in named)
        changes = GAME.pictures.describe_changes(before, draft.decisions, drawn)
        assert bool(changes) == bool(drawn)
        assert not drawn or (changes[0].isupper() and changes.endswith(".") and ".." not in changes)
        for seat in range(players):
            lines = GAME.pictures.explain_score(then, seat).splitlines()
            assert lines[-1].endswith(f"= {then.total(seat)}") and len(lines) == 7 + len(then.breakdown(seat).columns)


@pytest.mark.parametrize(
    ("codes", "words"),
    [
        ("", "nothing"),
        ("whH", "a white heart"),
        ("orD", "an orange drop"),
        ("whH puD", "a white heart and a purple drop"),
        ("whH whH puD", "two white hearts and a purple drop"),
        ("orD whT whT whT lbX lbX", "three white triangles, two light blue hexagons and an orange drop"),
        ("whH " * 7, "7 white hearts"),
    ],
)
def test_pieces_in_words(codes: str, words: str) -> None:
    assert list_pieces(pieces(codes)) == words


@pytest.mark.parametrize(
    ("decision", "words"),
    [
        (9, "whH  place the white heart on tile 2"),
        (Decision.PAIR + 6 + 4, "two hearts on tile 5 (hexagon)"),
        (Decision.DRAW, "draw four from the lake"),
        (Decision.PICK + 10, "puH  the purple heart"),
        (Decision.LEAVE + 52, "yeD  leave the yellow drop"),
        (Decision.DROP + 53, "orD  the orange drop to overflow"),
        (Decision.COLOUR + 8, "orange in column 2"),
        (Decision.PASS, "pass: nothing is possible"),
    ],
)
def test_decisions_in_words(decision: int, words: str) -> None:
    assert GAME.pictures.describe_decision(BOARD, decision) == words


def test_neighbours_in_words() -> None:
    """G14, G16: what gathering each neighbour brings."""
    placed = BOARD.apply(18)
    assert GAME.pictures.describe_question(placed) == "Which neighbour do you gather?"
    assert GAME.pictures.describe_decision(placed, Decision.UP) == "gather tile 2: nothing, it is empty"
    near, far = (GAME.pictures.describe_decision(BOARD.apply(9), end) for end in (Decision.UP, Decision.DOWN))
    assert (near, far) == ("gather tile 1: a light blue triangle", "gather tile 3: a purple circle and a yellow circle")


def test_moves_in_words() -> None:
    """G14, G22, G25: who gets what, and what goes to overflow."""
    assert GAME.pictures.describe_move(BOARD, BOARD.game.moves.parse_move(BOARD, "whH+puH@1-2")) == (
        "a white heart and a purple heart placed on tile 1, and tile 2 gathered: nothing, it is empty"
    )
    assert GAME.pictures.describe_move(BOARD, BOARD.game.moves.parse_move(BOARD, "whH@2-3:ye,pu")) == (
        "a white heart placed on tile 2, and tile 3 gathered: a purple circle and a yellow circle, "
        "yellow and purple in this order"
    )
    assert GAME.pictures.describe_move(BOARD, Draw(pieces("whT puH puH lbC"), pieces("whH whC orD"))) == (
        "a white triangle, two purple hearts and a light blue circle drawn from the lake, and "
        "a white heart, a white circle and an orange drop to overflow"
    )
    assert GAME.pictures.describe_move(BOARD, Pass()) == "a pass, because nothing is possible"
    full = table(satchels=["whT"], columns=["wh5 pu4"], river={"H": "whH whX puC puS"})
    assert GAME.pictures.describe_move(full, GAME.moves.parse_move(full, "whT@1-2")).endswith("; three go to overflow")


def test_changes_in_words() -> None:
    """G18, G26, G30: the refill, then the seats that are topped up."""
    position = table(
        3,
        satchels=["whT", "lbS lbC lbX", "dbS dbX"],
        columns=["wh5 pu5 ye5 or1"],
        river={"H": "orH"},
        bag=None,
    )
    decisions = GAME.moves.decisions_of(position, GAME.moves.parse_move(position, "whT@1-2"))
    outcomes = draws("puC puS puX puD lgT")
    assert position.after(*decisions).resolve(Recorded(outcomes)).phase == "finishing"
    assert GAME.pictures.describe_changes(position, decisions, outcomes) == (
        "The heart tile moves to START with a purple circle; seat 0 is topped up with a purple square, "
        "a purple hexagon and a purple drop; seat 2 is topped up with a light green triangle."
    )
    lake = table(satchels=[""], lake="whT puT lbT dbT")
    drawn = draws("orT orH orC orS orX")
    assert GAME.pictures.describe_changes(lake, (Decision.DRAW,), drawn).startswith(
        "The lake is refilled with an orange triangle, "
    )
    assert after(lake, "draw", "orT orH orC orS orX").seat == 1


def test_the_readable_board_is_made_of_values() -> None:
    """Tiles, columns and seats as plain values."""
    assert BOARD.river[0] == Tile(1, 0, 1, pieces("lbT"))
    assert BOARD.seats[0].columns == (Column(1, 0, 2),)
    assert BOARD.seats[1] == SeatBoard(1, pieces("yeD"), (), (), 0)
    assert COLOUR_NAMES[BOARD.seats[0].columns[0].colour] == "white"
    assert BOARD.seats[0].column_of(0) == Column(1, 0, 2) and BOARD.seats[0].column_of(1) is None
