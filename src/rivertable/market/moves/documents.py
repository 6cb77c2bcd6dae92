"""The moves of a record: types, writing and reading."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, NotRequired, TypeAlias, cast

from pydantic import Field, TypeAdapter, ValidationError
from typing_extensions import TypedDict

from ...core.documents import exact, lean
from ...core.errors import MalformedMoveError
from ...core.record import faults_of
from ..kernel.state import EndName
from ..printed.deck import CardId
from ..printed.effects import Amounts, read_amounts, write_amounts
from .notation import SHORT_MOVES, Build, Done, Hire, MarketMove, Move, ShortName, Time


@exact
class TimeDocument(TypedDict):
    """One time of an effect: what is spent and gained, further cards spent."""

    spent: NotRequired[Amounts]
    gained: NotRequired[Amounts]
    cards: NotRequired[list[CardId]]


@exact
class PlankDocument(TypedDict):
    """A plank that is done, counted from 1; ``house``: one is placed in a star space.

    ``booth`` is the Booth of the plank where the pawn has sailed on to it.
    """

    plank: Annotated[int, Field(ge=1, le=4)]
    times: Annotated[list[TimeDocument], Field(min_length=1, max_length=8)]
    house: NotRequired[bool]
    booth: NotRequired[CardId]


@exact
class ActionDocument(TypedDict):
    """The Action's effect: which alternative, from 1, and before or after the planks, where there are any.

    Amid them, in a turn in which the pawn sails on, ``planks_before`` says how many are done before it.
    """

    alternative: Annotated[int, Field(ge=1, le=4)]
    when: NotRequired[Literal["before", "amid", "after"] | None]
    planks_before: NotRequired[Annotated[int, Field(ge=1)]]
    times: Annotated[list[TimeDocument], Field(min_length=1, max_length=8)]


@exact
class MoveAlongDocument(TypedDict):
    """MOVE: discard a card, move to a Booth, do effects there."""

    type: Literal["move"]
    card: CardId
    booth: CardId
    zoom_token: NotRequired[bool]
    action: NotRequired[ActionDocument | None]
    planks: NotRequired[list[PlankDocument]]


@exact
class BuildDocument(TypedDict):
    """MOVE: build a Booth at an end of the river."""

    type: Literal["build"]
    card: CardId
    end: EndName
    paid: NotRequired[Amounts]
    cards: NotRequired[list[CardId]]


@exact
class HireDocument(TypedDict):
    """MOVE: hire a Helper."""

    type: Literal["hire"]
    card: CardId
    paid: NotRequired[Amounts]
    cards: NotRequired[list[CardId]]


@exact
class ShortDocument(TypedDict):
    """MOVE: keep or redraw an opening hand, or pass with an empty hand."""

    type: ShortName


MoveDocument = Annotated[MoveAlongDocument | BuildDocument | HireDocument | ShortDocument, Field(discriminator="type")]


AnyMove: TypeAlias = MoveAlongDocument | BuildDocument | HireDocument | ShortDocument
_MOVE: TypeAdapter[AnyMove] = TypeAdapter(MoveDocument)


def _write_time(time: Time) -> TimeDocument:
    spent, gained = write_amounts(time.spent), write_amounts(time.gained)
    return lean(TimeDocument(spent=spent, gained=gained, cards=list(time.cards)), "spent", "gained", "cards")


def write_move(move: MarketMove) -> AnyMove:
    """Return a move as a record writes it."""
    if isinstance(move, Move):
        return _write_along(move)
    if not isinstance(move, Build | Hire):
        return ShortDocument(type=cast("ShortName", str(move)))
    paid, cards = write_amounts(move.paid), list(move.cards)
    if isinstance(move, Hire):
        return lean(HireDocument(type="hire", card=move.card, paid=paid, cards=cards), "paid", "cards")
    end = cast("EndName", move.end)
    return lean(BuildDocument(type="build", card=move.card, end=end, paid=paid, cards=cards), "paid", "cards")


def _write_along(move: Move) -> MoveAlongDocument:
    action: ActionDocument | None = None
    if move.action is not None:
        action = ActionDocument(alternative=move.action.number, times=list(map(_write_time, move.action.times)))
        before, planks = move.planks_before_action, len(move.planks)
        if planks:
            action["when"] = "amid" if 0 < before < planks else "after" if before else "before"
        if 0 < before < planks:
            action["planks_before"] = before
    document = MoveAlongDocument(
        type="move",
        card=move.card,
        booth=move.booth,
        zoom_token=move.has_token,
        action=action,
        planks=[_write_plank(effect) for effect in move.planks],
    )
    return lean(document, "zoom_token", "action", "planks")


def _write_plank(effect: Done) -> PlankDocument:
    times = list(map(_write_time, effect.times))
    document = PlankDocument(plank=effect.number, times=times, house=effect.has_house)
    if effect.booth:
        document["booth"] = effect.booth
    return lean(document, "house")


def _read_times(times: Sequence[TimeDocument]) -> tuple[Time, ...]:
    return tuple(
        Time(read_amounts(time.get("spent")), read_amounts(time.get("gained")), tuple(sorted(time.get("cards", ()))))
        for time in times
    )


def read_move(document: object) -> MarketMove:
    """Read a move as a record writes it.

    Raises:
        MalformedMoveError: the document says no move.
    """
    try:
        move = _MOVE.validate_python(document)
    except ValidationError as error:
        raise MalformedMoveError("{fault}", fault=faults_of(error, "the move")[0]) from error
    if move["type"] == "move":
        return _read_along(move)
    if move["type"] == "build":
        return Build(move["card"], move["end"], read_amounts(move.get("paid")), tuple(sorted(move.get("cards", ()))))
    if move["type"] == "hire":
        return Hire(move["card"], read_amounts(move.get("paid")), tuple(sorted(move.get("cards", ()))))
    return SHORT_MOVES[move["type"]]


def _read_along(move: MoveAlongDocument) -> Move:
    effects = [
        Done(plank["plank"], _read_times(plank["times"]), False, plank.get("house", False), plank.get("booth", ""))
        for plank in move.get("planks", ())
    ]
    action = move.get("action")
    if action is not None:
        place = len(effects) if action.get("when") == "after" else action.get("planks_before", 0)
        effects.insert(place, Done(action["alternative"], _read_times(action["times"]), True))
    return Move(move["card"], move["booth"], tuple(effects), move.get("zoom_token", False))
