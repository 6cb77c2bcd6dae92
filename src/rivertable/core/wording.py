"""Sentences with values in them, templates that can be worded in other languages; and what can be seen of a text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

Value: TypeAlias = str | int | list[str] | dict[str, int]
"""What a template is filled with, as programs get it: a text, a number, several names, or amounts by name."""

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
_PLACE = re.compile(r"\{(\w+)(?::(\w+))?\}")

_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Unicode's categories of control characters, marks of direction and format, and what is no character."""
_COMMANDS = frozenset({"Cc", "Cf", "Zl", "Zp"})
"""The categories of what a terminal may take for a command."""
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols without a shape."""
_JOINERS = frozenset("\u200c\u200d")
"""They shape the letters of some scripts, and join the parts of a picture; between Latin letters they are not seen."""


@dataclass(frozen=True, slots=True)
class Said:
    """A value whose English is not plain from itself, with its English."""

    value: Value
    words: str


def number_word(number: int, at_most: int = 8) -> str:
    """Say a number up to ``at_most``, which is 8 or less, as a word."""
    return _NUMBERS[number] if number <= at_most else str(number)


def in_words(names: Iterable[str], last: str = "and") -> str:
    """Join names as a sentence does: "a, b and c"."""
    words = list(names)
    return f" {last} ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def fill(template: str, values: Mapping[str, Value | Said]) -> str:
    """Fill the places of a template: ``{tile}``, ``{names:and}``, ``{names:or}``, or ``{names:list}`` with commas only.

    A template without values is a sentence as it stands.

    Raises:
        KeyError: a place has no value.
    """
    if not values:
        return template
    return _PLACE.sub(lambda place: _english(values[place[1]], place[2] or "and"), template)


def places_of(template: str) -> tuple[str, ...]:
    """Return the names of a template's places, in order."""
    return tuple(place[1] for place in _PLACE.finditer(template))


def plain_values(values: Mapping[str, Value | Said]) -> dict[str, Value]:
    """Return values as programs get them."""
    return {name: value.value if isinstance(value, Said) else value for name, value in values.items()}


def _english(value: Value | Said, joint: str) -> str:
    if isinstance(value, Said):
        return value.words
    if isinstance(value, list):
        return ", ".join(value) if joint == "list" else in_words(value, joint)
    return str(value)


def visible(text: str) -> str:
    """Return a text without what is not seen or turns other characters around, on one line, without blank ends."""
    kept = "".join(
        character
        for place, character in enumerate(text)
        if character.isspace() or _is_seen(character) or (character in _JOINERS and _is_joining(text, place))
    )
    return " ".join(kept.split())


def printable(text: str) -> str:
    """Return a text for a terminal: without control characters and marks of direction, its lines and spaces kept."""
    return "".join(
        character
        for character in text
        if character in "\n\t" or character in _JOINERS or unicodedata.category(character) not in _COMMANDS
    )


def _is_seen(character: str) -> bool:
    return unicodedata.category(character) not in _UNSEEN and character not in _BLANK


def _is_joining(text: str, place: int) -> bool:
    """Return whether the joiner at a place stands between two characters of a script or picture that it shapes."""
    around = text[max(place - 1, 0) : place] + text[place + 1 : place + 2]
    return len(around) == 2 and all(_is_seen(one) and not _is_latin(one) for one in around)


def _is_latin(character: str) -> bool:
    return character.isascii() or unicodedata.name(character, "").startswith("LATIN")
