"""How long a server keeps what it stores."""

from __future__ import annotations

from dataclasses import dataclass, field

DAY = 86_400.0
"""Seconds."""


def _days(default: int, words: str, most: int = 3_650) -> int:
    """Return the field of a time in days: ``words`` say what is kept so long, which is ``most`` days at most."""
    made: int = field(default=default, metadata={"words": words, "most": most})
    return made


@dataclass(frozen=True, slots=True)
class Retention:
    """How many days a server keeps what it stores."""

    waiting: int = _days(14, "a table that waits for players, after its last change")
    listed: int = _days(7, "an open table that waits for players, after its last change")
    playing: int = _days(90, "a game that goes on, after its last change")
    brought_in: int = _days(30, "a record that was brought in")
    bots_alone: int = _days(14, "a game of bots alone, after its last change")
    boards: int = _days(90, "a board to study together, after what was done there last")
    people: int = _days(400, "somebody with a name who does not come", 400)
    reports: int = _days(90, "a report, after an operator was done with it")


STANDARD = Retention()
"""What holds where nothing else is said."""
