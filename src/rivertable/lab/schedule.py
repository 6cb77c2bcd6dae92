"""Which bots sit where in which game: every deal is played once for each turn of the table.

| bots | line-ups of a deal |
|---|---|
| as many as seats | one |
| fewer | one: the last bot takes the seats that are left |
| more | one for every choice of as many bots as there are seats |

A line-up is the order of the bots around the table. Each of its different rotations is one game of the deal, so every
bot plays the same deal from every seat. Every second deal has the line-up the other way round, so that no bot always
follows the same one.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from .errors import ArenaError


@dataclass(frozen=True, slots=True)
class Seating:
    """One game to be played: its number and its deal, both from 0, and the bots by seat."""

    number: int
    deal: int
    bots: tuple[str, ...]


class Schedule:
    """The games of a contest by number, in an order that does not depend on how many there will be.

    Raises:
        ArenaError: no bots, or a name twice among more bots than seats.
    """

    def __init__(self, bots: tuple[str, ...], players: int) -> None:
        self.line_ups = _line_ups(bots, players)
        """The orders of bots around the table."""
        self._seatings = (self._all_seatings(1), self._all_seatings(-1))
        self.games_of_a_deal = len(self._seatings[0])
        """How many games are played on each deal."""

    def _all_seatings(self, step: int) -> tuple[tuple[str, ...], ...]:
        return tuple(seating for line_up in self.line_ups for seating in rotations(line_up[::step]))

    def seating(self, number: int) -> Seating:
        """Return the game of a number, from 0."""
        deal, place = divmod(number, self.games_of_a_deal)
        return Seating(number, deal, self._seatings[deal % 2][place])

    def whole_deals(self, games: int) -> int:
        """Return the number of games that makes the deals whole: ``games``, or the next more."""
        return -(-games // self.games_of_a_deal) * self.games_of_a_deal


def rotations(line_up: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Return the different rotations of a line-up, the written one first."""
    turned = [line_up[-shift:] + line_up[:-shift] for shift in range(len(line_up))]
    return tuple(dict.fromkeys(turned))


def _line_ups(bots: tuple[str, ...], players: int) -> tuple[tuple[str, ...], ...]:
    if not bots:
        raise ArenaError("A contest needs bots.")
    if len(bots) <= players:
        return ((*bots, *[bots[-1]] * (players - len(bots))),)
    if len(set(bots)) < len(bots):
        raise ArenaError(f"Of more bots than the {players} seats, each is named once.")
    return tuple(itertools.combinations(bots, players))
