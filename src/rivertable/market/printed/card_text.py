"""Cards in words: amounts, effects, abilities and scorings, long for sentences and short for pictures."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.words.wording import in_words
from ..moves.notation import RESOURCE_LETTERS
from .deck import Card, Kind, Source
from .effects import (
    NOTHING,
    Ability,
    Choice,
    Count,
    Effect,
    Gain,
    Group,
    Mode,
    Power,
    Resource,
    Scoring,
    Spend,
    Store,
    Timing,
    Trigger,
)

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
_SINGULAR = ("Veggie", "Fish", "Cloth", "Tool", "Lily", "Coin")
_PLURAL = ("Veggies", "Fish", "Cloth", "Tools", "Lilies", "Coins")
_CHOICE = {Choice.ANY: "any", Choice.MATCHING: "same", Choice.DIFFERENT: "different"}
_COUNT = {
    Count.ONE: "",
    Count.GOODS: "Good you have",
    Count.KINDS: "different Good you have",
    Count.BOOTHS: "Booth you own",
    Count.EVENTS: "Event you own",
    Count.HELPERS: "Helper you hired",
    Count.ATTENDED: "Event you attend",
    Count.HOUSES_LEFT: "house on your mat",
    Count.OTHERS_HERE: "other pawn here",
    Count.RIVER: "Booth in the river",
}
_GROUP = {
    Group.ALL: "cards",
    Group.BOOTHS: "Booths",
    Group.EVENTS: "Events",
    Group.HELPERS: "Helpers",
    Group.ACTIONS: "Actions",
}
_TRIGGER = {
    Trigger.OWN_BOOTH: "you activate a Booth of your own",
    Trigger.OTHERS_BOOTH: "you activate another player's Booth",
    Trigger.STARTING_BOOTH: "you activate a Starting Booth",
    Trigger.VISITED: "another player activates a Booth of yours",
    Trigger.ATTEND: "you place a house in a star space",
    Trigger.BUILD: "you build a Booth",
    Trigger.HIRE: "you hire another Helper",
    Trigger.ACTION: "you move with an Action",
    Trigger.ZOOM: "you move with a Zoom",
    Trigger.STROLL: "you move one step exactly",
    Trigger.MEETING: "you stop where another pawn is",
}
KIND_NAMES = {
    Kind.STARTING: "Starting Booth",
    Kind.BOOTH: "Booth",
    Kind.EVENT: "Event",
    Kind.HELPER: "Helper",
    Kind.ACTION: "Action",
}


def number_word(number: int) -> str:
    """Say a small number as a word."""
    return NUMBERS[number] if number < len(NUMBERS) else str(number)


def resource_word(resource: int, number: int = 1) -> str:
    """Say a resource, one or several of it."""
    return (_SINGULAR if number == 1 else _PLURAL)[resource]


def amounts_text(amounts: Sequence[int]) -> str:
    """Say amounts of resources: "two Veggies and one Coin", "nothing" for none."""
    return in_words(f"{number_word(n)} {resource_word(k, n)}" for k, n in enumerate(amounts) if n) or "nothing"


def amounts_short(amounts: Sequence[int]) -> str:
    """Write amounts for a picture: ``2v+f``, and nothing for none."""
    return "+".join(f"{n if n > 1 else ''}{letter}" for letter, n in zip(RESOURCE_LETTERS, amounts, strict=True) if n)


def _bundle_short(bundle: Spend | Gain) -> str:
    parts = [amounts_short(bundle.fixed)]
    if bundle.choice is not Choice.NONE:
        parts.append(f"{bundle.number} {_CHOICE[bundle.choice]}")
    if isinstance(bundle, Spend) and bundle.cards:
        parts.append("a card" if bundle.cards == 1 else f"{bundle.cards} cards")
    return "+".join(filter(None, parts))


def effect_short(effect: Effect) -> str:
    """Write an effect for a picture: ``v->3t``, ``2 same->$ up to 2x``, ``house``."""
    parts = ["house"] if effect.is_attending else []
    gained = _bundle_short(effect.gain)
    if effect.gain.for_each is not Count.ONE:
        gained += f" for each {_COUNT[effect.gain.for_each]}"
    if not effect.spend.is_nothing:
        parts.append(f"{_bundle_short(effect.spend)}->{gained}")
    elif gained:
        parts.append(gained if effect.is_attending else f"get {gained}")
    return " ".join(parts) + (f" up to {effect.times}x" if effect.times > 1 else "")


def planks_short(card: Card) -> str:
    """Write all effects of a card for a picture."""
    effects = [f"({number}) {effect_short(effect)}" for number, effect in enumerate(card.planks, 1)]
    if len(effects) < 2:
        return effects[0].removeprefix("(1) ") if effects else ""
    is_choice = card.kind is Kind.ACTION or card.mode is Mode.CHOOSE
    return " or ".join(effects) if is_choice else ", ".join(effects)


def cost_short(card: Card) -> str:
    """Write what a card costs for a picture."""
    return _bundle_short(card.cost) or "nothing"


def step_short(card: Card) -> str:
    """Write a Step value for a picture."""
    return "Zoom" if card.is_zoom else f"step {card.step}"


def scoring_text(scoring: Scoring) -> str:
    """Say one way of scoring."""
    if scoring.lot != NOTHING:
        measure = f" for every {amounts_text(scoring.lot)}"
    elif scoring.count is Count.ONE:
        measure = ""
    else:
        number = "every" if scoring.per == 1 else f"every {number_word(scoring.per)} of:"
        measure = f" for {number} {_COUNT[scoring.count]}"
    limit = f", {scoring.limit} at most" if scoring.limit else ""
    return f"{scoring.points} point{'s' * (scoring.points != 1)}{measure}{limit}"


def store_text(store: Store) -> str:
    """Say what a card stores."""
    lot = f"{number_word(store.any_goods)} Goods" if store.any_goods else amounts_text(store.lot)
    return f"stores {lot} for {store.points} point{'s' * (store.points != 1)}, up to {store.lots} times"


def ability_text(ability: Ability) -> str:
    """Say a Helper's ability."""
    number, cards = ability.number, _GROUP[ability.group]
    if ability.power is Power.WHEN:
        if ability.trigger is Trigger.YIELD:
            occasion = f"planks give you at least one {resource_word(Resource(ability.resource))}"
        else:
            occasion = _TRIGGER[ability.trigger]
        return f"gain {amounts_text(ability.bundle)} when {occasion}"
    again = "once" if number == 1 else f"{number} times"
    return {
        Power.REACH: f"cards step {number} further",
        Power.BACK: f"moves by a number may go up to {number} against the current instead",
        Power.ZOOM: f"{cards} are Zooms when you move with them",
        Power.DISCOUNT: f"{cards} cost {amounts_text(ability.bundle)} less",
        Power.HAND: f"your hand limit is {number} higher",
        Power.TIMES: f"what a Booth lets you do several times you may do {again} more",
        Power.BOTH: "where one plank is to be chosen you may do each",
        Power.BONUS_AGAIN: f"Owner bonuses come to you {again} more",
        Power.SHARED_BONUS: "activating another player's Booth you gain its Owner bonus too",
    }[ability.power]


