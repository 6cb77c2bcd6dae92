"""The JSON of a record for this game: STATE, MOVE, chance and BREAKDOWN, as models and from and to positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from ..core.errors import MalformedMoveError, PositionError
from ..core.game import Terms
from ..core.record import faults_of
from .board import Breakdown, GlassworksBoard
from .consistency import check_possible
from .kernel import engine
from .kernel.state import (
    COLOUR_NAMES,
    COLOURS,
    COLUMNS,
    DRAWN,
    LAKE_SLOTS,
    MAIN,
    OVER,
    PASS,
    PIECES_AT_MOST,
    REFILL,
    ROWS,
    SATCHEL_SLOTS,
    SEATS,
    SHAPE_NAMES,
    SHAPES,
    STATE,
    TILES,
    TO_SATCHEL,
    lay_on_tile,
    new_states,
)
from .moves.moves import Draw, GlassworksMove, Pass, Place, states_after
from .pictures.position_text import check_pieces
from .printed.pieces import Piece

ColourName = Annotated[str, Field(pattern=f"^({'|'.join(COLOUR_NAMES)})$")]
PieceName = Annotated[str, Field(pattern=f"^({'|'.join(COLOUR_NAMES)}) ({'|'.join(SHAPE_NAMES)})$")]
ShapeName = Annotated[str, Field(pattern=f"^({'|'.join(SHAPE_NAMES)})$")]
TileNumber = Annotated[int, Field(ge=1, le=TILES)]


class _Model(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class TileDocument(_Model):
    """A river tile: the shape it shows, its stones, the pieces on it in no order."""

    shape: ShapeName
    stones: Annotated[int, Field(ge=0, le=9)]
    pieces: list[PieceName]


class ColumnDocument(_Model):
    """A column in use."""

    colour: ColourName
    height: Annotated[int, Field(ge=1, le=ROWS)]


class SeatStateDocument(_Model):
    """What lies before a seat; lists of pieces have no order, columns stand from left to right.

    While a turn is made a satchel can hold more than it may in the end (G25).
    """

    satchel: Annotated[list[PieceName], Field(max_length=SATCHEL_SLOTS)]
    columns: Annotated[list[ColumnDocument], Field(max_length=COLUMNS)]
    overflow: Annotated[list[PieceName], Field(max_length=PIECES_AT_MOST)]
    inventory: Annotated[int, Field(ge=0, le=PIECES_AT_MOST)]


class TurnStateDocument(_Model):
    """Whose turn it is, in which round (from 1) and phase of the game."""

    seat: Annotated[int, Field(ge=0, le=4)]
    first_seat: Annotated[int, Field(ge=0, le=4)]
    round: Annotated[int, Field(ge=1, le=999)]
    phase: Literal["play", "finishing", "final", "over"]


class StateDocument(_Model):
    """STATE: a whole position between two turns."""

    river: Annotated[list[TileDocument], Field(min_length=TILES, max_length=TILES)]
    lake: Annotated[list[PieceName], Field(max_length=LAKE_SLOTS)]
    bag: dict[PieceName, Annotated[int, Field(ge=1)]]
    seats: Annotated[list[SeatStateDocument], Field(min_length=2, max_length=5)]
    turn: TurnStateDocument


class PlaceDocument(_Model):
    """MOVE: place one piece or two on a tile, gather another; ``order`` only where there is something to order."""

    type: Literal["place"]
    pieces: Annotated[list[PieceName], Field(min_length=1, max_length=2)]
    onto: TileNumber
    gather: TileNumber
    order: Annotated[list[ColourName], Field(min_length=1)] = []


class DrawDocument(_Model):
    """MOVE: draw from the lake; ``overflow`` is left out when empty."""

    type: Literal["draw"]
    take: list[PieceName]
    overflow: Annotated[list[PieceName], Field(min_length=1)] = []


class PassDocument(_Model):
    """MOVE: pass."""

    type: Literal["pass"]


MoveDocument = Annotated[PlaceDocument | DrawDocument | PassDocument, Field(discriminator="type")]


class ChanceDocument(_Model):
    """What a turn revealed, in the order drawn; ``top_up`` only on the turn that triggered the end; a pass: neither."""

    refill: list[PieceName] | None = None
    top_up: list[list[PieceName]] | None = None


class BreakdownColumnDocument(_Model):
    """A column that scored."""

    column: Annotated[int, Field(ge=1, le=COLUMNS)]
    height: Annotated[int, Field(ge=1, le=ROWS)]
    vp: int


class BreakdownDocument(_Model):
    """BREAKDOWN: VP of the rows from the bottom, the columns counted in scoring order, overflow, total."""

    rows: Annotated[list[int], Field(min_length=ROWS, max_length=ROWS)]
    columns: Annotated[list[BreakdownColumnDocument], Field(max_length=2)]
    overflow: Annotated[int, Field(le=0)]
    total: int


_MOVE: TypeAdapter[PlaceDocument | DrawDocument | PassDocument] = TypeAdapter(MoveDocument)


def names(pieces: Sequence[Piece]) -> list[str]:
    """Return pieces as records write them."""
    return [piece.name for piece in pieces]


def _pieces(piece_names: Sequence[str]) -> tuple[Piece, ...]:
    return tuple(map(Piece.from_name, piece_names))


def write_move(move: GlassworksMove) -> dict[str, Any]:
    """Return a move as a record writes it."""
    if isinstance(move, Pass):
        return {"type": "pass"}
    if isinstance(move, Draw):
        drawn = {"type": "draw", "take": names(move.take)}
        return drawn | ({"overflow": names(move.overflow)} if move.overflow else {})
    document: dict[str, Any] = {"type": "place", "pieces": names(move.pieces), "onto": move.onto, "gather": move.gather}
    return document | ({"order": list(move.order)} if move.order else {})


def read_move(document: Any) -> GlassworksMove:
    """Read a move as a record writes it.

    Raises:
        MalformedMoveError: the document says no move.
    """
    try:
        model = document if isinstance(document, BaseModel) else _MOVE.validate_python(document)
    except ValidationError as error:
        raise MalformedMoveError("{fault}", fault=faults_of(error, "the move")[0]) from error
    if isinstance(model, PlaceDocument):
        return Place(_pieces(model.pieces), model.onto, model.gather, tuple(model.order))
    if isinstance(model, DrawDocument):
        return Draw(_pieces(model.take), _pieces(model.overflow))
    return Pass()


def write_state(board: GlassworksBoard) -> dict[str, Any]:
    """Return a position as a record writes it, between two turns or inside one.

    Inside a turn gathered glass lies on its tile until its column is known, and a satchel can hold more than a
    record's (G25): what a draw took, as long as it is not said which pieces go to overflow.
    """
    counts: dict[str, int] = {}
    for name in names(board.bag):
        counts[name] = counts.get(name, 0) + 1
    return {
        "river": [
            {"shape": tile.shape_name, "stones": tile.stones, "pieces": names(tile.pieces)} for tile in board.river
        ],
        "lake": names(board.lake),
        "bag": counts,
        "seats": [
            {
                "satchel": names(seat.satchel),
                "columns": [
                    {"colour": COLOUR_NAMES[column.colour], "height": column.height} for column in seat.columns
                ],
                "overflow": names(seat.overflow),
                "inventory": seat.inventory,
            }
            for seat in board.seats
        ],
        "turn": {
            "seat": int(board.state.seat),
            "first_seat": board.first_seat,
            "round": board.round,
            "phase": board.phase,
        },
    }


def read_state(document: StateDocument, terms: Terms) -> np.ndarray[Any, Any]:
    """Return the kernel's state for a STATE: an array of one.

    Raises:
        PositionError: it is no possible position under these terms.
    """
    states = new_states(1)
    state = states[0]
    if len(document.seats) != terms.players:
        raise PositionError(f"The state has {len(document.seats)} seats for {terms.players} players.")
    state.players = terms.players
    _read_turn(state, document.turn)
    _read_river(state, document, terms)
    _put(state.lake, document.lake)
    state.lake_count = len(document.lake)
    for name, count in document.bag.items():
        state.bag[Piece.from_name(name).number] = min(count, 127)
    state.bag_count = int(state.bag.sum())
    for seat, board in enumerate(document.seats):
        _read_seat(state, seat, board)
    check_pieces(state, terms)
    check_possible(state, terms)
    return states


def is_same_state(document: StateDocument, board: GlassworksBoard) -> bool:
    """Return whether a STATE says this position.

    Which pieces of one colour went to overflow, where a column had less room, is the record's to say: overflow is
    compared by colour.
    """
    try:
        written = read_state(document, board.terms)[0]
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
    for seat, (before, after) in enumerate(zip(earlier.seats, written.seats, strict=True)):
        gain = Counter(after.overflow)
        gain.subtract(before.overflow)
        allowed: Counter[str] = Counter()
        if seat == int(board.state.seat):
            if isinstance(move, Place):
                allowed.update(names(board.tile(move.gather).pieces))
            elif isinstance(move, Draw):
                allowed.update(names(move.overflow))
        if any(not 0 <= count <= allowed[name] for name, count in gain.items()):
            return False
    return True


def is_like(board: GlassworksBoard, other: GlassworksBoard) -> bool:
    """Return whether two states agree in all but which pieces and tiles lie where: in numbers, columns and turn."""
    which = ("river", "lake", "bag", "satchel", "tile", "tile_types", "overflow")
    return all((board.state[name] == other.state[name]).all() for name in STATE.names or () if name not in which)


def _put(slots: Any, piece_names: Sequence[str]) -> None:
    if len(piece_names) > len(slots):
        raise PositionError(f"{len(piece_names)} pieces lie in one place, which holds {len(slots)}.")
    slots[: len(piece_names)] = sorted(piece.number for piece in _pieces(piece_names))


def _read_turn(state: Any, turn: TurnStateDocument) -> None:
    players = int(state.players)
    if turn.seat >= players or turn.first_seat >= players:
        raise PositionError(f"There is no seat {max(turn.seat, turn.first_seat)} among {players}, counted from 0.")
    state.seat, state.first_seat, state.round_number = turn.seat, turn.first_seat, turn.round
    state.phase = OVER if turn.phase == "over" else MAIN
    left = players - (turn.seat - turn.first_seat) % players
    state.is_triggered = turn.phase in ("finishing", "final")
    state.turns_left = {"finishing": left + players, "final": left}.get(turn.phase, 0)


def _read_river(state: Any, document: StateDocument, terms: Terms) -> None:
    for place, tile in enumerate(document.river):
        shape = SHAPE_NAMES.index(tile.shape)
        if shape in state.river[:place].tolist():
            raise PositionError(f"The {tile.shape} tile lies in the river twice.", rule="G3")
        if tile.stones != int(terms.array[0].stones[shape]):
            raise PositionError(
                f"The {tile.shape} tile has {int(terms.array[0].stones[shape])} stones, not {tile.stones}.",
                rule="G3",
            )
        state.river[place] = shape
        if len(tile.pieces) > PIECES_AT_MOST:
            raise PositionError(f"{len(tile.pieces)} pieces lie in one place, which holds {PIECES_AT_MOST}.")
        lay_on_tile(state, shape, [piece.number for piece in _pieces(tile.pieces)])


def _read_seat(state: Any, seat: int, board: SeatStateDocument) -> None:
    _put(state.satchel[seat], board.satchel)
    state.held[seat] = len(board.satchel)
    state.inventory[seat] = board.inventory
    for piece, count in Counter(_pieces(board.overflow)).items():
        # Any count above the box's is refused later; one byte holds up to 127.
        state.overflow[seat, piece.number] = min(count, 127)
    state.overflow_count[seat] = len(board.overflow)
    for place, column in enumerate(board.columns):
        colour = COLOUR_NAMES.index(column.colour)
        if state.column_of[seat, colour]:
            raise PositionError(f"Seat {seat} has two columns of {column.colour}.", rule="G21")
        state.column_of[seat, colour] = place + 1
        state.height[seat, place] = column.height
    state.columns_used[seat] = len(board.columns)


def write_chance(board: GlassworksBoard, decisions: Sequence[int], outcomes: Sequence[int]) -> dict[str, Any]:
    """Return a record's ``chance`` for the outcomes that followed a turn's decisions from ``board``."""
    if decisions[0] == PASS:
        return {}
    states = states_after(board, decisions)
    refill: list[str] = []
    top_up: list[list[str]] = [[] for _ in range(board.players)]
    for outcome in outcomes:
        name = Piece.of(outcome - DRAWN).name
        if states[0].phase == REFILL:
            refill.append(name)
        else:
            top_up[int(states[0].goal) - TO_SATCHEL].append(name)
        engine.apply(states, 0, board.terms.array, outcome)
    is_trigger = states[0].is_triggered and not board.state.is_triggered
    return {"refill": refill} | ({"top_up": top_up} if is_trigger else {})


def read_chance(board: GlassworksBoard, document: ChanceDocument) -> list[int]:
    """Return the outcomes that a record's ``chance`` means for a turn from ``board``."""
    pieces = list(document.refill or [])
    if document.top_up is not None:
        for k in range(len(document.top_up)):
            pieces += document.top_up[(int(board.state.seat) + k) % len(document.top_up)]
    return [DRAWN + piece.number for piece in _pieces(pieces)]


def write_breakdown(score: Breakdown) -> dict[str, Any]:
    """Return a score as a record's BREAKDOWN."""
    return {
        "rows": list(score.rows),
        "columns": [{"column": c.number, "height": c.height, "vp": c.vp} for c in score.columns],
        "overflow": score.overflow,
        "total": score.total,
    }
