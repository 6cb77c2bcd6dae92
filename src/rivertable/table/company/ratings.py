"""How strong people are, by the places they take in rated games: a Plackett-Luce model (Weng and Lin 2011).

A rating is a mean ``mu`` with its uncertainty ``sigma``. A game is rated once, for all its seats in one call. From the
results alone, in their order, the same numbers come again to the last bit.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from ...bots.strength.scale import BETA, MU, POINTS, SIGMA, WIDTH

MODEL = "PlackettLuce"
PROVISIONAL_SIGMA = 6.5
"""Above it a rating says little yet: for about 20 games of two, or 30 of four."""
_IDLE_MONTH_SIGMA = 0.4
"""By so much, as a variance, a month without a game makes a rating less certain: skill may have changed."""
_MONTH = 30 * 86_400.0
_SHOWN_MEAN = 1500.0


@dataclass(frozen=True, slots=True)
class Rating:
    """What is thought of somebody's strength after so many ``games``, the last of them at ``last`` (s since 1970)."""

    mu: float = MU
    sigma: float = SIGMA
    games: int = 0
    last: float | None = None

    @property
    def shown(self) -> int:
        """The number that people see."""
        return round(_SHOWN_MEAN + POINTS * (self.mu - MU))

    @property
    def plus_minus(self) -> int:
        """Half of the 95 % interval around it."""
        return round(POINTS * WIDTH * self.sigma)

    @property
    def is_provisional(self) -> bool:
        """Whether it says little yet."""
        return self.sigma >= PROVISIONAL_SIGMA

    @property
    def order(self) -> float:
        """By what people are listed: below it somebody hardly is."""
        return self.mu - 2 * self.sigma

    def at(self, now: float) -> Rating:
        """Return what is thought of the same strength later: less certain with every month without a game."""
        if self.last is None or now <= self.last:
            return self
        variance = self.sigma**2 + _IDLE_MONTH_SIGMA**2 * (now - self.last) / _MONTH
        return Rating(self.mu, min(math.sqrt(variance), SIGMA), self.games, self.last)


def rate(before: Sequence[Rating], places: Sequence[int], at: float) -> list[Rating]:
    """Return what is thought of people after a game, in which they took places from 1; equal ones share a place."""
    from openskill.models import PlackettLuce  # only who ends a rated game loads it

    # A fresh model for each game: options of a call stay in a model.
    model = PlackettLuce(mu=MU, sigma=SIGMA, beta=BETA)
    widened = [rating.at(at) for rating in before]
    teams = [[model.rating(mu=rating.mu, sigma=rating.sigma)] for rating in widened]
    rated = model.rate(teams, ranks=[float(place) for place in places])
    return [
        Rating(float(new.mu), float(new.sigma), old.games + 1, at) for (new,), old in zip(rated, widened, strict=True)
    ]


_EARLY_SHARE = 1 / 3


def is_early(left_after: int, turns: int | None, usual: int | None) -> bool:
    """Return whether somebody who left after so many turns left before a third of the game.

    ``turns`` is how many it had in the end; None where it was broken off, so that it is held against a ``usual`` one,
    as far as that is known.
    """
    whole = usual if turns is None else turns
    return whole is not None and left_after < _EARLY_SHARE * whole


def places_of(totals: Sequence[int], has_left: Sequence[bool]) -> list[int]:
    """Return the places that seats have taken, from 1: whoever has left comes last, the others by their totals."""
    ranks = [(has_gone, -total if not has_gone else 0) for total, has_gone in zip(totals, has_left, strict=True)]
    return [1 + sum(other < own for other in ranks) for own in ranks]


def pool_of(game: str, players: int, clock: str) -> str:
    """Return which games are rated together: of one game and number of players, live or by days."""
    return f"{game}-{players}-{'days' if clock == 'turn' else 'live'}"
