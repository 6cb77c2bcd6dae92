"""The scale of strength: the numbers of a Plackett-Luce model, and the points in which people see them.

In a game of P seats each comes first with a chance in proportion to exp(strength / (BETA √P)), and so do those who are
left for each further place.
"""

from __future__ import annotations

import math

MU, SIGMA = 25.0, 25.0 / 3.0
"""What is thought of somebody who has not played."""
BETA = SIGMA
"""The spread of luck in a game: as wide as that of strength among people, so that what is predicted happens as often as
it is said (``benchmarks/ratings.py``). The model's own default, half of it, foretells too much."""
WIDTH = 1.96
"""Standard deviations to either side of a 95 % interval."""
POINTS = 40.0
"""So many points that people see are one unit of strength."""


def luck(players: int) -> float:
    """Return the difference in strength that makes somebody e times as likely to come first, by players at a table."""
    return BETA * math.sqrt(players)


def lead_of(share: float, games: int, players: int) -> float:
    """Return how much stronger somebody is who wins this share of games against others who are alike."""
    # Who has won all of them would be infinitely stronger: that is held to be half a game less.
    share = min(max(share, 0.5 / games), 1 - 0.5 / games)
    return luck(players) * math.log(share * (players - 1) / (1 - share))
