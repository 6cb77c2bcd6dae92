"""Where hints are given, and the commands that note them.

While a game is played nobody is told what turns are worth, but for hints: in practice games, where nobody else could
mind. A hint is an event of the table, so that it is found once, is the same for every process, and is known to all.
"""

from __future__ import annotations

from typing import Any, Literal

from ...core.match import Match
from ..errors import HintError, WrongStateError
from . import commands
from .commands import Proposal
from .sitting import Sitting, TakenHint

Step = Literal["idea", "move"]


def is_practice(sitting: Sitting) -> bool:
    """Return whether a table is one person's practice: bots have all other seats, and no other game bears on it."""
    return _people(sitting) == 1 and sitting.deal is None and sitting.beginning is None


def _people(sitting: Sitting) -> int:
    """Return how many seats are no bots': a bot that plays for an absent person leaves the seat a person's."""
    return sum(seat.kind != "bot" for seat in sitting.seats)


def check_hint(sitting: Sitting, number: int, version: int) -> Match:
    """Return the game in which a seat may be given a hint for its turn.

    Raises:
        HintError: the game is no practice.
        StaleVersionError: something else than a hint has happened since the version.
        OutOfTurnError, WrongStateError: no turn is the seat's to take.
    """
    if _people(sitting) != 1:
        raise HintError("Hints are given in practice games only, where one person plays and bots have all other seats.")
    if sitting.deal is not None:
        raise HintError("This deal was played before and the results stand side by side, so no hints are given.")
    if sitting.beginning is not None:
        raise HintError("This game began with a position of another one, so no hints are given.")
    if version > sitting.version or any(event.version > version and event.kind != "hint" for event in sitting.events):
        commands.check_version(sitting, version)
    match = commands.check_turn(sitting, number)
    if sitting.seats[number].player is not None:
        raise WrongStateError("A bot plays here already until the person returns.")
    return match


def known_hint(sitting: Sitting, match: Match) -> TakenHint | None:
    """Return the hint that was taken for the turn that is to be played, None where there was none."""
    return sitting.hints.get(len(match.turns) + 1)


def check_step(sitting: Sitting, match: Match, step: Step) -> None:
    """Refuse the move where the idea was not asked for.

    Raises:
        HintError: it was not.
    """
    if step == "move" and known_hint(sitting, match) is None:
        raise HintError("First ask for the idea, then for the move.")


def take_hint(sitting: Sitting, match: Match, number: int, step: Step, found: dict[str, Any] | None) -> list[Proposal]:
    """Note that a seat takes a hint: what was ``found`` with the idea; [] where it is noted already."""
    facts: dict[str, Any] = {"step": step, "turn": len(match.turns) + 1}
    known = known_hint(sitting, match)
    if known is None:
        return [Proposal("hint", number, facts | {"found": found})]
    return [Proposal("hint", number, facts)] if step == "move" and not known.has_move else []
