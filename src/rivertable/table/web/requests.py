"""What the API takes: the models of its requests. Strict, and nothing unknown passes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, Union

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, create_model, model_validator

from ...bots import LEVELS, bots_of
from ...bots.names import RANDOM
from ...core.documents import Document
from ...core.game import GAMES, Game
from ...core.wording import visible


def whole_numbers(value: Any) -> Any:
    """Return JSON values with every 3.0 as 3: to JSON they are one number, and an API's document allows either."""
    if isinstance(value, float):
        return int(value) if value.is_integer() else value
    try:
        if isinstance(value, list):
            return [whole_numbers(item) for item in value]
        if isinstance(value, dict):
            return {name: whole_numbers(item) for name, item in value.items()}
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error
    return value


class Request(Document):
    """The base of every request."""

    _numbers = model_validator(mode="before")(whole_numbers)


def _check_characters(text: str) -> str:
    """Refuse half of a surrogate pair, which is no character and cannot be stored."""
    text.encode()
    return text


def _seen(text: str) -> str:
    """Return a name without what cannot be seen in it."""
    seen = visible(text)
    if not seen:
        raise ValueError("it has no character that can be seen")
    return seen


COMPONENTS_AT_MOST = 200_000
"""Characters that a file of printed data may have."""

Name = Annotated[
    str,
    Field(max_length=40, pattern=r"^[^\x00-\x1f\x7f-\x9f]*[^\s\x00-\x1f\x7f-\x9f][^\x00-\x1f\x7f-\x9f]*$"),
    AfterValidator(_check_characters),
    AfterValidator(_seen),
]
"""A name as a person writes it: at most 40 characters, no control characters. What cannot be seen is left out."""

Key = Annotated[str, Field(pattern="^[A-Za-z0-9_.:-]{8,64}$")]
"""An idempotency key: fresh for each intended move, the same when the request is repeated."""

OwnSecret = Annotated[str, Field(pattern="^[A-Za-z0-9_-]{22,64}$")]
"""A secret that a client makes: at least 128 random bits, in the letters of base64 for addresses."""

Mix = Annotated[str, Field(pattern="^([0-9a-f]{2}){0,32}$")]
"""Up to 32 bytes in hexadecimal that a player mixes into the shuffle."""

if TYPE_CHECKING:
    Level = str
    AnyBot = str
else:
    Level = Literal[RANDOM, *LEVELS]
    AnyBot = Literal[tuple({name: None for game in GAMES.values() for name in (RANDOM, *bots_of(game))})]
"""A level of bots, and a bot of any installed game; of either also the one that plays by dice, which is not offered."""

Version = Annotated[int, Field(ge=0, le=1_000_000)]


class SeatRequest(Request):
    """A seat of a new table: a person by secret link, open to whoever comes, or a bot of a level."""

    kind: Literal["person", "open"]
    name: Name | None = None


class NoClockRequest(Request):
    """No limit of time."""

    kind: Literal["none"]


class LiveClockRequest(Request):
    """A bank of seconds for each seat, and so many more after each turn."""

    kind: Literal["live"]
    seconds: Annotated[int, Field(ge=10, le=86_400)]
    increment: Annotated[int, Field(ge=0, le=3_600)] = 0


class TurnClockRequest(Request):
    """So many seconds for each turn: days, for a game by the way."""

    kind: Literal["turn"]
    seconds: Annotated[int, Field(ge=10, le=2_592_000)]


ClockRequest = Annotated[NoClockRequest | LiveClockRequest | TurnClockRequest, Field(discriminator="kind")]