def mark(card: Card, *names: str) -> str:
    """Return the sign ``*`` if one of the card's fields was invented by this project, which nobody printed."""
    return "*" * any(card.sources.get(name) is Source.INVENTED for name in names)


def timing_text(card: Card) -> str:
    """Say when an Action's effect may be done."""
    return {Timing.EITHER: "before or after", Timing.BEFORE: "before", Timing.AFTER: "after"}[card.timing]


def worth_text(card: Card) -> str:
    """Say all that a card scores, stores and does for its owner, without its planks."""
    parts = [f"{card.points}{mark(card, 'points')} points"] if card.kind not in (Kind.STARTING, Kind.ACTION) else []
    parts += [scoring_text(scoring) + mark(card, "score") for scoring in card.scorings]
    if card.store:
        parts.append(store_text(card.store) + mark(card, "store"))
    if card.ability:
        parts.append(ability_text(card.ability) + mark(card, "ability"))
    if card.owner_bonus != NOTHING:
        parts.append(f"Owner bonus {amounts_short(card.owner_bonus)}{mark(card, 'owner_bonus')}")
    if card.attending:
        whoever = " and ".join(map(scoring_text, card.attending))
        parts.append(f"attending scores {whoever}{mark(card, 'attending')}")
    return "; ".join(parts)
