"""From a deck back to the plain tables of a deck file: what is hashed, stored and shown to programs."""

from __future__ import annotations

from .deck import FIELDS_OF, Card, Deck, Kind
from .effects import (
    NOTHING,
    Ability,
    Bundle,
    Choice,
    Count,
    Effect,
    Gain,
    Power,
    Resource,
    Scoring,
    Spend,
    Store,
    Timing,
    Trigger,
)
from .words import (
    CHOICE_WORDS,
    COUNT_WORDS,
    GROUP_WORDS,
    KIND_WORDS,
    MODE_WORDS,
    POWER_WORDS,
    RESOURCE_WORDS,
    TIMING_WORDS,
    TRIGGER_WORDS,
)

Table = dict[str, object]


def bundle_data(bundle: Bundle) -> Table:
    """Return the amounts of a bundle by resource, leaving out what is zero."""
    return {RESOURCE_WORDS[Resource(place)]: amount for place, amount in enumerate(bundle) if amount}


def spend_data(spend: Spend) -> Table:
    """Return the table of a payment."""
    table = bundle_data(spend.fixed)
    if spend.choice is not Choice.NONE:
        table[CHOICE_WORDS[spend.choice]] = spend.number
    if spend.cards:
        table["card"] = spend.cards
    return table


def gain_data(gain: Gain) -> Table:
    """Return the table of a gain, its ``for_each`` left out."""
    table = bundle_data(gain.fixed)
    if gain.choice is not Choice.NONE:
        table[CHOICE_WORDS[gain.choice]] = gain.number
    return table


def effect_data(effect: Effect) -> Table:
    """Return the table of a plank or of an Action's alternative."""
    table: Table = {}
    if effect.is_attending:
        table["attend"] = True
    if not effect.spend.is_nothing:
        table["spend"] = spend_data(effect.spend)
    if not effect.gain.is_nothing:
        table["gain"] = gain_data(effect.gain)
    if effect.gain.for_each is not Count.ONE:
        table["for_each"] = COUNT_WORDS[effect.gain.for_each]
    if effect.times != 1:
        table["times"] = effect.times
    return table


def scoring_data(scoring: Scoring) -> Table:
    """Return the table of one way of scoring."""
    table: Table = {"points": scoring.points}
    if scoring.lot != NOTHING:
        table["lot"] = bundle_data(scoring.lot)
    else:
        table["of"] = COUNT_WORDS[scoring.count]
        if scoring.per != 1:
            table["per"] = scoring.per
    if scoring.limit:
        table["limit"] = scoring.limit
    return table


def store_data(store: Store) -> Table:
    """Return the table of what a card stores."""
    lot = {CHOICE_WORDS[Choice.ANY]: store.any_goods} if store.any_goods else bundle_data(store.lot)
    return {"points": store.points, "lot": lot, "lots": store.lots}


def ability_data(ability: Ability) -> Table:
    """Return the table of a Helper's ability: the power and only what that power uses."""
    table: Table = {"power": POWER_WORDS[ability.power]}
    if ability.power in (Power.REACH, Power.BACK, Power.HAND, Power.TIMES, Power.BONUS_AGAIN):
        table["number"] = ability.number
    if ability.power in (Power.ZOOM, Power.DISCOUNT):
        table["cards"] = GROUP_WORDS[ability.group]
    if ability.power is Power.DISCOUNT:
        table["less"] = bundle_data(ability.bundle)
    if ability.power is Power.WHEN:
        table["when"] = TRIGGER_WORDS[ability.trigger]
        if ability.trigger is Trigger.YIELD:
            table["resource"] = RESOURCE_WORDS[ability.resource]
        table["gain"] = bundle_data(ability.bundle)
    return table


def card_data(card: Card) -> Table:
    """Return the table of a card; the marks of what is printed or invented are left out."""
    step: object = "zoom" if card.is_zoom else card.step
    planks: list[object] = [effect_data(plank) for plank in card.planks]
    values: Table = {
        "name": card.name,
        "kind": KIND_WORDS[card.kind],
        "step": step,
        "cost": spend_data(card.cost),
        "points": card.points,
        "owner_bonus": bundle_data(card.owner_bonus),
        "planks": MODE_WORDS[card.mode] if len(planks) > 1 else None,
        "plank": planks,
        "effect": planks,
        "timing": None if card.timing is Timing.EITHER else TIMING_WORDS[card.timing],
        "stars": card.stars,
        "attending": [scoring_data(scoring) for scoring in card.attending],
        "score": [scoring_data(scoring) for scoring in card.scorings] or None,
        "store": store_data(card.store) if card.store else None,
        "ability": ability_data(card.ability) if card.ability else None,
    }
    table: Table = {"id": card.id}
    table.update({name: values[name] for name in FIELDS_OF[card.kind] if values[name] is not None})
    return table


def deck_data(deck: Deck) -> Table:
    """Return the tables of a deck, such as :func:`~rivertable.market.printed.cards.read_checked` reads again."""
    return {"deck": {"name": deck.name}, "card": [card_data(card) for card in deck.cards]}


def kind_counts(deck: Deck) -> dict[str, int]:
    """Return how many cards of each kind the deck has, by the kind's word."""
    return {KIND_WORDS[kind]: len(deck.of_kind(kind)) for kind in Kind}
