"""The beginner's bot: looks at every move it can make now, and at nothing after it."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.position import View


class GreedyBot:
    """Takes the move that promises it the most points before anything is drawn; the first of equals."""

    def choose(self, view: View) -> Any:
        """Give the move with the highest projection."""
        game = view.game
        room = game.turn_at_most
        stack = game.blank_states(room + 1)
        stack[0] = view.states[0]
        lists = np.empty((room + 1, game.choices_at_most), dtype=np.int16)
        path = np.zeros((3, room + 1), dtype=np.int16)
        length = game.engine.best_turn(stack, view.terms.array, int(view.state.seat), lists, path)
        return game.move_of(view, path[2, :length].tolist())
