"""The compiled rules against the independent reference, move for move, over whole random games."""

from collections import Counter
from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest

from extent import repeated
from rivertable.market.printed.components import EDITIONS, edition
from rivertable.market.printed.terms import pack

from .made_up_decks import DEEDS
from .parity import KINDS, KernelGame, Pair, kind_of, play_to_the_end
from .positions import DECK_FILE
from .reference import ReferenceGame
from .reference_cards import Card, load_cards
from .reference_parts import PASS

PARTS = repeated(1, 5)
GAMES_PER_PART = 200
"""A thousand games at each player count in the long form."""
CLOSE = 20
"""One game in so many is compared in full after every answer, and its scores all along."""


@cache
def packed(name: str, players: int) -> np.ndarray[Any, Any]:
    return pack(edition(name).deck, players)


@cache
def cards(name: str) -> list[Card]:
    return load_cards(DECK_FILE.with_stem(name))


def new_pair(deck: str, players: int, first_seat: int, name: str = "") -> Pair:
    """A game of a packaged deck about to be set up, in both."""
    reference = ReferenceGame(cards(deck), players, first_seat)
    return Pair(reference, KernelGame(packed(deck, players), players, first_seat), name)


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_random_games_agree_move_for_move(players: int, part: int) -> None:
    """Legal answers, chance and its weights at every step; the whole table every turn; every item of the score."""
    seed = f"parity {players} {part}"
    rng = Random(seed)
    seen: Counter[int] = Counter()
    deeds: set[str] = set()
    shuffles = 0
    for number in range(GAMES_PER_PART):
        pair = new_pair(EDITIONS[number % 3 > 0], players, rng.randrange(players), f"{seed}, game {number}")
        play_to_the_end(pair, rng, is_close=number % CLOSE == 0, is_eager=number % 2 == 1)
        seen.update(kind_of(answer) for answer in pair.answers)
        deeds |= pair.deeds
        shuffles += pair.reference.table.shuffles
    assert set(KINDS) - {PASS} <= set(seen)
    assert deeds == set(DEEDS)
    assert shuffles > 0


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_random_games_with_the_options_for_later_seats_agree(players: int) -> None:
    """Coins by seat at the start (M23) and a finished round before the last turns (M114), from every first seat."""
    rng = Random(f"options {players}")
    end_seats: set[int | None] = set()
    for number in range(40):
        first_seat, coins, is_from_third = number % players, 1 + number % 2, number % 3 == 0
        terms = packed(EDITIONS[0], players).copy()
        terms[0].later_seats_coins, terms[0].later_seats_from_third, terms[0].equal_turns = coins, is_from_third, 1
        reference = ReferenceGame(
            cards(EDITIONS[0]),
            players,
            first_seat,
            later_seats_coins=coins,
            later_seats_from_third=is_from_third,
            equal_turns=True,
        )
        pair = Pair(reference, KernelGame(terms, players, first_seat), f"options, game {number}")
        play_to_the_end(pair, rng, is_close=number % CLOSE == 0, is_eager=number % 2 == 1)
        assert pair.reference.turn % players == 0
        end_seats.add(pair.reference.end_seat)
    assert end_seats == set(range(players))
