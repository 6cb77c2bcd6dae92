"""What is counted over many games of River Valley Glassworks, and what studying and training need to know of it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

from ..core.contract.parts import Family, Thing
from ..core.contract.study import COMPARED_THEMES, Recipe, Study, heuristic_stage, one_ply_stage
from .board import GlassworksBoard, GlassworksView
from .kernel.state import COLOUR_NAMES, COLUMNS, SHAPE_NAMES
from .moves.notation import Draw, GlassworksMove, Place

_OVERFLOW = "column:overflow"
_COLUMNS = (
    *(Thing(f"column:{number}", f"column {number}") for number in range(1, COLUMNS + 1)),
    Thing(_OVERFLOW, "overflow"),
)
"""Where glass goes that is gathered."""


def _slug(name: str) -> str:
    return name.replace(" ", "-")


@cache
def list_uses(components: object) -> tuple[Family, ...]:
    """Return all that turns can use; no name depends on printed data."""
    turns = (
        Thing("turn:place-one", "place one piece and gather"),
        Thing("turn:place-two", "place two pieces and gather"),
        Thing("turn:draw", "draw from the lake"),
        Thing("turn:pass", "pass"),
    )
    colours = tuple(Thing(f"colour:{_slug(name)}", name) for name in COLOUR_NAMES)
    tiles = tuple(Thing(f"tile:{name}", name) for name in SHAPE_NAMES)
    onto = tuple(Thing(f"onto:{name}", name) for name in SHAPE_NAMES)
    placed = "a turn in which glass was placed on the tile with this shape"
    return (
        Family("turn", "Actions", "a turn of this kind", "turn", turns),
        Family("colour", "Colours", "a piece of this colour that was gathered into a column", "colour", colours),
        Family("column", "Columns", "a piece that went there", "column", _COLUMNS),
        Family("tile", "Tiles gathered", "a turn in which the tile with this shape was gathered", "tile", tiles),
        Family("onto", "Tiles placed on", placed, "onto", onto),
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
    gathered, onto = (SHAPE_NAMES[before.state.river[number - 1]] for number in (move.gather, move.onto))
    found += [f"tile:{gathered}", f"onto:{onto}"]
    rise = (after.state.height[seat] - before.state.height[seat]).tolist()
    column_of = after.state.column_of[seat].tolist()
    for colour, column in enumerate(column_of):
        if column and rise[column - 1]:
            found += [f"colour:{_slug(COLOUR_NAMES[colour])}", f"column:{column}"] * rise[column - 1]
    return (*found, *spilled)


@cache
def list_parts() -> tuple[Thing, ...]:
    """Return what a total is the sum of: rows, each column, overflow (G39)."""
    return (Thing("rows", "rows"), *_COLUMNS)


def score_parts(board: GlassworksBoard, seat: int) -> tuple[int, ...]:
    """Return a seat's points by these parts."""
    found = board.breakdown(seat)
    columns = [0] * COLUMNS
    for counted in found.columns:
        columns[counted.number - 1] = counted.vp
    return (sum(found.rows), *columns, found.overflow)


CATEGORIES = {
    "rows": "points of filled rows",
    "columns": "points of the columns that count",
    "overflow": "points lost for pieces in the overflow, 0 or below",
}
"""What a total is made of, in the rows of a simulation."""


def category_points(board: GlassworksBoard, seat: int) -> tuple[int, ...]:
    """Return a seat's points by category: all columns that count are one."""
    rows, *columns, overflow = score_parts(board, seat)
    return rows, sum(columns), overflow


# Studying and training.

THEMES = {
    "end": "bring the end of the game",
    "hold": COMPARED_THEMES["hold"],
    "patience": COMPARED_THEMES["patience"],
    "draw": "draw from the lake",
    "spill": "let glass go to overflow",
    "points": COMPARED_THEMES["points"],
    "rows": "fill rows",
    "columns": "raise a column that counts",
    "place-two": "place two pieces",
    "place-one": "place one piece",
    "pass": "pass",
}


def _facts(view: GlassworksView, move: Any, after: GlassworksView) -> set[str]:
    used, seat = uses(view, move, after), int(view.state.seat)
    found = {name.removeprefix("turn:") for name in used if name.startswith("turn:")}
    if _OVERFLOW in used:
        found.add("spill")
    if view.phase == "play" != after.phase:
        found.add("end")
    parts = (list_parts(), score_parts(view, seat), score_parts(after, seat))
    risen = {part.id for part, old, new in zip(*parts, strict=True) if new > old}
    if any(name.startswith("column:") for name in risen):
        found.add("columns")
    return found | ({"rows"} & risen)


_RATE = 3e-3
_MANY_GAMES: dict[str, Any] = {"exploration": 0.02, "wasteful": 0.02, "samples_a_step": 512}

STUDY = Study(
    themes=THEMES,
    facts=_facts,
    puzzle_playouts=2400,
    puzzle_candidates=150,
    recipe=Recipe(
        (
            replace(heuristic_stage(12000), passes=4, rate=_RATE, senseless=0.04),
            replace(one_ply_stage(40000, 10000, 7000, 5000), passes=5, rate=_RATE, senseless=0.04),
            replace(one_ply_stage(100000), passes=8, rate=_RATE, exploration=0.02, senseless=0.02),
            replace(one_ply_stage(160000, 25000, 18000, 13000), passes=6, rate=_RATE, exploration=0.02, wasteful=0.03),
            replace(one_ply_stage(), games={4: 60000, 5: 40000}, passes=4, rate=_RATE, exploration=0.01, wasteful=0.01),
            replace(one_ply_stage(300000, 220000), passes=4, rate=_RATE, **_MANY_GAMES),
            replace(one_ply_stage(300000), passes=3, rate=_RATE / 2, **_MANY_GAMES),
        ),
        candidates=1000,
        kept=32,
        is_by_players=True,
        handed_on=3,
    ),
)
