"""The beginner's bot: looks at every move it can make now, and at nothing after it."""

from __future__ import annotations

from typing import Any

from ..core.moves import walk_turns
from ..core.position import View


class GreedyBot:
    """Takes the move that promises it the most points before anything is drawn; the first of equals."""

    def choose(self, view: View) -> Any:
        """Give the move with the highest projection."""
        game, terms = view.game, view.terms.array
        seat = int(view.state.seat)
        decisions, _ = max(walk_turns(view), key=lambda turn: game.engine.project(turn[1], 0, terms, seat))
        return game.move_of(view, decisions)
