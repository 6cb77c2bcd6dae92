"""How many ways a game can go on: counts to compare with the package, answer by answer."""

from collections.abc import Hashable
from typing import Protocol, Self


class Playable(Protocol):
    """What is needed of a game to count its ways."""

    def choices(self) -> list[int]:
        """The possible answers to the open question."""

    def apply(self, answer: int) -> None:
        """Answer it."""

    def key(self) -> Hashable:
        """The same for games that go on alike."""

    def copy(self) -> Self:
        """A game of its own at the same point."""


def depth_counts(game: Playable, depth: int) -> list[int]:
    """How many sequences of 1, 2, .. depth answers (decisions and chance alike) begin at this point."""
    return list(_depth_counts(game, depth, {}))


def _depth_counts(game: Playable, depth: int, known: dict[tuple[Hashable, int], tuple[int, ...]]) -> tuple[int, ...]:
    if depth == 0:
        return ()
    memory = (game.key(), depth)
    if memory not in known:
        choices = game.choices()
        totals = [len(choices)] + [0] * (depth - 1)
        for choice in choices if depth > 1 else []:
            child = game.copy()
            child.apply(choice)
            for extra, count in enumerate(_depth_counts(child, depth - 1, known)):
                totals[extra + 1] += count
        known[memory] = tuple(totals)
    return known[memory]
