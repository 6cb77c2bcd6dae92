"""What the API gives: the models of its replies, for its document and for typed clients.

Replies are written as JSON by :mod:`rivertable.table.domain.news`; tests hold them against these models.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, Union

from pydantic import BaseModel, ConfigDict, Field, create_model

from ...core.game import GAMES
from ...core.options import OptionValue
from ...study.documents import ReviewDocument
from ...study.puzzles.themes import themes_for
from ..domain.sitting import FOLDS
from .requests import AnyMove


class Reply(BaseModel):
    """The base of every reply."""

    model_config = ConfigDict(extra="forbid")


_GAMES = tuple(GAMES.values())
AnyState: Any = Union[tuple(game.state_document for game in _GAMES)]  # noqa: UP007  # made of what is installed
AnyChance: Any = Union[tuple(game.chance_document for game in _GAMES)]  # noqa: UP007
AnyBreakdown: Any = Union[tuple(game.breakdown_document for game in _GAMES)]  # noqa: UP007
AnyDecision: Any = Union[tuple(game.decision_document for game in _GAMES)]  # noqa: UP007
AnyComponents: Any = Union[tuple(game.components_document for game in _GAMES)]  # noqa: UP007

AnyStatus: Any = Literal["waiting", "playing", "over", "stopped"]
EventKind: Any = Literal[tuple(FOLDS)]
HintStep: Any = Literal["idea", "move"]
Theme: Any = Literal[tuple(dict.fromkeys(theme for game in GAMES.values() for theme in themes_for(game)))]
NewsType: Any = Literal["news"]


class Problem(Reply):
    """Why a request was not carried out (RFC 9457).

    ``detail`` is ``template`` filled in with ``values``, in English; a client words the template in its language.
    """

    type: str
    title: str
    status: int
    code: str
    detail: str
    template: str
    values: dict[str, Any]
    rule: str | None
    version: int | None = None
    faults: list[str] | None = None
    choices: list[str] | None = None


class OptionReply(Reply):
    """The base of a game's options: the name, a sentence, and the rule it belongs to."""

    name: str
    sentence: str
    rule: str


class BooleanOptionReply(OptionReply):
    """An option that is on or off; the sentence says what it means when on."""

    type: Literal["boolean"]


class NumberOptionReply(OptionReply):
    """An option that is a whole number within bounds."""

    type: Literal["number"]
    minimum: int
    maximum: int


class ChoiceOptionReply(OptionReply):
    """An option that is one of a few names."""

    type: Literal["choice"]
    choices: list[str]


AnyOptionReply = Annotated[BooleanOptionReply | NumberOptionReply | ChoiceOptionReply, Field(discriminator="type")]


class LevelReply(Reply):
    """A bot's level and how it plays."""

    name: str
    sentence: str


class GameReply(Reply):
    """An installed game."""

    name: str
    title: str
    players: list[int]
    has_hidden: bool
    options: list[AnyOptionReply]
    presets: dict[str, dict[str, OptionValue]]
    levels: list[LevelReply]


class RuleReply(Reply):
    """A rule in this project's words."""

    id: str
    section: str
    title: str
    text: str
    status: str
    note: str
    see: list[str]
    options: list[str]


class SeatLink(Reply):
    """A seat of a new table; ``secret`` is there for a person's seat, told once."""

    seat: int
    kind: Literal["person", "open", "bot"]
    secret: str | None


class TableMade(Reply):
    """A new table: its id is the link for watching, ``host`` the secret that may delete it."""

    table: str
    host: str
    seats: list[SeatLink]
    promised: str


class Joined(Reply):
    """A seat taken; ``secret`` acts for it from now on."""

    seat: int
    secret: str
    version: int


class Done(Reply):
    """The version that the request led to."""

    version: int


class MoveDone(Reply):
    """The version that the move led to, and which turn of the game it is, from 1."""

    version: int
    turn: int


class UndoDone(Reply):
    """Whether the turn is taken back already, or the others are asked."""

    version: int
    is_done: bool


class RematchMade(Reply):
    """The new table; every seat's secret opens its seat there too."""

    version: int
    table: str


class SeatReply(Reply):
    """Who has a seat: ``substitute`` is the level of the bot that plays for an absent person.

    ``hints`` counts the positions in which it has taken a hint.
    """

    seat: int
    kind: Literal["person", "open", "bot"]
    name: str | None
    level: str | None
    is_taken: bool
    substitute: str | None
    is_resigned: bool
    clock_seconds: float | None
    hints: int


class ClockReply(Reply):
    """The limit of time: none, a bank with an increment, or seconds for each turn."""

    kind: Literal["none", "live", "turn"]
    seconds: int
    increment: int


class TurnReply(Reply):
    """Whose turn it is, since when, and when its time is up."""

    number: int
    seat: int | None
    began_at: str
    due_at: str | None


class ShuffleReply(Reply):
    """The shuffle's promise, what the players mixed in, its commitment, and its seed once the game has ended."""

    promised: str
    mixed: list[str | None]
    commitment: str | None
    seed: str | None


