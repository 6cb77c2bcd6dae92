"""What the table says: a type for each document, which the functions that build it return and the API's document shows.

What a document holds of a game's own has a type of that game; :mod:`rivertable.table.web.openapi` puts it in.
"""

from __future__ import annotations

from enum import Enum
from typing import Annotated, Any, Literal, NotRequired, TypeAlias, cast

from typing_extensions import TypedDict

from ...core.documents import DocumentT, exact
from ...core.options import OptionValue
from ...study.documents import ReviewDocument
from .agreements import AbsenceChoice
from .company import StepKind
from .table import EventKind, SeatKind, Status

HintStep: TypeAlias = Literal["idea", "move"]


class Own(Enum):
    """What each game has of its own, by where it is found: a document with it is of another type for each game."""

    NAME = "name"
    STATE = "documents.StateDocument"
    MOVE = "documents.MoveDocument"
    CHANCE = "documents.ChanceDocument"
    BREAKDOWN = "documents.BreakdownDocument"
    DECISION = "documents.DecisionDocument"
    CONSEQUENCE = "consequences.ConsequenceDocument"
    COMPONENTS = "printed.ComponentsDocument"
    THEME = "study.themes"


GameName: TypeAlias = Annotated[str, Own.NAME]
State: TypeAlias = Annotated[Any, Own.STATE]
Move: TypeAlias = Annotated[Any, Own.MOVE]
Chance: TypeAlias = Annotated[Any, Own.CHANCE]
Breakdown: TypeAlias = Annotated[Any, Own.BREAKDOWN]
Decision: TypeAlias = Annotated[Any, Own.DECISION]
Consequence: TypeAlias = Annotated[Any, Own.CONSEQUENCE]
Components: TypeAlias = Annotated[Any, Own.COMPONENTS]
Theme: TypeAlias = Annotated[str, Own.THEME]


@exact
class Reply(TypedDict):
    """The base of what the table says: exact types, and no field that it does not name."""


def copied(kind: type[DocumentT], source: object) -> DocumentT:
    """Return the document of a kind whose fields are attributes of the same names; tuples are lists in it."""
    values = {name: getattr(source, name) for name in kind.__annotations__}
    document: Any = {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}
    return cast("DocumentT", document)


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
    version: NotRequired[int]
    faults: NotRequired[list[str]]
    choices: NotRequired[list[str]]


class SeatLink(Reply):
    """A seat of a new table; ``secret`` is there for a person's seat, told once."""

    seat: int
    kind: SeatKind
    secret: str | None


class TableMade(Reply):
    """A new table: its id is the link for watching, ``host`` the secret that may delete it."""

    table: str
    host: str
    seats: list[SeatLink]
    promised: str


class Done(Reply):
    """The version that the request led to."""

    version: int


class Joined(Done):
    """A seat taken; ``secret`` acts for it from now on."""

    seat: int
    secret: str


class MoveDone(Done):
    """The version that the move led to, and which turn of the game it is, from 1."""

    turn: int


class UndoDone(Done):
    """Whether the turn is taken back already, or the others are asked."""

    is_done: bool


class RematchMade(Done):
    """The new table; every seat's secret opens its seat there too."""

    table: str


class SeatReply(Reply):
    """Who has a seat: ``substitute`` is the level of the bot that plays for an absent person.

    ``hints`` counts the positions in which it has taken a hint, ``bot_turns`` the turns that a bot took for the person.
    """

    seat: int
    kind: SeatKind
    name: str | None
    level: str | None
    is_taken: bool
    substitute: str | None
    is_resigned: bool
    clock_seconds: float | None
    hints: int
    bot_turns: int


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


class AgreementReply(Reply):
    """What whoever takes a seat agrees to.

    Where ``absence`` is not null, the others choose what is done about a person whose time is up, and this is done
    where none of them says anything. Where ``has_ready_check``, everybody says to be there before the first turn.
    Where ``has_holidays``, no clock of days runs for somebody on holiday.
    ``language`` is the one that is spoken (ISO 639-1); where ``is_taught``, newcomers are taught the game.
    Where ``is_rated``, the result counts for ratings if everybody has a name of their own and no bot has a seat.
    """

    absence: AbsenceChoice | None
    has_ready_check: bool
    has_holidays: bool
    language: str | None
    is_taught: bool
    is_rated: bool


class NextReply(Reply):
    """What happens by itself next, and when.

    A ``bot`` plays on for who is on turn; the others get their ``choice``, or it is ``settle``d without them; the check
    whether all are ``ready`` ends; clocks ``go-on`` after a break; a table that waits for players is ``deleted``.
    """

    what: StepKind | Literal["deleted"]
    at: str


class ChoosingReply(Reply):
    """The others choose what is done about ``seat``: by seat what each has said, null for nothing yet.

    ``until`` is null where they have no end. Who answers sends ``version``.
    """

    seat: int
    version: int
    until: str | None
    votes: dict[str, AbsenceChoice | None]


class BreakReply(Reply):
    """A break that somebody asks for: by seat who has agreed; once all have, no clock runs ``until`` then at most.

    Who answers sends ``version``.
    """

    version: int
    agreed: dict[str, bool]
    until: str | None


