"""What is done about people who are not there: by time, by the others' choice, and before the first turn.

The clock of a person who lets it pass is a row in the store like everything that is due. Whoever finds it late asks the
table as it stands then: a person who has moved meanwhile is charged with nothing.
"""

from __future__ import annotations

from collections import Counter

from ..errors import WrongStateError
from .agreements import AbsenceChoice, ReadyCheck
from .commands import PendingEvent, away, check_playing, check_waiting, leave, start
from .company import (
    BREAK_SECONDS,
    READY_SECONDS,
    choosing_seconds,
    next_step,
    people_at,
    voters,
)
from .table import Table


def end_absence(table: Table, seen_at: float, now: float) -> list[PendingEvent]:
    """Do what is due about a person who is waited for, whose page was heard at ``seen_at``; [] where nothing is yet."""
    step, mover = next_step(table, seen_at), table.to_move
    if step is None or now < step.at:
        return []
    if step.kind == "ready" and table.ready is not None:
        return _free_seats(table, table.ready)
    if step.kind == "go-on":
        return [PendingEvent("went-on", None, {})]
    if mover is None:
        return []
    if step.kind == "choice":
        return [PendingEvent("choice-opened", mover, {"until": now + choosing_seconds(table)})]
    if step.kind == "settle":
        return _settle(table, mover)
    return [away(mover, "timed-out")]


def choose(table: Table, number: int, version: int, choice: AbsenceChoice) -> list[PendingEvent]:
    """Choose what is done about the person whose time is up; it is done once most of those who may choose say so.

    A choice may be changed. ``version`` is the one at which it was asked for.

    Raises:
        WrongStateError: nobody is asked, or not this seat, or not any more.
    """
    check_playing(table)
    choosing = table.choosing
    if choosing is None or choosing.version != version:
        raise WrongStateError("Nobody is asked any more what is to be done.")
    who = voters(table, choosing.seat)
    if number not in who:
        raise WrongStateError("The others at the table are asked, not you.")
    chosen = PendingEvent("chosen", number, {"choice": choice})
    said = {**choosing.votes, number: choice}
    agreed = sum(said.get(each) == choice for each in who)
    return [chosen, *(_carry_out(table, choosing.seat, choice) if agreed * 2 > len(who) else [])]


def _settle(table: Table, absent: int) -> list[PendingEvent]:
    """Do what most have chosen; what was agreed before where they are at odds, or say nothing."""
    who, votes = voters(table, absent), {} if table.choosing is None else table.choosing.votes
    most = Counter(choice for number, choice in votes.items() if number in who).most_common(2)
    if most and (len(most) == 1 or most[0][1] > most[1][1]):
        return _carry_out(table, absent, most[0][0])
    if not most and table.agreement.absence == "wait":
        # Nobody is there for whom a clock could run: without this the table would be kept for ever.
        return [PendingEvent("kept-open", absent, {})]
    return _carry_out(table, absent, table.agreement.absence or "bot")


def _carry_out(table: Table, absent: int, choice: AbsenceChoice) -> list[PendingEvent]:
    """Do what was chosen. A bot that nobody has asked for plays because the time was up."""
    if choice == "wait":
        return [PendingEvent("waited", absent, {})]
    if choice == "end":
        return [PendingEvent("ended", absent, {})]
    return [away(absent, "replaced" if voters(table, absent) else "timed-out")]


# Breaks.


def ask_break(table: Table, number: int, now: float) -> list[PendingEvent]:
    """Ask the others for a break, in which no clock runs; with nobody to ask it begins at once.

    Raises:
        WrongStateError: no clock runs here, or somebody has asked for a break already.
    """
    check_playing(table)
    if table.clock.kind == "none":
        raise WrongStateError("No clock runs here, so nothing has to stand still.")
    if table.rest is not None:
        raise WrongStateError("Somebody has asked for a break already.")
    asked = PendingEvent("break-asked", number, {})
    return [asked, *([] if voters(table, number) else [_halt(now)])]


def answer_break(table: Table, number: int, version: int, is_agreed: bool, now: float) -> list[PendingEvent]:
    """Agree to a break or refuse it; it begins once everybody who plays has agreed. ``version`` is the question's.

    Raises:
        WrongStateError: nobody asks for one any more, or it has begun.
    """
    check_playing(table)
    rest = table.rest
    if rest is None or rest.since is not None or rest.version != version:
        raise WrongStateError("Nobody asks for a break any more.")
    answered = PendingEvent("break-answered", number, {"is_agreed": is_agreed})
    everybody = voters(table, -1)
    return [answered, *([_halt(now)] if is_agreed and rest.agreed | {number} >= everybody else [])]


def end_break(table: Table) -> list[PendingEvent]:
    """Let the clocks go on; anybody who plays may.

    Raises:
        WrongStateError: there is no break.
    """
    check_playing(table)
    if not table.is_halted:
        raise WrongStateError("There is no break to end.")
    return [PendingEvent("went-on", None, {})]


def _halt(now: float) -> PendingEvent:
    return PendingEvent("halted", None, {"until": now + BREAK_SECONDS})


# Before the first turn.


def ask_ready(table: Table, number: int | None, fill: str | None, now: float) -> list[PendingEvent]:
    """Ask everybody whether they are there, where that was agreed and more than one has to say so; else begin.

    ``number`` is the seat that asks, which is there; None for a host without one.

    Raises:
        WrongStateError: the game has begun, everybody is asked already, or a seat is free and ``fill`` names no bot.
    """
    check_waiting(table)
    beginning = start(table, fill)
    others = people_at(table) - {number}
    if not table.agreement.has_ready_check or not others:
        return beginning
    if table.ready is not None:
        raise WrongStateError("Everybody is asked already whether they are there.")
    asked = PendingEvent("ready-asked", number, {"until": now + READY_SECONDS, "fill": fill})
    return [asked] if number is None else [asked, PendingEvent("ready", number, {})]


def say_ready(table: Table, number: int) -> list[PendingEvent]:
    """Say that one is there; the game begins when everybody has. [] where one has said so already.

    Raises:
        WrongStateError: nobody is asked, or one has no seat any more.
    """
    check_waiting(table)
    check = table.ready
    if check is None or number not in people_at(table):
        raise WrongStateError("Nobody is asked whether they are there; whoever answers late has no seat any more.")
    if number in check.ready:
        return []
    said = PendingEvent("ready", number, {})
    return [said, *start(table, check.fill)] if check.ready | {number} >= people_at(table) else [said]


def _free_seats(table: Table, check: ReadyCheck) -> list[PendingEvent]:
    """Free the seats of those who have not said that they are there; begin where all others have left."""
    missing = sorted(people_at(table) - check.ready)
    if not missing:
        return start(table, check.fill)
    freed = [event for number in missing for event in leave(table, number)]
    return [PendingEvent("ready-over", None, {}), *freed]
