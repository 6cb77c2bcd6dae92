"""Faults of a deck as a whole: how many cards, which ids, what nobody could ever pay."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from .deck import DECK_CARDS, PAWNS_START, STARTING_BOOTHS, STORES_AT_MOST, Card, Deck, Kind
from .effects import GOODS, Bundle, Choice, Effect, Power, Resource, Spend
from .words import RESOURCE_WORDS

START_COINS = 4
"""Coins with which every player begins (M23)."""
HAND_LIMIT = 4
"""Cards in a hand (M103)."""


def deck_faults(deck: Deck) -> list[str]:
    """Return one sentence for each fault of a deck whose cards are read without fault."""
    return [*_count_faults(deck), *_name_faults(deck), *_payment_faults(deck)]


def _count_faults(deck: Deck) -> list[str]:
    faults = []
    starting = len(deck.of_kind(Kind.STARTING))
    others = len(deck.cards) - starting
    if starting != STARTING_BOOTHS:
        faults.append(f"The deck has {starting} Starting Booths; it needs {STARTING_BOOTHS}.")
    if others != DECK_CARDS:
        faults.append(f"The deck has {others} cards besides the Starting Booths; it needs {DECK_CARDS}.")
    if not any(card.kind in (Kind.BOOTH, Kind.EVENT) for card in deck.cards):
        faults.append("The deck has no Booth to build, so no game of it would ever end.")
    stores = sum(card.store is not None for card in deck.cards)
    if stores > STORES_AT_MOST:
        faults.append(f"The deck has {stores} cards that store; {STORES_AT_MOST} are possible.")
    return faults


def _name_faults(deck: Deck) -> list[str]:
    faults = []
    for what, words in (
        ("id", [card.id for card in deck.cards]),
        ("name", [card.name for card in deck.cards]),
    ):
        repeated = [word for word, number in Counter(words).items() if number > 1]
        faults += [f"The {what} “{word}” is used by more than one card." for word in repeated]
    if not any(card.id == PAWNS_START and card.kind is Kind.STARTING for card in deck.cards):
        faults.append(f"No Starting Booth has the id “{PAWNS_START}”, where all pawns begin.")
    for card in deck.of_kind(Kind.STARTING):
        if card.scorings or card.store:
            faults.append(f"{card.name}: a Starting Booth has no owner, so it cannot score or store for one.")
    return faults


@dataclass
class Obtainable:
    """What players could ever come to have: Coins they begin with, and all that gives something and is payable."""

    hand: int = HAND_LIMIT
    resources: set[Resource] = field(default_factory=set)
    gives_coins: bool = False

    def take(self, bundle: Bundle) -> None:
        """Add the resources of a bundle that can be gained."""
        self.resources |= {Resource(place) for place, amount in enumerate(bundle) if amount}
        self.gives_coins |= bundle[Resource.COIN] > 0

    def lacking(self, spend: Spend) -> str:
        """Return the reason why a payment is impossible for ever, or nothing."""
        for resource in Resource:
            amount = spend.fixed[resource]
            if amount and not self._has(resource, amount):
                return f"nothing gives {RESOURCE_WORDS[resource]}"
        if spend.cards >= self.hand:
            return f"a hand has at most {self.hand - 1} cards besides the one that is used"
        goods = len(self.resources & set(GOODS))
        if spend.choice is Choice.DIFFERENT and goods < spend.number:
            return f"nothing gives {spend.number} different Goods"
        if spend.choice is not Choice.NONE and goods == 0:
            return "nothing gives any Goods"
        return ""

    def _has(self, resource: Resource, amount: int) -> bool:
        if resource is Resource.COIN and amount <= START_COINS:
            return True
        return self.gives_coins if resource is Resource.COIN else resource in self.resources


def obtainable(deck: Deck) -> Obtainable:
    """Work out what could ever be had with a deck, step by step until nothing is added."""
    found = Obtainable(HAND_LIMIT + sum(_more_hand(card) for card in deck.cards))
    size = -1
    while size != len(found.resources) + found.gives_coins:
        size = len(found.resources) + found.gives_coins
        for card in deck.cards:
            if not found.lacking(card.cost):
                _take_card(card, found)
    return found


def _more_hand(card: Card) -> int:
    return card.ability.number if card.ability and card.ability.power is Power.HAND else 0


def _take_card(card: Card, found: Obtainable) -> None:
    found.take(card.owner_bonus)
    if card.ability and card.ability.power is Power.WHEN:
        found.take(card.ability.bundle)
    for effect in card.planks:
        if not found.lacking(effect.spend):
            found.take(_gained(effect))


def _gained(effect: Effect) -> Bundle:
    if effect.gain.choice is Choice.NONE:
        return effect.gain.fixed
    return (1, 1, 1, 1, 1, effect.gain.fixed[Resource.COIN])


def _payment_faults(deck: Deck) -> list[str]:
    found = obtainable(deck)
    faults = []
    for card in deck.cards:
        lacking = found.lacking(card.cost)
        if lacking:
            faults.append(f"{card.name}: nobody could ever pay its cost, for {lacking}.")
        for place, effect in enumerate(card.planks, start=1):
            lacking = found.lacking(effect.spend)
            if lacking:
                noun = "effect" if card.kind is Kind.ACTION else "plank"
                faults.append(f"{card.name}: nobody could ever pay {noun} {place}, for {lacking}.")
    return faults
