"""Themes of puzzles: what is true of a best turn. Each is computed from facts, none is guessed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...core.contract.study import COMPARED_THEMES
from ...core.game import Game
from ...core.position import View
from ..documents import BySeat

_OTHERS_LESS, _OWN_MORE_AT_MOST = 1.0, 0.5
"""A turn holds the others back that costs the best of them this many expected points, and brings itself no more."""


def themes_for(game: Game) -> Mapping[str, str]:
    """Return the themes of a game, in words; of those that are true of a turn the first is its theme."""
    return COMPARED_THEMES if game.study is None else game.study.themes


def themes_of(view: View, moves: Sequence[Any], results: Sequence[View], scores: Sequence[BySeat]) -> list[str]:
    """Return what is true of the best turn, the theme first.

    ``moves`` are the best turn, the second and the others that were weighed, if there are any, ``results`` the views
    after them before chance acts, ``scores`` the final scores that the search expects after them.
    """
    game, seat = view.game, int(view.state.seat)
    found = set() if game.study is None else game.study.facts(view, moves[0], results[0])
    totals = [result.total(seat) for result in results]
    if totals[0] < max(totals):
        found.add("patience")
    elif totals[0] > max(totals[1:], default=totals[0]):
        found.add("points")
    if len(scores) > 1 and _is_holding(scores[0], scores[1], seat):
        found.add("hold")
    return [name for name in themes_for(game) if name in found]


def _is_holding(best: BySeat, second: BySeat, seat: int) -> bool:
    """Return whether the turn brings its seat hardly more than the second would, and the best of the others less."""
    others = [max(score for other, score in enumerate(scores) if other != seat) for scores in (best, second)]
    return best[seat] - second[seat] <= _OWN_MORE_AT_MOST and others[1] - others[0] >= _OTHERS_LESS
