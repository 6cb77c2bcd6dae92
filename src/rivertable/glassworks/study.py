"""What studying River Valley Glassworks needs to know of it: themes of turns, searches, the training of its network."""

from __future__ import annotations

from typing import Any

from ..core.contract.recipe import Recipe, heuristic_stage, one_ply_stage
from ..core.contract.study import COMPARED_THEMES, Study
from . import counting
from .view import GlassworksView

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
    uses, seat = counting.uses(view, move, after), int(view.state.seat)
    found = {name.removeprefix("turn:") for name in uses if name.startswith("turn:")}
    if "column:overflow" in uses:
        found.add("spill")
    if view.phase == "play" != after.phase:
        found.add("end")
    parts = (counting.list_parts(), counting.score_parts(view, seat), counting.score_parts(after, seat))
    risen = {part.id for part, old, new in zip(*parts, strict=True) if new > old}
    if any(name.startswith("column:") for name in risen):
        found.add("columns")
    return found | ({"rows"} & risen)


STUDY = Study(
    themes=THEMES,
    facts=_facts,
    puzzle_playouts=2400,
    recipe=Recipe(
        (
            heuristic_stage(4000, 2000, 1500, 1200),
            one_ply_stage(6000, 2500, 2000, 1500),
            one_ply_stage(16000, 6000, 5000, 3500),
        ),
        look=1000,
        kept=32,
    ),
)
