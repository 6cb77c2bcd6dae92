"""Damaged files: cut, foreign, binary or changed anywhere, they end in a RecordError and in no other error."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from glassworks.record_rules import check_record
from rivertable.core.errors import RecordError
from rivertable.core.record import parse_record, read_record

from .random_matches import SENTENCE, fault_of, good_text, short_text


def test_a_cut_file_is_called_cut() -> None:
    text = good_text()
    for end in (*range(97, len(text) - 2, 97), *range(len(text) - 400, len(text) - 2)):
        with pytest.raises(RecordError, match=r"The file is cut: it ends in the middle \(line \d+, column \d+\)\.$"):
            parse_record(text[:end], "game.json")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "The file is empty."),
        (" \n\t", "The file is empty."),
        ("hello", "The file is damaged: expecting value at line 1, column 1."),
        ('{"format":\n tru', "The file is cut: it ends in the middle (line 2, column 2)."),
        ('{"a": "\\u00', "The file is cut: it ends in the middle (line 1, column 9)."),
        ('{"a": 1, b}', "The file is damaged: "),
        ("[]", "This is no game record: it names no format."),
        ("null", "This is no game record: it names no format."),
        ('{"name": "package"}', "This is no game record: it names no format."),
        ('{"format": "chess/1"}', "This is no game record of this project: its format is 'chess/1'."),
        ('{"format": ["rivertable-record/1"]}', "This is no game record of this project: its format is"),
        ("[" * 100_000, "The file is not a record: it is nested too deeply."),
        ('{"format": ' + "7" * 5000 + "}", "The file is damaged: it holds a number that is too long."),
        (
            '{"format": "rivertable-record/2"}',
            "The record is of the format rivertable-record/2; this version reads rivertable-record/1. "
            "A newer version may read it.",
        ),
        ('{"format": "rivertable-record/1", "game": "chess"}', "There is no game 'chess'; there are "),
        ('{"format": "rivertable-record/1"}', "The record names no game."),
    ],
)
def test_a_foreign_file_is_told_in_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(RecordError) as caught:
        parse_record(text, "game.json")
    assert caught.value.where == "game.json"
    assert caught.value.sentence.startswith(sentence)
    assert SENTENCE.fullmatch(caught.value.sentence)


def test_a_file_that_is_no_text_or_cannot_be_read(tmp_path: Path) -> None:
    binary = tmp_path / "picture.png"
    binary.write_bytes(b"ab\x89PNG\r\n")
    for path, words in (
        (binary, "The file is not UTF-8 text (byte 2)."),
        (tmp_path, "The file cannot be read: "),
        (tmp_path / "none.json", "The file cannot be read: No such file or directory."),
    ):
        with pytest.raises(RecordError) as caught:
            read_record(path)
        assert caught.value.where == str(path)
        assert caught.value.sentence.startswith(words)


@settings(max_examples=120, deadline=None, derandomize=True)
@given(place=st.integers(0, 10**6), junk=st.binary(max_size=3), length=st.integers(0, 3))
def test_changed_bytes_end_in_a_record_error_or_pass(place: int, junk: bytes, length: int) -> None:
    content = bytearray(short_text().encode())
    place %= len(content)
    content[place : place + length] = junk
    try:
        text = content.decode()
    except UnicodeDecodeError:
        return
    fault = fault_of(text)
    assert fault is None or (fault.where and SENTENCE.fullmatch(fault.sentence))


def places_of(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Every place in a JSON value but its root."""
    entries: list[tuple[str | int, Any]] = []
    if isinstance(value, dict):
        entries = list(value.items())
    elif isinstance(value, list):
        entries = list(enumerate(value))
    inside = [place for key, inner in entries for place in places_of(inner, (*path, key))]
    return [*((*path, key) for key, _ in entries), *inside]


PLACES = cache(lambda: places_of(json.loads(short_text())))
VALUES = st.one_of(
    st.sampled_from(["white heart", "black drop", "orange", "heart", "over", "final", "pass", "bga", "\ud800", {}, []]),
    st.integers(-3, 400),
    st.sampled_from(
        [10**30, -(10**30), 32768, 1.0, 1e400, True, False, None, [["white heart"]], ["white heart"] * 200]
    ),
)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(number=st.integers(0, 10**6), value=VALUES, is_removed=st.booleans(), has_seed=st.booleans())
def test_changed_values_end_in_a_record_error_or_pass(
    number: int, value: Any, is_removed: bool, has_seed: bool
) -> None:
    document = json.loads(short_text())
    *path, last = PLACES()[number % len(PLACES())]
    inner = document
    for part in path:
        inner = inner[part]
    if is_removed:
        del inner[last]
    else:
        inner[last] = value
    if not has_seed and isinstance(document.get("shuffle"), dict):
        document["shuffle"].pop("seed", None)
    fault = fault_of(document)
    assert fault is None or (fault.where and str(fault).isprintable())
    if fault is None and value is not None:
        assert check_record(document) == []
