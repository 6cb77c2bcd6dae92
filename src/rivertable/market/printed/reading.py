"""From the tables of a deck file to typed cards. Each fault becomes one sentence; reading goes on after it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TypeVar

from .deck import (
    CHOICE_AT_MOST,
    FIELDS_OF,
    PLANKS_AT_MOST,
    SCORINGS_AT_MOST,
    STARS_AT_MOST,
    STEP_AT_MOST,
    TIMES_AT_MOST,
    ZOOM,
    Card,
    Deck,
    Kind,
    Source,
)
from .effects import (
    NOTHING,
    Ability,
    Bundle,
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
from .words import (
    CHOICE_WORDS,
    CHOICES,
    COUNT_WORDS,
    GROUP_WORDS,
    KIND_WORDS,
    MODE_WORDS,
    POWER_WORDS,
    RESOURCE_WORDS,
    TIMING_WORDS,
    TRIGGER_WORDS,
    Member,
    by_word,
)

Table = Mapping[str, object]
Value = TypeVar("Value")

_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_AMOUNT_AT_MOST = 20
_POINTS_AT_MOST = 30
_PARAMETERS: Mapping[Power, tuple[str, ...]] = {
    Power.REACH: ("number",),
    Power.BACK: ("number",),
    Power.ZOOM: ("cards",),
    Power.DISCOUNT: ("cards", "less"),
    Power.WHEN: ("when", "gain"),
    Power.HAND: ("number",),
    Power.TIMES: ("number",),
    Power.BOTH: (),
    Power.BONUS_AGAIN: ("number",),
    Power.SHARED_BONUS: (),
}
_OPTIONAL = frozenset({"plank", "score", "store", "owner_bonus", "planks", "timing"})


class Reader:
    """Reads the parts of one card; ``where`` begins every sentence, ``faults`` collects them."""

    def __init__(self, where: str, faults: list[str]) -> None:
        self.where = where
        self._faults = faults

    def fault(self, sentence: str) -> None:
        """Note a fault."""
        self._faults.append(f"{self.where}: {sentence}")

    def table(self, value: object, what: str, keys: Sequence[str]) -> Table:
        """Return ``value`` as a table without keys other than ``keys``."""
        if not isinstance(value, Mapping):
            self.fault(f"{what} has to be a table.")
            return {}
        for key in value:
            if key not in keys:
                self.fault(f"{what} has the unknown key “{key}”; known are {_listed(keys)}.")
        return {key: value[key] for key in keys if key in value}

    def whole(self, table: Table, key: str, what: str, low: int, high: int, default: int | None = None) -> int:
        """Return a whole number from ``low`` to ``high``; without a ``default`` it has to be there."""
        if key not in table:
            if default is None:
                self.fault(f"{what} lacks “{key}”.")
            return low if default is None else default
        value = table[key]
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            self.fault(f"“{key}” of {what} has to be a whole number from {low} to {high}, not {_shown(value)}.")
            return low
        return value

    def word(self, value: object, what: str, words: Mapping[Member, str], default: Member) -> Member:
        """Return what a word names; ``default`` after a fault."""
        known = by_word(words)
        if isinstance(value, str) and value in known:
            return known[value]
        self.fault(f"{what} has to be one of {_listed(list(known))}, not {_shown(value)}.")
        return default

    def amounts(self, value: object, what: str, extra: Sequence[str] = ()) -> tuple[Bundle, dict[str, int]]:
        """Return a bundle of resources, and the amounts of the ``extra`` words beside them."""
        if not isinstance(value, Mapping):
            self.fault(f"{what} has to be a table of amounts.")
            return NOTHING, {}
        resources = by_word(RESOURCE_WORDS)
        found = [0] * len(Resource)
        others: dict[str, int] = {}
        for key in value:
            if key in extra:
                others[key] = self.whole(value, key, what, 1, CHOICE_AT_MOST)
            elif key in resources:
                found[resources[key]] = self.whole(value, key, what, 1, _AMOUNT_AT_MOST)
            else:
                known = _listed([*resources, *extra])
                self.fault(f"{what} names the unknown resource “{key}”; known are {known}.")
        veggies, fish, cloth, tools, lilies, coins = found
        return (veggies, fish, cloth, tools, lilies, coins), others

    def choice(self, amounts: Mapping[str, int], what: str) -> tuple[Choice, int]:
        """Return the one choice of Goods among ``amounts``."""
        named = [choice for choice in CHOICES if CHOICE_WORDS[choice] in amounts]
        if not named:
            return Choice.NONE, 0
        if len(named) > 1:
            self.fault(f"{what} has more than one of {_listed([CHOICE_WORDS[choice] for choice in named])}.")
        return named[0], amounts[CHOICE_WORDS[named[0]]]

    def spend(self, value: object, what: str, *, with_cards: bool) -> Spend:
        """Return a payment."""
        words = [CHOICE_WORDS[choice] for choice in CHOICES]
        fixed, others = self.amounts(value, what, [*words, "card"] if with_cards else words)
        choice, number = self.choice(others, what)
        return Spend(fixed, choice, number, others.get("card", 0))

    def effect(self, value: object, what: str, *, can_attend: bool) -> Effect:
        """Return a plank, or one alternative of an Action."""
        keys = ["spend", "gain", "for_each", "times", *(["attend"] if can_attend else [])]
        table = self.table(value, what, keys)
        spend = self.spend(table["spend"], f"“spend” of {what}", with_cards=True) if "spend" in table else Spend()
        if "spend" in table and spend.is_nothing:
            self.fault(f"{what} is paid with nothing; leave “spend” out where it is free.")
        is_attending = table.get("attend", False)
        if not isinstance(is_attending, bool):
            self.fault(f"“attend” of {what} has to be true or false, not {_shown(is_attending)}.")
        gain = self._gain(table, what)
        times = self.whole(table, "times", what, 1, TIMES_AT_MOST, 1)
        if gain.is_nothing and is_attending is not True:
            self.fault(f"{what} gives nothing.")
        if times > 1 and (spend.is_nothing or is_attending is True):
            self.fault(f"{what} may be done {times} times, which only an effect that is paid for can be.")
        return Effect(spend, gain, times, is_attending is True)

    def _gain(self, table: Table, what: str) -> Gain:
        if "gain" not in table:
            if "for_each" in table:
                self.fault(f"{what} has “for_each” without “gain”.")
            return Gain()
        words = [CHOICE_WORDS[choice] for choice in CHOICES]
        fixed, others = self.amounts(table["gain"], f"“gain” of {what}", words)
        choice, number = self.choice(others, f"“gain” of {what}")
        for_each = Count.ONE
        if "for_each" in table:
            for_each = self.word(table["for_each"], f"“for_each” of {what}", COUNT_WORDS, Count.ONE)
            if choice is not Choice.NONE:
                self.fault(f"{what} has “for_each” beside Goods of choice; it multiplies named resources only.")
        return Gain(fixed, choice, number, for_each)

    def scoring(self, value: object, what: str) -> Scoring:
        """Return one way of scoring."""
        table = self.table(value, what, ["points", "lot", "of", "per", "limit"])
        points = self.whole(table, "points", what, 1, _POINTS_AT_MOST)
        limit = self.whole(table, "limit", what, 1, _POINTS_AT_MOST, 0)
        if ("lot" in table) == ("of" in table):
            self.fault(f"{what} needs either “lot” or “of”.")
            return Scoring(points)
        if "lot" in table:
            if "per" in table:
                self.fault(f"{what} has “per” beside “lot”; the amounts of the lot say it already.")
            lot, _ = self.amounts(table["lot"], f"“lot” of {what}")
            if lot == NOTHING:
                self.fault(f"“lot” of {what} is empty.")
            return Scoring(points, lot, limit=limit)
        count = self.word(table["of"], f"“of” of {what}", COUNT_WORDS, Count.ONE)
        return Scoring(points, NOTHING, count, self.whole(table, "per", what, 1, _AMOUNT_AT_MOST, 1), limit)

    def store(self, value: object, what: str) -> Store:
        """Return what a card stores."""
        table = self.table(value, what, ["points", "lot", "lots"])
        points = self.whole(table, "points", what, 1, _POINTS_AT_MOST)
        lots = self.whole(table, "lots", what, 1, _AMOUNT_AT_MOST)
        word = CHOICE_WORDS[Choice.ANY]
        lot, others = self.amounts(table.get("lot", {}), f"“lot” of {what}", [word])
        any_goods = others.get(word, 0)
        if (lot == NOTHING) == (any_goods == 0):
            self.fault(f"“lot” of {what} has to name either resources or “{word}” Goods.")
        return Store(points, lots, lot, any_goods)

    def ability(self, value: object, what: str) -> Ability:
        """Return a Helper's ability."""
        if not isinstance(value, Mapping):
            self.fault(f"{what} has to be a table.")
            return Ability(Power.BOTH)
        power = self.word(value.get("power"), f"“power” of {what}", POWER_WORDS, Power.BOTH)
        needed = _PARAMETERS[power]
        trigger = Trigger.OWN_BOOTH
        if power is Power.WHEN and "when" in value:
            trigger = self.word(value["when"], f"“when” of {what}", TRIGGER_WORDS, trigger)
            needed = (*needed, "resource") if trigger is Trigger.YIELD else needed
        table = self.table(value, what, ["power", *needed])
        for key in needed:
            if key not in table:
                self.fault(f"{what} lacks “{key}”.")
        bundle_key = "less" if power is Power.DISCOUNT else "gain"
        bundle, _ = self.amounts(table.get(bundle_key, {}), f"“{bundle_key}” of {what}")
        if bundle_key in table and bundle == NOTHING:
            self.fault(f"“{bundle_key}” of {what} is empty.")
        return Ability(
            power,
            self.whole(table, "number", what, 1, STEP_AT_MOST) if "number" in table else 0,
            self.word(table["cards"], f"“cards” of {what}", GROUP_WORDS, Group.ALL) if "cards" in table else Group.ALL,
            trigger,
            self._resource(table, what),
            bundle,
        )

    def _resource(self, table: Table, what: str) -> Resource:
        if "resource" not in table:
            return Resource.VEGGIE
        return self.word(table["resource"], f"“resource” of {what}", RESOURCE_WORDS, Resource.VEGGIE)

    def several(self, value: object, what: str, at_most: int) -> list[object]:
        """Return one table or a list of tables as a list of 1 to ``at_most`` things."""
        found: list[object] = list(value) if isinstance(value, list) else [value]
        if not 1 <= len(found) <= at_most:
            self.fault(f"{what} has {len(found)} entries; 1 to {at_most} are possible.")
        return found[:at_most]


