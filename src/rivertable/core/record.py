"""The game record, a public format: its models, writing it, and reading it with exact words on what is wrong.

A record is one JSON document. It replays without the random generator, because it holds what chance revealed.
"""

from __future__ import annotations

import json
import re
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Generic, Literal, TypeVar

from pydantic import AfterValidator, BaseModel, Field, ValidationError

from .documents import Document
from .errors import RecordError, UnknownNameError
from .game import GAMES, Game
from .options import OptionValue

FORMAT = "rivertable-record/1"
"""The format number that this version writes; it reads all up to it."""

_FAULTS_SHOWN = 5
_FAULTS_READ = 1_000
_TURNS_AT_MOST = 2_000
_UNFINISHED = re.compile(r"\W?|tr?u?|fa?l?s?|nu?l?|\\?u\w{0,3}")
"""What stands from the place of a JSON error to the end where the text is cut: nothing, a sign, half a word."""

StateT = TypeVar("StateT")
MoveT = TypeVar("MoveT")
ChanceT = TypeVar("ChanceT")
BreakdownT = TypeVar("BreakdownT")
Hash = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]


def _check_time(text: str) -> str:
    datetime.fromisoformat(text)
    return text


Time = Annotated[
    str,
    Field(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$"),
    Field(json_schema_extra={"format": "date-time"}),
    AfterValidator(_check_time),
]


class ComponentsDocument(Document):
    """Which printed data the game was played with."""

    name: str
    sha256: Hash


class SeatDocument(Document):
    """Who sat where; ``bot`` names the bot's level where the seat was a bot of this program."""

    name: str
    kind: Literal["human", "bot"]
    bot: str | None = None


class ShuffleDocument(Document):
    """The commitment to the shuffle, and the seed once the game is over (hexadecimal).

    Where players mixed values of their own in, ``mixed`` has them in the order of the seats; ``seed`` then ends in
    them, and ``promised`` is the SHA-256 of what stands before: it was shown before they gave their values.

    With ``order`` everything that is drawn had its place from the start, as in a deal that many tables play; without it
    the draws are numbered. A game that was played on from another one has numbered draws.
    """

    commitment: Hash
    order: Literal["fixed"] | None = None
    seed: Annotated[str, Field(pattern="^([0-9a-f]{2})+$")] | None = None
    promised: Hash | None = None
    mixed: list[Annotated[str, Field(pattern="^([0-9a-f]{2}){0,32}$")]] | None = None


class BranchDocument(Document):
    """Of a game that was played on from a position of another one: the commitment of that one's shuffle, and its turn.

    ``turn`` counts the turns that had been taken there; ``start`` is the state after them.
    """

    of: Hash
    turn: Annotated[int, Field(ge=0)]


class TurnDocument(Document, Generic[StateT, MoveT, ChanceT]):
    """One turn: who, what was chosen, what chance revealed, when, and the state after it where states are kept."""

    seat: Annotated[int, Field(ge=0, le=4)]
    move: MoveT
    chance: ChanceT
    at: Time | None = None
    after: StateT | None = None


class ResultDocument(Document, Generic[BreakdownT]):
    """How the game ended: totals and breakdown by seat, winners ascending."""

    totals: list[int]
    winners: list[int]
    breakdown: list[BreakdownT]


class RecordDocument(Document, Generic[StateT, MoveT, ChanceT, BreakdownT]):
    """One game."""

    format: Literal["rivertable-record/1"]
    game: str
    options: dict[str, OptionValue]
    components: ComponentsDocument
    seats: Annotated[list[SeatDocument], Field(min_length=2, max_length=5)]
    first_seat: Annotated[int, Field(ge=0, le=4)]
    shuffle: ShuffleDocument
    branch: BranchDocument | None = None
    can_become_puzzles: bool = False
    start: StateT
    turns: list[TurnDocument[StateT, MoveT, ChanceT]]
    result: ResultDocument[BreakdownT] | None


@cache
def record_model(game: Game) -> type[RecordDocument[Any, Any, Any, Any]]:
    """Return the model of a game's records."""
    parts = (
        game.documents.StateDocument,
        game.documents.MoveDocument,
        game.documents.ChanceDocument,
        game.documents.BreakdownDocument,
    )
    model: type[RecordDocument[Any, Any, Any, Any]] = RecordDocument.__class_getitem__(parts)  # type: ignore[assignment]
    return model


def record_schema(game: Game) -> dict[str, Any]:
    """Return the JSON Schema of a game's records."""
    schema = record_model(game).model_json_schema()
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    schema["title"] = f"A record of {game.title} ({FORMAT})"
    schema["properties"]["game"] = {"const": game.name}
    return schema


def faults_of(error: ValidationError, root: str) -> list[str]:
    """Return what pydantic found as sentences that name the place, such as ``turns[3].move.onto``."""
    faults = []
    for fault in error.errors():
        place = root
        is_tag_due = root == "the move"
        for part in fault["loc"]:
            if isinstance(part, int):
                place += f"[{part}]"
            elif not is_tag_due:
                name = part if part.isprintable() else repr(part)
                place += f".{name}" if place else name
            # Below a move pydantic names the type of move first, which is no place in the document.
            is_tag_due = part == "move" and not is_tag_due
        # Otherwise pydantic names a class of ours.
        is_class = fault["type"] in ("model_type", "dataclass_type")
        message = "input should be a valid object" if is_class else fault["msg"].removeprefix("Value error, ")
        message = message[0].lower() + message[1:]
        faults.append(f"{place}: {message}.")
    return faults


def read_record(path: Path) -> RecordDocument[Any, Any, Any, Any]:
    """Read a record from a file.

    Raises:
        RecordError: the file cannot be read, is cut or damaged, or is something else; the sentence says where.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise RecordError(f"The file cannot be read: {error.strerror}.", where=str(path)) from error
    except UnicodeDecodeError as error:
        raise RecordError(f"The file is not UTF-8 text (byte {error.start}).", where=str(path)) from error
    return parse_record(text, str(path))


def parse_record(text: str, name: str) -> RecordDocument[Any, Any, Any, Any]:
    """Read a record from its JSON text; ``name`` names the source in messages.

    Raises:
        RecordError: as :func:`read_record`.
    """
    if not text.strip():
        raise RecordError("The file is empty.", where=name)
    try:
        data = json.loads(text)
    except RecursionError as error:
        raise RecordError("The file is not a record: it is nested too deeply.", where=name) from error
    except json.JSONDecodeError as error:
        if _UNFINISHED.fullmatch(text.rstrip(), error.pos) or "Unterminated" in error.msg:
            raise RecordError(
                f"The file is cut: it ends in the middle (line {error.lineno}, column {error.colno}).",
                where=name,
            ) from error
        fault = error.msg.lower().removesuffix(" at")
        raise RecordError(
            f"The file is damaged: {fault} at line {error.lineno}, column {error.colno}.", where=name
        ) from error
    except ValueError as error:
        # Python itself refuses to read integers of thousands of digits.
        raise RecordError("The file is damaged: it holds a number that is too long.", where=name) from error
    return read_document(data, name)


def read_document(data: Any, name: str) -> RecordDocument[Any, Any, Any, Any]:
    """Read a record from plain JSON values.

    Raises:
        RecordError: as :func:`read_record`.
    """
    if not isinstance(data, dict) or "format" not in data:
        raise RecordError("This is no game record: it names no format.", where=name)
    found = data["format"]
    if found != FORMAT:
        if isinstance(found, str) and found.startswith("rivertable-record/"):
            raise RecordError(
                f"The record is of the format {found}; this version reads {FORMAT}. A newer version may read it.",
                where=name,
            )
        raise RecordError(f"This is no game record of this project: its format is {found!r}.", where=name)
    turns = data.get("turns")
    if isinstance(turns, list) and len(turns) > _TURNS_AT_MOST:
        raise RecordError(f"The record has {len(turns)} turns; no game has more than {_TURNS_AT_MOST}.", where=name)
    if not isinstance(data.get("game"), str):
        raise RecordError("The record names no game.", where=name)
    try:
        game = GAMES[data["game"]]
    except UnknownNameError as error:
        raise RecordError(error.sentence, where=name) from error
    try:
        return record_model(game).model_validate(data)
    except ValidationError as error:
        if error.error_count() > _FAULTS_READ:
            raise RecordError(f"The record is damaged in {error.error_count()} places.", where=name) from None
        faults = faults_of(error, "")
        shown = " ".join(faults[:_FAULTS_SHOWN])
        more = f" And {len(faults) - _FAULTS_SHOWN} more." if len(faults) > _FAULTS_SHOWN else ""
        raise RecordError(f"The record is damaged. {shown}{more}", where=name) from error


def write_record(document: RecordDocument[Any, Any, Any, Any]) -> str:
    """Return a record as JSON text; what is optional and not there is left out."""
    return json.dumps(plain(document), indent=1, ensure_ascii=False) + "\n"


def plain(document: Any) -> Any:
    """Return a document as plain JSON values, as it was built: what is optional and not there is left out."""
    return document.model_dump(mode="json", exclude_unset=True) if isinstance(document, BaseModel) else document
