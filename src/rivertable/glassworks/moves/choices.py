"""One decision of a turn as plain JSON, for programs that draw it without knowing the rules."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field
from typing_extensions import TypedDict

from ...core.documents import exact
from ..board import GlassworksBoard
from ..kernel.state import COLOUR_NAMES, COLUMNS, LAKE_TAKE, SHAPE_NAMES, TILES, Decision
from ..printed.pieces import ColourName, Piece, PieceName, ShapeName, TileNumber, names


@exact
class PlaceDecision(TypedDict):
    """One piece goes on the tile of its shape (G12)."""

    type: Literal["place"]
    piece: PieceName
    onto: TileNumber


@exact
class PairDecision(TypedDict):
    """Two pieces of one shape go on a tile; which two is asked next where it matters (G13)."""

    type: Literal["pair"]
    shape: ShapeName
    onto: TileNumber


@exact
class PickDecision(TypedDict):
    """This piece is one of the pair (G13)."""

    type: Literal["pick"]
    piece: PieceName


@exact
class GatherDecision(TypedDict):
    """A neighbour is gathered: its number before it moves, and what lies on it (G14)."""

    type: Literal["gather"]
    tile: TileNumber
    pieces: list[PieceName]


@exact
class ColumnDecision(TypedDict):
    """A new colour takes the next empty column, counted from the left (G20)."""

    type: Literal["column"]
    colour: ColourName
    column: Annotated[int, Field(ge=1, le=COLUMNS)]


@exact
class DrawDecision(TypedDict):
    """So many pieces are drawn from the lake; which one stays there is asked next where it matters (G24, G27)."""

    type: Literal["draw"]
    count: Annotated[int, Field(ge=1, le=LAKE_TAKE)]


@exact
class LeaveDecision(TypedDict):
    """This piece stays in the lake (G24)."""

    type: Literal["leave"]
    piece: PieceName


@exact
class DropDecision(TypedDict):
    """This piece of the satchel goes to overflow (G25)."""

    type: Literal["drop"]
    piece: PieceName


@exact
class PassDecision(TypedDict):
    """Nothing is possible (G28)."""

    type: Literal["pass"]


AnyDecision: TypeAlias = (
    PlaceDecision
    | PairDecision
    | PickDecision
    | GatherDecision
    | ColumnDecision
    | DrawDecision
    | LeaveDecision
    | DropDecision
    | PassDecision
)
DecisionDocument = Annotated[AnyDecision, Field(discriminator="type")]


def write_decision(board: GlassworksBoard, number: int) -> AnyDecision:
    """Return one legal decision as plain JSON."""
    if number < Decision.PAIR:
        piece = Piece.of(number)
        return PlaceDecision(type="place", piece=piece.name, onto=board.tile_number(piece.shape))
    if number < Decision.DRAW:
        shape, tile = divmod(number - Decision.PAIR, TILES)
        return PairDecision(type="pair", shape=SHAPE_NAMES[shape], onto=board.tile_number(tile))
    if number == Decision.DRAW:
        return DrawDecision(type="draw", count=min(int(board.state.lake_count), LAKE_TAKE))
    if number < Decision.UP:
        return PickDecision(type="pick", piece=Piece.of(number - Decision.PICK).name)
    if number in (Decision.UP, Decision.DOWN):
        gathered = board.tile_number(int(board.state.target)) + (1 if number == Decision.DOWN else -1)
        return GatherDecision(type="gather", tile=gathered, pieces=names(board.tile(gathered).pieces))
    if number < Decision.LEAVE:
        column = int(board.state.columns_used[board.state.seat]) + 1
        return ColumnDecision(type="column", colour=COLOUR_NAMES[number - Decision.COLOUR], column=column)
    if number < Decision.DROP:
        return LeaveDecision(type="leave", piece=Piece.of(number - Decision.LEAVE).name)
    if number < Decision.PASS:
        return DropDecision(type="drop", piece=Piece.of(number - Decision.DROP).name)
    return PassDecision(type="pass")