def read_card(value: object, place: int, faults: list[str]) -> Card:
    """Read the table of one card, the ``place``-th of the file (from 1)."""
    if not isinstance(value, Mapping):
        faults.append(f"Card {place}: it has to be a table.")
        return Card("", "", Kind.ACTION)
    card_id = value.get("id")
    name = value.get("name")
    reader = Reader(name if isinstance(name, str) and name.strip() else f"Card {place}", faults)
    if not isinstance(card_id, str) or not _ID.fullmatch(card_id):
        reader.fault("it needs an “id” of small letters, digits and hyphens.")
        card_id = ""
    if not isinstance(name, str) or not name.strip():
        reader.fault("it needs a “name”.")
        name = ""
    if "kind" not in value:
        reader.fault("it lacks “kind”.")
        return Card(card_id, name, Kind.ACTION)
    before = len(faults)
    kind = reader.word(value["kind"], "“kind”", KIND_WORDS, Kind.ACTION)
    if len(faults) > before:
        return Card(card_id, name, kind)
    return _read_fields(reader, card_id, name, kind, value)


def _read_fields(reader: Reader, card_id: str, name: str, kind: Kind, value: Table) -> Card:
    fields = FIELDS_OF[kind]
    marks = [source.value for source in Source]
    for key in value:
        if key not in (*fields, *marks, "id"):
            known = any(key in names for names in FIELDS_OF.values())
            word = KIND_WORDS[kind]
            reader.fault(f"the kind “{word}” has no “{key}”." if known else f"it has the unknown key “{key}”.")
    for key in fields:
        if key not in value and key not in _OPTIONAL and key != "name":
            reader.fault(f"it lacks “{key}”.")
    if "plank" in fields and "plank" not in value:
        reader.fault("it has no plank.")
    given = {key: value[key] for key in fields if key in value}
    planks_key = "effect" if kind is Kind.ACTION else "plank"
    planks = _effects(reader, given, planks_key, is_event=kind is Kind.EVENT)
    return Card(
        card_id,
        name,
        kind,
        step=_step(reader, given),
        cost=reader.spend(given["cost"], "“cost”", with_cards=False) if "cost" in given else Spend(),
        points=reader.whole(given, "points", "the card", 0, _POINTS_AT_MOST, 0),
        owner_bonus=reader.amounts(given["owner_bonus"], "“owner_bonus”")[0] if "owner_bonus" in given else NOTHING,
        mode=_mode(reader, given, len(planks)),
        planks=planks,
        timing=_timing(reader, given),
        stars=reader.whole(given, "stars", "the card", 1, STARS_AT_MOST, 0),
        attending=_scorings(reader, given, "attending"),
        scorings=_scorings(reader, given, "score"),
        store=reader.store(given["store"], "“store”") if "store" in given else None,
        ability=reader.ability(given["ability"], "“ability”") if "ability" in given else None,
        sources=_sources(reader, value, given),
    )  # fmt: skip


