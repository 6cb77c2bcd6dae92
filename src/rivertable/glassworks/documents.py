"""STATE, MOVE, chance and BREAKDOWN of a record, and the sheet of a real table: types, writing and reading."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import chain, compress, repeat
from typing import Annotated, Any, Literal, NotRequired, TypeAlias

import numpy as np
from pydantic import Field, TypeAdapter, ValidationError
from typing_extensions import TypedDict

from ..core.documents import Document, exact, lean
from ..core.errors import DataError, MalformedMoveError, PositionError
from ..core.game import Terms
from ..core.record import faults_of
from .board import GlassworksBoard, GlassworksPosition
from .consistency import check_state
from .kernel.state import (
    COLOUR_NAMES,
    COLOURS,
    COLUMNS,
    LAKE_SLOTS,
    PIECES_AT_MOST,
    ROWS,
    SATCHEL_SLOTS,
    SEATS,
    SHAPE_NAMES,
    SHAPES,
    STATE,
    TILES,
    Decision,
    Goal,
    Outcome,
    Phase,
    lay_on_tile,
    new_states,
)
from .moves.choices import DecisionDocument as DecisionDocument
from .moves.choices import write_decision as write_decision
from .moves.notation import Draw, GlassworksMove, Pass, Place, states_after
from .printed.pieces import PIECE_NAMES, ColourName, Piece, PieceName, ShapeName, TileNumber, names


@exact
class TileDocument(TypedDict):
    """A river tile: the shape it shows, its stones, the pieces on it in no order."""

    shape: ShapeName
    stones: Annotated[int, Field(ge=0, le=9)]
    pieces: list[PieceName]


@exact
class ColumnDocument(TypedDict):
    """A column in use."""

    colour: ColourName
    height: Annotated[int, Field(ge=1, le=ROWS)]


@exact
class SeatStateDocument(TypedDict):
    """What lies before a seat. Lists of pieces have no order. Columns stand from left to right.

    During a turn a satchel can hold more than at its end (G25).
    """

    satchel: Annotated[list[PieceName], Field(max_length=SATCHEL_SLOTS)]
    columns: Annotated[list[ColumnDocument], Field(max_length=COLUMNS)]
    overflow: Annotated[list[PieceName], Field(max_length=PIECES_AT_MOST)]
    inventory: Annotated[int, Field(ge=0, le=PIECES_AT_MOST)]


@exact
class TurnStateDocument(TypedDict):
    """Whose turn it is, in which round (from 1) and phase of the game."""

    seat: Annotated[int, Field(ge=0, le=4)]
    first_seat: Annotated[int, Field(ge=0, le=4)]
    round: Annotated[int, Field(ge=1, le=999)]
    phase: Literal["play", "finishing", "final", "over"]


@exact
class StateDocument(TypedDict):
    """STATE: a whole position between two turns."""

    river: Annotated[list[TileDocument], Field(min_length=TILES, max_length=TILES)]
    lake: Annotated[list[PieceName], Field(max_length=LAKE_SLOTS)]
    bag: dict[PieceName, Annotated[int, Field(ge=1)]]
    seats: Annotated[list[SeatStateDocument], Field(min_length=2, max_length=5)]
    turn: TurnStateDocument


@exact
class PlaceDocument(TypedDict):
    """MOVE: place one or two pieces on a tile and gather another. ``order`` is there only if there is a choice."""

    type: Literal["place"]
    pieces: Annotated[list[PieceName], Field(min_length=1, max_length=2)]
    onto: TileNumber
    gather: TileNumber
    order: NotRequired[Annotated[list[ColourName], Field(min_length=1)]]


@exact
class DrawDocument(TypedDict):
    """MOVE: draw from the lake; ``overflow`` is left out when empty."""

    type: Literal["draw"]
    take: list[PieceName]
    overflow: NotRequired[Annotated[list[PieceName], Field(min_length=1)]]


@exact
class PassDocument(TypedDict):
    """MOVE: pass."""

    type: Literal["pass"]


MoveDocument = Annotated[PlaceDocument | DrawDocument | PassDocument, Field(discriminator="type")]


@exact
class ChanceDocument(TypedDict):
    """What a turn revealed, in the order drawn; ``top_up`` only when it triggered the end. A pass has neither."""

    refill: NotRequired[list[PieceName] | None]
    top_up: NotRequired[list[list[PieceName]] | None]


@exact
class BreakdownColumnDocument(TypedDict):
    """A column that scored."""

    column: Annotated[int, Field(ge=1, le=COLUMNS)]
    height: Annotated[int, Field(ge=1, le=ROWS)]
    vp: int


@exact
class BreakdownDocument(TypedDict):
    """BREAKDOWN: VP of the rows from the bottom, the columns counted in scoring order, overflow, total."""

    rows: Annotated[list[int], Field(min_length=ROWS, max_length=ROWS)]
    columns: Annotated[list[BreakdownColumnDocument], Field(max_length=2)]
    overflow: Annotated[int, Field(le=0)]
    total: int


AnyMove: TypeAlias = PlaceDocument | DrawDocument | PassDocument
_MOVE: TypeAdapter[AnyMove] = TypeAdapter(MoveDocument)


def _pieces(piece_names: Sequence[str]) -> tuple[Piece, ...]:
    return tuple(map(Piece.from_name, piece_names))


def write_move(move: GlassworksMove) -> AnyMove:
    """Return a move as a record writes it."""
    if isinstance(move, Pass):
        return PassDocument(type="pass")
    if isinstance(move, Draw):
        return lean(DrawDocument(type="draw", take=names(move.take), overflow=names(move.overflow)), "overflow")
    pieces, order = names(move.pieces), list(move.order)
    return lean(
        PlaceDocument(type="place", pieces=pieces, onto=move.onto, gather=move.gather, order=order),
        "order",
    )


def read_move(document: object) -> GlassworksMove:
    """Read a move as a record writes it.

    Raises:
        MalformedMoveError: the document says no move.
    """
    try:
        move = _MOVE.validate_python(document)
    except ValidationError as error:
        raise MalformedMoveError("{fault}", fault=faults_of(error, "the move")[0]) from error
    if move["type"] == "place":
        return Place(_pieces(move["pieces"]), move["onto"], move["gather"], tuple(move.get("order", ())))
    if move["type"] == "draw":
        return Draw(_pieces(move["take"]), _pieces(move.get("overflow", ())))
    return Pass()


def write_state(board: GlassworksBoard) -> StateDocument:
    """Return a position as a record writes it, between two turns or inside one.

    Inside a turn gathered glass lies on its tile until its column is known, and a satchel can hold more than a
    record's (G25): what a draw took, as long as it is not said which pieces go to overflow.
    """
    values = board.values
    stones = board.terms.array[0].stones.tolist()
    return {
        "river": [
            {"shape": SHAPE_NAMES[shape], "stones": stones[shape], "pieces": _names_in(values.tile[shape])}
            for shape in (values.river if values.phase >= Phase.MAIN else ())
        ],
        "lake": _names_of(values.lake[: values.lake_count]),
        "bag": {name: count for name, count in zip(PIECE_NAMES, values.bag, strict=True) if count},
        "seats": [
            {
                "satchel": _names_of(values.satchel[seat][: values.held[seat]]),
                "columns": [
                    {"colour": COLOUR_NAMES[colour], "height": values.height[seat][number - 1]}
                    for number, colour in sorted(
                        (number, colour) for colour, number in enumerate(values.column_of[seat]) if number
                    )
                ],
                "overflow": _names_in(values.overflow[seat]),
                "inventory": values.inventory[seat],
            }
            for seat in range(board.players)
        ],
        "turn": {
            "seat": values.seat,
            "first_seat": values.first_seat,
            "round": values.round_number,
            "phase": board.phase,  # type: ignore[typeddict-item]  # nobody writes a position of the set-up
        },
    }


def _names_of(numbers: Sequence[int]) -> list[str]:
    """Return the names of type numbers."""
    return [PIECE_NAMES[number] for number in numbers]


def _names_in(counts: Sequence[int]) -> list[str]:
    """Return the names of pieces that are counted by type."""
    return list(chain.from_iterable(map(repeat, compress(PIECE_NAMES, counts), filter(None, counts))))


def read_state(document: StateDocument, terms: Terms) -> GlassworksPosition:
    """Return the position that a STATE means.

    Raises:
        PositionError: it is no possible position under these terms.
    """
    states = new_states(1)
    state = states[0]
    if len(document["seats"]) != terms.players:
        raise PositionError(f"The state has {len(document['seats'])} seats for {terms.players} players.")
    state.players = terms.players
    _read_turn(state, document["turn"])
    _read_river(state, document, terms)
    _put(state.lake, document["lake"])
    state.lake_count = len(document["lake"])
    for name, count in document["bag"].items():
        state.bag[Piece.from_name(name).number] = min(count, 127)
    state.bag_count = int(state.bag.sum())
    for seat, board in enumerate(document["seats"]):
        _read_seat(state, seat, board)
    check_state(state, terms)
    return GlassworksPosition(states, terms)


def is_same_state(document: StateDocument, board: GlassworksBoard) -> bool:
    """Return whether a STATE says this position.

    Which pieces of one colour went to overflow, where a column had less room, is the record's to say: overflow is
    compared by colour.
    """
    try:
        written = read_state(document, board.terms).state
    except PositionError:
        return False
    names = [name for name in STATE.names or () if name != "overflow"]
    if any((written[name] != board.state[name]).any() for name in names):
        return False
    shape = (SEATS, SHAPES, COLOURS)
    by_colour = [state.overflow.reshape(shape).sum(axis=1) for state in (written, board.state)]
    return bool((by_colour[0] == by_colour[1]).all())


def can_follow(earlier: StateDocument, written: StateDocument, board: GlassworksBoard, move: GlassworksMove) -> bool:
    """Return whether a STATE's overflow can come from the STATE before it by a move from ``board``.

    What a draw drops is said by the move (G25); what a column had no room for is some of the gathered glass (G22).
    """
    for seat, (before, after) in enumerate(zip(earlier["seats"], written["seats"], strict=True)):
        gain = Counter(after["overflow"])
        gain.subtract(before["overflow"])
        allowed: Counter[str] = Counter()
        if seat == int(board.state.seat):
            if isinstance(move, Place):
                allowed.update(names(board.tile(move.gather).pieces))
            elif isinstance(move, Draw):
                allowed.update(names(move.overflow))
        if any(not 0 <= count <= allowed[name] for name, count in gain.items()):
            return False
    return True


def is_set_up(position: GlassworksPosition) -> bool:
    """Return whether some set-up gives this position: chance decides what lies where, never how many (G6-G11)."""
    first = GlassworksPosition.before_setup(position.terms, position.first_seat).resolve()
    which = ("river", "lake", "bag", "satchel", "tile", "tile_types", "overflow")
    return all((position.state[name] == first.state[name]).all() for name in STATE.names or () if name not in which)


def _put(slots: Any, piece_names: Sequence[str]) -> None:
    if len(piece_names) > len(slots):
        raise PositionError(f"{len(piece_names)} pieces lie in one place, which holds {len(slots)}.")
    slots[: len(piece_names)] = sorted(piece.number for piece in _pieces(piece_names))


def _read_turn(state: Any, turn: TurnStateDocument) -> None:
    players = int(state.players)
    if (last := max(turn["seat"], turn["first_seat"])) >= players:
        raise PositionError(f"There is no seat {last} among {players}, counted from 0.")
    state.seat, state.first_seat, state.round_number = turn["seat"], turn["first_seat"], turn["round"]
    state.phase = Phase.OVER if turn["phase"] == "over" else Phase.MAIN
    left = players - (turn["seat"] - turn["first_seat"]) % players
    state.is_triggered = turn["phase"] in ("finishing", "final")
    state.turns_left = {"finishing": left + players, "final": left}.get(turn["phase"], 0)


def _read_river(state: Any, document: StateDocument, terms: Terms) -> None:
    for place, tile in enumerate(document["river"]):
        shape = SHAPE_NAMES.index(tile["shape"])
        if shape in state.river[:place].tolist():
            raise PositionError(f"The {tile['shape']} tile lies in the river twice.", rule="G3")
        if tile["stones"] != int(terms.array[0].stones[shape]):
            raise PositionError(
                f"The {tile['shape']} tile has {int(terms.array[0].stones[shape])} stones, not {tile['stones']}.",
                rule="G3",
            )
        state.river[place] = shape
        if len(tile["pieces"]) > PIECES_AT_MOST:
            raise PositionError(f"{len(tile['pieces'])} pieces lie in one place, which holds {PIECES_AT_MOST}.")
        lay_on_tile(state, shape, [piece.number for piece in _pieces(tile["pieces"])])


def _read_seat(state: Any, seat: int, board: SeatStateDocument) -> None:
    _put(state.satchel[seat], board["satchel"])
    state.held[seat] = len(board["satchel"])
    state.inventory[seat] = board["inventory"]
    for piece, count in Counter(_pieces(board["overflow"])).items():
        # Any count above the box's is refused later; one byte holds up to 127.
        state.overflow[seat, piece.number] = min(count, 127)
    state.overflow_count[seat] = len(board["overflow"])
    for place, column in enumerate(board["columns"]):
        colour = COLOUR_NAMES.index(column["colour"])
        if state.column_of[seat, colour]:
            raise PositionError(f"Seat {seat} has two columns of {column['colour']}.", rule="G21")
        state.column_of[seat, colour] = place + 1
        state.height[seat, place] = column["height"]
    state.columns_used[seat] = len(board["columns"])


def write_chance(board: GlassworksBoard, decisions: Sequence[int], outcomes: Sequence[int]) -> ChanceDocument:
    """Return a record's ``chance`` for the outcomes that followed a turn's decisions from ``board``."""
    if decisions[0] == Decision.PASS:
        return {}
    states = states_after(board, decisions)
    refill: list[str] = []
    top_up: list[list[str]] = [[] for _ in range(board.players)]
    for outcome in outcomes:
        name = Piece.of(outcome - Outcome.DRAWN).name
        if int(states[0].phase) == Phase.REFILL:
            refill.append(name)
        else:
            top_up[int(states[0].goal) - Goal.SATCHEL].append(name)
        board.game.kernel.apply(states, 0, board.terms.array, outcome)
    is_trigger = states[0].is_triggered and not board.state.is_triggered
    return {"refill": refill, "top_up": top_up} if is_trigger else {"refill": refill}


def read_chance(board: GlassworksBoard, document: ChanceDocument) -> list[int]:
    """Return the outcomes that a record's ``chance`` means for a turn from ``board``."""
    pieces = list(document.get("refill") or [])
    top_up = document.get("top_up") or []
    for k in range(len(top_up)):
        pieces += top_up[(int(board.state.seat) + k) % len(top_up)]
    return [Outcome.DRAWN + piece.number for piece in _pieces(pieces)]