class TableRequest(Request):
    """A table to make; with ``can_become_puzzles`` whoever takes a seat agrees that puzzles may be made of the game.

    It is played with the ``components`` of a person's own file, else with an ``edition`` that comes with the game, else
    with the standard edition. The seat ``first_seat`` begins.

    With ``absence`` the others choose what is done about a person whose time is up, and this is done where none of them
    says anything. With ``has_ready_check`` everybody says to be there before the first turn. ``language`` is the one
    that is spoken (ISO 639-1); at a table that ``is_taught`` newcomers are taught the game.
    At one that ``is_rated`` the result counts for ratings, if everybody has a name of their own and no bot has a seat.
    """

    name: Name | None = None
    is_public: bool = False
    can_become_puzzles: bool = False
    clock: ClockRequest = NoClockRequest(kind="none")
    grace_seconds: Annotated[int, Field(ge=10, le=2_592_000)] | None = None
    absence: Literal["wait", "bot", "end"] | None = None
    has_ready_check: bool = False
    has_holidays: bool = False
    language: Annotated[str, Field(pattern="^[a-z]{2}$")] | None = None
    is_taught: bool = False
    is_rated: bool = False
    components: Annotated[str, Field(max_length=COMPONENTS_AT_MOST), AfterValidator(_check_characters)] | None = None
    first_seat: Annotated[int, Field(ge=0, le=4)] = 0


def _model_of(game: Game, words: str, base: type[Request], sentence: str, /, **fields: Any) -> Any:
    return create_model(f"{game.name.capitalize()}{words}", __base__=base, __doc__=sentence, **fields)


def options_model(game: Game) -> type[BaseModel]:
    """Return the model of a game's options: the preset, and what differs from it."""
    presets = tuple(game.options.presets)
    fields: dict[str, Any] = {"preset": (Literal[presets], presets[0])}
    fields |= {option.name: (option.model_field | None, None) for option in game.options}
    model: type[BaseModel] = _model_of(game, "Options", Request, f"Options of {game.title}.", **fields)
    return model


def _table_model(game: Game) -> Any:
    """Return the model of a table to make: each game has options and Rivals of its own."""
    bot_seat = _model_of(
        game,
        "BotSeat",
        Request,
        f"A seat of {game.title} that a bot has.",
        kind=(Literal["bot"], ...),
        level=(Literal[RANDOM, *bots_of(game)], ...),
        name=(Name | None, None),
    )
    seat: Any = Annotated[SeatRequest | bot_seat, Field(discriminator="kind")]
    options = options_model(game)
    return _model_of(
        game,
        "Table",
        TableRequest,
        f"A table of {game.title} to make.",
        game=(Literal[game.name], ...),
        seats=(Annotated[list[seat], Field(min_length=2, max_length=5)], ...),
        options=(options, options()),
        edition=(Literal[tuple(game.printed.EDITIONS)] | None, None),
    )


NewTable: Any = Annotated[
    Union[tuple(_table_model(game) for game in GAMES.values())],  # noqa: UP007  # made of what is installed
    Field(discriminator="game"),
]
"""A table of any installed game to make."""

AnyMove: Any = Union[tuple(game.documents.MoveDocument for game in GAMES.values())]  # noqa: UP007
"""A MOVE of any installed game."""

Decisions = Annotated[list[Annotated[int, Field(ge=0, le=32_000)]], Field(max_length=64)]
Notation = Annotated[str, Field(min_length=1, max_length=500), AfterValidator(_check_characters)]


class JoinRequest(Request):
    """Take a seat with a name; ``mix`` is a value of one's own for the shuffle.

    An open seat gets the ``secret`` that is given, so that the request may be repeated; without one the table makes it.
    """

    name: Name
    mix: Mix = ""
    secret: OwnSecret | None = None


class StartRequest(Request):
    """Begin; bots of the level ``fill`` take the seats that are free."""

    fill: Level | None = None


class DealRequest(Request):
    """Play the same deal once more, in a seat of one's own; bots of ``level`` have the others.

    Without ``level`` the bots stay who they were.
    """

    seat: Annotated[int, Field(ge=0, le=4)]
    name: Name
    level: AnyBot | None = None


