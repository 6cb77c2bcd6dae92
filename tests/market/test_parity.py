"""The compiled rules against the independent reference, move for move, over whole random games."""

from collections import Counter
from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest

from extent import repeated
from rivertable.market.printed.cards import load_deck
from rivertable.market.printed.terms import pack

from .parity import KINDS, KernelGame, Pair, kind_of, play_to_the_end
from .positions import CARDS
from .reference import ReferenceGame
from .reference_parts import PASS

PARTS = repeated(2, 5)
GAMES_PER_PART = 200
"""A thousand games at each player count in the long form."""
CLOSE = 20
"""One game in so many is compared in full after every answer, and its scores all along."""


@cache
def packed(players: int) -> np.ndarray[Any, Any]:
    return pack(load_deck(), players)


def new_pair(players: int, first_seat: int, name: str = "") -> Pair:
    """A game of the packaged deck about to be set up, in both."""
    reference = ReferenceGame(CARDS, players, first_seat)
    return Pair(reference, KernelGame(packed(players), players, first_seat), name)


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_random_games_agree_move_for_move(players: int, part: int) -> None:
    """Legal answers, chance and its weights at every step; the whole table every turn; every item of the score."""
    seed = f"parity {players} {part}"
    rng = Random(seed)
    seen: Counter[int] = Counter()
    shuffles = 0
    for number in range(GAMES_PER_PART):
        pair = new_pair(players, rng.randrange(players), f"{seed}, game {number}")
        play_to_the_end(pair, rng, is_close=number % CLOSE == 0, is_eager=number % 2 == 1)
        seen.update(kind_of(answer) for answer in pair.answers)
        shuffles += pair.reference.table.shuffles
    assert set(KINDS) - {PASS} <= set(seen)
    assert shuffles > 0
