"""How likely the ends of games are, by how strong a person and the levels in the other seats are."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from itertools import accumulate, pairwise, permutations

from .games import LevelGame
from .scale import luck

Order = tuple[str | None, ...]
"""The seats of a game from the first place on: levels, and None for the person."""

_FARTHEST = 40.0
"""So many times the luck of a game is further than anybody could be told apart."""
_HALVINGS = 40
_NUDGE = 0.01


def orders_of(game: LevelGame) -> tuple[Order, ...]:
    """Return all orders in which a game may be said to have ended: more than one where totals are equal.

    Whoever has left comes last.
    """
    seats: list[tuple[str | None, float]] = [*game.others, (None, -math.inf if game.total is None else game.total)]
    return tuple(
        tuple(level for level, _ in order)
        for order in permutations(seats)
        if all(before >= after for (_, before), (_, after) in pairwise(order))
    )


class Likelihood:
    """The likelihood of a person's games with so many ``players``, by the person's strength.

    Attributes:
        all_are_won, all_are_lost: whether the person came first, or last, in every game, and alone.
        top: the most likely strength; far off where all games were won, or lost.
    """

    def __init__(self, games: Iterable[LevelGame], players: int, heights: Mapping[str, float]) -> None:
        """``heights`` are the strengths of the levels."""
        self._luck, self._heights = luck(players), heights
        self._orders: dict[Order, float] = {}
        for game in games:
            orders = orders_of(game)
            for order in orders:
                self._orders[order] = self._orders.get(order, 0.0) + 1 / len(orders)
        places = {order.index(None) for order in self._orders}
        self.all_are_won = places == {0}
        self.all_are_lost = places == {players - 1}
        self._far = _FARTHEST * self._luck
        if self.all_are_won or self.all_are_lost:
            self.top = self._far if self.all_are_won else -self._far
        else:
            self.top = _root(lambda strength: self._told(strength, heights)[1], -self._far, self._far)

    def less_likely(self, side: int, fall: float) -> float:
        """Return the strength below (-1) or above (1) the most likely one, as likely by the factor exp(-``fall``)."""
        least = self._told(self.top, self._heights)[0] - fall
        return _root(lambda strength: self._told(strength, self._heights)[0] - least, self.top, side * self._far)

    def weights(self, strength: float) -> dict[str, float]:
        """Return how far a strength that was found moves with each level's height; together they are 1.

        It is the most likely one, or where all games were won, or lost, one that makes that so and so likely.
        """
        here = self._found_at(strength, self._heights)
        rise = self._found_at(strength + _NUDGE, self._heights) - here
        return {
            level: (here - self._found_at(strength, {**self._heights, level: height + _NUDGE})) / rise
            for level, height in self._heights.items()
        }

    def _found_at(self, strength: float, heights: Mapping[str, float]) -> float:
        """Return what has a certain value at the strength that is found."""
        if self.all_are_won or self.all_are_lost:
            return self._told(strength, heights)[0] - self._told(self.top, heights)[0]
        return self._told(strength, heights)[1]

    def _told(self, strength: float, heights: Mapping[str, float]) -> tuple[float, float]:
        """Return the logarithm of the likelihood and how it rises with the person's strength.

        Each place goes to one of those who are left; what comes after the person's own does not depend on the person.
        """
        own = math.exp(strength / self._luck)
        odds = {level: math.exp(height / self._luck) for level, height in heights.items()}
        total, slope = 0.0, 0.0
        for order, games in self._orders.items():
            seats = [own if level is None else odds[level] for level in order]
            # Summed from the last place on: what is left there may be far less than rounding takes from the whole.
            left = list(accumulate(reversed(seats)))[::-1]
            slope += games
            for place in range(order.index(None) + 1):
                total += games * math.log(seats[place] / left[place])
                slope -= games * own / left[place]
        return total, slope


def _root(rising: Callable[[float], float], one: float, other: float) -> float:
    """Return where a function changes its sign between two numbers."""
    is_below = rising(one) < 0
    for _ in range(_HALVINGS):
        middle = (one + other) / 2
        if (rising(middle) < 0) is is_below:
            one = middle
        else:
            other = middle
    return (one + other) / 2
