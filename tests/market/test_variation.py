"""Printed values of River Market by name: each can be found, each is what it says, each can be another."""

import pytest

from rivertable.core.errors import UnknownNameError
from rivertable.market import GAME, Card, DeckError

STANDARD = GAME.printed.load()


def changed(name: str, value: int) -> Card:
    """The card of a name after the change; no other card is another."""
    found = GAME.printed.with_value(STANDARD, name, value)
    card_id = name.split(".")[1]
    others = [(a, b) for a, b in zip(STANDARD.cards, found.cards, strict=True) if a != b]
    assert [after.id for _, after in others] == [card_id]
    return found.deck.card(card_id)


def test_a_value_as_it_is_changes_nothing() -> None:
    values = GAME.printed.list_values(GAME.printed.load())
    assert len({value.name for value in values}) == len(values)
    assert {value.name.split(".")[1] for value in values} == {card.id for card in STANDARD.cards}
    for value in values[::7]:
        if value.now is not None:
            found = GAME.printed.with_value(STANDARD, value.name, value.now)
            assert (found.sha256, found.name) == (STANDARD.sha256, STANDARD.name), value.name


def test_values_stand_where_their_names_say() -> None:
    """M73, M82, M36, M61, M51."""
    assert changed("cards.ice-shed.cost", 0).cost.is_nothing
    assert changed("cards.ice-shed.cost", 2).cost.fixed == (0, 0, 0, 0, 0, 2)
    assert changed("cards.ice-shed.cost.lily", 3).cost.fixed[4] == 3
    assert changed("cards.hardware-store.points", 9).points == 9
    assert changed("cards.hardware-store.step", 5).step == 5
    assert changed("cards.hardware-store.step", 0).is_zoom
    assert changed("cards.hardware-store.owner_bonus.tool", 4).owner_bonus[3] == 4
    assert changed("cards.hardware-store.owner_bonus.tool", 0).owner_bonus == (0,) * 6
    assert changed("cards.hardware-store.plank.2.gain.tool", 7).planks[1].gain.fixed[3] == 7
    assert changed("cards.forage.effect.1.gain.veggie", 5).planks[0].gain.fixed[0] == 5


def test_sources_stay() -> None:
    found = GAME.printed.with_value(STANDARD, "cards.ice-shed.cost", 0)
    assert [card.sources for card in found.cards] == [card.sources for card in STANDARD.cards]
    marks = {value.source for value in GAME.printed.list_values(GAME.printed.load())}
    assert marks == {"printed", "inferred", "invented"}


def test_what_cannot_be_played_is_refused() -> None:
    for name in ("cards.nobody.cost", "cards.ice-shed", "cards.ice-shed.cost.gold", "deck.name", "cards", ""):
        with pytest.raises(UnknownNameError, match="no printed value"):
            GAME.printed.with_value(STANDARD, name, 1)
    with pytest.raises(DeckError, match="fault"):
        GAME.printed.with_value(STANDARD, "cards.ice-shed.points", 99)
    with pytest.raises(DeckError, match="fault"):
        GAME.printed.with_value(STANDARD, "cards.dawn-catch.plank.1.gain.fish", 0)
