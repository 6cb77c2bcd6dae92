"""Printed values of River Market by the path of the deck file, one of them changed at a time."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any

from ...core.contract.counting import PrintedValue
from ...core.errors import UnknownNameError
from .cards import read_checked
from .components import MarketComponents
from .deck import ZOOM, Card, Kind
from .document import components_text
from .words import RESOURCE_WORDS
from .writing import card_data

_AMOUNTS = ("cost", "owner_bonus", "spend", "gain", "lot", "less")
"""Tables of amounts, in which what is zero is left out."""
_USED = {
    Kind.STARTING: ("visit",),
    Kind.BOOTH: ("booth", "visit", "step"),
    Kind.EVENT: ("event", "attend", "visit", "step"),
    Kind.HELPER: ("helper", "step"),
    Kind.ACTION: ("action", "step"),
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
        for word in (*RESOURCE_WORDS.values(), *(word for word in value if word not in RESOURCE_WORDS.values())):
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
    data = tomllib.loads(components_text(components))
    table = next(table for table in data["card"] if table["id"] == card_id)
    _put(table, path, value)
    return MarketComponents(read_checked(data))


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
