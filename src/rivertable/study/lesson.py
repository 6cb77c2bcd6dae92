"""The first lesson of a game: a stored sequence of turns, divided into steps.

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

from pydantic import Field, ValidationError

from ..core.chance import Recorded
from ..core.documents import Document
from ..core.errors import RecordError, UnknownNameError
from ..core.game import Game
from ..core.match import Match, Player
from ..core.options import OptionValue
from ..core.position import Draft
from ..core.record import TurnDocument, faults_of

StepKind = Literal["read", "decide", "turn", "watch"]

LEARNER = 0
"""The seat of the learner."""

StateT = TypeVar("StateT")
MoveT = TypeVar("MoveT")
ChanceT = TypeVar("ChanceT")


class StepDocument(Document):
    """One step as it is stored.

    Attributes:
        kind: ``read`` shows the table; ``decide`` asks for the next decisions of a turn, ``turn`` for the rest of the
            turn and its confirmation; in ``watch`` the other seat takes its turn.
        until: how many decisions of the turn are taken after a ``decide``.
        points: what the step refers to, as ``kind/name``.
    """

    id: Annotated[str, Field(pattern="^[a-z_]+$")]
    kind: StepKind
    until: Annotated[int, Field(ge=1)] | None = None
    points: list[Annotated[str, Field(pattern="^[a-z]+/[a-z0-9-]+$")]] = []


class LessonDocument(Document, Generic[StateT, MoveT, ChanceT]):
    """A lesson as it is stored: a position, the turns from there, the steps."""

    options: dict[str, OptionValue]
    start: StateT
    turns: list[TurnDocument[StateT, MoveT, ChanceT]]
    steps: list[StepDocument]


@dataclass(frozen=True, slots=True)
class Step:
    """One step.

    Attributes:
        turn: how many turns are played before it.
        first: how many decisions of the next turn are taken before it.
        until: how many are taken after it.
        ends_turn: whether it plays the turn.
    """

    id: str
    kind: StepKind
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
        steps: the steps in order.
        drafts: for each turn the drafts that lead to it, decision by decision; none for turns of the other seat.
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
    model: Any = LessonDocument.__class_getitem__(
        (game.documents.StateDocument, game.documents.MoveDocument, game.documents.ChanceDocument)
    )
    try:
        document = model.model_validate(data)
    except ValidationError as error:
        raise RecordError(" ".join(faults_of(error, "")), where="lesson") from error
    changes = dict(document.options)
    options = game.options.make(str(changes.pop("preset")), changes)
    terms = game.make_terms(len(data["start"]["seats"]), options)
    players = [Player("")] * terms.players
    match = Match(terms, players, game.documents.read_state(document.start, terms), Recorded([]), "")
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
            raise RecordError("The next turn belongs to another seat than this step.", where=where)
        if step.kind == "read" and taken:
            raise RecordError("A read step cannot interrupt a turn.", where=where)
        if step.kind == "decide":
            until = step.until or 0
            if turn is None or not taken < until <= len(turn.decisions):
                raise RecordError("The turn has no such next decision.", where=f"{where}.until")
        elif turn is not None and step.kind != "read":
            until = len(turn.decisions)
        ends_turn = step.kind in ("turn", "watch")
        yield Step(step.id, step.kind, tuple(step.points), played, first, until, ends_turn)
        played, taken = (played + 1, 0) if ends_turn else (played, until)
    if played < len(match.turns) or taken:
        raise RecordError("Some turns have no step.", where="steps")
