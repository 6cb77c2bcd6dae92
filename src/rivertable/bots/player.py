"""What a bot is."""

from __future__ import annotations

from typing import Any, Protocol

from ..core.position import View


class Bot(Protocol):
    """A player that is a program: it is given its own seat's view at the start of a turn, and nothing else."""

    def choose(self, view: View) -> Any:
        """Return one of the view's legal moves."""
