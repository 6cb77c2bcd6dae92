"""The printed data: what the standard edition holds, what a broken file is told, and that a changed one is played."""

import re
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from rivertable.core.errors import DataError
from rivertable.glassworks import GAME, GlassworksComponents, Position
from rivertable.glassworks.printed.components import load, parse, standard

from .kernel_games import terms_of
from .printed_data import COLOURS, SHAPES, STANDARD
from .tables import components_of

TEXT = (files("rivertable.glassworks.printed") / "data" / "components.toml").read_text(encoding="utf-8")


def changed(old: str, new: str) -> str:
    """The standard file with one thing changed."""
    assert TEXT.count(old) >= 1
    return TEXT.replace(old, new, 1)


def entry(key: str, value: str) -> str:
    """The standard file with another value for an entry."""
    found = re.search(rf"^\[{key}\].*\nvalue = (\[(?:\n .*)*\n?.*\]|\S+)", TEXT, re.MULTILINE)
    assert found is not None
    return TEXT[: found.start(1)] + value + TEXT[found.end(1) :]


def faults(text: str) -> tuple[str, ...]:
    with pytest.raises(DataError) as caught:
        parse(text, "mine.toml")
    assert caught.value.code == "bad-data"
    assert all(fault[-1] == "." and "\n" not in fault for fault in caught.value.faults)
    assert str(caught.value).splitlines()[1:] == [f"- {fault}" for fault in caught.value.faults]
    return caught.value.faults


def test_the_standard_edition_is_that_of_the_rules() -> None:
    """G1, G2, G3, G29, G35, G37, G38: every value equals the tests' own table."""
    own = components_of(STANDARD)
    assert replace(standard(), name=own.name, sources=()) == own
    assert standard().sha256 == own.sha256
    assert (standard().name, load()) == ("standard", standard())
    assert isinstance(GAME.printed.load(), GlassworksComponents)


@pytest.mark.parametrize(("players", "of_each_shape"), [(2, 20), (3, 20), (4, 20), (5, 22)])
def test_shapes_are_equal_over_the_bag(players: int, of_each_shape: int) -> None:
    """G2, G6: as even as the counts allow."""
    bag = terms_of(players).array[0].bag.reshape(6, 9)
    assert bag.sum(axis=1).tolist() == [of_each_shape] * 6
    assert int((bag.max(axis=0) - bag.min(axis=0)).max()) == 1


def test_every_value_says_where_it_comes_from() -> None:
    """What no source prints is marked as inferred."""
    sources = dict(standard().sources)
    assert all(sources.values())
    for key in ("stones", "row_vp", "column_vp", "pieces"):
        assert "inferred" in sources[key]
    for key in ("overflow_vp", "inventory_trigger", "five_players_only"):
        assert "inferred" not in sources[key]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (changed('name = "standard"', ""), "The entry 'name' is missing."),
        (changed('name = "standard"', 'name = ""'), "name must be a text."),
        (changed('name = "standard"', "name = 3"), "name must be a text."),
        (changed("[overflow_vp]\n", "[overflow]\n"), "The entry 'overflow_vp' is missing."),
        (changed("[stones]", "colour = 1\n[stones]"), "There is no entry 'colour' in a components file."),
        (changed("value = -3", "value = -3\nvalues = 1"), "overflow_vp has an unknown entry 'values'."),
        (changed("value = -3\n", ""), "overflow_vp has no value."),
        (entry("overflow_vp", '"-3"'), "overflow_vp must be a whole number, not '-3'."),
        (entry("overflow_vp", "true"), "overflow_vp must be a whole number, not True."),
        (entry("overflow_vp", "-3.0"), "overflow_vp must be a whole number, not -3.0."),
        (entry("overflow_vp", "3"), "overflow_vp must be from -99 to 0, not 3."),
        (entry("inventory_trigger", "0"), "inventory_trigger must be from 1 to 160, not 0."),
        (entry("inventory_trigger", "161"), "inventory_trigger must be from 1 to 160, not 161."),
        (entry("stones", "[1, 2, 1, 2, 1]"), "stones must be a list of 6 whole numbers."),
        (entry("stones", "[1, 2, 1, 2, 1, -2]"), "stones, item 6, must be from 0 to 9, not -2."),
        (entry("stones", '[1, 2, "1", 2, 1, 2]'), "stones, item 3, must be a whole number, not '1'."),
        (entry("stones", "2"), "stones must be a list of 6 whole numbers."),
        (entry("row_vp", "[0, 1, 2, 4, 7, 11, 16]"), "row_vp must be a list of 8 whole numbers."),
        (entry("column_vp", "[[1, 2, 3, 4, 5]]"), "column_vp must be a list of 7 lists, one a column."),
        (changed("[4, 8, 12, 16, 20]", "[4, 8, 12, 16]"), "column_vp, column 4 must be a list of 5 whole numbers."),
        (changed("[4, 8, 12, 16, 20]", "[4, 8, 12, 16, 2000]"), "column_vp, column 4, item 5, must be from -99 to 999"),
        (
            changed("[4, 4, 4, 4, 3, 3]", "[4, 4, 4, 4, 3, -3]"),
            "pieces of white, item 6, must be from 0 to 35, not",
        ),
        (changed("[4, 4, 4, 4, 3, 3]", "22"), "pieces of white must be a list of 6 whole numbers."),
        (changed("light_blue  =", "pink ="), "pieces has no line for light blue."),
        (changed("white       =", "pink = [1, 1, 1, 1, 1, 1]\nwhite ="), "pieces has an unknown colour 'pink'."),
        (entry("five_players_only", '["grey"]'), "five_players_only must be a list of colours."),
        (entry("five_players_only", '"black"'), "five_players_only must be a list of colours."),
        (changed("[4, 4, 4, 4, 3, 3]", "[35, 4, 4, 4, 3, 3]"), "There are 163 pieces; at most 160 can be played with."),
        (
            entry("five_players_only", '["white", "purple", "light blue", "dark blue"]'),
            "There are 54 pieces with fewer than five players; set-up and play need 60.",
        ),
        ("stones = 3\n" + changed("[stones]", "[stone]"), "stones must be a table, as in the standard file."),
    ],
)
def test_each_fault_gets_one_sentence(text: str, fault: str) -> None:
    """A wrong file is refused, and the sentence says what is wrong and where."""
    found = faults(text)
    assert sum(sentence.startswith(fault) for sentence in found) == 1, found
    others = [sentence for sentence in found if not sentence.startswith(fault)]
    assert all("no entry 'overflow'" in other or "unknown colour" in other or "'stone'" in other for other in others)


