"""What a Rival is: a character for solo play, with a few plain rules that a person can foresee.

The sources of both games name a Rival and give no rules. Every Rival is this project's own invention.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

INVENTED = "This project's own invention: the sources name a Rival and give no rules."
"""Said wherever Rivals are listed."""


@dataclass(frozen=True, slots=True)
class RivalTurn:
    """A whole turn of a Rival: the decisions, and which of its rules led to it, from 1."""

    decisions: tuple[int, ...]
    rule: int


@dataclass(frozen=True, slots=True)
class Rival:
    """One Rival.

    Attributes:
        name: its word, as in ``rival:pike``.
        title: its name as people read it.
        character: one sentence about how it plays.
        rules: its rules, in the order in which it looks at them.
        decide: gives its turn from the view of its seat; equal views give equal turns.
    """

    name: str
    title: str
    character: str
    rules: tuple[str, ...]
    decide: Callable[[Any], RivalTurn]

    def reason(self, view: Any) -> str:
        """Say in one sentence which rule gives its turn on a view."""
        number = self.decide(view).rule
        return f"{self.title}'s rule {number}: {self.rules[number - 1]}"