class UndoReply(Reply):
    """Whether the viewer can take the last turn back, freely or by consent; who asks now, and who has agreed."""

    is_possible: bool
    is_free: bool
    asked_by: int | None
    turns: int
    agreed: list[int]


class OriginReply(Reply):
    """Of a game that came of another one: the same deal, or played on from it after so many turns."""

    is_same_deal: bool
    turn: int | None


class ComponentsName(Reply):
    """Which printed data is played with."""

    name: str
    sha256: str


TableReply = create_model(
    "TableReply",
    __base__=Reply,
    __doc__="A table as a viewer sees it.",
    id=(str, ...),
    game=(str, ...),
    name=(str | None, ...),
    version=(int, ...),
    status=(AnyStatus, ...),
    is_public=(bool, ...),
    can_become_puzzles=(bool, ...),
    options=(dict[str, OptionValue], ...),
    components=(ComponentsName, ...),
    viewer=(int | None, ...),
    seats=(list[SeatReply], ...),
    first_seat=(int, ...),
    clock=(ClockReply, ...),
    grace_seconds=(int | None, ...),
    turn=(TurnReply | None, ...),
    state=(AnyState | None, ...),
    totals=(list[int] | None, ...),
    breakdowns=(list[AnyBreakdown] | None, ...),
    shuffle=(ShuffleReply, ...),
    undo=(UndoReply, ...),
    winners=(list[int] | None, ...),
    is_damaged=(bool, ...),
    origin=(OriginReply | None, ...),
    has_hints=(bool, ...),
    rematch=(str | None, ...),
)

EventReply = create_model(
    "EventReply",
    __base__=Reply,
    __doc__="Something that happened at a table; which facts are there depends on its kind.",
    version=(int, ...),
    at=(str, ...),
    kind=(EventKind, ...),
    seat=(int | None, ...),
    name=(str | None, None),
    level=(str | None, None),
    turns=(int | None, None),
    is_agreed=(bool | None, None),
    table=(str | None, None),
    step=(HintStep | None, None),
    turn=(int | None, None),
    move=(AnyMove | None, None),
    notation=(str | None, None),
    chance=(AnyChance | None, None),
    totals=(list[int] | None, None),
)

News = create_model(
    "News",
    __base__=Reply,
    __doc__="What happened at a table since a version, and the table as it stands. The socket says the same.",
    type=(NewsType, ...),
    version=(int, ...),
    events=(list[EventReply], ...),
    table=(TableReply, ...),
)

PositionReply = create_model(
    "PositionReply",
    __base__=Reply,
    __doc__="The position after a turn (0: after set-up) as the viewer may know it.",
    turn=(int, ...),
    turns=(int, ...),
    state=(AnyState, ...),
    totals=(list[int], ...),
    breakdowns=(list[AnyBreakdown], ...),
)

Preview = create_model(
    "Preview",
    __base__=Reply,
    __doc__="The position as the draft stands, before anything is drawn.",
    state=(AnyState, ...),
    totals=(list[int], ...),
    breakdowns=(list[AnyBreakdown], ...),
)

ChoiceReply = create_model(
    "ChoiceReply",
    __base__=Reply,
    __doc__="A decision: its number, what it means, and the mover's total after it.",
    decision=(int, ...),
    what=(AnyDecision, ...),
    total=(int, ...),
)

DraftReply = create_model(
    "DraftReply",
    __base__=Reply,
    __doc__="A move in the making: decisions taken, the choices now, and the preview; the move once it is complete.",
    version=(int, ...),
    decisions=(list[int], ...),
    path=(list[ChoiceReply], ...),
    choices=(list[ChoiceReply], ...),
    is_complete=(bool, ...),
    move=(AnyMove | None, ...),
    notation=(str | None, ...),
    reveals=(int, ...),
    preview=(Preview, ...),
)


class DealSeatReply(Reply):
    """Who had a seat, the total, and in how many positions a hint was taken."""

    name: str | None
    kind: Literal["person", "open", "bot"]
    level: str | None
    total: int
    hints: int


class DealResult(Reply):
    """How a deal ended at a table; ``is_here`` for the table that was asked about."""

    is_here: bool
    ended_at: str
    seats: list[DealSeatReply]
    winners: list[int]


class DealReply(Reply):
    """How a deal ended wherever it was played: first where it was played first, then by age."""

    results: list[DealResult]


HintMove = create_model(
    "HintMove",
    __base__=Reply,
    __doc__="""The turn of a hint: its share of the win for the seat, with the standard error, and the seat's total.

    ``is_exact`` where it was not searched for but solved, as far as the end of the game.
    """,
    move=(AnyMove, ...),
    notation=(str, ...),
    share=(float, ...),
    error=(float, ...),
    total=(int, ...),
    total_after=(int, ...),
    is_exact=(bool, ...),
)

