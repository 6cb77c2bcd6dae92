"""The bot that plays random games after each choice: the yardstick that other bots are measured with."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.compiling.random import new_generator
from ...core.moves import Draft
from ...core.position import View
from .compiled import lookahead
from .tree_search import NOBODY, seed_for


class FlatBot:
    """Takes each decision of a turn by the mean of random games after it, the first of equals."""

    def __init__(self, seed: int, playouts: int) -> None:
        self._seed = seed
        self._playouts = playouts

    def choose(self, view: View) -> Any:
        """Return the turn that is put together of the best decisions."""
        game = view.game
        rate = lookahead(game).flat.rate
        states = game.blank_states(2)
        out = np.empty(game.choices_at_most, np.int16)
        generator = new_generator(seed_for(self._seed, view))
        viewer = int(view.state.seat) if game.has_hidden else NOBODY
        draft = Draft(view)
        while not draft.is_complete:
            choices = draft.choices
            if len(choices) == 1:
                draft.choose(choices[0])
                continue
            values = []
            for choice in choices:
                states[0] = draft.board.states[0]
                values.append(rate(states, view.terms.array, choice, viewer, self._playouts, generator, out))
            draft.choose(choices[int(np.argmax(values))])
        return draft.move