def test_many_faults_at_once_are_all_listed() -> None:
    text = changed("value = -3", "value = 3").replace("value = 17", 'value = "17"').replace("[4, 4, 4, 4, 3, 3]", "22")
    text = text.replace("[1, 2, 1, 2, 1, 2]", "[1, 2, 1, 2, 1]").replace('value = ["black"]', "value = 3")
    assert len(faults(text)) == 5
    with pytest.raises(DataError, match=r"mine\.toml has 5 faults:"):
        parse(text, "mine.toml")
    with pytest.raises(DataError, match=r"mine\.toml has 1 fault:"):
        parse(entry("overflow_vp", "3"), "mine.toml")


@pytest.mark.parametrize("text", ["", "name = ", "[[pieces]]", "\x00", "name = 'x'\nname = 'y'"])
def test_what_is_no_components_file(text: str) -> None:
    with pytest.raises(DataError):
        parse(text, "mine.toml")


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    """A missing file, a folder, and bytes that are no text: one sentence each, with the file's name."""
    with pytest.raises(DataError, match=r"none\.toml cannot be read: No such file"):
        load(tmp_path / "none.toml")
    with pytest.raises(DataError, match="cannot be read"):
        load(tmp_path)
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(DataError, match=r"bytes\.toml is not UTF-8 text"):
        load(tmp_path / "bytes.toml")
    (tmp_path / "good.toml").write_text(TEXT, encoding="utf-8")
    assert load(tmp_path / "good.toml") == standard()


def test_the_hash_is_that_of_the_values_alone() -> None:
    """Neither the name, nor a source, nor the layout of the file changes it."""
    renamed = parse(changed('name = "standard"', 'name = "my own"').replace('"A B R H"', '"nobody"'), "mine.toml")
    assert renamed.name == "my own" and dict(renamed.sources)["overflow_vp"] == "nobody"
    assert renamed.sha256 == standard().sha256
    assert re.fullmatch("[0-9a-f]{64}", renamed.sha256)
    bare = re.sub(r"\s+#.*|^source.*", "", TEXT, flags=re.MULTILINE)
    assert parse(bare, "bare.toml").sha256 == standard().sha256
    assert set(dict(parse(bare, "bare.toml").sources).values()) == {""}