class BranchRequest(DealRequest):
    """Play on from the position after so many turns, in a seat of one's own; bots of ``level`` have the others.

    Without ``level`` the bots stay who they were. ``mix`` is a value of one's own for the new shuffle.
    """

    turn: Annotated[int, Field(ge=0, le=100_000)]
    mix: Mix = ""


class TurnDecisions(Request):
    """A turn of a puzzle by the decisions taken so far."""

    decisions: Decisions


class TurnText(Request):
    """A turn of a puzzle in its one-line notation."""

    text: Notation


TurnMove = create_model("TurnMove", __base__=Request, __doc__="A turn of a puzzle as a MOVE.", move=(AnyMove, ...))


class DraftDecisions(TurnDecisions):
    """A draft by the decisions taken so far."""

    version: Version


class DraftText(TurnText):
    """A draft by the one-line notation of a move."""

    version: Version


DraftMove = create_model("DraftMove", __base__=TurnMove, __doc__="A draft by a MOVE.", version=(Version, ...))


class MoveDecisions(DraftDecisions):
    """A whole turn by its decisions."""

    key: Key


class MoveText(DraftText):
    """A whole turn in its one-line notation."""

    key: Key


MoveMove = create_model("MoveMove", __base__=DraftMove, __doc__="A whole turn as a MOVE.", key=(Key, ...))

TurnRequest: Any = TurnDecisions | TurnText | TurnMove
DraftRequest: Any = DraftDecisions | DraftText | DraftMove
MoveRequest: Any = MoveDecisions | MoveText | MoveMove


class HintRequest(Request):
    """A hint for one's turn: first the ``idea``, then the ``move``.

    A version that nothing but hints has followed is as good as the last: asked again, it is the same hint.
    """

    version: Version
    step: Literal["idea", "move"]


class UndoRequest(Request):
    """Take one's last turn back, or ask the others."""

    version: Version
    key: Key


class ChoiceRequest(Request):
    """What is to be done about a person whose time is up; ``version`` is the one that the question has."""

    version: Version
    choice: Literal["wait", "bot", "end"]


class AnswerRequest(Request):
    """Agree to what another seat asks, or not."""

    version: Version
    is_agreed: bool


class Query(BaseModel):
    """The base of what stands in an address behind the question mark: not strict, because it is text."""

    model_config = ConfigDict(extra="forbid")


class EventsQuery(Query):
    """What happened since a version that is known already, at once or after up to ``wait`` seconds."""

    since: Annotated[int, Field(ge=0, le=1_000_000, description="The version that is known already.")] = 0
    wait: Annotated[float, Field(ge=0, le=25, allow_inf_nan=False, description="Seconds to wait for news.")] = 0.0


class StreamQuery(EventsQuery):
    """From which version on a stream tells, and for how many seconds."""

    wait: Annotated[float, Field(ge=0, le=3600, allow_inf_nan=False, description="Seconds until the stream ends.")] = (
        0.0
    )


class RecordQuery(Query):
    """Which form of a record."""

    states: Annotated[bool, Field(description="With the state after each turn.")] = False


class OpenMessage(Request):
    """Socket: watch a table from a version on, as the seat that ``token`` opens; without one as a spectator."""

    type: Literal["open"]
    table: Annotated[str, Field(max_length=64)]
    token: Annotated[str, Field(max_length=64)] | None = None
    version: Version | None = None


class OpenBoardMessage(Request):
    """Socket: watch a board to study from a version on; ``token`` is one's own secret there, if one writes."""

    type: Literal["open-board"]
    board: Annotated[str, Field(max_length=64)]
    token: Annotated[str, Field(max_length=64)] | None = None
    version: Version | None = None


class ShownMessage(Request):
    """Socket: the page has shown the table, up to a version, to whoever looks at it: it is in sight."""

    type: Literal["shown"]
    version: Version


class PingMessage(Request):
    """Socket: still here."""

    type: Literal["ping"]
