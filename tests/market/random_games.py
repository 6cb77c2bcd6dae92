"""Random games of the compiled rules as one line of text, to compare what plays them with each other.

Run as a script: ``python random_games.py 2 5`` plays five games for two players.
"""

from __future__ import annotations

import hashlib
import sys

import numpy as np

from rivertable.core.compiling.bits import new_generator
from rivertable.market.kernel import KERNEL
from rivertable.market.kernel.state import CHOICES_AT_MOST, SEATS, new_states
from rivertable.market.printed.components import edition
from rivertable.market.printed.terms import pack


def random_games(players: int, games: int) -> str:
    """Play games from the seed 7, and return the number of decisions, all totals, and a hash of the last position."""
    terms = pack(edition("first-edition").deck, players)
    states, blank = new_states(1), new_states(1)
    out, totals = np.zeros(CHOICES_AT_MOST, np.int16), np.zeros(SEATS, np.int64)
    with np.errstate(over="ignore"):  # the generator's numbers wrap
        generator = new_generator(7)
        taken = KERNEL.random_games(states, blank, terms, players, games, generator, out, totals)
    digest = hashlib.sha256(states.tobytes()).hexdigest()[:16]
    return f"{players} players: {int(taken)} decisions, totals {totals.tolist()}, {digest}"


if __name__ == "__main__":
    sys.stdout.write(random_games(int(sys.argv[1]), int(sys.argv[2])) + "\n")
