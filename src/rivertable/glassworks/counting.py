"""What turns use and scores are made of, by id, for those who count over many games."""

from __future__ import annotations

from functools import cache

from ..core.contract.counting import Family, Thing
from .board import GlassworksBoard
from .kernel.state import COLOUR_NAMES, COLUMNS, SHAPE_NAMES
from .moves.moves import Draw, GlassworksMove, Place

_OVERFLOW = "column:overflow"


def _slug(name: str) -> str:
    return name.replace(" ", "-")


@cache
def list_uses() -> tuple[Family, ...]:
    """Return all that turns can use; no name depends on printed data."""
    turns = (
        ("place-one", "place one piece and gather"),
        ("place-two", "place two pieces and gather"),
        ("draw", "draw from the lake"),
        ("pass", "pass"),
    )
    columns = [Thing(f"column:{number}", f"column {number}") for number in range(1, COLUMNS + 1)]
    return (
        Family(
            "turn", "Actions", "a turn of this kind", "turn", tuple(Thing(f"turn:{n}", words) for n, words in turns)
        ),
        Family(
            "colour",
            "Colours",
            "a piece of this colour that was gathered into a column",
            "colour",
            tuple(Thing(f"colour:{_slug(name)}", name) for name in COLOUR_NAMES),
        ),
        Family(
            "column",
            "Columns",
            "a piece that went there",
            "column",
            (*columns, Thing(_OVERFLOW, "overflow")),
        ),
        Family(
            "tile",
            "Tiles gathered",
            "a turn in which the tile with this shape was gathered",
            "tile",
            tuple(Thing(f"tile:{name}", name) for name in SHAPE_NAMES),
        ),
        Family(
            "onto",
            "Tiles placed on",
            "a turn in which glass was placed on the tile with this shape",
            "onto",
            tuple(Thing(f"onto:{name}", name) for name in SHAPE_NAMES),
        ),
    )


def uses(before: GlassworksBoard, move: GlassworksMove, after: GlassworksBoard) -> tuple[str, ...]:
    """Return the ids of what a turn used; a turn leaves columns and overflow of its seat alone but by its own glass."""
    seat = int(before.state.seat)
    spilled = [_OVERFLOW] * int(after.state.overflow_count[seat] - before.state.overflow_count[seat])
    if isinstance(move, Draw):
        return ("turn:draw", *spilled)
    if not isinstance(move, Place):
        return ("turn:pass",)
    found = ["turn:place-one" if len(move.pieces) == 1 else "turn:place-two"]
    found.append(f"tile:{before.tile(move.gather).shape_name}")
    found.append(f"onto:{before.tile(move.onto).shape_name}")
    rise = (after.state.height[seat] - before.state.height[seat]).tolist()
    column_of = after.state.column_of[seat].tolist()
    for colour, column in enumerate(column_of):
        if column and rise[column - 1]:
            found += [f"colour:{_slug(COLOUR_NAMES[colour])}", f"column:{column}"] * rise[column - 1]
    return (*found, *spilled)


@cache
def list_parts() -> tuple[Thing, ...]:
    """Return what a total is the sum of: rows, each column, overflow (G39)."""
    columns = [Thing(f"column:{number}", f"column {number}") for number in range(1, COLUMNS + 1)]
    return (Thing("rows", "rows"), *columns, Thing(_OVERFLOW, "overflow"))


def score_parts(board: GlassworksBoard, seat: int) -> tuple[int, ...]:
    """Return a seat's points by these parts."""
    found = board.breakdown(seat)
    columns = [0] * COLUMNS
    for counted in found.columns:
        columns[counted.number - 1] = counted.vp
    return (sum(found.rows), *columns, found.overflow)
