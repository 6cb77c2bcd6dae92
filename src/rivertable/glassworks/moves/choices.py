"""One decision of a turn as plain JSON, for programs that draw it without knowing the rules."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from ..board import GlassworksBoard
from ..documents import ColourName, PieceName, ShapeName, TileNumber, names
from ..kernel.state import (
    COLOUR,
    COLOUR_NAMES,
    COLUMNS,
    DOWN,
    DRAW,
    DROP,
    LAKE_TAKE,
    LEAVE,
    PAIR,
    PASS,
    PICK,
    SHAPE_NAMES,
    TILES,
    UP,
)
from ..printed.pieces import Piece


class _Model(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class PlaceDecision(_Model):
    """One piece goes on the tile of its shape (G12)."""

    type: Literal["place"]
    piece: PieceName
    onto: TileNumber


class PairDecision(_Model):
    """Two pieces of one shape go on a tile; which two is asked next where it matters (G13)."""

    type: Literal["pair"]
    shape: ShapeName
    onto: TileNumber


class PickDecision(_Model):
    """This piece is one of the pair (G13)."""

    type: Literal["pick"]
    piece: PieceName


class GatherDecision(_Model):
    """A neighbour is gathered: its number before it moves, and what lies on it (G14)."""

    type: Literal["gather"]
    tile: TileNumber
    pieces: list[PieceName]


class ColumnDecision(_Model):
    """A new colour takes the next empty column, counted from the left (G20)."""

    type: Literal["column"]
    colour: ColourName
    column: Annotated[int, Field(ge=1, le=COLUMNS)]


class DrawDecision(_Model):
    """So many pieces are drawn from the lake; which one stays there is asked next where it matters (G24, G27)."""

    type: Literal["draw"]
    count: Annotated[int, Field(ge=1, le=LAKE_TAKE)]


class LeaveDecision(_Model):
    """This piece stays in the lake (G24)."""

    type: Literal["leave"]
    piece: PieceName


class DropDecision(_Model):
    """This piece of the satchel goes to overflow (G25)."""

    type: Literal["drop"]
    piece: PieceName


class PassDecision(_Model):
    """Nothing is possible (G28)."""

    type: Literal["pass"]


DecisionDocument = Annotated[
    PlaceDecision
    | PairDecision
    | PickDecision
    | GatherDecision
    | ColumnDecision
    | DrawDecision
    | LeaveDecision
    | DropDecision
    | PassDecision,
    Field(discriminator="type"),
]


def write_decision(board: GlassworksBoard, number: int) -> dict[str, Any]:
    """Return one legal decision as plain JSON."""
    if number < PAIR:
        piece = Piece.of(number)
        return {"type": "place", "piece": piece.name, "onto": board.tile_number(piece.shape)}
    if number < DRAW:
        shape, tile = divmod(number - PAIR, TILES)
        return {"type": "pair", "shape": SHAPE_NAMES[shape], "onto": board.tile_number(tile)}
    if number == DRAW:
        return {"type": "draw", "count": min(int(board.state.lake_count), LAKE_TAKE)}
    if number < UP:
        return {"type": "pick", "piece": Piece.of(number - PICK).name}
    if number in (UP, DOWN):
        gathered = board.tile_number(int(board.state.target)) + (1 if number == DOWN else -1)
        return {"type": "gather", "tile": gathered, "pieces": names(board.tile(gathered).pieces)}
    if number < LEAVE:
        column = int(board.state.columns_used[board.state.seat]) + 1
        return {"type": "column", "colour": COLOUR_NAMES[number - COLOUR], "column": column}
    if number < DROP:
        return {"type": "leave", "piece": Piece.of(number - LEAVE).name}
    if number < PASS:
        return {"type": "drop", "piece": Piece.of(number - DROP).name}
    return {"type": "pass"}
