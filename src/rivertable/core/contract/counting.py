"""What turns use and scores are made of, and which printed values can be varied: ids with words, for the laboratory."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Thing:
    """Something that turns use or that scores points: an id that stays the same, and words."""

    id: str
    words: str


@dataclass(frozen=True, slots=True)
class Family:
    """Things that are used alike, and so are compared with one another.

    Attributes:
        name: what the ids of its things begin with, before the colon.
        title: its heading.
        sentence: what counts as a use.
        group: families of one group are choices for the same occasion; a use of one thing is weighed against as many
            uses of others of the group.
        things: all there are in the printed data, used or not.
    """

    name: str
    title: str
    sentence: str
    group: str
    things: tuple[Thing, ...]


@dataclass(frozen=True, slots=True)
class PrintedValue:
    """A whole number of the printed data that can be varied.

    Attributes:
        name: its path, as a person types it.
        words: what it is.
        now: what it is in this data; None where no single number says it.
        things: ids of the things and score parts that it bears on first.
        source: where it comes from: "printed", "inferred" or "invented", or the words of the data's file.
    """

    name: str
    words: str
    now: int | None
    things: tuple[str, ...]
    source: str