def test_the_hash_changes_with_every_value() -> None:
    """Each number of the data, one more: all hashes differ."""
    base = standard()
    variants: list[GlassworksComponents] = [
        replace(base, overflow_vp=-4),
        replace(base, inventory_trigger=18),
        replace(base, five_players_only=()),
        replace(base, five_players_only=("white",)),
    ]
    for field in ("stones", "row_vp"):
        values = getattr(base, field)
        variants += [with_value(field, bumped(values, place)) for place in range(len(values))]
    for field in ("column_vp", "pieces"):
        rows = getattr(base, field)
        for number, row in enumerate(rows):
            for place in range(len(row)):
                variants.append(with_value(field, (*rows[:number], bumped(row, place), *rows[number + 1 :])))
    assert len(variants) == 4 + 6 + 8 + 35 + 54
    assert len({base.sha256, *(variant.sha256 for variant in variants)}) == 1 + len(variants)
    packed = {terms_of(5, "rulebook", variant).array.tobytes() for variant in [base, *variants]}
    # Which colours are left out does not show with five players.
    assert len(packed) == 1 + len(variants) - 2


def with_value(field: str, value: Any) -> GlassworksComponents:
    return replace(standard(), **{field: value})


def bumped(values: tuple[int, ...], place: int) -> tuple[int, ...]:
    return (*values[:place], values[place] + 1, *values[place + 1 :])


def test_changed_stones_are_played() -> None:
    """G8, G18: set-up and refill follow the file."""
    components = parse(entry("stones", "[3, 0, 1, 2, 1, 2]"), "mine.toml")
    position = Position.new(players=2, seed=2, components=components)
    assert {tile.shape_name: len(tile.pieces) for tile in position.river} == {
        "triangle": 3,
        "heart": 0,
        "circle": 1,
        "square": 2,
        "hexagon": 1,
        "drop": 2,
    }
    line = "glassworks/1 2 rulebook EDITION C:,T:,H:,S:,X:,D: - BAG whC;-;-;0/-;-;-;0 0.0.1.main"
    digits = ["".join(str(STANDARD["pieces"][colour][shape]) for shape in SHAPES) for colour in COLOURS]
    digits[0], digits[6] = "443433", "000000"
    line = line.replace("EDITION", components.sha256[:12]).replace("BAG", ".".join(digits))
    # The triangle comes to lie beside the circle: one stone. Then the circle beside the triangle: three.
    position = Position.from_text(line, components)
    assert codes_drawn(position, "whC@1-2") == 1


def codes_drawn(position: Position, move: str) -> int:
    return len(position.bag) - len(position.play(move, 1).bag)


def test_changed_points_are_played() -> None:
    """G35, G37, G38: the score follows the file."""
    components = parse(
        entry("row_vp", "[0, 9, 9, 9, 9, 9, 9, 9]")
        .replace("value = -3", "value = -50")
        .replace("[1, 2, 3,", "[100, 2, 3,"),
        "mine.toml",
    )
    board = GAME.sheet.board_of({"columns": [{"height": 1}], "overflow": 1}, GAME.make_terms(2, None, components))
    assert board.total(0) == 9 + 100 - 50
    assert "overflow: 1 x (-50) = -50" in GAME.pictures.explain_score(board, 0)


def test_a_changed_trigger_and_changed_pieces_are_played() -> None:
    """G1, G6, G29: a game of white glass alone that ends at 2."""
    rows = "\n".join(f"{colour.replace(' ', '_')} = [0, 0, 0, 0, 0, 0]" for colour in COLOURS[1:])
    start = TEXT.index("[pieces]")
    text = TEXT[:start] + f"[pieces]\nwhite = [10, 10, 10, 10, 10, 10]\n{rows}\n[five_players_only]\nvalue = []\n"
    components = parse(text.replace("value = 17", "value = 2"), "white.toml")
    position = Position.new(players=2, seed=1, components=components)
    assert {piece.colour_name for piece in (*position.bag, *position.lake)} == {"white"}
    turns = 0
    while position.phase == "play":
        position = position.play(next(iter(position.moves())), turns)
        turns += 1
    assert max(seat.inventory for seat in position.seats) >= 2 and turns < 12


def test_terms_for_the_kernel_cannot_be_written_to() -> None:
    """They are shared by every position of a game."""
    terms = terms_of(2)
    with pytest.raises(ValueError, match="read-only"):
        terms.array["overflow_vp"] = 0
    assert terms == terms_of(2) != terms_of(3)


def test_the_most_pieces_of_a_type_still_have_a_text() -> None:
    """A position's text writes each count of the bag as one digit."""
    components = parse(changed("[4, 4, 4, 4, 3, 3]", "[35, 4, 4, 0, 0, 0]"), "mine.toml")
    position = Position.before_setup(terms_of(2, "rulebook", components))
    assert Position.from_text(position.text, components) == position
