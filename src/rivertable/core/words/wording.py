"""Sentences with values in them: templates that can be worded in other languages, and their English."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

Value: TypeAlias = str | int | list[str] | dict[str, int]
"""What a template is filled with, as programs get it: a text, a number, several names, or amounts by name."""

_PLACE = re.compile(r"\{(\w+)(?::(\w+))?\}")


@dataclass(frozen=True, slots=True)
class Said:
    """A value whose English is not plain from itself, with its English."""

    value: Value
    words: str


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
