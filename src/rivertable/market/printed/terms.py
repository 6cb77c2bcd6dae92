"""A checked deck packed for the kernel."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from ...core.states import record_type
from ..kernel.state import COST_SLOT, GOODS, PICK_AMOUNTS, PICK_SIZES, PICKS, RESOURCES
from .deck import (
    CARDS,
    HAND_LIMIT,
    PAWNS_START,
    PLANKS_AT_MOST,
    SCORINGS_AT_MOST,
    START_COINS,
    Card,
    CardKind,
    Deck,
    Effect,
    Gain,
)
from .effects import Count, Deed, Power, Trigger

HOUSES = 5
"""Houses of each player (M13)."""
HOUSES_OF_FIVE = 4
"""Houses of each of five players (M27)."""
_CHANGED_BY_GAINS = frozenset({Count.GOODS, Count.KINDS})
_CHANGED_BY_EFFECTS = _CHANGED_BY_GAINS | {Count.ATTENDED, Count.HOUSES_LEFT}
"""Further deeds change more, but where there is one every order is a choice anyway."""


# Each line of these tables is a field of a record (int8), where its value comes from, and its length as an array.

_Fields = Sequence[tuple[Any, ...]]

_EFFECT_FIELDS: _Fields = (
    ("pay", lambda effect: effect.spend.fixed, RESOURCES),
    ("gain", lambda effect: effect.gain.fixed, RESOURCES),
    ("pay_choice", lambda effect: effect.spend.choice),
    ("pay_number", lambda effect: effect.spend.number),
    ("pay_cards", lambda effect: effect.spend.card),
    ("gain_choice", lambda effect: effect.gain.choice),
    ("gain_number", lambda effect: effect.gain.number),
    ("for_each", lambda effect: effect.for_each),
    ("times", lambda effect: effect.times),
    ("deed", lambda effect: effect.deed),
    ("is_free", lambda effect: effect.is_free),
    ("is_asked", lambda effect: _is_asked(effect)),  # each time is a choice of its own
)
_SCORING_FIELDS: _Fields = (
    ("points", lambda scoring: scoring.points),  # 0: no scoring
    ("lot", lambda scoring: scoring.lot, RESOURCES),
    ("has_lot", lambda scoring: any(scoring.lot)),
    ("counted", lambda scoring: scoring.of or 0),
    ("per", lambda scoring: scoring.per),
    ("limit", lambda scoring: scoring.limit),
    ("is_contest", lambda scoring: scoring.is_contest),
)
_CARD_FIELDS: _Fields = (
    ("kind", lambda card: card.kind),
    ("pace", lambda card: card.step),  # 0 is Zoom
    ("points", lambda card: card.points),
    ("stars", lambda card: card.stars),
    ("mode", lambda card: card.mode),
    ("timing", lambda card: card.timing),
    ("planks", lambda card: len(card.planks)),
    ("is_counting", lambda card: any(map(_is_counting, card.planks))),
    ("is_against", lambda card: card.is_against),
    ("is_mirror", lambda card: card.is_mirror),
    ("is_bonus_per_pawn", lambda card: card.is_bonus_per_pawn),
    ("bonus", lambda card: card.owner_bonus, RESOURCES),
    ("cost", lambda card: card.cost.fixed, RESOURCES),  # chosen Goods and cards are an effect
)
_STORE_FIELDS: _Fields = (
    ("store_points", lambda store: store.points),
    ("store_lots", lambda store: store.lots),  # 0: the card stores nothing
    ("store_lot", lambda store: store.lot.fixed, RESOURCES),
    ("store_goods", lambda store: store.lot.any),
)
_ABILITY_FIELDS: _Fields = (
    ("number", lambda ability: ability.number),
    ("group", lambda ability: ability.cards or 0),
    ("yielding", lambda ability: ability.resource or 0),  # what a YIELD gift looks for
    ("bundle", lambda ability: ability.bundle, RESOURCES),
)


def _is_asked(effect: Effect) -> bool:
    is_choosing = effect.spend.choice or effect.spend.card or effect.gain.choice
    return bool(is_choosing or (effect.times > 1 and effect.for_each in _CHANGED_BY_GAINS))


def _is_counting(effect: Effect) -> bool:
    """Return whether an effect counts what another can change, or may change what another does."""
    return effect.for_each in _CHANGED_BY_EFFECTS or effect.also is not Deed.NOTHING


def _types(*tables: _Fields) -> list[tuple[Any, ...]]:
    """Return the fields of a record of these tables as NumPy takes them."""
    return [(name, np.int8, *length) for table in tables for name, _, *length in table]


EFFECT = record_type(__name__, "EFFECT", _types(_EFFECT_FIELDS))
"""One plank, alternative or cost, as :class:`~rivertable.market.printed.deck.Effect` says."""

SCORING = record_type(__name__, "SCORING", _types(_SCORING_FIELDS))
"""Points at the end, as :class:`~rivertable.market.printed.deck.Scoring` says."""

CARD = record_type(
    __name__,
    "CARD",
    [
        *_types(_CARD_FIELDS, _STORE_FIELDS, _ABILITY_FIELDS),
        ("effect", EFFECT, PLANKS_AT_MOST + 1),  # planks or alternatives, and the cost
        ("attending", SCORING, SCORINGS_AT_MOST),
        ("scoring", SCORING, SCORINGS_AT_MOST),
    ],
)
"""One card, as :class:`~rivertable.market.printed.deck.Card` says."""

TERMS = record_type(
    __name__,
    "TERMS",
    [
        ("booths", np.int64),  # cards that can lie in the river
        ("events", np.int64),
        ("stores", np.int64),
        ("power", np.int64, len(Power)),  # Helpers by power
        ("trigger", np.int64, len(Trigger)),  # Helpers by the occasion of their gift
        ("coins", np.int16),  # at the start (M23)
        ("later_seats_coins", np.int8),
        ("later_seats_from_third", np.int8),
        ("equal_turns", np.int8),
        ("houses", np.int8),  # each seat's (M13, M27)
        ("hand", np.int8),  # the hand limit (M103)
        ("pawns_start", np.int8),  # the Starting Booth where pawns begin (M26)
        ("pick", np.int8, (PICKS, GOODS)),
        ("pick_kinds", np.int8, PICKS),
        ("pick_largest", np.int8, PICKS),
        ("pick_first", np.int16, 6),  # the first pick of each size
        ("card", CARD, CARDS),
    ],
)
"""What a game is played under: the deck and the options, an argument of every rule that needs them."""


def houses_of(players: int) -> int:
    """Return how many houses each of so many players has (R1)."""
    return HOUSES_OF_FIVE if players == 5 else HOUSES


def pack(deck: Deck, players: int) -> np.ndarray:
    """Return the terms of a deck and a number of players.

    Their shape is (1,), their dtype :data:`~rivertable.market.printed.terms.TERMS`.
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
    record.events = _mask(card.kind is CardKind.EVENT for card in deck.cards)
    record.stores = _mask(card.store is not None for card in deck.cards)
    for number in range(CARDS):
        _pack_card(record.card[number], deck.cards[number])
        ability = deck.cards[number].ability
        if ability is not None:
            record.power[ability.power] |= 1 << number
            if ability.when is not None:
                record.trigger[ability.when] |= 1 << number
    return terms


