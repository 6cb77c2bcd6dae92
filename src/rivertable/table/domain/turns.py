"""When a person's turn began, and how long they may be left alone with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from .company import next_due
from .table import Event, EventKind, Table

_TURNING: Final[tuple[EventKind, ...]] = ("started", "turn", "undone", "waited")
"""What makes it somebody's turn, or gives them new time for it."""
REASONS: Final = ("turn", "half", "late", "over")
"""Why somebody is told of a turn, in this order: it has begun, a half of the time is gone, seven eighths, all of it."""
_FOR_GOOD = 1e9
"""Seconds."""
_REMINDED_FROM = 1_800.0
"""Of a shorter half of the time nobody is reminded."""


@dataclass(frozen=True, slots=True)
class PersonsTurn:
    """A person's turn: its seat, the version at which it began, and the time, later where some of it did not count."""

    seat: int
    version: int
    at: float
    longest: float
    """So many seconds a message of it may wait at most: half of the person's time."""
    can_be_late: bool = False
    """Whether the others choose what happens once the time is up: then that is told, too."""

    @property
    def reminders(self) -> dict[str, float]:
        """Return after how many seconds to remind: at a half and at seven eighths of the time, and when it is up."""
        if not _REMINDED_FROM <= self.longest < _FOR_GOOD:
            return {}
        seconds = self.longest, self.longest * 1.75, self.longest * 2
        found = dict(zip(REASONS[1:], seconds, strict=True))
        return found if self.can_be_late else {reason: found[reason] for reason in REASONS[1:3]}


def turn_of(table: Table) -> PersonsTurn | None:
    """Return the turn that a table waits for a person to take; None where it does not."""
    mover = table.to_move
    if mover is None or table.is_damaged or table.seats[mover].player is not None:
        return None
    can_be_late, due = table.agreement.absence is not None, next_due(table)
    end = table.deadline() if can_be_late else due and due[1]
    longest = _FOR_GOOD if end is None else max(end - table.turn_began, 0.0) / 2
    return PersonsTurn(mover, _version_begun(table), table.turn_began, longest, can_be_late)


def begun_by(table: Table, events: list[Event]) -> PersonsTurn | None:
    """Return the person's turn that has begun with a table's latest events; None where none has."""
    if not any(event.kind in _TURNING for event in events):
        return None
    return turn_of(table)


def _version_begun(table: Table) -> int:
    """Return the version at which the present turn began."""
    return next(event.version for event in reversed(table.events) if event.kind in _TURNING)
