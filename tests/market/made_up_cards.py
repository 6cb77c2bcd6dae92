"""Made-up planks and Action effects, at random, for rules that no card of the packaged deck touches."""

from dataclasses import replace
from random import Random
from typing import Any

from .made_up_decks import DEEDS
from .positions import LOOP, act, position, stop, token
from .reference import ReferenceGame
from .reference_cards import GOODS, Ability, Amounts, Effect, Payment

HELPERS = ("wood-duck", "magpie-agent", "badger-cook")
"""Those with made-up abilities."""
POWERS = ("bonus-again", "bonus-again", "bonus-too", "shared-bonus", "both", "times", "when", "when", "when")
"""Those that matter in a visit."""
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
    if rng.random() < 0.2:
        gain = random_amounts(rng, 2) if rng.random() < 0.5 else {}
        return Effect(pay=pay, gain=gain, also=rng.choice((*DEEDS, "share", "sail-on")))
    effect = Effect(pay=pay, times=1 if pay.is_free() else rng.choice((1, 1, 2, 3)))
    if rng.random() < 0.25:
        return replace(effect, gain_look=rng.choice(("any", "different")), gain_number=1)
    count = rng.choice(("goods", "kinds", "booths", "others-here", "guests")) if rng.random() < 0.1 else "one"
    return replace(effect, gain=random_amounts(rng, 3), for_each=count)


def random_ability(rng: Random, power: str) -> Ability:
    """An ability that matters in a visit."""
    if power == "when":
        when = rng.choice((*["yield"] * 3, "own-booth", "others-booth", "starting-booth"))
        resource = rng.choice(GOODS[:2]) if when == "yield" else ""
        return Ability(power, when=when, resource=resource, amounts=random_amounts(rng, 1))
    return Ability(power, rng.choice((1, 2)) if power in ("bonus-again", "times") else 0)


def once_if_chosen(effect: Effect) -> Effect:
    """The effect, once only if it gives Goods of choice."""
    return replace(effect, times=1) if effect.gain_look else effect


def random_position(rng: Random) -> ReferenceGame:
    """A game in which seat 0 can go to a made-up Booth, using a made-up Action."""
    planks = tuple(random_effect(rng) for _ in range(rng.choice((1, 2, 2, 3))))
    alternatives = tuple(random_effect(rng) for _ in range(rng.choice((1, 2))))
    if any(effect.also for effect in planks + alternatives):  # every order is listed: too many of chosen Goods
        planks, alternatives = (tuple(map(once_if_chosen, effects)) for effects in (planks, alternatives))
    changes: dict[str, dict[str, Any]] = {
        "pond-florist": {"effects": planks, "is_bonus_per_pawn": rng.random() < 0.3},
        "haggle": {"effects": alternatives, "timing": rng.choice(("either", "either", "before", "after"))},
    }
    powers = rng.sample(POWERS, 2)  # few, so that some Helpers have the same
    changes |= {helper: {"ability": random_ability(rng, rng.choice(powers))} for helper in HELPERS}
    game = position(
        upper=[*LOOP[:2], "pond-florist"],
        owners={"pond-florist": rng.choice((0, 1))},
        hands=[["haggle", "tailwind", "ice-shed"]],
        helpers=[rng.sample(HELPERS, rng.choice((0, 1, 2, 3)))],
        resources=[random_amounts(rng, 5)],
        pawns=["dressmaker", rng.choice(("pond-florist", *LOOP))],
        changes=changes,
    )
    game.table.seats[0].tokens = 1
    return game


def random_visit(rng: Random) -> ReferenceGame:
    """A game in which seat 0 has just stopped at a made-up Booth, using a made-up Action."""
    game = random_position(rng)
    act(game, *ARRIVAL)
    return game
