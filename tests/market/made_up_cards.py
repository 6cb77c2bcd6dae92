"""Made-up planks and Action effects, at random, for rules that no card of the packaged deck touches."""

from dataclasses import replace
from random import Random
from typing import Any

from .positions import LOOP, act, position, stop, token
from .reference import ReferenceGame
from .reference_cards import GOODS, Amounts, Effect, Payment

HELPERS: tuple[list[str], ...] = ([], [], ["wood-duck"], ["magpie-agent", "badger-cook"])
ARRIVAL = (token("haggle"), stop("pond-florist"))
"""The way from `random_position` to `random_visit`."""


def random_amounts(rng: Random, most: int) -> Amounts:
    """One to `most` things, few kinds of them, so that payments meet gains."""
    amounts: Amounts = {}
    for _ in range(rng.randint(1, most)):
        resource = rng.choice((*GOODS[:3], "coin"))
        amounts[resource] = amounts.get(resource, 0) + 1
    return amounts


def random_payment(rng: Random) -> Payment:
    """Nothing, named amounts, Goods of choice, cards, or a mixture."""
    kind = rng.choice(("free", "named", "named", "chosen", "card"))
    if kind == "named":
        return Payment(random_amounts(rng, 2))
    named = random_amounts(rng, 1) if rng.random() < 0.3 else {}
    if kind == "chosen":
        return Payment(named, rng.choice(("any", "matching", "different")), rng.choice((1, 2)))
    return Payment(named, cards=1) if kind == "card" else Payment()


def random_effect(rng: Random) -> Effect:
    """A plank or an alternative that a deck file could hold."""
    pay = random_payment(rng)
    effect = Effect(pay=pay, times=1 if pay.is_free() else rng.choice((1, 1, 2, 3)))
    if rng.random() < 0.25:
        return replace(effect, gain_look=rng.choice(("any", "different")), gain_number=1)
    count = rng.choice(("goods", "kinds", "booths", "others-here")) if rng.random() < 0.1 else "one"
    return replace(effect, gain=random_amounts(rng, 3), for_each=count)


def random_position(rng: Random) -> ReferenceGame:
    """A game in which seat 0 can go to a made-up Booth, using a made-up Action."""
    changes: dict[str, dict[str, Any]] = {
        "pond-florist": {"effects": tuple(random_effect(rng) for _ in range(rng.choice((1, 2, 2, 3))))},
        "haggle": {
            "effects": tuple(random_effect(rng) for _ in range(rng.choice((1, 2)))),
            "timing": rng.choice(("either", "either", "before", "after")),
        },
    }
    game = position(
        upper=[*LOOP[:2], "pond-florist"],
        owners={"pond-florist": rng.choice((0, 1))},
        hands=[["haggle", "tailwind", "ice-shed"]],
        helpers=[rng.choice(HELPERS)],
        resources=[random_amounts(rng, 5)],
        pawns=["dressmaker"],
        changes=changes,
    )
    game.table.seats[0].tokens = 1
    return game


def random_visit(rng: Random) -> ReferenceGame:
    """A game in which seat 0 has just stopped at a made-up Booth, using a made-up Action."""
    game = random_position(rng)
    act(game, *ARRIVAL)
    return game
