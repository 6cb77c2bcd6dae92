"""What may be done at a table: each command looks at a table and returns the events that carry it out.

A command changes nothing. A turn is computed with all that chance brings, but taken only once it is stored.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from ...bots import find_rival, is_rival
from ...core.compiling.sources import sources_hash
from ...core.errors import IllegalMoveError
from ...core.match import Match, PendingTurn
from ...core.position import Board, Draft
from ..errors import (
    HintError,
    NotYoursError,
    OutOfTurnError,
    RevealedError,
    StaleVersionError,
    WrongStateError,
)
from .agreements import Absence
from .company import next_due
from .deals import check_unsealed
from .documents import HintStep
from .table import EventKind, Table, TakenHint, secret_hash, time_text

SUBSTITUTE = "novice"
"""The level of the bot that plays for an absent person."""
_CHOOSING: tuple[EventKind, ...] = ("choice-opened", "chosen", "waited", "kept-open")
_RESTING: tuple[EventKind, ...] = ("paused", "break-asked", "break-answered", "halted", "went-on", "holiday")
_OF_TIME = frozenset({*_CHOOSING, *_RESTING})
"""What only concerns time."""


@dataclass(frozen=True, slots=True)
class MoveInput:
    """A move, whole or in the making: decisions, a MOVE, one line of text, or ``typed`` as a bot gives it."""

    decisions: tuple[int, ...] = ()
    move: Any = None
    text: str | None = None
    typed: Any = None


@dataclass(frozen=True, slots=True)
class PendingEvent:
    """An event to be: its kind, seat and facts; of a turn also what it leads to."""

    kind: EventKind
    seat: int | None
    payload: dict[str, Any]
    turn: PendingTurn | None = None


def check_version(table: Table, version: int) -> None:
    """Refuse a request that was made for another version. What only concerns time changes nothing that was decided.

    Raises:
        StaleVersionError: the table has moved on, or was never there.
    """
    if version > table.version or any(
        event.kind not in _OF_TIME for event in takewhile(lambda event: event.version > version, reversed(table.events))
    ):
        raise StaleVersionError(
            "This was meant for version {wanted}; the table is at version {version}.",
            version=table.version,
            wanted=version,
        )


def check_playing(table: Table) -> Match:
    """Return the game that is being played.

    Raises:
        WrongStateError: it has not begun, or has ended.
    """
    if table.is_damaged:
        raise WrongStateError("What is stored of this game does not replay, so it cannot go on.")
    if table.match is None:
        raise WrongStateError("The game has not begun.")
    if table.status != "playing":
        raise WrongStateError("The game is over.")
    return table.match


def check_ended(table: Table) -> Match:
    """Return the game of a table that has ended: nothing of it is hidden any more.

    Raises:
        WrongStateError: it has not begun, or still goes on.
        SealedError: others may still play its deal.
    """
    if table.match is None or table.status not in ("over", "stopped"):
        raise WrongStateError("This is for when the game is over.")
    check_unsealed(table.shared)
    return table.match


def check_waiting(table: Table) -> None:
    """Refuse where the game has begun.

    Raises:
        WrongStateError: it has.
    """
    if table.match is not None:
        raise WrongStateError("The game has begun.")


# Before the game.


def join(table: Table, number: int, secret: str, name: str, mix: bytes, level: str | None = None) -> list[PendingEvent]:
    """Take a seat, or change the name it was taken with; ``level`` seats a bot instead.

    Raises:
        WrongStateError: the game has begun, or the seat is a bot's.
    """
    check_waiting(table)
    facts = {
        "name": name,
        "secret": None if level else secret_hash(secret),
        "mix": mix.hex(),
        "level": level,
        "is_bot": level is not None,
    }
    return [PendingEvent("joined", number, facts)]


def leave(table: Table, number: int) -> list[PendingEvent]:
    """Leave a seat: before the game it is free again, during the game a bot plays until the person returns.

    Raises:
        WrongStateError: nobody has the seat, or the game is over.
    """
    seat = table.seats[number]
    if table.match is None:
        if not seat.is_taken:
            raise WrongStateError("Nobody has taken this seat.")
        return [PendingEvent("left", number, {"secret": None if seat.kind == "open" else seat.secret})]
    check_playing(table)
    if seat.substitute is not None:
        raise WrongStateError("A bot plays here already until the person returns.")
    return [away(number, "left")]


def away(number: int, reason: Absence) -> PendingEvent:
    """Let a bot play for a person until the person returns."""
    return PendingEvent("away", number, {"level": SUBSTITUTE, "reason": reason})


def start(table: Table, fill: str | None) -> list[PendingEvent]:
    """Begin the game; bots of the level ``fill`` take the seats that are free.

    Raises:
        WrongStateError: the game has begun, or a seat is free.
    """
    check_waiting(table)
    pending = []
    free = [number for number, seat in enumerate(table.seats) if not seat.is_taken]
    if free and fill is None:
        numbers = [str(number + 1) for number in free]
        raise WrongStateError("The game begins when every seat is taken; still free: {seats:list}.", seats=numbers)
    for number in free:
        pending += join(table, number, "", bot_name(number, fill), b"", fill)
    mixed = [b"" if number in free else seat.mix for number, seat in enumerate(table.seats)]
    match = table.new_match(mixed)
    facts = {"start": table.game.documents.write_state(match.start), "rules": sources_hash(), "draws": match.draws}
    return [*pending, PendingEvent("started", None, facts)]


_BOT_NAMES = ("Heron", "Otter", "Kingfisher", "Wagtail", "Beaver")


def bot_name(number: int, level: str | None) -> str:
    """Return the name of a bot in a seat: a Rival has its own."""
    if level is not None and is_rival(level):
        return find_rival(level)[1].title
    return _BOT_NAMES[number]


# Moves.


def draft_of(view: Board, wanted: MoveInput) -> Draft:
    """Return the draft that an input means on the mover's view; complete or not.

    Raises:
        MoveError: one of its three exact cases.
    """
    game, typed = view.game, wanted.typed
    if wanted.text is not None:
        typed = game.moves.parse_move(view, wanted.text)
    elif wanted.move is not None:
        typed = game.documents.read_move(wanted.move)
    draft = Draft(view)
    for decision in wanted.decisions if typed is None else game.moves.decisions_of(view, typed):
        draft.choose(decision)
    return draft


def check_turn(table: Table, number: int) -> Match:
    """Return the game where it is a seat's turn.

    Raises:
        OutOfTurnError: another seat is to move.
        WrongStateError: nobody is.
    """
    match = check_playing(table)
    if table.to_move != number:
        raise OutOfTurnError("It is not your turn.")
    return match


def take_turn(table: Table, number: int, wanted: MoveInput, at: float) -> list[PendingEvent]:
    """Play a whole turn; where a bot was playing for the person, the seat is the person's again.

    Raises:
        MoveError: the rules do not allow it.
        OutOfTurnError, WrongStateError: nothing is to be played here now.
    """
    match = check_turn(table, number)
    before = match.position
    # Bare decisions are legal or not alike on the position and on the mover's view, which costs more to make; words
    # are read on the view, for a refusal may say what it finds there.
    is_worded = wanted.text is not None or wanted.move is not None or wanted.typed is not None
    draft = draft_of(before.view(number) if is_worded else before, wanted)
    if not draft.is_complete:
        raise IllegalMoveError("The move is not complete.")
    pending = match.propose(draft.decisions, draft.move, time_text(at))
    turn = pending.turn
    facts = {
        "move": table.game.documents.write_move(turn.move),
        "chance": table.game.documents.write_chance(before, turn.decisions, turn.outcomes),
        "decisions": list(turn.decisions),
        "outcomes": list(turn.outcomes),
        "rules": sources_hash(),
        "draws": pending.draws,
    }
    return [PendingEvent("turn", number, facts, pending)]


# Taking back, leaving and coming back.


def undo(table: Table, number: int) -> list[PendingEvent]:
    """Take one's last turn back: at once where nobody has moved since, else by asking the others.

    Raises:
        RevealedError: something was revealed in a turn that would be taken back.
        WrongStateError: there is no such turn, or another request is open.
    """
    check_playing(table)
    turns = table.undo_turns(number)
    if not turns:
        raise WrongStateError("You have not taken a turn yet.")
    if any(turn.outcomes for turn in turns):
        raise RevealedError("Something was revealed since your last turn began, so it cannot be taken back.")
    if table.undo is not None:
        raise WrongStateError("Somebody already asks to take a turn back.")
    asked = PendingEvent("undo-asked", number, {"turns": len(turns)})
    done = PendingEvent("undone", number, {"turns": len(turns)})
    return [done] if len(turns) == 1 or not others_to_ask(table, number) else [asked]


def others_to_ask(table: Table, number: int) -> set[int]:
    """Return the seats whose consent is needed: every other person who plays."""
    return {other for other, seat in enumerate(table.seats) if other != number and seat.player is None}


def answer_undo(table: Table, number: int, is_agreed: bool) -> list[PendingEvent]:
    """Agree to, or refuse, what another seat asks; when all agree it is done.

    Raises:
        WrongStateError: nobody asks, or it is one's own request.
    """
    check_playing(table)
    if table.undo is None:
        raise WrongStateError("Nobody asks to take a turn back.")
    asker, turns, agreed = table.undo
    if asker == number and is_agreed:
        raise WrongStateError("The others are asked, not you.")
    answered = PendingEvent("undo-answered", number, {"is_agreed": is_agreed})
    if is_agreed and agreed | {number} >= others_to_ask(table, asker):
        return [answered, PendingEvent("undone", asker, {"turns": turns})]
    return [answered]


def come_back(table: Table, number: int) -> list[PendingEvent]:
    """Take one's seat again from the bot that played meanwhile.

    Raises:
        WrongStateError: no bot plays here, or the person has resigned.
    """
    check_playing(table)
    seat = table.seats[number]
    if seat.is_resigned:
        raise WrongStateError("You have resigned from this game.")
    if seat.substitute is None:
        raise WrongStateError("The seat is yours; no bot plays in it.")
    return [PendingEvent("returned", number, {})]


def resign(table: Table, number: int) -> list[PendingEvent]:
    """Give the game up: with one seat left the game stops, else a bot plays on so that the others can finish.

    Raises:
        WrongStateError: there is nothing to resign from.
    """
    check_playing(table)
    if table.seats[number].is_resigned:
        raise WrongStateError("You have resigned already.")
    return [PendingEvent("resigned", number, {"level": SUBSTITUTE})]


def pause(table: Table, now: float, since: float) -> list[PendingEvent]:
    """Let the time in which no server ran count for nobody; [] where no person's time was running."""
    due = next_due(table)
    seconds = now - max(since, table.events[-1].at)
    return [PendingEvent("paused", None, {"seconds": seconds})] if due and due[0] == "absent" and seconds > 0 else []


