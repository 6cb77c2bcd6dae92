"""Sentences with values in them."""

import pytest

from rivertable.core.wording import Said, fill, in_words, places_of, plain_values


@pytest.mark.parametrize(
    ("template", "words"),
    [
        ("It is so.", "It is so."),
        ("Tile {tile}, not {tile}.", "Tile 3, not 3."),
        ("They are {names}.", "They are a, b and c."),
        ("They are {names:and}.", "They are a, b and c."),
        ("Take {names:or}.", "Take a, b or c."),
        ("There are {names:list}.", "There are a, b, c."),
        ("It costs {price} ({text}).", "It costs two Fish ({tile})."),
    ],
)
def test_a_template_is_filled(template: str, words: str) -> None:
    price = Said({"fish": 2}, "two Fish")
    assert fill(template, {"tile": 3, "names": ["a", "b", "c"], "price": price, "text": "{tile}"}) == words


def test_a_sentence_without_values_stays_as_it_is() -> None:
    assert fill("A bundle looks like {veggie = 2}.", {}) == "A bundle looks like {veggie = 2}."


def test_a_place_needs_a_value() -> None:
    with pytest.raises(KeyError, match="tile"):
        fill("Tile {tile} of {tiles}.", {"tiles": 6})
    assert places_of("Tile {tile} of {tiles:or}, {}.") == ("tile", "tiles")


def test_programs_get_plain_values() -> None:
    values = plain_values({"price": Said({"fish": 2}, "two Fish"), "names": ["a"], "tile": 3})
    assert values == {"price": {"fish": 2}, "names": ["a"], "tile": 3}


def test_names_are_joined_as_a_sentence_does() -> None:
    assert [in_words([]), in_words(["a"]), in_words(["a", "b"], "or")] == ["", "a", "a or b"]