class ReadyReply(Reply):
    """Everybody says until a time that they are there; ``ready`` are the seats that have."""

    until: str
    ready: list[int]


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


class SharedReply(Reply):
    """The deal that many tables play, this one among them: its id, and until when it is sealed."""

    deal: str
    sealed_until: str


class ComponentsName(Reply):
    """Which printed data is played with."""

    name: str
    sha256: str


class PreviewReply(Reply):
    """A position as a viewer may know it; of a draft, as it stands before anything is drawn."""

    state: State
    totals: list[int]
    breakdowns: list[Breakdown]


class TableFacts(Reply):
    """A table as a viewer sees it, but for the position."""

    id: str
    game: GameName
    name: str | None
    version: int
    status: Status
    is_public: bool
    can_become_puzzles: bool
    options: dict[str, OptionValue]
    components: ComponentsName
    viewer: int | None
    seats: list[SeatReply]
    first_seat: int
    clock: ClockReply
    grace_seconds: int | None
    agreement: AgreementReply
    turn: TurnReply | None
    next: NextReply | None
    choosing: ChoosingReply | None
    ready: ReadyReply | None
    rest: BreakReply | None
    shuffle: ShuffleReply
    undo: UndoReply
    winners: list[int] | None
    is_damaged: bool
    origin: OriginReply | None
    shared: SharedReply | None
    has_hints: bool
    rematch: str | None


class TableReply(TableFacts):
    """A table as a viewer sees it."""

    state: State | None
    totals: list[int] | None
    breakdowns: list[Breakdown] | None


class EventReply(Reply):
    """Something that happened at a table; which facts are there depends on its kind.

    ``consequences`` are what a turn brought beside what its move and ``chance`` say, in the order in which it happened.
    """

    version: int
    at: str
    kind: EventKind
    seat: int | None
    name: NotRequired[str]
    level: NotRequired[str | None]
    turns: NotRequired[int]
    is_agreed: NotRequired[bool]
    table: NotRequired[str]
    step: NotRequired[HintStep]
    choice: NotRequired[AbsenceChoice]
    turn: NotRequired[int]
    move: NotRequired[Move]
    notation: NotRequired[str]
    chance: NotRequired[Chance]
    consequences: NotRequired[list[Consequence]]
    totals: NotRequired[list[int]]


class News(Reply):
    """What happened at a table since a version, and the table as it stands. The socket says the same."""

    type: Literal["news"]
    game: GameName
    version: int
    events: list[EventReply]
    table: TableReply


class PositionReply(PreviewReply):
    """The position after a turn (0: after set-up) as the viewer may know it."""

    game: GameName
    turn: int
    turns: int


class ChoiceReply(Reply):
    """A decision: its number, what it means, and the mover's total after it."""

    decision: int
    what: Decision
    total: int


class DraftReply(Reply):
    """A move in the making: decisions taken, the choices now, and the preview; the move once it is complete."""

    game: GameName
    version: int
    decisions: list[int]
    path: list[ChoiceReply]
    choices: list[ChoiceReply]
    is_complete: bool
    move: Move | None
    notation: str | None
    reveals: int
    preview: PreviewReply


class DealSeatReply(Reply):
    """Who had a seat, the total, and in how many positions a hint was taken."""

    name: str | None
    kind: SeatKind
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


class HintMove(Reply):
    """The turn of a hint: the seat's win share with its standard error, and the seat's total before and after it.

    ``is_exact`` says whether the turn was solved to the end of the game, and not only searched.
    """

    move: Move
    notation: str
    win_share: float
    standard_error: float
    total: int
    total_after: int
    is_exact: bool


class HintReply(Reply):
    """A hint for a turn, as far as it was asked for: what is true of the best turn, then the turn itself.

    ``themes`` are words of docs/puzzles.md, the one that says most first; ``hints`` counts those of the seat so far.
    """

    game: GameName
    version: int
    turn: int
    step: HintStep
    hints: int
    themes: list[Theme]
    best: HintMove | None


class LobbyLine(Reply):
    """A public table that waits for players; at ``ends_at`` it is deleted if nothing happens at it.

    Lines after this one are asked for with its ``place``.
    """

    id: str
    game: GameName
    name: str | None
    can_become_puzzles: bool
    options: dict[str, OptionValue]
    edition: str
    clock: ClockReply
    agreement: AgreementReply
    seats: list[SeatReply]
    created_at: str
    active_at: str
    ends_at: str
    place: str


class Imported(Reply):
    """An imported record: the table at which it can be looked at."""

    table: str


class ReviewReply(Reply):
    """A review as far as it is: ``spent`` of the ``seconds`` asked for have led to it.

    ``review`` is null before its one-ply values are there, and where none was asked for (``none``).
    """

    status: Literal["none", "waiting", "running", "done"]
    spent: float
    seconds: float
    can_look_deeper: bool
    review: ReviewDocument | None


class RefusedMessage(Reply):
    """Socket: what was asked is not possible."""

    type: Literal["refused"]
    problem: Problem


class PongMessage(Reply):
    """Socket: heard."""

    type: Literal["pong"]
