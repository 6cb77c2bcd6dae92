"""The reference's own reading of a deck file: plain data, no checks beyond what a game needs.

Shares no code with the package; the keys are those of the project's page on deck files.
"""

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

GOODS = ("veggie", "fish", "cloth", "tool", "lily")  # M7
RESOURCES = (*GOODS, "coin")  # M10: Coins are resources, but no Goods
LOOKS = ("any", "matching", "different")

Amounts = dict[str, int]
"""How many of each resource; what is not there counts as none."""


@dataclass(frozen=True)
class Payment:
    """Named amounts, `number` Goods of choice that look like `look` ("" for none), and further hand cards."""

    named: Amounts = field(default_factory=dict)
    look: str = ""
    number: int = 0
    cards: int = 0

    def is_chosen(self) -> bool:
        """True if the player picks something of what is paid."""
        return bool(self.look or self.cards)

    def is_free(self) -> bool:
        """True for a brown plank (M52)."""
        return not self.named and not self.is_chosen()


@dataclass(frozen=True)
class Effect:
    """A plank of a Booth (M51), or one alternative of an Action (M69)."""

    pay: Payment = field(default_factory=Payment)
    gain: Amounts = field(default_factory=dict)
    gain_look: str = ""
    gain_number: int = 0
    for_each: str = "one"
    times: int = 1
    is_attending: bool = False
    also: str = ""
    """A further deed: draw, take-back, call, collect, share or sail-on."""


@dataclass(frozen=True)
class Scoring:
    """Points for every full lot one has, or for every `per` of a count; a limit of 0 is none.

    A contest gives them once, to whoever attending has most.
    """

    points: int
    lot: Amounts
    of: str
    per: int
    limit: int
    is_contest: bool = False


@dataclass(frozen=True)
class Store:
    """Points for every full lot that lies here; the lot is named, or `any_goods` Goods (M98)."""

    points: int
    lots: int
    lot: Amounts
    any_goods: int


@dataclass(frozen=True)
class Ability:
    """A Helper's power (M96) and what it needs."""

    power: str
    number: int = 0
    cards: str = "all"
    when: str = ""
    resource: str = ""
    amounts: Amounts = field(default_factory=dict)


@dataclass(frozen=True)
class Card:
    """One card; `step` is None for Zoom (M45). `effects` are a Booth's planks or an Action's alternatives."""

    number: int
    id: str
    kind: str
    step: int | None
    cost: Payment
    points: int
    owner_bonus: Amounts
    is_choose: bool
    effects: tuple[Effect, ...]
    timing: str
    stars: int
    attending: tuple[Scoring, ...]
    scorings: tuple[Scoring, ...]
    store: Store | None
    ability: Ability | None
    is_against: bool = False
    is_mirror: bool = False
    is_bonus_per_pawn: bool = False

    def is_booth(self) -> bool:
        """True for Starting Booths, Booths and Events (M84)."""
        return self.kind in ("starting", "booth", "event")

    def is_in_group(self, group: str) -> bool:
        """True if a Helper's power about `group` is about this card."""
        kinds = {
            "all": ("booth", "event", "helper", "action"),
            "booths": ("booth", "event"),
            "events": ("event",),
            "helpers": ("helper",),
            "actions": ("action",),
        }
        return self.kind in kinds[group]


def load_cards(path: Path) -> list[Card]:
    """The 60 cards of a deck file: Starting Booths first, else in the file's order, numbered from 0."""
    return cards_of(tomllib.loads(path.read_text(encoding="utf-8"))["card"])


def cards_of(tables: list[dict[str, Any]]) -> list[Card]:
    """The same, of a deck file that is already read."""
    starting = [table for table in tables if table["kind"] == "starting"]
    others = [table for table in tables if table["kind"] != "starting"]
    return [_card(number, table) for number, table in enumerate([*starting, *others])]


def _card(number: int, table: dict[str, Any]) -> Card:
    step = table.get("step", "zoom")
    return Card(
        number=number,
        id=table["id"],
        kind=table["kind"],
        step=None if step == "zoom" else step,
        cost=_payment(table.get("cost", {})),
        points=table.get("points", 0),
        owner_bonus=table.get("owner_bonus", {}),
        is_choose=table.get("planks", "all") == "choose",
        effects=tuple(_effect(entry) for entry in _listed(table.get("plank", table.get("effect", [])))),
        timing=table.get("timing", "either"),
        stars=table.get("stars", 0),
        attending=tuple(_scoring(entry) for entry in _listed(table.get("attending", []))),
        scorings=tuple(_scoring(entry) for entry in _listed(table.get("score", []))),
        store=_store(table["store"]) if "store" in table else None,
        ability=_ability(table["ability"]) if "ability" in table else None,
        is_against=table.get("against", False),
        is_mirror=table.get("mirror", False),
        is_bonus_per_pawn=table.get("bonus_per_pawn", False),
    )


def _listed(value: Any) -> list[dict[str, Any]]:
    return list(value) if isinstance(value, list) else [value]


def _named(table: Amounts) -> Amounts:
    return {resource: table[resource] for resource in RESOURCES if resource in table}


def _look(table: Amounts) -> tuple[str, int]:
    for look in LOOKS:
        if look in table:
            return look, table[look]
    return "", 0


def _payment(table: Amounts) -> Payment:
    look, number = _look(table)
    return Payment(_named(table), look, number, table.get("card", 0))


def _effect(table: dict[str, Any]) -> Effect:
    gain = table.get("gain", {})
    look, number = _look(gain)
    return Effect(
        pay=_payment(table.get("spend", {})),
        gain=_named(gain),
        gain_look=look,
        gain_number=number,
        for_each=table.get("for_each", "one"),
        times=table.get("times", 1),
        is_attending=table.get("attend", False),
        also=table.get("also", ""),
    )


def _scoring(table: dict[str, Any]) -> Scoring:
    lot = _named(table.get("lot", {}))
    per, limit, is_contest = table.get("per", 1), table.get("limit", 0), table.get("contest", False)
    return Scoring(table["points"], lot, table.get("of", ""), per, limit, is_contest)


def _store(table: dict[str, Any]) -> Store:
    lot = table["lot"]
    return Store(table["points"], table["lots"], _named(lot), lot.get("any", 0))


def _ability(table: dict[str, Any]) -> Ability:
    return Ability(
        power=table["power"],
        number=table.get("number", 0),
        cards=table.get("cards", "all"),
        when=table.get("when", ""),
        resource=table.get("resource", ""),
        amounts=table.get("gain", table.get("less", {})),
    )