def _step(reader: Reader, given: Table) -> int:
    if given.get("step") == "zoom" or "step" not in given:
        return ZOOM
    step = given["step"]
    if isinstance(step, bool) or not isinstance(step, int) or not 1 <= step <= STEP_AT_MOST:
        reader.fault(f"“step” has to be a whole number from 1 to {STEP_AT_MOST} or “zoom”, not {_shown(step)}.")
        return 1
    return step


def _mode(reader: Reader, given: Table, planks: int) -> Mode:
    if "planks" in given:
        if planks == 1:
            reader.fault("“planks” says all or choose, but there is one plank only.")
        return reader.word(given["planks"], "“planks”", MODE_WORDS, Mode.ALL)
    if planks > 1 and "plank" in given:
        reader.fault("it has several planks and needs “planks”, which is “all” or “choose”.")
    return Mode.ALL


def _timing(reader: Reader, given: Table) -> Timing:
    return reader.word(given["timing"], "“timing”", TIMING_WORDS, Timing.EITHER) if "timing" in given else Timing.EITHER


def _effects(reader: Reader, given: Table, key: str, *, is_event: bool) -> tuple[Effect, ...]:
    if key not in given:
        return ()
    found = reader.several(given[key], f"“{key}”", PLANKS_AT_MOST)
    many = len(found) > 1
    noun = "plank" if key == "plank" else "effect"
    effects = tuple(
        reader.effect(entry, f"{noun} {place}" if many else f"the {noun}", can_attend=is_event)
        for place, entry in enumerate(found, start=1)
    )
    if is_event and sum(effect.is_attending for effect in effects) != 1:
        reader.fault("an Event needs exactly one plank with “attend”.")
    return effects


