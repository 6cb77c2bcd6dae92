"""The bot that takes any legal choice."""

from __future__ import annotations

from typing import Any

from ..core.chance import Simulator
from ..core.moves import Draft
from ..core.position import View


class RandomBot:
    """Takes each decision of a turn at random among the legal ones; equal seeds give equal choices."""

    def __init__(self, seed: int | None) -> None:
        self._simulator = Simulator(seed)

    def choose(self, view: View) -> Any:
        """Return a random legal move."""
        draft = Draft(view)
        while not draft.is_complete:
            choices = draft.choices
            draft.choose(choices[self._simulator.below(len(choices))])
        return draft.move
