"""What studying River Market needs to know of it: themes of turns, searches, the training of its network."""

from __future__ import annotations

from typing import Any

from ..core.contract.recipe import Recipe, heuristic_stage, one_ply_stage
from ..core.contract.study import COMPARED_THEMES, Study
from . import counting, documents
from .view import MarketView

THEMES = {
    "end": "bring the end of the game",
    "hold": COMPARED_THEMES["hold"],
    "patience": COMPARED_THEMES["patience"],
    "attend": "attend an Event",
    "token": "spend the Zoom token",
    "hire": "hire a Helper",
    "build": "build",
    "action": "use an Action card",
    "points": COMPARED_THEMES["points"],
    "move": "move along the river",
    "pass": "pass",
    "keep": "keep the opening hand",
    "redraw": "draw the opening hand anew",
}
_OPENING = {"keep", "redraw"}
"""Moves that use nothing and are themes by themselves."""


def _facts(view: MarketView, move: Any, after: MarketView) -> set[str]:
    uses = counting.uses(view, move)
    found = {name.removeprefix("turn:") for name in uses if name.startswith("turn:")}
    found |= {"attend", "action"} & {name.partition(":")[0] for name in uses}
    if view.phase == "play" != after.phase:
        found.add("end")
    return found | (_OPENING & {str(documents.write_move(move)["type"])})


STUDY = Study(
    themes=THEMES,
    facts=_facts,
    puzzle_playouts=240,
    recipe=Recipe(
        (
            heuristic_stage(16000, 5000, 3000, 2000),
            one_ply_stage(8000, 2500, 1500, 1000),
            one_ply_stage(9000, 2700, 1600, 1100),
        ),
        look=400,
        kept=32,
    ),
)
