"""What people at a table agree to about those who are not there, and how far they are with it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

AbsenceChoice = Literal["wait", "bot", "end"]
"""What is done about a person whose time is up: wait once more, let a bot play on, or end the game."""
Absence = Literal["left", "timed-out", "replaced"]
"""Why a bot plays in a person's seat: the person left, the time was up, or the others chose so."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """What whoever takes a seat agrees to.

    Attributes:
        absence: where everybody's time has an end: the others choose what is done about a person who lets it pass, and
            this is done where none of them says anything. None where nobody is asked, and a bot plays on at once.
        has_ready_check: whether everybody has to say that they are there before the first turn.
        has_holidays: whether no clock of days runs for a person who is away on holiday.
        language: the one that is spoken (ISO 639-1), where that was said.
        is_taught: whether newcomers are taught the game.
        is_rated: whether the result counts for the ratings of those who play.
    """

    absence: AbsenceChoice | None = None
    has_ready_check: bool = False
    has_holidays: bool = False
    language: str | None = None
    is_taught: bool = False
    is_rated: bool = False


@dataclass(frozen=True, slots=True)
class Choosing:
    """The others choose what is done about a seat, until a time, or for as long as they like; ``votes`` by seat."""

    seat: int
    version: int
    until: float | None
    votes: dict[int, AbsenceChoice] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ReadyCheck:
    """Everybody is asked until a time whether they are there; bots of the level ``fill`` take the free seats."""

    version: int
    until: float
    fill: str | None
    ready: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Break:
    """Time in which no clock runs: asked for by a seat, ``agreed`` to by others, and begun once everybody has."""

    version: int
    agreed: frozenset[int]
    since: float | None = None
    until: float | None = None
