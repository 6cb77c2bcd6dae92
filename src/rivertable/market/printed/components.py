"""The deck as the rest of the program takes it: printed data with a name and a hash."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from .cards import deck_hash, load_deck, parse_deck
from .deck import Card, Deck


@dataclass(frozen=True)
class MarketComponents:
    """A checked deck as a game is played with."""

    deck: Deck

    @property
    def name(self) -> str:
        """The name that the deck file gives itself."""
        return self.deck.name

    @cached_property
    def sha256(self) -> str:
        """The SHA-256 of the deck as played (:func:`~rivertable.market.printed.cards.deck_hash`), in hexadecimal."""
        return deck_hash(self.deck)

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards by number: the Starting Booths first."""
        return self.deck.cards


@cache
def standard() -> MarketComponents:
    """Return the packaged deck."""
    return MarketComponents(load_deck())


def load(path: Path | None = None) -> MarketComponents:
    """Read the deck file at ``path``, or the packaged deck.

    Raises:
        DeckError: the file cannot be read, or its deck has faults.
    """
    return standard() if path is None else MarketComponents(load_deck(path))


def parse(text: str) -> MarketComponents:
    """Read a deck from the text of a deck file.

    Raises:
        DeckError: the text is no deck, or the deck has faults.
    """
    return MarketComponents(parse_deck(text))
