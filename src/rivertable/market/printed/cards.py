"""The cards of River Market, loaded from a deck file and checked.

The packaged deck is ``data/deck.toml`` beside this module; any other file of the format described in
``docs/deck.md`` loads the same way. A deck with faults is refused as a whole: :class:`DeckError` holds one
sentence a fault.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

from .deck import Card, Deck, DeckError, Kind, Source
from .faults import deck_faults
from .reading import read_deck
from .writing import deck_data

__all__ = [
    "Card",
    "Deck",
    "DeckError",
    "Kind",
    "Source",
    "deck_hash",
    "load_deck",
    "parse_deck",
    "read_checked",
]


def parse_deck(text: str) -> Deck:
    """Read a deck from the text of a deck file.

    Raises:
        DeckError: the text is no deck, or the deck has faults.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DeckError("The deck file cannot be read.", faults=(f"It is no valid TOML: {error}.",)) from error
    return read_checked(data)


def read_checked(data: Mapping[str, object]) -> Deck:
    """Read a deck from the tables of a deck file, as :func:`~rivertable.market.printed.writing.deck_data` gives them.

    Raises:
        DeckError: the deck has faults.
    """
    faults: list[str] = []
    deck = read_deck(data, faults)
    if not faults:
        faults += deck_faults(deck)
    if faults:
        number = len(faults)
        raise DeckError(f"The deck has {number} fault{'s' * (number > 1)}.", faults=tuple(faults))
    return deck


def load_deck(path: Path | None = None) -> Deck:
    """Read the deck file at ``path``, or the packaged deck.

    Raises:
        DeckError: the file cannot be read, or its deck has faults.
    """
    if path is None:
        return parse_deck((files(__package__) / "data" / "deck.toml").read_text(encoding="utf-8"))
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DeckError("The deck file cannot be read.", faults=(f"{path}: {error}.",)) from error
    return parse_deck(text)


def deck_hash(deck: Deck) -> str:
    """Return the hash (64 hexadecimal digits) of everything that is played with, whatever the file's layout.

    Two files that differ in comments, in the order of keys or in the marks of what is invented have the same
    hash; with another card, name, number or order of cards they have not.
    """
    text = json.dumps(deck_data(deck), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
