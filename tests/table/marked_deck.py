"""River Market's deck with a marker in place of every card's id and name, that stands nowhere else in the world."""

from __future__ import annotations

import re
from importlib.resources import files

from rivertable.market import GAME, MarketComponents
from rivertable.market.printed.deck import STARTING_BOOTHS

_ID = re.compile(r'^(id|name) = "([^"]+)"', re.MULTILINE)


def marker_of(number: int) -> str:
    """The marker of a card by its number in the file, 0..59."""
    return f"quokka{number:02d}"


def marked_deck() -> MarketComponents:
    """The deck. Starting Booths lie open from the first: they keep their names."""
    text = (files("rivertable.market.printed") / "data" / "first-edition.toml").read_text(encoding="utf-8")
    head, *cards = text.split("[[card]]")
    for number in range(STARTING_BOOTHS, len(cards)):
        marked = f'"{marker_of(number)}"'
        cards[number] = _ID.sub(lambda found, marked=marked: f"{found[1]} = {marked}", cards[number])
    deck = GAME.printed.parse("[[card]]".join([head, *cards]), "marked")
    assert [card.id for card in deck.cards[STARTING_BOOTHS:]] == [marker_of(number) for number in range(4, 60)]
    return deck
