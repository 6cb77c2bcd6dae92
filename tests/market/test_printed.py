"""A deck for programs, and as the text of a deck file."""

import re
from importlib.resources import files
from pathlib import Path
from random import Random

import pytest
from jsonschema.validators import validator_for
from pydantic import TypeAdapter

from market.kernel_table import changed_deck
from market.made_up_decks import random_deck
from rivertable.core.errors import DataError
from rivertable.market import GAME, MarketComponents
from rivertable.market.printed.components import (
    EDITIONS,
    ComponentsDocument,
    edition,
    effect_short,
    planks_short,
    scoring_text,
    worth_text,
)
from rivertable.market.printed.deck import FIELDS_OF, Source
from rivertable.market.printed.tables import read_deck

TEXT = (files("rivertable.market.printed") / "data" / "first-edition.toml").read_text(encoding="utf-8")
STANDARD = edition("first-edition")
ALTERED = MarketComponents(
    changed_deck(
        forage={"name": 'For "age"', "timing": "before"},
        twin_scales={"cost": {"coin": 2, "different": 2}, "owner_bonus": None},
        willow_larder={"planks": "all"},
    )
)
AWKWARD = [MarketComponents(read_deck(random_deck(Random(f"printed {seed}")))) for seed in range(6)]


@pytest.mark.parametrize("components", [STANDARD, ALTERED, *AWKWARD])
def test_the_text_of_a_file_holds_the_same_deck(components: MarketComponents, tmp_path: Path) -> None:
    text = components.text
    again = GAME.printed.parse(text, "mine")
    assert isinstance(again, MarketComponents) and again.sha256 == components.sha256 and again == components
    for card, other in zip(again.cards, components.cards, strict=True):
        assert {name: card.sources[name] for name in other.sources} == other.sources
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    assert GAME.printed.load(path) == again


def test_the_packaged_file_is_read_alike_from_its_text() -> None:
    assert GAME.printed.parse(TEXT, "deck.toml") == STANDARD
    with pytest.raises(DataError, match="It is no valid TOML"):
        GAME.printed.parse("[", "mine")
    with pytest.raises(DataError, match="The deck has 0 Starting Booths"):
        GAME.printed.parse('[deck]\nname = "mine"\n', "mine")


@pytest.mark.parametrize("components", [STANDARD, ALTERED, *AWKWARD])
def test_every_card_is_a_document(components: MarketComponents) -> None:
    document = GAME.printed.write_components(components)
    documents: TypeAdapter[ComponentsDocument] = TypeAdapter(GAME.printed.ComponentsDocument)
    validator_for(schema := documents.json_schema(mode="serialization"))(schema).validate(document)
    model = documents.validate_python(document)
    assert documents.dump_python(model, mode="json", by_alias=True, exclude_defaults=True) == document
    assert (model["name"], model["sha256"], len(model["cards"])) == (components.name, components.sha256, 60)
    for card, found in zip(components.cards, model["cards"], strict=True):
        assert found["id"] == card.id and set(found["sources"]) <= set(FIELDS_OF[card.kind])
        assert tuple(found.get("planks", ())) == card.planks
        assert len(found["texts"].get("planks", ())) == len(card.planks)


def test_what_a_player_begins_with() -> None:
    """M6, M23, M103, R1."""
    document = GAME.printed.write_components(STANDARD)
    assert document["resources"] == ["veggie", "fish", "cloth", "tool", "lily", "coin"]
    assert document["houses"] == {"2": 5, "3": 5, "4": 5, "5": 4}
    assert (document["coins"], document["hand"]) == (4, 4)


def test_what_programs_get_of_some_cards() -> None:
    cards = {card["id"]: card for card in GAME.printed.write_components(STANDARD)["cards"]}
    store = cards["hardware-store"]
    assert (store["kind"], store["step"], store["points"], store["mode"]) == ("booth", 3, 4, "choose")
    assert store["cost"] == {"fish": 1, "coin": 1} and store["owner_bonus"] == {"tool": 1}
    assert store["planks"] == [{"gain": {"tool": 2}}, {"spend": {"veggie": 1}, "gain": {"tool": 3}}]
    assert store["texts"]["planks"] == ["get 2t", "v->3t"] and store["texts"]["cost"] == "f+$"
    assert store["texts"]["owner_bonus"] == "one Tool" and store["texts"]["step"] == "step 3"
    assert store["sources"]["plank"] == "printed" and store["sources"]["step"] == Source.INVENTED.value
    forage = cards["forage"]
    assert forage["kind"] == "action" and forage["timing"] == "either" and "cost" not in forage
    assert forage["texts"]["timing"] == "before or after" and len(forage["planks"]) == 2
    duck = cards["wood-duck"]
    assert duck["kind"] == "helper" and duck["texts"]["ability"] and "planks" not in duck
    assert "step" not in cards["swap-meet"] and "points" not in cards["swap-meet"]


def test_what_is_said_of_scores_is_said_as_people_say_it() -> None:
    """U10: what a contest is about stands in the plural; one of a thing needs no number."""
    cards = edition("second-edition").deck.card
    contests = {card: scoring_text(cards(card).attending[0]) for card in ("angling-contest", "roof-raising")}
    assert contests["angling-contest"] == "6 points for the most Fish among all who attend"
    assert contests["roof-raising"] == "5 points for the most Booths among all who attend"
    parade = scoring_text(cards("patchwork-parade").attending[0])
    assert parade == "6 points for the most sets of one Cloth and one Tool among all who attend"
    assert scoring_text(cards("lilypad-hop").attending[0]) == "1 point for every two Lilies"
    assert "stores: 1 point for every Veggie, up to 5 times" in worth_text(cards("root-cellar"))
    assert worth_text(cards("terrace-garden")).replace("*", "").startswith("1 point; 1 point for every Booth you own")
    assert effect_short(cards("lantern-maker").planks[0]) == "get 2$ and call the nearest pawns downstream here"


@pytest.mark.parametrize("name", EDITIONS)
def test_no_sentence_of_a_card_counts_one_as_several(name: str) -> None:
    for card in edition(name).cards:
        said = f"{planks_short(card)}; {worth_text(card)}".replace("*", "")
        assert not re.search(r"(?<![0-9])1 (points|steps)|every one|for the most of", said), said
