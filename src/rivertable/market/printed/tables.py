"""Decks from and to the tables of a deck file, and the faults of such a file. Each fault becomes one sentence."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from pydantic import TypeAdapter, ValidationError

from .deck import (
    DECK_CARDS,
    FIELDS_OF,
    HAND_LIMIT,
    PAWNS_START,
    START_COINS,
    STARTING_BOOTHS,
    STORES_AT_MOST,
    ZOOM,
    Card,
    CardKind,
    Deck,
    DeckError,
    Effect,
    Gain,
    Source,
    Spend,
)
from .effects import GOODS, Bundle, Choice, Power, Resource

Table = Mapping[str, Any]

_OPTIONAL = frozenset(
    {"name", "kind", "score", "store", "owner_bonus", "planks", "timing", "against", "mirror", "bonus_per_pawn"}
)
"""Fields that a card may lack, or whose lack is told otherwise."""
_WRITTEN_ALWAYS = {"step": "zoom", "cost": {}, "points": 0, "owner_bonus": {}}
_NEEDED = {"id": "an “id” of small letters, digits and hyphens", "name": "a “name”"}


@cache
def _cards() -> TypeAdapter[Card]:
    return TypeAdapter(Card)


def read_deck(data: Table) -> Deck:
    """Read a deck from the tables of a deck file, as :func:`deck_data` gives them.

    Raises:
        DeckError: the deck has faults.
    """
    faults = [f"The deck: {sentence}" for sentence in _head_faults(data)]
    tables = data["card"] if isinstance(data.get("card"), list) else []
    cards = [card for place, table in enumerate(tables, start=1) if (card := _read_card(table, place, faults))]
    cards.sort(key=lambda card: card.kind is not CardKind.STARTING)
    deck = Deck("" if faults else data["deck"]["name"], tuple(cards))
    faults = faults or _deck_faults(deck)
    if faults:
        raise DeckError(f"The deck has {len(faults)} fault{'s' * (len(faults) > 1)}.", faults=tuple(faults))
    return deck


def _head_faults(data: Table) -> list[str]:
    head = data.get("deck", {})
    faults = [
        f"the file has the unknown key “{key}”; known are “deck”, “card”."
        for key in data
        if key not in ("deck", "card")
    ]
    if not isinstance(data.get("card", []), list):
        faults.append("“card” has to be a list of tables.")
    if not isinstance(head, Mapping):
        return [*faults, "“deck” has to be a table."]
    faults += [f"“deck” has the unknown key “{key}”; known are “name”." for key in head if key != "name"]
    if not isinstance(head.get("name"), str) or not head["name"].strip():
        faults.append("“deck” needs a “name”.")
    return faults


def _read_card(table: object, place: int, faults: list[str]) -> Card | None:
    """Read the table of one card, the ``place``-th of the file (from 1); None where it has faults."""
    if not isinstance(table, Mapping):
        faults.append(f"Card {place}: it has to be a table.")
        return None
    kind = CardKind.by_word().get(table["kind"]) if isinstance(table.get("kind"), str) else None
    found = [] if kind is None else _key_faults(table, kind)
    hidden = () if kind is CardKind.EVENT else ("attend",)
    given = {"plank" if key == "effect" else key: value for key, value in table.items()}
    card = None
    try:
        card = _cards().validate_python(given, context=hidden)
    except ValidationError as error:
        found += [_sentence(fault, table) for fault in error.errors(include_url=False)]
    if card is not None:
        found += _word_faults(card)
    name = table.get("name")
    where = name if isinstance(name, str) and name.strip() else f"Card {place}"
    faults += [f"{where}: {sentence}" for sentence in found]
    return None if card is None or found else replace(card, sources=_sources(table, card.kind))


def _word_faults(card: Card) -> list[str]:
    """Return what is wrong with words of a card that do not go together."""
    rules = {
        "an Event needs exactly one plank with “attend”.": card.kind is CardKind.EVENT
        and sum(plank.is_attending for plank in card.planks) != 1,
        "“against” needs a number as “step”: a Zoom goes anywhere.": card.is_against and card.step == ZOOM,
        "“bonus_per_pawn” needs an “owner_bonus”.": card.is_bonus_per_pawn and not any(card.owner_bonus),
        "“contest” can stand in “attending” only.": any(scoring.is_contest for scoring in card.scorings),
        "with “mirror” a Booth has no “plank” of its own.": card.is_mirror and bool(card.planks),
    }
    return [fault for fault, is_wrong in rules.items() if is_wrong]


def _key_faults(table: Table, kind: CardKind) -> list[str]:
    """Return what is wrong with the keys of a card of a kind."""
    fields, marks = FIELDS_OF[kind], [source.value for source in Source]
    faults = []
    for key in table:
        if key not in (*fields, *marks, "id"):
            is_known = any(key in names for names in FIELDS_OF.values())
            faults.append(f"the kind “{kind.word}” has no “{key}”." if is_known else f"it has the unknown key “{key}”.")
    for key in fields:
        if key not in table and key not in _OPTIONAL and not (key == "plank" and table.get("mirror") is True):
            faults.append("it has no plank." if key == "plank" else f"it lacks “{key}”.")
    if "plank" in table and "plank" in fields:
        is_several = isinstance(table["plank"], list) and len(table["plank"]) > 1
        if "planks" in table and not is_several:
            faults.append("“planks” says all or choose, but there is one plank only.")
        if "planks" not in table and is_several:
            faults.append("it has several planks and needs “planks”, which is “all” or “choose”.")
    return faults + _mark_faults(table, fields)


def _mark_faults(table: Table, fields: tuple[str, ...]) -> list[str]:
    """Return what is wrong with what a card says about where its fields come from."""
    faults, marked = [], set()
    for word in (source.value for source in Source):
        names = table.get(word, [])
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            faults.append(f"“{word}” has to be a list of the card's keys.")
            continue
        for name in names:
            if name not in fields or name not in table:
                faults.append(f"“{word}” names “{name}”, which the card does not have.")
            elif name in marked:
                faults.append(f"“{name}” is marked twice.")
            marked.add(name)
    return faults


def _sources(table: Table, kind: CardKind) -> dict[str, Source]:
    sources = {name: source for source in Source for name in table.get(source.value, [])}
    return {name: sources.get(name, Source.INVENTED) for name in FIELDS_OF[kind] if name in table}


def _sentence(fault: Any, table: Table) -> str:
    """Return what pydantic found in the table of a card as a sentence."""
    path, kind = fault["loc"], fault["type"]
    if path[-1:] in (("id",), ("name",)):
        return f"it needs {_NEEDED[path[-1]]}."
    if kind == "missing":
        return f"{_place(path[:-1], table) or 'it'} lacks “{path[-1]}”."
    shown = f"“{fault['input']}”" if isinstance(fault["input"], str) else str(fault["input"])
    place = _place(path[:-1] if kind == "fault-around" else path, table)
    return f"{place} {fault['msg']}{f', not {shown}' if kind == 'wrong-value' else ''}."


def _place(path: tuple[str | int, ...], table: Table) -> str:
    """Name a place in the table of a card: “coin” of “spend” of plank 2."""
    words = [f"“{part}”" for part in path if isinstance(part, str)]
    if path[:1] == ("plank",):
        noun = "plank" if "plank" in table else "effect"
        tables = table[noun]
        is_several = isinstance(tables, list) and len(tables) > 1
        words[0] = f"“{noun}”" if len(path) < 2 else f"{noun} {int(path[1]) + 1}" if is_several else f"the {noun}"
    return " of ".join(reversed(words))


def card_data(card: Card) -> dict[str, Any]:
    """Return the table of a card; the marks of what is printed or invented are left out."""
    written = _WRITTEN_ALWAYS | _cards().dump_python(card, mode="json", by_alias=True, exclude_defaults=True)
    if len(card.planks) > 1:
        written["planks"] = card.mode.word
    if card.kind is CardKind.ACTION:
        written["effect"] = written.pop("plank")
    return {name: written[name] for name in ("id", *FIELDS_OF[card.kind]) if name in written}


def deck_data(deck: Deck) -> dict[str, Any]:
    """Return the tables of a deck, such as :func:`read_deck` reads again."""
    return {"deck": {"name": deck.name}, "card": [card_data(card) for card in deck.cards]}


def marked_data(deck: Deck) -> dict[str, Any]:
    """Return the tables of a deck with the marks of what is printed and inferred."""
    data = deck_data(deck)
    for table, card in zip(data["card"], deck.cards, strict=True):
        for source in (Source.PRINTED, Source.INFERRED):
            names = [name for name, found in card.sources.items() if found is source and name in table]
            table |= {source.value: names} if names else {}
    return data


def deck_hash(deck: Deck) -> str:
    """Return the hash (64 hexadecimal digits) of everything that is played with, whatever the file's layout.

    Two files that differ in comments, in the order of keys or in the marks of what is invented have the same hash. With
    another card, name, number or order of cards they have not.
    """
    text = json.dumps(deck_data(deck), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


# Faults of a deck as a whole.


def _deck_faults(deck: Deck) -> list[str]:
    """Return one sentence for each fault of a deck whose cards are read without fault."""
    return [*_count_faults(deck), *_name_faults(deck), *_payment_faults(deck)]


def _count_faults(deck: Deck) -> list[str]:
    faults = []
    starting = len(deck.of_kind(CardKind.STARTING))
    others = len(deck.cards) - starting
    if starting != STARTING_BOOTHS:
        faults.append(f"The deck has {starting} Starting Booths; it needs {STARTING_BOOTHS}.")
    if others != DECK_CARDS:
        faults.append(f"The deck has {others} cards besides the Starting Booths; it needs {DECK_CARDS}.")
    if not any(card.kind in (CardKind.BOOTH, CardKind.EVENT) for card in deck.cards):
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
    if not any(card.id == PAWNS_START and card.kind is CardKind.STARTING for card in deck.cards):
        faults.append(f"No Starting Booth has the id “{PAWNS_START}”, where all pawns begin.")
    for card in deck.of_kind(CardKind.STARTING):
        if card.scorings or card.store:
            faults.append(f"{card.name}: a Starting Booth has no owner, so it cannot score or store for one.")
    return faults


@dataclass
class _Obtainable:
    """What players could ever come to have: Coins they begin with, and all that gives something and is payable."""

    hand: int = HAND_LIMIT
    resources: set[Resource] = field(default_factory=set)
    gives_coins: bool = False

    def take(self, bundle: Bundle) -> None:
        """Add the resources of a bundle that can be gained."""
        self.resources |= {Resource(place) for place, amount in enumerate(bundle) if amount}
        self.gives_coins |= bundle[Resource.COIN] > 0

    def lacking(self, spend: Gain) -> str:
        """Return the reason why a payment is impossible for ever, or nothing."""
        for resource in Resource:
            amount = spend.fixed[resource]
            if amount and not self._has(resource, amount):
                return f"nothing gives {resource.word}"
        if isinstance(spend, Spend) and spend.card >= self.hand:
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


def _obtainable(deck: Deck) -> _Obtainable:
    """Work out what could ever be had with a deck, step by step until nothing is added."""
    found = _Obtainable(HAND_LIMIT + sum(_more_hand(card) for card in deck.cards))
    size = -1
    while size != len(found.resources) + found.gives_coins:
        size = len(found.resources) + found.gives_coins
        for card in deck.cards:
            if not found.lacking(card.cost):
                _take_card(card, found)
    return found


def _more_hand(card: Card) -> int:
    return card.ability.number if card.ability and card.ability.power is Power.HAND else 0


def _take_card(card: Card, found: _Obtainable) -> None:
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
    found = _obtainable(deck)
    faults = []
    for card in deck.cards:
        lacking = found.lacking(card.cost)
        if lacking:
            faults.append(f"{card.name}: nobody could ever pay its cost, for {lacking}.")
        for place, effect in enumerate(card.planks, start=1):
            lacking = found.lacking(effect.spend)
            if lacking:
                noun = "effect" if card.kind is CardKind.ACTION else "plank"
                faults.append(f"{card.name}: nobody could ever pay {noun} {place}, for {lacking}.")
    return faults
