"""Themes of puzzles: what is true of a best turn. Each is computed from facts, none is guessed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..core.game import Game
from ..core.position import View
from .documents import BySeat

THEMES: dict[str, str] = {
    "end": "bring the end of the game",
    "hold": "hold the others back",
    "patience": "take fewer points now for more later",
    "attend": "attend an Event",
    "token": "spend the Zoom token",
    "hire": "hire a Helper",
    "build": "build",
    "draw": "draw from the lake",
    "spill": "let glass go to overflow",
    "action": "use an Action card",
    "points": "take most points now",
    "rows": "fill rows",
    "columns": "raise a column that counts",
    "place-two": "place two pieces",
    "place-one": "place one piece",
    "move": "move along the river",
    "pass": "pass",
    "keep": "keep the opening hand",
    "redraw": "draw the opening hand anew",
}
"""All themes in words; of those that are true of a puzzle the first here is its theme."""

_OPENING = {"keep", "redraw"}
"""Moves that use nothing and are themes by themselves."""
_OTHERS_LESS, _OWN_MORE_AT_MOST = 1.0, 0.5
"""A turn holds the others back that costs the best of them this many expected points, and brings itself no more."""


def themes_of(view: View, moves: Sequence[Any], results: Sequence[View], scores: Sequence[BySeat]) -> list[str]:
    """Return what is true of the best turn, the theme first.

    ``moves`` are the best turn, the second and the others that were weighed, if there are any, ``results`` the views
    after them before chance acts, ``scores`` the final scores that the search expects after them.
    """
    game, seat = view.game, int(view.state.seat)
    best = results[0]
    uses = game.uses(view, moves[0], best)
    found = {name.removeprefix("turn:") for name in uses if name.startswith("turn:")}
    found |= _kinds(uses) | _parts(game, view, best, seat) | ({str(game.write_move(moves[0])["type"])} & _OPENING)
    if _phase(game, view) == "play" and _phase(game, best) != "play":
        found.add("end")
    totals = [result.total(seat) for result in results]
    if totals[0] < max(totals):
        found.add("patience")
    elif totals[0] > max(totals[1:], default=totals[0]):
        found.add("points")
    if len(scores) > 1 and _is_holding(scores[0], scores[1], seat):
        found.add("hold")
    return [name for name in THEMES if name in found]


def _kinds(uses: Sequence[str]) -> set[str]:
    families = {name.partition(":")[0] for name in uses}
    spilled = {"spill"} if "column:overflow" in uses else set()
    return {name for name in ("attend", "action") if name in families} | spilled


def _parts(game: Game, view: View, best: View, seat: int) -> set[str]:
    """Return the parts of the score sheet of Glassworks that rise."""
    pairs = zip(game.list_parts(), game.score_parts(view, seat), game.score_parts(best, seat), strict=True)
    risen = {part.id for part, old, new in pairs if new > old}
    found = {"rows"} & risen
    return found | ({"columns"} if any(name.startswith("column:") for name in risen) else set())


def _phase(game: Game, view: View) -> str:
    return str(game.write_state(view)["turn"]["phase"])


def _is_holding(best: BySeat, second: BySeat, seat: int) -> bool:
    """Return whether the turn brings its seat hardly more than the second would, and the best of the others less."""
    others = [max(score for other, score in enumerate(scores) if other != seat) for scores in (best, second)]
    return best[seat] - second[seat] <= _OWN_MORE_AT_MOST and others[1] - others[0] >= _OTHERS_LESS
