"""The packaged deck as the data of a deck file, for tests that change it."""

from __future__ import annotations

from typing import Any

import pytest

from rivertable.market.printed.components import edition
from rivertable.market.printed.deck import Deck, DeckError
from rivertable.market.printed.tables import deck_data, read_deck

Data = dict[str, Any]


@pytest.fixture(scope="module")
def deck() -> Deck:
    return edition("first-edition").deck


@pytest.fixture
def data(deck: Deck) -> Data:
    return deck_data(deck)


def card_table(data: Data, card_id: str) -> Data:
    return next(card for card in data["card"] if card["id"] == card_id)


def faults_of(data: Data) -> tuple[str, ...]:
    with pytest.raises(DeckError) as refused:
        read_deck(data)
    return refused.value.faults