def write_breakdown(board: GlassworksBoard, seat: int) -> BreakdownDocument:
    """Return a seat's score as a record's BREAKDOWN."""
    score = board.breakdown(seat)
    return {
        "rows": list(score.rows),
        "columns": [{"column": c.number, "height": c.height, "vp": c.vp} for c in score.columns],
        "overflow": score.overflow,
        "total": score.total,
    }


# The score of a board on a real table (G34-G40).

_ASK_HEIGHTS = f"Heights of the columns from the left, 0 to {ROWS}, parted by spaces (such as 3 5 2 4 2 1 1): "
_ASK_OVERFLOW = "Pieces in overflow: "


class SheetColumn(Document):
    """A column: its height; the colour does not matter for the score."""

    height: Annotated[int, Field(ge=0, le=ROWS)]
    colour: ColourName | None = None


class Sheet(Document):
    """One player's board: columns from the left, pieces in overflow."""

    columns: Annotated[list[SheetColumn], Field(max_length=COLUMNS)]
    overflow: Annotated[int, Field(ge=0, le=PIECES_AT_MOST)] = 0


def board_of(document: Any, terms: Terms) -> GlassworksBoard:
    """Return the board that a sheet says, as seat 0 of a game that is over.

    Raises:
        DataError: the sheet has faults; one sentence each.
    """
    try:
        sheet = Sheet.model_validate(document)
    except ValidationError as error:
        raise DataError("The board cannot be scored:", faults=tuple(faults_of(error, "board"))) from error
    states = new_states(1)
    state = states[0]
    state.players = terms.players
    state.phase = Phase.OVER
    state.overflow_count[0] = sheet.overflow
    heights = np.array([column.height for column in sheet.columns], dtype=np.int8)
    used = int(np.flatnonzero(heights).max(initial=-1)) + 1
    if not heights[:used].all():
        empty = int(np.flatnonzero(heights[:used] == 0)[0]) + 1
        raise DataError(
            "The board cannot be scored:",
            faults=(f"Column {empty} is empty, but a column to its right is not: columns fill from the left (G20).",),
        )
    state.height[0, :used] = heights[:used]
    state.columns_used[0] = used
    return GlassworksBoard(states, terms)


def ask(question: Callable[[str], str]) -> Any:
    """Ask for a board question by question.

    Raises:
        DataError: an answer is not what was asked for.
    """
    heights = question(_ASK_HEIGHTS).replace(",", " ").split()
    overflow = question(_ASK_OVERFLOW).strip()
    wrong = [text for text in (*heights, overflow or "0") if not (text.isdecimal() and len(text) < 10)]
    if wrong:
        raise DataError("The board cannot be scored:", faults=(f"{wrong[0]!r} is not a number.",))
    return {"columns": [{"height": int(height)} for height in heights], "overflow": int(overflow or "0")}