def _mask(members: Any) -> int:
    return sum(1 << number for number, is_member in enumerate(members) if is_member)


def _pack_picks(record: Any) -> None:
    first = 0
    for number, amounts in enumerate(PICK_AMOUNTS):
        record.pick[number] = amounts[:GOODS]
        record.pick_kinds[number] = sum(amount > 0 for amount in amounts)
        record.pick_largest[number] = max(amounts)
    for size in PICK_SIZES:
        record.pick_first[size] = first
        first += sum(sum(amounts) == size for amounts in PICK_AMOUNTS)
    record.pick_first[len(PICK_SIZES) + 1] = first


def _pack_card(record: Any, card: Card) -> None:
    _fill(record, _CARD_FIELDS, card)
    _pack_choice(record.effect[COST_SLOT], card.cost)
    for place, effect in enumerate(card.planks):
        _fill(record.effect[place], _EFFECT_FIELDS, effect)
    for place, scoring in enumerate(card.attending):
        _fill(record.attending[place], _SCORING_FIELDS, scoring)
    for place, scoring in enumerate(card.scorings):
        _fill(record.scoring[place], _SCORING_FIELDS, scoring)
    if card.store is not None:
        _fill(record, _STORE_FIELDS, card.store)
    if card.ability is not None:
        _fill(record, _ABILITY_FIELDS, card.ability)


def _fill(record: Any, fields: _Fields, source: object) -> None:
    for name, value_of, *_ in fields:
        record[name] = value_of(source)


def _pack_choice(record: Any, cost: Gain) -> None:
    """Pack the Goods of choice that a card costs as an effect that only takes them."""
    record.pay_choice = cost.choice
    record.pay_number = cost.number
    record.times = 1
    record.is_free = cost.number == 0
    record.is_asked = cost.number > 0