def correct_time(table: Table, now: float) -> list[PendingEvent]:
    """Let a turn that has begun in the future begin now: the clock was wrong then; [] where none has."""
    seconds = now - table.turn_began
    return [PendingEvent("paused", None, {"seconds": seconds})] if next_due(table) and seconds < 0 else []


def check_seat(table: Table, number: int | None, wanted: int | None = None) -> int:
    """Return the seat that acts.

    Raises:
        NotYoursError: a spectator, or another seat than ``wanted``.
    """
    if number is None or wanted not in (None, number):
        raise NotYoursError("This can be done with the seat's own secret only.")
    return number


# Hints. While a game is played nobody is told what turns are worth, but for hints: in practice games, where nobody else
# could mind. A hint is an event, so that it is found once, is the same for every process, and is known to all.


def is_practice(table: Table) -> bool:
    """Return whether a table is one person's practice: bots have all other seats, and no other game bears on it."""
    return _people(table) == 1 and table.deal is None and table.beginning is None and table.shared is None


def _people(table: Table) -> int:
    """Return how many seats are no bots': a bot that plays for an absent person leaves the seat a person's."""
    return sum(seat.kind != "bot" for seat in table.seats)


def check_hint(table: Table, number: int, version: int) -> Match:
    """Return the game in which a seat may be given a hint for its turn.

    Raises:
        HintError: the game is no practice.
        StaleVersionError: something else than a hint has happened since the version.
        OutOfTurnError, WrongStateError: no turn is the seat's to take.
    """
    if _people(table) != 1:
        raise HintError("Hints are given in practice games only, where one person plays and bots have all other seats.")
    if table.deal is not None:
        raise HintError("This deal was played before and the results stand side by side, so no hints are given.")
    if table.shared is not None:
        raise HintError("Many people play this deal and their results stand side by side, so no hints are given.")
    if table.beginning is not None:
        raise HintError("This game began with a position of another one, so no hints are given.")
    if version > table.version or any(event.version > version and event.kind != "hint" for event in table.events):
        check_version(table, version)
    match = check_turn(table, number)
    if table.seats[number].player is not None:
        raise WrongStateError("A bot plays here already until the person returns.")
    return match


def known_hint(table: Table, match: Match) -> TakenHint | None:
    """Return the hint that was taken for the turn that is to be played, None where there was none."""
    return table.hints.get(len(match.turns) + 1)


def check_step(table: Table, match: Match, step: HintStep) -> None:
    """Refuse the move where the idea was not asked for.

    Raises:
        HintError: it was not.
    """
    if step == "move" and known_hint(table, match) is None:
        raise HintError("First ask for the idea, then for the move.")


def take_hint(
    table: Table, match: Match, number: int, step: HintStep, found: dict[str, Any] | None
) -> list[PendingEvent]:
    """Note that a seat takes a hint: what was ``found`` with the idea; [] where it is noted already."""
    facts: dict[str, Any] = {"step": step, "turn": len(match.turns) + 1}
    known = known_hint(table, match)
    if known is None:
        return [PendingEvent("hint", number, facts | {"found": found})]
    return [PendingEvent("hint", number, facts)] if step == "move" and not known.has_move else []
