"""A deck as plain JSON for programs that draw it, and as the text of a deck file."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from ...core.words.toml_text import toml_pair
from ..documents import RESOURCE_NAMES, Amounts, CardId, ResourceName
from .card_text import (
    ability_text,
    amounts_text,
    cost_short,
    effect_short,
    scoring_text,
    step_short,
    store_text,
    timing_text,
)
from .components import MarketComponents
from .deck import Card, Kind, Source
from .effects import NOTHING
from .faults import HAND_LIMIT, START_COINS
from .terms import houses_of
from .words import KIND_WORDS, MODE_WORDS, TIMING_WORDS
from .writing import ability_data, bundle_data, card_data, effect_data, scoring_data, spend_data, store_data

_PLAYERS = (2, 3, 4, 5)

AmountName = Annotated[str, Field(pattern=f"^({'|'.join(RESOURCE_NAMES)}|any|matching|different|card)$")]
Payment = dict[AmountName, Annotated[int, Field(ge=1)]]
"""Amounts by resource; besides, a number of Goods of choice (M8), and of further cards spent."""


class _Model(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class EffectDocument(_Model):
    """A plank or an alternative of an Action: what is spent and gained each time, and how often it may be done."""

    attend: bool = False
    spend: Payment = {}
    gain: Payment = {}
    for_each: str | None = None
    times: int = 1


class ScoringDocument(_Model):
    """Points for every full lot, or for every ``per`` of a number; ``limit`` points at most."""

    points: int
    lot: Amounts = {}
    of: str | None = None
    per: int = 1
    limit: int | None = None


class StoreDocument(_Model):
    """Points for every lot stored on the card, up to so many lots (M98)."""

    points: int
    lot: Payment
    lots: int


class AbilityDocument(_Model):
    """A Helper's power, and what of the rest that power uses (M96)."""

    power: str
    number: int | None = None
    cards: str | None = None
    less: Amounts = {}
    when: str | None = None
    resource: ResourceName | None = None
    gain: Amounts = {}


class CardTextsDocument(_Model):
    """The same in English, as the terminal says it; what a card does not have is left out."""

    step: str | None = None
    cost: str | None = None
    owner_bonus: str | None = None
    planks: list[str] = []
    timing: str | None = None
    attending: list[str] = []
    scorings: list[str] = []
    store: str | None = None
    ability: str | None = None


class CardDocument(_Model):
    """One card; what its kind does not have is left out.

    Attributes:
        planks: a Booth's planks, or the alternatives of an Action's effect.
        mode: whether all planks may be done or one is chosen (M56), where there are several.
        timing: when an Action's effect may be done (M70).
        sources: for each field that the deck file gives, by the file's name for it, whether it is printed, inferred
            from the rulebook or invented.
    """

    id: CardId
    name: str
    kind: Literal["starting", "booth", "event", "helper", "action"]
    step: int | Literal["zoom"] | None = None
    cost: Payment | None = None
    points: int | None = None
    owner_bonus: Amounts = {}
    planks: list[EffectDocument] = []
    mode: Literal["all", "choose"] | None = None
    timing: Literal["either", "before", "after"] | None = None
    stars: int | None = None
    attending: list[ScoringDocument] = []
    scorings: list[ScoringDocument] = []
    store: StoreDocument | None = None
    ability: AbilityDocument | None = None
    sources: dict[str, Literal["printed", "inferred", "invented"]]
    texts: CardTextsDocument


class ComponentsDocument(_Model):
    """A deck, and what each player begins with.

    Attributes:
        resources: the resources in their order, Coins last (M6).
        houses: houses of each player, by the number of players (R1).
        coins: Coins of each player at the start (M23).
        hand: the hand limit (M103).
        cards: the Starting Booths, then the deck in the file's order.
    """

    name: str
    sha256: str
    resources: list[ResourceName]
    houses: dict[str, int]
    coins: int
    hand: int
    cards: list[CardDocument]


def write_components(components: MarketComponents) -> dict[str, Any]:
    """Return a deck as plain JSON."""
    return {
        "name": components.name,
        "sha256": components.sha256,
        "resources": list(RESOURCE_NAMES),
        "houses": {str(players): houses_of(players) for players in _PLAYERS},
        "coins": START_COINS,
        "hand": HAND_LIMIT,
        "cards": [write_card(card) for card in components.cards],
    }


def write_card(card: Card) -> dict[str, Any]:
    """Return a card as plain JSON."""
    is_action = card.kind is Kind.ACTION
    document: dict[str, Any] = {"id": card.id, "name": card.name, "kind": KIND_WORDS[card.kind]}
    if card.kind is not Kind.STARTING:
        document["step"] = "zoom" if card.is_zoom else card.step
        if not is_action:
            document |= {"cost": spend_data(card.cost), "points": card.points}
    if card.owner_bonus != NOTHING:
        document["owner_bonus"] = bundle_data(card.owner_bonus)
    if card.planks:
        document["planks"] = [effect_data(effect) for effect in card.planks]
        if len(card.planks) > 1 and not is_action:
            document["mode"] = MODE_WORDS[card.mode]
    if is_action:
        document["timing"] = TIMING_WORDS[card.timing]
    if card.stars:
        document["stars"] = card.stars
    if card.attending:
        document["attending"] = [scoring_data(scoring) for scoring in card.attending]
    if card.scorings:
        document["scorings"] = [scoring_data(scoring) for scoring in card.scorings]
    if card.store:
        document["store"] = store_data(card.store)
    if card.ability:
        document["ability"] = ability_data(card.ability)
    document["sources"] = {name: source.value for name, source in card.sources.items()}
    return document | {"texts": _write_texts(card, document)}


def _write_texts(card: Card, document: dict[str, Any]) -> dict[str, Any]:
    texts: dict[str, Any] = {
        "step": step_short(card),
        "cost": cost_short(card),
        "owner_bonus": amounts_text(card.owner_bonus),
        "planks": [effect_short(effect) for effect in card.planks],
        "timing": timing_text(card),
        "attending": [scoring_text(scoring) for scoring in card.attending],
        "scorings": [scoring_text(scoring) for scoring in card.scorings],
        "store": store_text(card.store) if card.store else None,
        "ability": ability_text(card.ability) if card.ability else None,
    }
    return {name: text for name, text in texts.items() if name in document}


def components_text(components: MarketComponents) -> str:
    """Return the text of a deck file that holds this deck, with the marks of what is printed and inferred."""
    parts = [f"[deck]\n{toml_pair('name', components.name)}\n"]
    for card in components.cards:
        pairs = card_data(card) | _marks(card)
        parts.append("[[card]]\n" + "".join(f"{toml_pair(name, value)}\n" for name, value in pairs.items()))
    return "\n".join(parts)


def _marks(card: Card) -> dict[str, list[str]]:
    written = card_data(card)
    marked = {
        source.value: [name for name, found in card.sources.items() if found is source and name in written]
        for source in (Source.PRINTED, Source.INFERRED)
    }
    return {word: names for word, names in marked.items() if names}
