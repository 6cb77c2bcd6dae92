"""The faults that a deck file can have, each with its sentence."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from rivertable.market.printed.components import load, parse
from rivertable.market.printed.deck import FIELDS_OF, Deck, DeckError
from rivertable.market.printed.effects import Resource
from rivertable.market.printed.tables import deck_data, read_deck

from .deck_files import Data, card_table, data, deck, faults_of

__all__ = ["data", "deck"]


def edit(card_id: str, **values: object) -> Callable[[Data], None]:
    return lambda data: card_table(data, card_id).update(values)


def drop(card_id: str, key: str) -> Callable[[Data], None]:
    return lambda data: card_table(data, card_id).pop(key)


def remove(card_id: str) -> Callable[[Data], None]:
    return lambda data: data["card"].remove(card_table(data, card_id))


RESOURCES = "“veggie”, “fish”, “cloth”, “tool”, “lily”, “coin”"
CHOICES = "“any”, “matching”, “different”"

FAULTS: list[tuple[str, Callable[[Data], None], str]] = [
    (
        "unknown resource",
        edit("art-supplies", cost={"cotton": 1}),
        f"Art Supplies: “cost” names the unknown resource “cotton”; known are {RESOURCES}, {CHOICES}.",
    ),
    (
        "unknown resource in a plank",
        edit("dawn-catch", plank={"gain": {"cotton": 1}}),
        f"Dawn Catch: “gain” of the plank names the unknown resource “cotton”; known are {RESOURCES}, {CHOICES}.",
    ),
    (
        "unknown resource in a scoring",
        edit("lilypad-hop", attending=[{"points": 1, "lot": {"cotton": 1}}]),
        f"Lilypad Hop: “lot” of “attending” names the unknown resource “cotton”; known are {RESOURCES}.",
    ),
    (
        "no table in a list",
        edit("dawn-catch", plank=["x"]),
        "Dawn Catch: the plank has to be a table.",
    ),
    ("missing cost", drop("art-supplies", "cost"), "Art Supplies: it lacks “cost”."),
    ("missing step", drop("forage", "step"), "Forage: it lacks “step”."),
    ("missing points", drop("wood-duck", "points"), "Wood Duck: it lacks “points”."),
    ("missing plank", drop("dawn-catch", "plank"), "Dawn Catch: it has no plank."),
    ("missing effect", drop("forage", "effect"), "Forage: it lacks “effect”."),
    ("missing ability", drop("wood-duck", "ability"), "Wood Duck: it lacks “ability”."),
    ("missing stars", drop("lilypad-hop", "stars"), "Lilypad Hop: it lacks “stars”."),
    ("missing event scoring", drop("lilypad-hop", "attending"), "Lilypad Hop: it lacks “attending”."),
    (
        "missing attending plank",
        edit("lilypad-hop", plank=[{"gain": {"lily": 1}}, {"gain": {"fish": 1}}]),
        "Lilypad Hop: an Event needs exactly one plank with “attend”.",
    ),
    ("action with cost", edit("forage", cost={"coin": 1}), "Forage: the kind “action” has no “cost”."),
    ("booth with stars", edit("dawn-catch", stars=2), "Dawn Catch: the kind “booth” has no “stars”."),
    ("unknown key", edit("dawn-catch", colour="red"), "Dawn Catch: it has the unknown key “colour”."),
    (
        "unknown key in a plank",
        edit("dawn-catch", plank={"gain": {"fish": 2}, "twice": True}),
        "Dawn Catch: the plank has the unknown key “twice”; known are “spend”, “gain”, “for_each”, “times”, “also”.",
    ),
    ("unknown kind", edit("dawn-catch", kind="stall"), "Dawn Catch: “kind” has to be one of"),
    ("no kind", drop("dawn-catch", "kind"), "Dawn Catch: it lacks “kind”."),
    (
        "step out of range",
        edit("dawn-catch", step=0),
        "Dawn Catch: “step” has to be a whole number from 1 to 9 or “zoom”, not 0.",
    ),
    (
        "amount out of range",
        edit("art-supplies", cost={"coin": 0}),
        "Art Supplies: “coin” of “cost” has to be a whole number from 1 to 20, not 0.",
    ),
    (
        "amount no number",
        edit("art-supplies", cost={"coin": "two"}),
        "Art Supplies: “coin” of “cost” has to be a whole number from 1 to 20, not “two”.",
    ),
    (
        "amount true",
        edit("art-supplies", cost={"coin": True}),
        "Art Supplies: “coin” of “cost” has to be a whole number from 1 to 20, not True.",
    ),
    ("cost no table", edit("art-supplies", cost=3), "Art Supplies: “cost” has to be a table of amounts."),
    (
        "several planks without a word",
        drop("pond-florist", "planks"),
        "Pond Florist: it has several planks and needs “planks”, which is “all” or “choose”.",
    ),
    (
        "one plank with a word",
        edit("dawn-catch", planks="all"),
        "Dawn Catch: “planks” says all or choose, but there is one plank only.",
    ),
    (
        "attending elsewhere",
        edit("dawn-catch", plank={"attend": True}),
        "Dawn Catch: the plank has the unknown key “attend”; known are “spend”, “gain”, “for_each”, “times”, “also”.",
    ),
    (
        "points out of range",
        edit("dawn-catch", points=31),
        "Dawn Catch: “points” has to be a whole number from 0 to 30, not 31.",
    ),
    (
        "no truth value",
        edit("lilypad-hop", plank=[{"attend": 1}, {"gain": {"fish": 1}}]),
        "Lilypad Hop: “attend” of plank 1 has to be true or false, not 1.",
    ),
    (
        "too many planks",
        edit("pond-florist", plank=[{"gain": {"lily": 1}}] * 5),
        "Pond Florist: “plank” has 5 entries",
    ),
    ("plank without gain", edit("dawn-catch", plank={}), "Dawn Catch: the plank gives nothing."),
    (
        "red plank paid with nothing",
        edit("dawn-catch", plank={"spend": {}, "gain": {"fish": 2}}),
        "Dawn Catch: the plank is paid with nothing; leave “spend” out where it is free.",
    ),
    (
        "free plank several times",
        edit("dawn-catch", plank={"gain": {"fish": 1}, "times": 2}),
        "Dawn Catch: the plank may be done 2 times, which only an effect that is paid for can be.",
    ),
    (
        "two choices at once",
        edit("dawn-catch", plank={"spend": {"any": 1, "matching": 2}, "gain": {"fish": 2}}),
        "Dawn Catch: “spend” of the plank has more than one of “any”, “matching”.",
    ),
    (
        "for each with a choice",
        edit("dawn-catch", plank={"gain": {"any": 1}, "for_each": "booths"}),
        "Dawn Catch: the plank has “for_each” beside Goods of choice; it multiplies named resources only.",
    ),
    (
        "scoring of nothing",
        edit("terrace-garden", score={"points": 1}),
        "Terrace Garden: “score” needs either “lot” or “of”.",
    ),
    (
        "store of nothing",
        edit("root-cellar", store={"points": 1, "lots": 2, "lot": {}}),
        "Root Cellar: “lot” of “store” has to name either resources or “any” Goods.",
    ),
    (
        "ability without its number",
        edit("otter-guide", ability={"power": "reach"}),
        "Otter Guide: “ability” lacks “number”.",
    ),
    (
        "ability with another's key",
        edit("otter-guide", ability={"power": "both", "number": 2}),
        "Otter Guide: “ability” has the unknown key “number”; known are “power”.",
    ),
    (
        "yield without resource",
        edit("otter-guide", ability={"power": "when", "when": "yield", "gain": {"fish": 1}}),
        "Otter Guide: “ability” lacks “resource”.",
    ),
    (
        "mark of a missing key",
        edit("forage", printed=["cost"]),
        "Forage: “printed” names “cost”, which the card does not have.",
    ),
    ("marked twice", edit("forage", printed=["step"], invented=["step"]), "Forage: “step” is marked twice."),
    (
        "bad id",
        edit("forage", id="For Age"),
        "Forage: it needs an “id” of small letters, digits and hyphens.",
    ),
    ("no name", drop("forage", "name"), "Card 48: it needs a “name”."),
    ("duplicate id", edit("forage", id="haggle"), "The id “haggle” is used by more than one card."),
    ("duplicate name", edit("forage", name="Haggle"), "The name “Haggle” is used by more than one card."),
    ("a card too few", remove("forage"), "The deck has 55 cards besides the Starting Booths; it needs 56."),
    ("a starting booth too few", remove("willow-larder"), "The deck has 3 Starting Booths; it needs 4."),
    (
        "no swap meet",
        edit("swap-meet", id="bartering"),
        "No Starting Booth has the id “swap-meet”, where all pawns begin.",
    ),
    (
        "starting booth that stores",
        edit("dressmaker", store={"points": 1, "lots": 1, "lot": {"coin": 1}}),
        "Dressmaker: a Starting Booth has no owner, so it cannot score or store for one.",
    ),
    ("unnamed deck", lambda data: data["deck"].clear(), "The deck: “deck” needs a “name”."),
    ("unknown table", lambda data: data.update(cards=[]), "The deck: the file has the unknown key “cards”"),
]


@pytest.mark.parametrize(("change", "sentence"), [fault[1:] for fault in FAULTS], ids=[fault[0] for fault in FAULTS])
def test_a_fault_gives_one_sentence(data: Data, change: Callable[[Data], None], sentence: str) -> None:
    change(data)
    faults = faults_of(data)
    assert len(faults) == 1
    assert faults[0].startswith(sentence)


class TestPayments:
    def test_cards_that_no_hand_holds_cannot_be_paid(self, data: Data) -> None:
        edit("clear-the-stall", effect={"spend": {"card": 4}, "gain": {"coin": 1}})(data)
        assert read_deck(data).card("clear-the-stall").planks[0].spend.card == 4
        edit("squirrel-steward", ability={"power": "both"})(data)
        (fault,) = faults_of(data)
        assert fault == (
            "Clear the Stall: nobody could ever pay effect 1,"
            " for a hand has at most 3 cards besides the one that is used."
        )

    def test_a_resource_that_nothing_gives_cannot_be_paid(self, data: Data) -> None:
        """Without any gift of Fish, every payment of Fish is a fault, and nothing else is."""
        asking = set()
        for card in data["card"]:
            for key in ("plank", "effect"):
                for effect in card.get(key, []):
                    gain = effect.get("gain", {})
                    if {"fish", "any", "different"} & set(gain):
                        effect["gain"] = {"veggie": 1}
                    if "fish" in effect.get("spend", {}):
                        asking.add(card["name"])
            if "fish" in card.get("owner_bonus", {}):
                card["owner_bonus"] = {"veggie": 1}
            if "fish" in card.get("cost", {}):
                asking.add(card["name"])
        faults = faults_of(data)
        assert {fault.split(":")[0] for fault in faults} == asking
        assert all(fault.endswith("for nothing gives fish.") for fault in faults)

    def test_four_coins_are_there_from_the_start(self, data: Data) -> None:
        """Where nothing gives Coins, a cost of four can be paid and a cost of five cannot."""
        for card in data["card"]:
            for key in ("plank", "effect"):
                for effect in card.get(key, []):
                    if "coin" in effect.get("gain", {}):
                        effect["gain"] = {"veggie": 1}
                        effect.pop("for_each", None)
            for key in ("owner_bonus",):
                if "coin" in card.get(key, {}):
                    card[key] = {"veggie": 1}
            if card["kind"] == "helper" and "gain" in card["ability"]:
                card["ability"] = {"power": "both"}
        edit("dawn-catch", cost={"coin": 4})(data)
        assert read_deck(data).card("dawn-catch").cost.fixed[Resource.COIN] == 4
        edit("dawn-catch", cost={"coin": 5})(data)
        assert faults_of(data) == ("Dawn Catch: nobody could ever pay its cost, for nothing gives coin.",)


class TestFiles:
    def test_all_faults_are_told_at_once(self, data: Data) -> None:
        drop("art-supplies", "cost")(data)
        edit("forage", cost={"coin": 1})(data)
        with pytest.raises(DeckError) as refused:
            read_deck(data)
        assert refused.value.sentence == "The deck has 2 faults."
        assert str(refused.value).count("\n- ") == 2
        assert refused.value.code == "bad-deck"

    def test_text_that_is_no_toml(self) -> None:
        with pytest.raises(DeckError) as refused:
            parse("[deck\n", "mine")
        assert refused.value.faults[0].startswith("It is no valid TOML: ")

    def test_empty_file(self) -> None:
        with pytest.raises(DeckError) as refused:
            parse("", "mine")
        assert refused.value.faults == ("The deck: “deck” needs a “name”.",)

    def test_file_that_is_not_there(self, tmp_path: Path) -> None:
        file = tmp_path / "nothing.toml"
        with pytest.raises(DeckError) as refused:
            load(file)
        assert str(refused.value) == (
            f"There is no deck file {file}; the decks that need no file are second-edition and first-edition."
        )

    def test_folder_in_the_place_of_a_file(self, tmp_path: Path) -> None:
        with pytest.raises(DeckError) as refused:
            load(tmp_path)
        assert str(refused.value) == f"The deck file {tmp_path} cannot be read: Is a directory."

    def test_file_that_is_no_text(self, tmp_path: Path) -> None:
        file = tmp_path / "deck.toml"
        file.write_bytes(b"\xff\xfe\x00")
        with pytest.raises(DeckError) as refused:
            load(file)
        assert str(refused.value) == f"The deck file {file} is not UTF-8 text."

    @pytest.mark.parametrize(
        "junk", [{"card": 3}, {"card": [3]}, {"deck": 3}, {"card": [{"plank": 3}]}, {"card": [{}]}]
    )
    def test_any_shape_of_data_is_refused_without_a_crash(self, junk: Data) -> None:
        assert faults_of(junk)

    @pytest.mark.parametrize("value", [None, 3, "x", [], {}, [[]], True, 2.5, {"x": 1}, [{"x": 1}]])
    @pytest.mark.parametrize("key", sorted({key for keys in FIELDS_OF.values() for key in keys} | {"printed"}))
    def test_any_value_in_any_key_is_read_or_told_of_in_our_words(self, deck: Deck, key: str, value: object) -> None:
        for card_id in ("dressmaker", "dawn-catch", "lilypad-hop", "wood-duck", "forage"):
            data = deck_data(deck)
            card_table(data, card_id)[key] = value
            try:
                read = read_deck(data)
            except DeckError as refused:
                told = " ".join(refused.faults)
            else:
                assert read_deck(deck_data(read)) == read
                continue
            assert f"“{key}”" in told or key in ("plank", "effect", "name", "printed")
            assert not re.search("Input|nexpected|should|valid", told)
