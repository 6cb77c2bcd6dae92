"""Writing TOML: what is written reads as what it was."""

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rivertable.core.words.toml_text import toml_pair, toml_string, toml_value

TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
VALUES = st.recursive(
    TEXTS | st.booleans() | st.integers(-(2**60), 2**60),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=12,
)


@given(VALUES)
def test_what_is_written_is_read_again(value: object) -> None:
    read = tomllib.loads(toml_pair("the key", value))["the key"]
    assert read == value and type(read) is type(value)


def test_values_are_short_and_plain() -> None:
    assert toml_pair("plank", [{"spend": {"veggie": 1}, "times": 2}]) == "plank = [{spend = {veggie = 1}, times = 2}]"
    assert toml_value(((1, 2), True, "a")) == '[[1, 2], true, "a"]'
    assert toml_string('say "é"\x7f\n') == '"say \\"é\\"\\u007f\\n"'


def test_other_values_are_refused() -> None:
    with pytest.raises(TypeError, match="hold no float"):
        toml_value([1.5])