HintReply = create_model(
    "HintReply",
    __base__=Reply,
    __doc__="""A hint for a turn, as far as it was asked for: what is true of the best turn, then the turn itself.

    ``themes`` are words of docs/puzzles.md, the one that says most first; ``hints`` counts those of the seat so far.
    """,
    version=(int, ...),
    turn=(int, ...),
    step=(HintStep, ...),
    hints=(int, ...),
    themes=(list[Theme], ...),
    best=(HintMove | None, ...),
)

LessonPosition = create_model(
    "LessonPosition",
    __base__=Reply,
    __doc__="A position of a lesson as the learner may know it, and whose turn it is.",
    seat=(int | None, ...),
    state=(AnyState, ...),
    totals=(list[int], ...),
    breakdowns=(list[AnyBreakdown], ...),
)

LessonTurn = create_model(
    "LessonTurn",
    __base__=Reply,
    __doc__="A turn of a lesson; for the learner's the draft before each decision, with the one choice asked for.",
    seat=(int, ...),
    move=(AnyMove, ...),
    notation=(str, ...),
    chance=(AnyChance, ...),
    drafts=(list[DraftReply], ...),
)


class LessonStep(Reply):
    """A step: it begins after so many turns and decisions; what it points at is written kind/name."""

    id: str
    kind: Literal["read", "decide", "turn", "watch"]
    points: list[str]
    turn: int
    first: int
    until: int


LessonReply = create_model(
    "LessonReply",
    __base__=Reply,
    __doc__="The first lesson of a game: a position before each turn and after the last, the turns, the steps.",
    game=(str, ...),
    learner=(int, ...),
    options=(dict[str, OptionValue], ...),
    positions=(list[LessonPosition], ...),
    turns=(list[LessonTurn], ...),
    steps=(list[LessonStep], ...),
)


PuzzleReply = create_model(
    "PuzzleReply",
    __base__=Reply,
    __doc__="""A puzzle without its solution: what the seat on turn knows.

    ``theme`` is a hint at the best turn, ``fails`` the part of the tries in which each level of bots took another one;
    ``position`` says the same as ``state``, in one line.
    """,
    game=(str, ...),
    id=(str, ...),
    level=(int, ...),
    theme=(Theme, ...),
    players=(int, ...),
    seat=(int, ...),
    options=(dict[str, OptionValue], ...),
    position=(str, ...),
    fails=(dict[str, float], ...),
    state=(AnyState, ...),
    totals=(list[int], ...),
    breakdowns=(list[AnyBreakdown], ...),
)

DailyReply = create_model(
    "DailyReply",
    __base__=Reply,
    __doc__="The puzzle of a day.",
    day=(str, ...),
    puzzle=(PuzzleReply, ...),
)


class LadderReply(Reply):
    """The puzzles of a level, by their ids: those that are missed least first."""

    level: int
    puzzles: list[str]


JudgementReply = create_model(
    "JudgementReply",
    __base__=Reply,
    __doc__="""What an answer is worth: its share of the win, the standard error, and how much more the best turn has.

    All three are null where the search has no figure for it.
    """,
    is_right=(bool, ...),
    notation=(str, ...),
    move=(AnyMove, ...),
    share=(float | None, ...),
    error=(float | None, ...),
    loss=(float | None, ...),
    best_share=(float, ...),
    best_error=(float, ...),
)

WeighedReply = create_model(
    "WeighedReply",
    __base__=Reply,
    __doc__="A turn that was weighed: its share of the win, the standard error, and the final score expected, by seat.",
    notation=(str, ...),
    move=(AnyMove, ...),
    share=(float, ...),
    error=(float, ...),
    score=(list[float], ...),
)

SolutionReply = create_model(
    "SolutionReply",
    __base__=Reply,
    __doc__="The solution of a puzzle: all that is true of the best turn, and the turns weighed, the best first.",
    themes=(list[Theme], ...),
    turns=(list[WeighedReply], ...),
)


class LobbyLine(Reply):
    """A public table that waits for players."""

    id: str
    game: str
    name: str | None
    can_become_puzzles: bool
    options: dict[str, OptionValue]
    clock: ClockReply
    seats: list[SeatReply]
    created_at: str


class Imported(Reply):
    """An imported record: the table at which it can be looked at."""

    table: str


class Checked(Reply):
    """Whether a record follows the rules and its shuffle; ``fault`` says where it does not."""

    is_good: bool
    fault: str | None


class ReviewReply(Reply):
    """A review as far as it is: ``spent`` of the ``seconds`` asked for have led to it.

    ``review`` is null before the first sight, and where none was asked for (``none``).
    """

    status: Literal["none", "waiting", "running", "done"]
    spent: float
    seconds: float
    can_look_deeper: bool
    review: ReviewDocument | None


class Health(Reply):
    """The server answers."""

    status: Literal["ok"]


class PreparationReply(Reply):
    """How far faster play is prepared, which goes on beside a server that starts for the first time."""

    is_going_on: bool
    share: float
    """from 0 to 1"""


class RefusedMessage(Reply):
    """Socket: what was asked is not possible."""

    type: Literal["refused"]
    problem: Problem


class PongMessage(Reply):
    """Socket: heard."""

    type: Literal["pong"]
