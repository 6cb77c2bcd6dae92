"""A checked deck packed for the kernel."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Any

import numpy as np

from ..kernel.state import COST_SLOT, GOODS, TERMS
from .deck import CARDS, PAWNS_START, Card, Deck, Kind
from .effects import NOTHING, Count, Effect, Power, Scoring
from .faults import HAND_LIMIT, START_COINS

HOUSES = 5
"""Houses of each player (M13)."""
HOUSES_OF_FIVE = 4
"""Houses of each of five players (M27)."""
PICK_SIZES = (1, 2, 3, 4)

_CHANGED_BY_GAINS = frozenset({Count.GOODS, Count.KINDS})
_CHANGED_BY_EFFECTS = _CHANGED_BY_GAINS | {Count.ATTENDED, Count.HOUSES_LEFT}


def picks() -> list[tuple[int, ...]]:
    """Return all multisets of one to four Goods in the order of their numbers, each as amounts by Good."""
    return [
        tuple(chosen.count(good) for good in range(GOODS))
        for size in PICK_SIZES
        for chosen in combinations_with_replacement(range(GOODS), size)
    ]


def houses_of(players: int) -> int:
    """Return how many houses each of so many players has (R1)."""
    return HOUSES_OF_FIVE if players == 5 else HOUSES


def pack(deck: Deck, players: int) -> np.ndarray:
    """Return the terms of a deck and a number of players.

    Their shape is (1,), their dtype :data:`~rivertable.market.kernel.state.TERMS`.
    """
    return _packed(deck, players).copy()


@lru_cache(maxsize=32)
def _packed(deck: Deck, players: int) -> np.ndarray:
    terms = np.zeros(1, dtype=TERMS)
    record = terms[0]
    record.coins = START_COINS
    record.houses = houses_of(players)
    record.hand = HAND_LIMIT
    record.pawns_start = deck.number_of[PAWNS_START]
    _pack_picks(record)
    record.booths = _mask(card.is_booth for card in deck.cards)
    record.events = _mask(card.kind is Kind.EVENT for card in deck.cards)
    record.stores = _mask(card.store is not None for card in deck.cards)
    for number in range(CARDS):
        _pack_card(record.card[number], deck.cards[number])
        ability = deck.cards[number].ability
        if ability is not None:
            record.power[ability.power] |= 1 << number
            if ability.power is Power.WHEN:
                record.trigger[ability.trigger] |= 1 << number
    return terms


def _mask(members: Any) -> int:
    return sum(1 << number for number, is_member in enumerate(members) if is_member)


def _pack_picks(record: Any) -> None:
    first = 0
    for number, amounts in enumerate(picks()):
        record.pick[number] = amounts
        record.pick_kinds[number] = sum(amount > 0 for amount in amounts)
        record.pick_largest[number] = max(amounts)
    for size in PICK_SIZES:
        record.pick_first[size] = first
        first += sum(sum(amounts) == size for amounts in picks())
    record.pick_first[len(PICK_SIZES) + 1] = first


def _pack_card(record: Any, card: Card) -> None:
    record.kind = card.kind
    record.pace = card.step
    record.points = card.points
    record.stars = card.stars
    record.mode = card.mode
    record.timing = card.timing
    record.planks = len(card.planks)
    record.is_counting = any(effect.gain.for_each in _CHANGED_BY_EFFECTS for effect in card.planks)
    record.bonus = card.owner_bonus
    for place, effect in enumerate(card.planks):
        _pack_effect(record.effect[place], effect)
    record.cost = card.cost.fixed
    _pack_effect(record.effect[COST_SLOT], Effect(spend=replace(card.cost, fixed=NOTHING)))
    for place, scoring in enumerate(card.attending):
        _pack_scoring(record.attending[place], scoring)
    for place, scoring in enumerate(card.scorings):
        _pack_scoring(record.scoring[place], scoring)
    if card.store is not None:
        record.store_points = card.store.points
        record.store_lots = card.store.lots
        record.store_lot = card.store.lot
        record.store_goods = card.store.any_goods
    if card.ability is not None:
        record.number = card.ability.number
        record.group = card.ability.group
        record.yielding = card.ability.resource
        record.bundle = card.ability.bundle


def _pack_effect(record: Any, effect: Effect) -> None:
    spend, gain = effect.spend, effect.gain
    record.pay = spend.fixed
    record.pay_choice = spend.choice
    record.pay_number = spend.number
    record.pay_cards = spend.cards
    record.gain = gain.fixed
    record.gain_choice = gain.choice
    record.gain_number = gain.number
    record.for_each = gain.for_each
    record.times = 1 if effect.is_attending else effect.times
    record.is_attending = effect.is_attending
    record.is_free = effect.is_free
    record.is_asked = bool(
        spend.choice or spend.cards or gain.choice or (effect.times > 1 and gain.for_each in _CHANGED_BY_GAINS)
    )


def _pack_scoring(record: Any, scoring: Scoring) -> None:
    record.points = scoring.points
    record.lot = scoring.lot
    record.has_lot = any(scoring.lot)
    record.counted = scoring.count
    record.per = scoring.per
    record.limit = scoring.limit
