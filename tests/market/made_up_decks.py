"""Whole decks of awkward cards, at random: the tables of a deck file, read by either side in its own way.

Nothing in them is meant to be played for fun. Each effect mixes what the format can mix: named resources, Goods of
choice and cards in one payment, choices and counts in gains, many times, every power and every occasion.
"""

from random import Random
from typing import Any

from .reference_cards import GOODS, LOOKS, RESOURCES, Amounts

Table = dict[str, Any]

COUNTS = (
    *("one", "goods", "kinds", "booths", "events", "helpers", "attended"),
    *("houses-left", "others-here", "river", "guests"),
)
OCCASIONS = (
    *("own-booth", "others-booth", "starting-booth", "visited", "attend", "build", "hire"),
    *("action", "zoom", "stroll", "meeting", "yield", "passed"),
)
GROUPS = ("all", "booths", "events", "helpers", "actions")
POWERS = (
    *("reach", "back", "zoom", "discount", "hand", "times", "both"),
    *("bonus-again", "shared-bonus", "bonus-too"),
)
DEEDS = ("draw", "take-back", "call", "collect", "share", "sail-on")
STORES_AT_MOST = 6  # the reference tries every way to store


def amounts(rng: Random, most: int) -> Amounts:
    """One to `most` resources."""
    found: Amounts = {}
    for _ in range(rng.randint(1, most)):
        resource = rng.choice(RESOURCES)
        found[resource] = found.get(resource, 0) + 1
    return found


def choice(rng: Random) -> Amounts:
    """Goods of choice."""
    return {rng.choice(LOOKS): rng.choice((1, 1, 2, 2, 3, 4))}


def payment(rng: Random, *, has_cards: bool) -> Amounts:
    """Named resources, Goods of choice, cards, or a mixture."""
    found: Amounts = {}
    if rng.random() < 0.6:
        found |= amounts(rng, 2)
    if rng.random() < 0.35:
        found |= choice(rng)
    if has_cards and rng.random() < 0.25:
        found["card"] = rng.choice((1, 1, 2, 3))
    return found


def effect(rng: Random, *, is_attending: bool = False) -> Table:
    """A plank or an alternative."""
    table: Table = {}
    also = "" if is_attending or rng.random() < 0.75 else rng.choice(DEEDS)
    if rng.random() < 0.65 and (spend := payment(rng, has_cards=True)):
        table["spend"] = spend
        if not is_attending and not also:
            table["times"] = rng.choice((1, 1, 1, 2, 3, 8))
    if is_attending:
        table["attend"] = True
    if also:
        table["also"] = also
    if (is_attending or also) and rng.random() < 0.5:
        return table
    draw = rng.random()
    if draw < 0.25:
        table["gain"] = choice(rng)
        if rng.random() < 0.5:
            table["gain"] |= amounts(rng, 1)
    elif draw < 0.45:
        table["for_each"] = rng.choice(COUNTS)
        # Goods for each Good would double without end.
        table["gain"] = {"coin": 1} if table["for_each"] in ("goods", "river") else amounts(rng, 2)
    else:
        table["gain"] = amounts(rng, 3)
    return table


def scorings(rng: Random, *, has_contests: bool = False) -> list[Table]:
    """One or two ways of scoring."""
    found: list[Table] = []
    for _ in range(rng.choice((1, 1, 2))):
        table: Table = {"points": rng.randint(1, 5)}
        if rng.random() < 0.5:
            table["lot"] = amounts(rng, 3)
        else:
            table |= {"of": rng.choice(COUNTS), "per": rng.randint(1, 3)}
        if has_contests and rng.random() < 0.4:
            table["contest"] = True
        elif rng.random() < 0.4:
            table["limit"] = rng.randint(1, 8)
        found.append(table)
    return found


def ability(rng: Random, word: str) -> Table:
    """A Helper's power with what it needs, or what an occasion gives."""
    if word in OCCASIONS:
        table: Table = {"power": "when", "when": word, "gain": amounts(rng, 2)}
        return table | ({"resource": rng.choice(RESOURCES)} if word == "yield" else {})
    table = {"power": word}
    if word in ("reach", "back", "hand", "times", "bonus-again"):
        table["number"] = rng.choice((1, 1, 2, 3, 9))
    if word in ("zoom", "discount"):
        table["cards"] = rng.choice(GROUPS)
    if word == "discount":
        table["less"] = amounts(rng, 3)
    return table


def store(rng: Random) -> Table:
    """What may be stored."""
    is_any = rng.random() < 0.3
    lot = {"any": rng.choice((2, 3))} if is_any else amounts(rng, 3)
    return {"points": rng.randint(1, 4), "lot": lot, "lots": rng.choice((1, 2) if is_any else (1, 3, 20))}


def card(rng: Random, number: int, kind: str) -> Table:
    """One card of that kind."""
    table: Table = {"id": f"card-{number}", "name": f"Card {number}", "kind": kind}
    if kind != "starting":
        table["step"] = rng.choice((1, 1, 2, 3, 4, 5, 9, "zoom"))
        if table["step"] != "zoom" and rng.random() < 0.25:
            table["against"] = True
    if kind in ("booth", "event", "helper"):
        cost = payment(rng, has_cards=False) if rng.random() < 0.6 else {}
        table |= {"cost": cost, "points": rng.randint(0, 6)}
        if rng.random() < 0.3:
            table["score"] = scorings(rng)
    if kind in ("booth", "event") and rng.random() < 0.7:
        table["owner_bonus"] = amounts(rng, 2)
        if rng.random() < 0.4:
            table["bonus_per_pawn"] = True
    if kind == "booth" and rng.random() < 0.2:
        table["mirror"] = True
    elif kind in ("starting", "booth", "event"):
        planks = [effect(rng) for _ in range(rng.choice((0, 1, 2, 3) if kind == "event" else (1, 2, 3, 4)))]
        if kind == "event":
            planks.insert(rng.randint(0, len(planks)), effect(rng, is_attending=True))
            table |= {"stars": rng.randint(1, 5), "attending": scorings(rng, has_contests=True)}
        table["plank"] = planks
        if len(planks) > 1:
            table["planks"] = rng.choice(("all", "all", "choose"))
    if kind == "action":
        table["effect"] = [effect(rng) for _ in range(rng.choice((1, 1, 2, 4)))]
        if rng.random() < 0.5:
            table["timing"] = rng.choice(("before", "after"))
    return table


def random_deck(rng: Random) -> Table:
    """The tables of a deck file without fault: four Starting Booths, and 56 cards in any order."""
    kinds = ["booth"] * 20 + ["event"] * 12 + ["helper"] * 14 + ["action"] * 10
    rng.shuffle(kinds)
    cards = [card(rng, number, kind) for number, kind in enumerate(["starting"] * 4 + kinds)]
    pawns_start, source = rng.sample(cards[:4], 2)
    pawns_start["id"] = "swap-meet"
    # Everything can be had, so that every payment is possible at some time.
    source["plank"] = [{"gain": dict.fromkeys(GOODS, 1)}, {"spend": {"any": 1}, "gain": {"coin": 1}, "times": 2}]
    source["planks"] = rng.choice(("all", "choose"))
    helpers = [table for table in cards if table["kind"] == "helper"]
    for table, word in zip(helpers, rng.sample(2 * [*POWERS, *OCCASIONS], len(helpers)), strict=True):
        table["ability"] = ability(rng, word)
    owned = [table for table in cards if table["kind"] in ("booth", "event", "helper")]
    for table in rng.sample(owned, STORES_AT_MOST):
        table["store"] = store(rng)
    return {"deck": {"name": "awkward"}, "card": cards}
