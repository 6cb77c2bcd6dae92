"""What may be done at a table: each command looks at a sitting and gives the events that carry it out.

A command refuses before it changes anything. Only :func:`take_turn` touches the sitting, for what chance brings must be
drawn to be written down: where its events are not stored, the sitting is thrown away.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ...bots import find_rival, is_rival
from ...core.compiling.sources import sources_hash
from ...core.errors import IllegalMoveError
from ...core.match import Match, Turn
from ...core.moves import Draft
from ...core.position import Board
from ..errors import (
    NotYoursError,
    OutOfTurnError,
    RevealedError,
    StaleVersionError,
    WrongStateError,
)
from .sitting import Sitting, secret_hash, time_text

SUBSTITUTE = "novice"
"""The level of the bot that plays for an absent person."""


@dataclass(frozen=True, slots=True)
class Wish:
    """A move, whole or in the making: decisions, a MOVE, one line of text, or ``typed`` as a bot gives it."""

    decisions: tuple[int, ...] = ()
    move: Any = None
    text: str | None = None
    typed: Any = None


@dataclass(slots=True)
class Proposal:
    """An event to be: its kind, seat and facts; ``turn`` where it is one that has been played."""

    kind: str
    seat: int | None
    payload: dict[str, Any]
    turn: Turn | None = None


def check_version(sitting: Sitting, version: int) -> None:
    """Refuse a request that was made for another version.

    Raises:
        StaleVersionError: the table has moved on, or was never there.
    """
    if version != sitting.version:
        raise StaleVersionError(
            "This was meant for version {wanted}; the table is at version {version}.",
            version=sitting.version,
            wanted=version,
        )


def check_playing(sitting: Sitting) -> Match:
    """Return the game that is being played.

    Raises:
        WrongStateError: it has not begun, or has ended.
    """
    if sitting.is_damaged:
        raise WrongStateError("What is stored of this game does not replay, so it cannot go on.")
    if sitting.match is None:
        raise WrongStateError("The game has not begun.")
    if sitting.status != "playing":
        raise WrongStateError("The game is over.")
    return sitting.match


def check_ended(sitting: Sitting) -> Match:
    """Return the game of a table that has ended: nothing of it is hidden any more.

    Raises:
        WrongStateError: it has not begun, or still goes on.
    """
    if sitting.match is None or sitting.status not in ("over", "stopped"):
        raise WrongStateError("This is for when the game is over.")
    return sitting.match


def check_waiting(sitting: Sitting) -> None:
    """Refuse where the game has begun.

    Raises:
        WrongStateError: it has.
    """
    if sitting.match is not None:
        raise WrongStateError("The game has begun.")


# Before the game.


def join(sitting: Sitting, number: int, secret: str, name: str, mix: bytes, level: str | None = None) -> list[Proposal]:
    """Take a seat, or change the name it was taken with; ``level`` seats a bot instead.

    Raises:
        WrongStateError: the game has begun, or the seat is a bot's.
    """
    check_waiting(sitting)
    facts = {
        "name": name,
        "secret": None if level else secret_hash(secret),
        "mix": mix.hex(),
        "level": level,
        "is_bot": level is not None,
    }
    return [Proposal("joined", number, facts)]


def leave(sitting: Sitting, number: int) -> list[Proposal]:
    """Leave a seat: before the game it is free again, during the game a bot plays until the person returns.

    Raises:
        WrongStateError: nobody has the seat, or the game is over.
    """
    seat = sitting.seats[number]
    if sitting.match is None:
        if not seat.is_taken:
            raise WrongStateError("Nobody has taken this seat.")
        return [Proposal("left", number, {"secret": None if seat.kind == "open" else seat.secret})]
    check_playing(sitting)
    if seat.substitute is not None:
        raise WrongStateError("A bot plays here already until the person returns.")
    return [away(number)]


def away(number: int) -> Proposal:
    """Let a bot play for a person until the person returns."""
    return Proposal("away", number, {"level": SUBSTITUTE})


def start(sitting: Sitting, fill: str | None) -> list[Proposal]:
    """Begin the game; bots of the level ``fill`` take the seats that are free.

    Raises:
        WrongStateError: the game has begun, or a seat is free.
    """
    check_waiting(sitting)
    proposals = []
    free = [number for number, seat in enumerate(sitting.seats) if not seat.is_taken]
    if free and fill is None:
        numbers = [str(number + 1) for number in free]
        raise WrongStateError("The game begins when every seat is taken; still free: {seats:list}.", seats=numbers)
    for number in free:
        proposals += join(sitting, number, "", bot_name(number, fill), b"", fill)
    mixed = [b"" if number in free else seat.mix for number, seat in enumerate(sitting.seats)]
    match = sitting.new_match(mixed)
    facts = {"start": sitting.game.write_state(match.start), "rules": sources_hash(), "draws": match.draws}
    return [*proposals, Proposal("started", None, facts)]


_BOT_NAMES = ("Heron", "Otter", "Kingfisher", "Wagtail", "Beaver")


def bot_name(number: int, level: str | None) -> str:
    """Return the name of a bot in a seat: a Rival has its own."""
    if level is not None and is_rival(level):
        return find_rival(level)[1].title
    return _BOT_NAMES[number]


# Moves.


def draft_of(view: Board, wish: Wish) -> Draft:
    """Return the draft that a wish means on the mover's view; complete or not.

    Raises:
        MoveError: one of its three exact cases.
    """
    game, typed = view.game, wish.typed
    if wish.text is not None:
        typed = game.parse_move(view, wish.text)
    elif wish.move is not None:
        typed = game.read_move(wish.move)
    draft = Draft(view)
    for decision in wish.decisions if typed is None else game.decisions_of(view, typed):
        draft.choose(decision)
    return draft


def check_turn(sitting: Sitting, number: int) -> Match:
    """Return the game where it is a seat's turn.

    Raises:
        OutOfTurnError: another seat is to move.
        WrongStateError: nobody is.
    """
    match = check_playing(sitting)
    if sitting.to_move != number:
        raise OutOfTurnError("It is not your turn.")
    return match


def take_turn(sitting: Sitting, number: int, wish: Wish, at: float) -> list[Proposal]:
    """Play a whole turn; where a bot was playing for the person, the seat is the person's again.

    Raises:
        MoveError: the rules do not allow it.
        OutOfTurnError, WrongStateError: nothing is to be played here now.
    """
    match = check_turn(sitting, number)
    before = match.position
    # Bare decisions are legal or not alike on the position and on the mover's view, which costs more to make; words
    # are read on the view, for a refusal may say what it finds there.
    is_worded = wish.text is not None or wish.move is not None or wish.typed is not None
    draft = draft_of(before.view(number) if is_worded else before, wish)
    if not draft.is_complete:
        raise IllegalMoveError("The move is not complete.")
    move = draft.move
    turn = match.play_decisions(draft.decisions, move, time_text(at))
    facts = {
        "move": sitting.game.write_move(move),
        "chance": sitting.game.write_chance(before, turn.decisions, turn.outcomes),
        "decisions": list(turn.decisions),
        "outcomes": list(turn.outcomes),
        "rules": sources_hash(),
        "draws": match.draws,
    }
    return [Proposal("turn", number, facts, turn)]


# Taking back, leaving and coming back.


def undo(sitting: Sitting, number: int) -> list[Proposal]:
    """Take one's last turn back: at once where nobody has moved since, else by asking the others.

    Raises:
        RevealedError: something was revealed in a turn that would be taken back.
        WrongStateError: there is no such turn, or another request is open.
    """
    check_playing(sitting)
    turns = sitting.undo_turns(number)
    if not turns:
        raise WrongStateError("You have not taken a turn yet.")
    if any(turn.outcomes for turn in turns):
        raise RevealedError("Something was revealed since your last turn began, so it cannot be taken back.")
    if sitting.undo is not None:
        raise WrongStateError("Somebody already asks to take a turn back.")
    asked = Proposal("undo-asked", number, {"turns": len(turns)})
    done = Proposal("undone", number, {"turns": len(turns)})
    return [done] if len(turns) == 1 or not others_to_ask(sitting, number) else [asked]


def others_to_ask(sitting: Sitting, number: int) -> set[int]:
    """Return the seats whose consent is needed: every other person who plays."""
    return {other for other, seat in enumerate(sitting.seats) if other != number and seat.player is None}


def answer_undo(sitting: Sitting, number: int, is_agreed: bool) -> list[Proposal]:
    """Agree to, or refuse, what another seat asks; when all agree it is done.

    Raises:
        WrongStateError: nobody asks, or it is one's own request.
    """
    check_playing(sitting)
    if sitting.undo is None:
        raise WrongStateError("Nobody asks to take a turn back.")
    asker, turns, agreed = sitting.undo
    if asker == number and is_agreed:
        raise WrongStateError("The others are asked, not you.")
    answered = Proposal("undo-answered", number, {"is_agreed": is_agreed})
    if is_agreed and agreed | {number} >= others_to_ask(sitting, asker):
        return [answered, Proposal("undone", asker, {"turns": turns})]
    return [answered]


def come_back(sitting: Sitting, number: int) -> list[Proposal]:
    """Take one's seat again from the bot that played meanwhile.

    Raises:
        WrongStateError: no bot plays here, or the person has resigned.
    """
    check_playing(sitting)
    seat = sitting.seats[number]
    if seat.is_resigned:
        raise WrongStateError("You have resigned from this game.")
    if seat.substitute is None:
        raise WrongStateError("The seat is yours; no bot plays in it.")
    return [Proposal("returned", number, {})]


def resign(sitting: Sitting, number: int) -> list[Proposal]:
    """Give the game up: with one seat left the game stops, else a bot plays on so that the others can finish.

    Raises:
        WrongStateError: there is nothing to resign from.
    """
    check_playing(sitting)
    if sitting.seats[number].is_resigned:
        raise WrongStateError("You have resigned already.")
    return [Proposal("resigned", number, {"level": SUBSTITUTE})]


def end_absence(sitting: Sitting, number: int, seen_at: float, now: float) -> list[Proposal]:
    """Put a bot in for a person whose time is up, or who was not seen for the grace time; [] where neither is so."""
    if sitting.to_move != number or sitting.seats[number].player is not None:
        return []
    deadline = sitting.deadline()
    is_late = deadline is not None and now >= deadline
    last = max(seen_at, sitting.turn_began)
    is_absent = sitting.grace is not None and now >= last + sitting.grace
    return [away(number)] if is_late or is_absent else []


def check_seat(sitting: Sitting, number: int | None, wanted: int | None = None) -> int:
    """Return the seat that acts.

    Raises:
        NotYoursError: a spectator, or another seat than ``wanted``.
    """
    if number is None or wanted not in (None, number):
        raise NotYoursError("This can be done with the seat's own secret only.")
    return number


def mixed_of(seats: Sequence[Any]) -> list[str | None]:
    """Return the values that seats mixed in, hexadecimal, None where none was given yet."""
    return [seat.mix.hex() or None for seat in seats]
