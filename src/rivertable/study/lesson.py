"""The first lesson of a game: a stored sequence of turns with what is said at each step.

A lesson is a start, turns as a record writes them, and steps. Loading it plays every turn through the rules, so a
lesson that no longer follows them cannot be shown.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Annotated, Any, Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ..core.chance import Recorded
from ..core.errors import RecordError, UnknownNameError
from ..core.game import Game
from ..core.match import Match, Player
from ..core.moves import Draft
from ..core.options import OptionValue
from ..core.record import TurnDocument, faults_of

LEARNER = 0
"""The seat of the one who learns."""

StateT = TypeVar("StateT")
MoveT = TypeVar("MoveT")
ChanceT = TypeVar("ChanceT")


class _Model(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class StepDocument(_Model):
    """One step as it is stored.

    Attributes:
        kind: ``read`` shows the table; ``decide`` asks for the next decisions of a turn, ``turn`` for the rest of it
            with its confirmation; in ``watch`` the other seat takes its turn.
        until: how many decisions of the turn are taken after a ``decide``.
        points: what the step speaks of, as ``kind/name``.
    """

    id: Annotated[str, Field(pattern="^[a-z_]+$")]
    kind: Literal["read", "decide", "turn", "watch"]
    until: Annotated[int, Field(ge=1)] | None = None
    points: list[Annotated[str, Field(pattern="^[a-z]+/[a-z0-9-]+$")]] = []


class LessonDocument(_Model, Generic[StateT, MoveT, ChanceT]):
    """A lesson as it is stored: a position, the turns from there on, the steps."""

    options: dict[str, OptionValue]
    start: StateT
    turns: list[TurnDocument[StateT, MoveT, ChanceT]]
    steps: list[StepDocument]


@dataclass(frozen=True, slots=True)
class Step:
    """One step.

    Attributes:
        turn: how many turns have been played when it begins.
        first: how many decisions of the next turn have been taken then.
        until: how many are taken at its end.
        ends_turn: whether the turn is then played.
    """

    id: str
    kind: str
    points: tuple[str, ...]
    turn: int
    first: int
    until: int
    ends_turn: bool


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson that follows the rules.

    Attributes:
        match: the turns as they were played.
        steps: what is said, in order.
        drafts: for each turn the drafts that lead to it, one decision after another; none for the other seat's.
    """

    match: Match
    steps: tuple[Step, ...]
    drafts: tuple[tuple[Draft, ...], ...]


@cache
def load_lesson(game: Game) -> Lesson:
    """Return a game's lesson.

    Raises:
        UnknownNameError: the game has none.
        RecordError: the stored lesson does not follow the rules; the sentence says where.
    """
    path = files("rivertable.study") / "lessons" / f"{game.name}.json"
    if not path.is_file():
        raise UnknownNameError(f"There is no lesson for {game.title}.")
    return read_lesson(game, json.loads(path.read_text(encoding="utf-8")))


def read_lesson(game: Game, data: Any) -> Lesson:
    """Read a lesson from plain JSON values and play it through the rules.

    Raises:
        RecordError: it does not follow the rules; the sentence says where.
    """
    model: Any = LessonDocument.__class_getitem__((game.state_document, game.move_document, game.chance_document))
    try:
        document = model.model_validate(data)
    except ValidationError as error:
        raise RecordError(" ".join(faults_of(error, "")), where="lesson") from error
    changes = dict(document.options)
    options = game.make_options(str(changes.pop("preset")), changes)
    terms = game.make_terms(len(data["start"]["seats"]), options)
    players = [Player("")] * terms.players
    match = Match(terms, players, game.read_state(document.start, terms), Recorded([]), "")
    for turn in document.turns:
        match.replay_turn(turn)
    return Lesson(match, tuple(_steps(match, document.steps)), tuple(_drafts(match)))


def _drafts(match: Match) -> Iterator[tuple[Draft, ...]]:
    for number, turn in enumerate(match.turns):
        view = match.before(number).view(LEARNER)
        yield (
            tuple(_draft(view, turn.decisions[:count]) for count in range(len(turn.decisions) + 1))
            if (turn.seat == LEARNER)
            else ()
        )


def _draft(view: Any, decisions: tuple[int, ...]) -> Draft:
    draft = Draft(view)
    for decision in decisions:
        draft.choose(decision)
    return draft


def _steps(match: Match, documents: list[StepDocument]) -> Iterator[Step]:
    played, taken = 0, 0
    for number, step in enumerate(documents):
        where = f"steps[{number}]"
        turn = match.turns[played] if played < len(match.turns) else None
        first, until = taken, taken
        if step.kind != "read" and (turn is None or (turn.seat == LEARNER) != (step.kind != "watch")):
            raise RecordError("The next turn is not of the seat that this step is for.", where=where)
        if step.kind == "read" and taken:
            raise RecordError("A turn half taken cannot be left to read.", where=where)
        if step.kind == "decide":
            until = step.until or 0
            if turn is None or not taken < until <= len(turn.decisions):
                raise RecordError("The turn has no such decision to take next.", where=f"{where}.until")
        elif turn is not None and step.kind != "read":
            until = len(turn.decisions)
        ends_turn = step.kind in ("turn", "watch")
        yield Step(step.id, step.kind, tuple(step.points), played, first, until, ends_turn)
        played, taken = (played + 1, 0) if ends_turn else (played, until)
    if played < len(match.turns) or taken:
        raise RecordError("Turns are left that no step is for.", where="steps")
