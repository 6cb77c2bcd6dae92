"""The words by which deck files, records and notation name the primitives."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Final, TypeVar

from .deck import Kind
from .effects import Choice, Count, Group, Mode, Power, Resource, Timing, Trigger

Member = TypeVar("Member", bound=IntEnum)


def by_word(words: Mapping[Member, str]) -> dict[str, Member]:
    """Turn a table of words round: from the word to what it names."""
    return {word: member for member, word in words.items()}


def hyphened(members: type[Member]) -> dict[Member, str]:
    """Return the words of all members: their names in small letters, with hyphens."""
    return {member: member.name.lower().replace("_", "-") for member in members}


RESOURCE_WORDS: Final = hyphened(Resource)
KIND_WORDS: Final = hyphened(Kind)
MODE_WORDS: Final = hyphened(Mode)
TIMING_WORDS: Final = hyphened(Timing)
TRIGGER_WORDS: Final = hyphened(Trigger)
POWER_WORDS: Final = hyphened(Power)
GROUP_WORDS: Final = hyphened(Group)
COUNT_WORDS: Final = hyphened(Count)
CHOICE_WORDS: Final = hyphened(Choice)
CHOICES: Final = (Choice.ANY, Choice.MATCHING, Choice.DIFFERENT)
"""The choices that a bundle may name beside resources."""
