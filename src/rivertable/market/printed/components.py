"""A deck as the rest of the program uses it: loaded from a file, written as text, in words and as JSON, and varied.

The packaged decks are the files of ``data`` beside this module. Any other file of the format that ``docs/deck.md``
describes loads the same way.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal, NotRequired

import numpy as np
import tomli_w
from typing_extensions import TypedDict

from ...core.contract.parts import PrintedValue
from ...core.documents import exact
from ...core.errors import UnknownNameError
from ...core.wording import in_words, number_word
from . import terms
from .deck import (
    HAND_LIMIT,
    START_COINS,
    ZOOM,
    Ability,
    Card,
    CardId,
    CardKind,
    Deck,
    DeckError,
    Effect,
    Gain,
    Scoring,
    Source,
    Spend,
    Storing,
)
from .effects import (
    NOTHING,
    RESOURCE_NAMES,
    Amounts,
    Bundle,
    Choice,
    Count,
    Group,
    Mode,
    Resource,
    ResourceName,
    amounts_short,
    amounts_text,
)
from .tables import card_data, deck_hash, marked_data, read_deck


@dataclass(frozen=True)
class MarketComponents:
    """A checked deck as a game is played with."""

    deck: Deck

    @property
    def name(self) -> str:
        """The name that the deck file gives itself."""
        return self.deck.name

    def __hash__(self) -> int:
        # Terms are looked up by it for every few games: to hash all that is printed each time would cost as much.
        return hash(self.sha256)

    @cached_property
    def sha256(self) -> str:
        """The SHA-256 of the deck as played (:func:`~rivertable.market.printed.tables.deck_hash`), in hexadecimal."""
        return deck_hash(self.deck)

    @cached_property
    def text(self) -> str:
        """The text of a deck file that holds this deck, with the marks of what is printed and inferred."""
        return tomli_w.dumps(marked_data(self.deck))

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards by number: the Starting Booths first."""
        return self.deck.cards


EDITIONS = ("second-edition", "first-edition")
"""The packaged decks, the standard one first."""

ONCE_STANDARD = "first-edition"
"""The deck of positions that were written before the second edition."""


@cache
def edition(name: str) -> MarketComponents:
    """Return a packaged deck."""
    return parse((files(__package__) / "data" / f"{name}.toml").read_text(encoding="utf-8"), f"the {name}")


def standard() -> MarketComponents:
    """Return the standard deck."""
    return edition(EDITIONS[0])


def packaged(sha256: str) -> MarketComponents | None:
    """Return the packaged deck of a hash, None where no edition has it."""
    return next((found for found in map(edition, EDITIONS) if found.sha256 == sha256), None)