def _scorings(reader: Reader, given: Table, key: str) -> tuple[Scoring, ...]:
    if key not in given:
        return ()
    found = reader.several(given[key], f"“{key}”", SCORINGS_AT_MOST)
    return tuple(reader.scoring(entry, f"“{key}”") for entry in found)


def _sources(reader: Reader, value: Table, given: Table) -> dict[str, Source]:
    sources: dict[str, Source] = {}
    for source in Source:
        names = value.get(source.value, [])
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            reader.fault(f"“{source.value}” has to be a list of the card's keys.")
            continue
        for name in names:
            if name not in given:
                reader.fault(f"“{source.value}” names “{name}”, which the card does not have.")
            elif name in sources:
                reader.fault(f"“{name}” is marked twice.")
            else:
                sources[name] = source
    return {name: sources.get(name, Source.INVENTED) for name in given}


def read_deck(data: Table, faults: list[str]) -> Deck:
    """Read the tables of a whole deck file; faults of the deck as a whole are looked for elsewhere."""
    reader = Reader("The deck", faults)
    table = reader.table(data, "the file", ["deck", "card"])
    head = reader.table(table.get("deck", {}), "“deck”", ["name"])
    name = head.get("name")
    if not isinstance(name, str) or not name.strip():
        reader.fault("“deck” needs a “name”.")
        name = ""
    listed = table.get("card", [])
    if not isinstance(listed, list):
        reader.fault("“card” has to be a list of tables.")
        listed = []
    cards = [read_card(value, place, faults) for place, value in enumerate(listed, start=1)]
    return Deck(name, tuple(sorted(cards, key=lambda card: card.kind is not Kind.STARTING)))


def _listed(words: Sequence[str]) -> str:
    return ", ".join(f"“{word}”" for word in words)


def _shown(value: object) -> str:
    return f"“{value}”" if isinstance(value, str) else str(value)
