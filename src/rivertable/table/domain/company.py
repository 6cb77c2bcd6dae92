"""People at a table who wait for one another: what happens by itself, and when.

All of it follows from the table's events, and all times lie in the store: a server that stops forgets nothing of it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from .agreements import Break, Choosing, ReadyCheck
from .table import Event, EventKind, Table

StepKind = Literal["bot", "choice", "settle", "ready", "go-on"]

_MORE = 0.5
"""The others may choose once a person has taken half as much time again as was agreed."""
CHOOSING_SECONDS_AT_LEAST = 60.0
BREAK_SECONDS = 14 * 86_400.0
"""A break that nobody ends is over after so long."""
READY_SECONDS = 120.0
"""So long everybody has to say that they are there."""


@dataclass(frozen=True, slots=True)
class Step:
    """What happens by itself next while a person is waited for, and when (seconds since 1970).

    A ``bot`` plays on; the others get their ``choice``, or it is ``settle``d; the check whether all are ``ready`` ends;
    clocks ``go-on`` after a break.
    """

    kind: StepKind
    at: float


def next_step(table: Table, seen_at: float = 0.0) -> Step | None:
    """Return what happens by itself next while a person is waited for; None where nothing does, or a bot is on turn.

    ``seen_at`` is when the person's page was last heard.
    """
    if table.ready is not None:
        return Step("ready", table.ready.until)
    mover = table.to_move
    if mover is None or table.is_damaged or table.seats[mover].player is not None:
        return None
    if table.is_halted and table.rest is not None and table.rest.until is not None:
        return Step("go-on", table.rest.until)
    if table.choosing is not None:
        return None if table.choosing.until is None else Step("settle", table.choosing.until)
    steps = []
    deadline = table.deadline()
    if deadline is not None:
        is_asked = table.agreement.absence is not None
        steps.append(_choice_after(table, mover, deadline) if is_asked else Step("bot", deadline))
    if table.grace is not None:
        steps.append(Step("bot", max(seen_at, table.turn_began) + table.grace))
    return min(steps, key=lambda step: step.at, default=None)


def next_due(table: Table) -> tuple[str, float] | None:
    """Return what is to happen by itself next and when: a bot's turn, or the end of a person's time."""
    mover = table.to_move
    if mover is not None and not table.is_damaged and table.seats[mover].player is not None:
        return "bot", table.turn_began
    step = next_step(table)
    return None if step is None else ("absent", step.at)


def _choice_after(table: Table, mover: int, deadline: float) -> Step:
    """Return when the others may choose; where there are none, when it is settled without them."""
    at = deadline + table.clock.seconds * _MORE
    return Step("choice" if voters(table, mover) else "settle", at)


def choosing_seconds(table: Table) -> float:
    """Return how long the others have to choose."""
    return max(table.clock.seconds * _MORE, CHOOSING_SECONDS_AT_LEAST)


def voters(table: Table, absent: int) -> set[int]:
    """Return who chooses what is done about a seat: every other person who plays. Bots have no say."""
    return {number for number, seat in enumerate(table.seats) if number != absent and seat.player is None}


def people_at(table: Table) -> set[int]:
    """Return the seats that people have taken."""
    return {number for number, seat in enumerate(table.seats) if seat.kind != "bot" and seat.is_taken}


# Folding.


def _choice_opened(table: Table, event: Event, _: Any) -> None:
    table.choosing = Choosing(table.seat_number(event), event.version, event.payload["until"])


def _chosen(table: Table, event: Event, _: Any) -> None:
    if table.choosing is not None:
        votes = {**table.choosing.votes, table.seat_number(event): event.payload["choice"]}
        table.choosing = replace(table.choosing, votes=votes)


def _waited(table: Table, event: Event, _: Any) -> None:
    """Begin the time of the seat anew."""
    seat = table.changing_seat(event)
    if seat.bank is not None:
        seat.bank = float(table.clock.seconds)
    table.turn_began = event.at
    table.choosing = None


def _kept_open(table: Table, event: Event, _: Any) -> None:
    """Wait without an end: the others may choose whenever they come."""
    choosing = table.choosing or Choosing(table.seat_number(event), event.version, None)
    table.choosing = replace(choosing, until=None)


def _ended(table: Table, event: Event, _: Any) -> None:
    """End the game for want of a person, who cannot have won it."""
    seat = table.changing_seat(event)
    seat.is_resigned, seat.absence = True, "timed-out"
    table.is_stopped = True
    table.choosing = table.undo = None


def go_on(table: Table, at: float) -> None:
    """End a break: what was left of everybody's time is left still."""
    rest, table.rest = table.rest, None
    if rest is not None and rest.since is not None:
        put_later(table, max(at - max(rest.since, table.turn_began), 0.0))


def _holiday(table: Table, event: Event, _: Any) -> None:
    seat = table.changing_seat(event)
    seat.holidays = tuple((begins, until) for begins, until in event.payload["holidays"])
    stop_choosing(table, event)


def stop_choosing(table: Table, event: Event) -> None:
    """Let the others choose no more where it is the event's seat that they choose about."""
    if table.choosing is not None and table.choosing.seat == event.seat:
        table.choosing = None


def _break_asked(table: Table, event: Event, _: Any) -> None:
    table.rest = Break(event.version, frozenset({table.seat_number(event)}))


def _break_answered(table: Table, event: Event, _: Any) -> None:
    if table.rest is not None:
        agreed = table.rest.agreed | {table.seat_number(event)}
        table.rest = replace(table.rest, agreed=agreed) if event.payload["is_agreed"] else None


def _halted(table: Table, event: Event, _: Any) -> None:
    if table.rest is not None:
        table.rest = replace(table.rest, since=event.at, until=event.payload["until"])


def _went_on(table: Table, event: Event, _: Any) -> None:
    go_on(table, event.at)


def _ready_asked(table: Table, event: Event, _: Any) -> None:
    table.ready = ReadyCheck(event.version, event.payload["until"], event.payload["fill"])


def _ready(table: Table, event: Event, _: Any) -> None:
    if table.ready is not None:
        table.ready = replace(table.ready, ready=table.ready.ready | {table.seat_number(event)})


def _extended(_table: Table, _event: Event, _: Any) -> None:
    """Keep the table for longer: that something has happened at it is enough."""


def _ready_over(table: Table, _event: Event, _: Any) -> None:
    table.ready = None


def put_later(table: Table, seconds: float) -> None:
    """Let all that people have time for end so many seconds later; a break lasts until it is over in any case."""
    if table.is_halted:
        return
    table.turn_began += seconds
    if table.choosing is not None and table.choosing.until is not None:
        table.choosing = replace(table.choosing, until=table.choosing.until + seconds)
    if table.ready is not None:
        table.ready = replace(table.ready, until=table.ready.until + seconds)


COMPANY_FOLDS: Final[dict[EventKind, Callable[[Table, Event, Any], None]]] = {
    "choice-opened": _choice_opened,
    "chosen": _chosen,
    "waited": _waited,
    "kept-open": _kept_open,
    "ended": _ended,
    "holiday": _holiday,
    "break-asked": _break_asked,
    "break-answered": _break_answered,
    "halted": _halted,
    "went-on": _went_on,
    "ready-asked": _ready_asked,
    "ready": _ready,
    "ready-over": _ready_over,
    "extended": _extended,
}
"""How a table takes in what happens while people wait for one another."""