def load(path: Path | None = None) -> MarketComponents:
    """Read the deck file at ``path``, or a packaged deck by its name, or the standard one.

    Raises:
        DeckError: the file cannot be read, or its deck has faults.
    """
    if path is None or str(path) in EDITIONS:
        return standard() if path is None else edition(str(path))
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        named = in_words(EDITIONS)
        raise DeckError(f"There is no deck file {path}; the decks that need no file are {named}.") from error
    except OSError as error:
        raise DeckError(f"The deck file {path} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise DeckError(f"The deck file {path} is not UTF-8 text.") from error
    return parse(text, str(path))


def parse(text: str, name: str) -> MarketComponents:
    """Read a deck from the text of a deck file; its faults name cards, not the file.

    Raises:
        DeckError: the text is no deck, or the deck has faults.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DeckError("The deck file cannot be read.", faults=(f"It is no valid TOML: {error}.",)) from error
    return MarketComponents(read_deck(data))


def pack(players: int, components: MarketComponents) -> np.ndarray[Any, Any]:
    """Return the terms as the kernel takes them: an array of one record."""
    return terms.pack(components.deck, players)


# In words: sentences use long forms, pictures short ones.

_PER_PAWN = " for each pawn here"


def _bundle_short(bundle: Gain) -> str:
    parts = [amounts_short(bundle.fixed)]
    if bundle.choice is not Choice.NONE:
        parts.append(f"{bundle.number} {bundle.choice.phrase}")
    if isinstance(bundle, Spend) and bundle.card:
        parts.append("a card" if bundle.card == 1 else f"{bundle.card} cards")
    return "+".join(filter(None, parts))


def effect_short(effect: Effect) -> str:
    """Write an effect for a picture: ``v->3t``, ``2 same->$ up to 2x``, ``attend with a house``."""
    gained = _bundle_short(effect.gain)
    if effect.for_each is not Count.ONE:
        gained += f" for each {effect.for_each.phrase}"
    if effect.spend.is_nothing:
        return " and ".join(filter(None, [f"get {gained}" if gained else "", effect.deed.phrase]))
    given = " and ".join(filter(None, [gained, effect.deed.phrase]))
    return f"{_bundle_short(effect.spend)}->{given}" + (f" up to {effect.times}x" if effect.times > 1 else "")


def planks_short(card: Card) -> str:
    """Write all effects of a card for a picture."""
    if card.is_mirror:
        return "the planks of the next Booth"
    effects = [f"({number}) {effect_short(effect)}" for number, effect in enumerate(card.planks, 1)]
    if len(effects) < 2:
        return effects[0].removeprefix("(1) ") if effects else ""
    is_choice = card.kind is CardKind.ACTION or card.mode is Mode.CHOOSE
    return " or ".join(effects) if is_choice else ", ".join(effects)


def cost_short(card: Card) -> str:
    """Write what a card costs for a picture."""
    return _bundle_short(card.cost) or "nothing"


def owner_bonus_short(card: Card) -> str:
    """Write an Owner bonus for a picture."""
    return amounts_short(card.owner_bonus) + _PER_PAWN * card.is_bonus_per_pawn


def step_short(card: Card) -> str:
    """Write a Step value for a picture."""
    return "Zoom" if card.is_zoom else f"step {card.step}{' against the current' if card.is_against else ''}"


def scoring_text(scoring: Scoring) -> str:
    """Say one way of scoring."""
    points = _points(scoring.points)
    if scoring.is_contest:
        return f"{points} for the most {_contested(scoring)} among all who attend"
    if scoring.lot != NOTHING:
        measure = f" for every {_lot_text(scoring.lot)}"
    elif scoring.of in (None, Count.ONE):
        measure = ""
    else:
        number = "every" if scoring.per == 1 else f"every {number_word(scoring.per)} of:"
        measure = f" for {number} {scoring.of.phrase}"
    return f"{points}{measure}" + (f", {scoring.limit} at most" if scoring.limit else "")


def _contested(scoring: Scoring) -> str:
    """Say of what the seats that attend compare who has most."""
    if scoring.lot == NOTHING:
        return (scoring.of or Count.ONE).several
    if sum(scoring.lot) > 1:
        return f"sets of {amounts_text(scoring.lot)}"
    return Resource(scoring.lot.index(1)).counted(2)


def _lot_text(lot: Bundle) -> str:
    """Say a lot after "every": "Veggie", "two Lilies", or "set of one Cloth and one Tool"."""
    if sum(lot) == 1:
        return Resource(lot.index(1)).phrase
    return ("set of " if sum(map(bool, lot)) > 1 else "") + amounts_text(lot)


def _points(number: int) -> str:
    return f"{number} point{'s' * (number != 1)}"


def store_text(store: Storing) -> str:
    """Say what a card stores."""
    lot = f"{number_word(store.lot.any)} Goods" if store.lot.any else _lot_text(store.lot.fixed)
    return f"stores: {_points(store.points)} for every {lot}, up to {store.lots} times"


def ability_text(ability: Ability) -> str:
    """Say a Helper's ability."""
    occasion = ability.when.phrase if ability.when is not None else ""
    if ability.resource is not None:
        occasion = occasion.format(resource=ability.resource.phrase)
    return ability.power.phrase.format(
        number=ability.number,
        steps=f"{ability.number} step{'s' * (ability.number != 1)}",
        again="once" if ability.number == 1 else f"{ability.number} times",
        cards=(ability.cards or Group.ALL).phrase,
        amounts=amounts_text(ability.bundle),
        occasion=occasion,
    )


def mark(card: Card, *names: str) -> str:
    """Return the sign ``*`` if one of the card's fields was invented by this project, which nobody printed."""
    return "*" * any(card.sources.get(name) is Source.INVENTED for name in names)


def worth_text(card: Card) -> str:
    """Say all that a card scores, stores and does for its owner, without its planks."""
    has_points = card.kind not in (CardKind.STARTING, CardKind.ACTION)
    parts = [f"{card.points}{mark(card, 'points')} point{'s' * (card.points != 1)}"] if has_points else []
    parts += [scoring_text(scoring) + mark(card, "score") for scoring in card.scorings]
    if card.store:
        parts.append(store_text(card.store) + mark(card, "store"))
    if card.ability:
        parts.append(ability_text(card.ability) + mark(card, "ability"))
    if card.owner_bonus != NOTHING:
        parts.append(f"Owner bonus {owner_bonus_short(card)}{mark(card, 'owner_bonus')}")
    if card.attending:
        whoever = " and ".join(map(scoring_text, card.attending))
        parts.append(f"attending scores {whoever}{mark(card, 'attending')}")
    return "; ".join(parts)


# As plain JSON for programs that draw it.

_NAMES = {"plank": "planks", "effect": "planks", "planks": "mode", "score": "scorings"}
"""What a card's document calls the keys of the file that it calls otherwise."""


@exact
class CardTextsDocument(TypedDict):
    """The same in English, as the terminal says it; what a card does not have is left out."""

    step: NotRequired[str]
    cost: NotRequired[str]
    owner_bonus: NotRequired[str]
    planks: NotRequired[list[str]]
    timing: NotRequired[str]
    attending: NotRequired[list[str]]
    scorings: NotRequired[list[str]]
    store: NotRequired[str]
    ability: NotRequired[str]


@exact
class CardDocument(TypedDict):
    """One card; what its kind does not have is left out.

    ``against`` says that the step leads against the current, ``bonus_per_pawn`` that the Owner bonus is gained for each
    pawn on the Booth, ``mirror`` that it has the planks of the next Booth downstream that is no mirror.
    ``planks`` are a Booth's planks, or the alternatives of an Action's effect. ``mode`` says whether all planks may be
    done or one is chosen (M56), where there are several; ``timing`` says when an Action's effect may be done (M70).
    ``sources`` says for each field that the deck file gives, by the file's name for it, whether it is printed, inferred
    from the rulebook or invented.
    """

    id: CardId
    name: str
    kind: Literal["starting", "booth", "event", "helper", "action"]
    step: NotRequired[int | Literal["zoom"]]
    cost: NotRequired[Gain]
    points: NotRequired[int]
    owner_bonus: NotRequired[Amounts]
    bonus_per_pawn: NotRequired[bool]
    mirror: NotRequired[bool]
    against: NotRequired[bool]
    planks: NotRequired[list[Effect]]
    mode: NotRequired[Literal["all", "choose"]]
    timing: NotRequired[Literal["either", "before", "after"]]
    stars: NotRequired[int]
    attending: NotRequired[list[Scoring]]
    scorings: NotRequired[list[Scoring]]
    store: NotRequired[Storing]
    ability: NotRequired[Ability]
    sources: dict[str, Literal["printed", "inferred", "invented"]]
    texts: CardTextsDocument


@exact
class ComponentsDocument(TypedDict):
    """A deck, and what each player begins with.

    ``resources`` are in their order, Coins last (M6), and ``houses`` by the number of players (R1). ``coins`` and
    ``hand`` are the Coins at the start (M23) and the hand limit (M103). ``cards`` are the Starting Booths, then the
    deck in the file's order.
    """

    name: str
    sha256: str
    resources: list[ResourceName]
    houses: dict[str, int]
    coins: int
    hand: int
    cards: list[CardDocument]


def write_components(components: MarketComponents) -> ComponentsDocument:
    """Return a deck as plain JSON."""
    return {
        "name": components.name,
        "sha256": components.sha256,
        "resources": list(RESOURCE_NAMES),
        "houses": {str(players): terms.houses_of(players) for players in (2, 3, 4, 5)},
        "coins": START_COINS,
        "hand": HAND_LIMIT,
        "cards": [_write_card(card) for card in components.cards],
    }


def _write_card(card: Card) -> Any:
    table = card_data(card)
    if not any(card.owner_bonus):
        table.pop("owner_bonus", None)
    if card.kind is CardKind.ACTION:
        table["timing"] = card.timing.word
    document = {_NAMES.get(key, key): value for key, value in table.items()}
    texts: CardTextsDocument = {
        "step": step_short(card),
        "cost": cost_short(card),
        "owner_bonus": amounts_text(card.owner_bonus) + _PER_PAWN * card.is_bonus_per_pawn,
        "planks": [effect_short(effect) for effect in card.planks],
        "timing": card.timing.phrase,
        "attending": [scoring_text(scoring) for scoring in card.attending],
        "scorings": [scoring_text(scoring) for scoring in card.scorings],
    }
    if card.store:
        texts["store"] = store_text(card.store)
    if card.ability:
        texts["ability"] = ability_text(card.ability)
    sources = {name: source.value for name, source in card.sources.items()}
    return document | {
        "sources": sources,
        "texts": {name: text for name, text in texts.items() if name in document},
    }


# One printed value changed at a time, by its path in the file.

_AMOUNTS = ("cost", "owner_bonus", "spend", "gain", "lot", "less")
"""Tables of amounts, in which what is zero is left out."""
_USED = {
    CardKind.STARTING: ("visit",),
    CardKind.BOOTH: ("booth", "visit", "step"),
    CardKind.EVENT: ("event", "attend", "visit", "step"),
    CardKind.HELPER: ("helper", "step"),
    CardKind.ACTION: ("action", "step"),
}
_WHOLE: dict[tuple[str, ...], str] = {("cost",): "cost in Coins alone", ("step",): "Step value (0 for Zoom)"}

Found = tuple[tuple[str, ...], int | None]


def list_values(components: MarketComponents) -> tuple[PrintedValue, ...]:
    """Return the values that can be varied, card by card in the order of the file."""
    return tuple(value for card in components.cards for value in _values(card))


def _values(card: Card) -> Iterator[PrintedValue]:
    things = tuple(f"{prefix}:{card.id}" for prefix in _USED[card.kind])
    for path, now in _paths(card_data(card), ()):
        source = card.sources.get(path[0])
        words = _WHOLE.get(path) or " ".join(path).replace("_", " ")
        name = ".".join(("cards", card.id, *path))
        yield PrintedValue(name, f"{card.name}: {words}", now, things, source.value if source else "")


def _paths(value: object, path: tuple[str, ...]) -> Iterator[Found]:
    """Return where whole numbers stand in the table of a card, and what they are."""
    if path == ("step",):
        yield path, value if isinstance(value, int) else ZOOM
    elif path == ("cost",) and isinstance(value, dict):
        coins = value.get("coin", 0)
        yield path, coins if set(value) <= {"coin"} else None
        for word in (*RESOURCE_NAMES, *(word for word in value if word not in RESOURCE_NAMES)):
            yield (*path, word), value.get(word, 0)
    elif isinstance(value, bool):
        return
    elif isinstance(value, int):
        yield path, value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _paths(item, (*path, key))
    elif isinstance(value, list):
        for place, item in enumerate(value, start=1):
            yield from _paths(item, (*path, str(place)))


def with_value(components: MarketComponents, name: str, value: int) -> MarketComponents:
    """Return a deck in which one value is another.

    Raises:
        UnknownNameError: there is no such value.
        DeckError: the deck has faults with it.
    """
    head, _, rest = name.partition(".")
    card_id, *path = rest.split(".")
    card = next((card for card in components.cards if head == "cards" and card.id == card_id), None)
    if card is None or tuple(path) not in {found for found, _ in _paths(card_data(card), ())}:
        raise UnknownNameError(f"River Market has no printed value {name!r} to vary.")
    data = marked_data(components.deck)
    table = next(table for table in data["card"] if table["id"] == card_id)
    _put(table, path, value)
    return MarketComponents(read_deck(data))


def _put(table: Any, path: list[str], value: int) -> None:
    """Write a value into the table of a card."""
    if path == ["cost"]:
        table["cost"] = {"coin": value} if value else {}
        return
    if path == ["step"]:
        table["step"] = value if value != ZOOM else "zoom"
        return
    for key in path[:-1]:
        table = table[int(key) - 1] if isinstance(table, list) else table[key]
    if value == 0 and path[-2:-1] and path[-2] in _AMOUNTS:
        table.pop(path[-1], None)
    else:
        table[path[-1]] = value
