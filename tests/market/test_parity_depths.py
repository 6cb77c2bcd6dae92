"""How many ways a game can go on from fixed positions: the same in the compiled rules and in the reference."""

from collections.abc import Callable
from random import Random

import pytest

from rivertable.market.printed.components import edition
from rivertable.market.printed.terms import pack

from .depth_counts import depth_counts
from .parity import KernelGame, Pair
from .parity_positions import kernel_at
from .positions import CARDS, LOOP, position, stop, token
from .reference import ReferenceGame

DECK = edition("first-edition").deck


def new_pair(name: str, players: int, first_seat: int) -> Pair:
    """A game about to be set up."""
    kernel = KernelGame(pack(DECK, players), players, first_seat)
    return Pair(ReferenceGame(CARDS, players, first_seat), kernel, name)


def played(seed: str, players: int, first_seat: int, is_there: Callable[[ReferenceGame], bool]) -> Pair:
    """A game played at random until it is where it is wanted; if it never comes there, another."""
    rng = Random(seed)
    pair = new_pair(seed, players, first_seat)
    while not is_there(pair.reference):
        if pair.reference.actor is None:
            pair = new_pair(seed, players, first_seat)
        # Of all that a generator offers, only this number is the same in every version of Python.
        pair.answer(pair.options[int(rng.random() * len(pair.options))])
    return pair


def placed(reference: ReferenceGame, *answers: int) -> Pair:
    """A position made by hand, and some answers."""
    pair = Pair(reference, kernel_at(reference, pack(DECK, len(reference.table.seats))))
    for answer in answers:
        pair.answer(answer)
    return pair


def is_first_turn(game: ReferenceGame) -> bool:
    return game.stage == "main"


def can_redraw(game: ReferenceGame) -> bool:
    return game.stage == "mulligan" and len(game.choices()) == 2


def is_in_the_middle(game: ReferenceGame) -> bool:
    return game.stage == "main" and game.turn == 40


def is_paying(game: ReferenceGame) -> bool:
    return game.visit is not None and game.visit.stage == "paying" and game.turn > 20 and len(game.choices()) > 4


def is_triggered(game: ReferenceGame) -> bool:
    return game.stage == "main" and game.turns_left == 2 * len(game.table.seats)


def is_nearly_over(game: ReferenceGame) -> bool:
    return game.stage == "main" and game.turns_left == 2


def choosy_visit() -> Pair:
    """The Action and the Booth ask for Goods of choice, and Helpers make more of each."""
    reference = position(
        upper=[*LOOP[:2], "message-stump", "hardware-store"],
        owners={"message-stump": 1, "hardware-store": 0},
        hands=[["clear-the-stall", "tailwind", "ice-shed"], ["forage"]],
        helpers=[["two-minded-toad", "wood-duck", "magpie-agent", "frog-porter"]],
        resources=[{"veggie": 2, "tool": 2, "lily": 2, "coin": 1}],
        pawns=["dressmaker"],
        deck=["driftwood", "haggle"],
    )
    reference.table.seats[0].tokens = 1
    return placed(reference, token("clear-the-stall"), stop("message-stump"))


def empty_hands() -> Pair:
    """R12: no cards but one hand's; soon there is only PASS."""
    return placed(position(3, hands=[["haggle"]], resources=[{"veggie": 3, "fish": 1}], deck=[]))


POSITIONS: dict[str, Callable[[], Pair]] = {
    "set-up, 2 players": lambda: played("set-up", 2, 0, lambda game: True),
    "start, 2 players": lambda: played("start", 2, 1, is_first_turn),
    "start, 5 players": lambda: played("start", 5, 3, is_first_turn),
    "mulligan, 2 players": lambda: played("mulligan", 2, 0, can_redraw),
    "middle, 3 players": lambda: played("middle", 3, 2, is_in_the_middle),
    "middle, 4 players": lambda: played("middle", 4, 0, is_in_the_middle),
    "a chosen payment, 3 players": lambda: played("payment", 3, 0, is_paying),
    "a visit with many choices": choosy_visit,
    "the end is triggered, 5 players": lambda: played("end", 5, 0, is_triggered),
    "two turns to come, 2 players": lambda: played("end", 2, 0, is_nearly_over),
    "empty hands, 3 players": empty_hands,
}

COUNTS: dict[str, list[int]] = {
    "set-up, 2 players": [4, 12, 24, 24, 1344, 73920],
    "start, 2 players": [4, 11, 116, 1123, 4200, 24576],
    "start, 5 players": [4, 11, 92, 847, 3156, 15840],
    "mulligan, 2 players": [2, 49, 2260, 103786],
    "middle, 3 players": [5, 16, 57, 211, 897, 3052, 9752, 35626],
    "middle, 4 players": [4, 9, 22, 656, 2880],
    "a chosen payment, 3 players": [12, 40, 255, 1550, 8620, 43740],
    "a visit with many choices": [4, 8, 20, 43, 81, 155, 250, 462],
    "the end is triggered, 5 players": [8, 43, 193, 1623, 10020],
    "two turns to come, 2 players": [5, 11, 52, 430, 3101, 13412],
    "empty hands, 3 players": [1, 3, 10, 15, 24, 27, 27, 37],
}
"""How many sequences of 1, 2, .. answers, decisions and chance alike, begin at each position."""


@pytest.mark.parametrize("name", POSITIONS)
def test_depth_counts_agree(name: str) -> None:
    """The numbers stand here so that both sides cannot change together unnoticed."""
    pair = POSITIONS[name]()
    expected = COUNTS[name]
    assert len(expected) >= 4
    assert depth_counts(pair.kernel, len(expected)) == expected
    assert depth_counts(pair.reference, len(expected)) == expected
