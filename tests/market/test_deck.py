"""The packaged deck, and that a deck file says all of it."""

from __future__ import annotations

import math
from collections import Counter
from pathlib import Path

import pytest

import rivertable.market
from rivertable.market.printed.components import load
from rivertable.market.printed.deck import FIELDS_OF, CardKind, Deck, Effect, Gain, Source, Spend
from rivertable.market.printed.effects import Count, Power, Resource
from rivertable.market.printed.tables import card_data, deck_data, deck_hash, read_deck

from .deck_files import Data, card_table, data, deck

__all__ = ["data", "deck"]


def effects_of(deck: Deck, card_id: str) -> list[Data]:
    table = card_data(deck.card(card_id))
    return list(table.get("plank") or table["effect"])


class TestPackagedDeck:
    def test_m1_m2_number_of_cards(self, deck: Deck) -> None:
        assert len(deck.of_kind(CardKind.STARTING)) == 4
        assert len(deck.cards) == 4 + 56
        assert all(card.kind is CardKind.STARTING for card in deck.cards[:4])

    def test_split(self, deck: Deck) -> None:
        counts = Counter(card.kind.word for card in deck.cards)
        assert counts == {"starting": 4, "booth": 22, "event": 8, "helper": 13, "action": 13}

    def test_steps_are_spread_as_the_file_says(self, deck: Deck) -> None:
        spread = {kind: Counter(card.step for card in deck.of_kind(kind)) for kind in CardKind}
        assert spread[CardKind.BOOTH] == {1: 2, 2: 5, 3: 6, 4: 4, 5: 2, 0: 3}
        assert spread[CardKind.EVENT] == {1: 1, 2: 2, 3: 2, 4: 1, 5: 1, 0: 1}
        assert spread[CardKind.HELPER] == {1: 1, 2: 3, 3: 4, 4: 3, 5: 1, 0: 1}
        assert spread[CardKind.ACTION] == {1: 2, 2: 4, 3: 4, 4: 1, 0: 2}

    def test_m37_a_booth_steps_five(self, deck: Deck) -> None:
        assert any(card.step == 5 for card in deck.of_kind(CardKind.BOOTH))

    def test_m45_some_cards_zoom(self, deck: Deck) -> None:
        assert sum(card.is_zoom for card in deck.cards) == 7
        assert not any(card.is_zoom for card in deck.of_kind(CardKind.STARTING))

    def test_m29_an_opening_hand_without_booth_is_possible_but_rare(self, deck: Deck) -> None:
        without = sum(not card.is_booth for card in deck.cards)
        assert 0.02 < math.comb(without, 4) / math.comb(56, 4) < 0.06

    def test_m61_m64_who_has_an_owner_bonus(self, deck: Deck) -> None:
        assert not any(any(card.owner_bonus) for card in deck.of_kind(CardKind.STARTING))
        assert all(any(card.owner_bonus) for card in deck.of_kind(CardKind.BOOTH))

    def test_m68_actions_cost_nothing_and_do_something(self, deck: Deck) -> None:
        assert all(card.cost.is_nothing and card.planks for card in deck.of_kind(CardKind.ACTION))

    def test_m51_every_booth_has_a_plank(self, deck: Deck) -> None:
        assert all(card.planks for card in deck.cards if card.is_booth)

    def test_m87_m125_every_event_has_stars_a_scoring_and_one_place_to_attend(self, deck: Deck) -> None:
        for card in deck.of_kind(CardKind.EVENT):
            assert card.stars >= 2
            assert card.attending
            assert sum(plank.is_attending for plank in card.planks) == 1

    def test_events_score_by_several_things(self, deck: Deck) -> None:
        scored = {(rule.lot, rule.of) for card in deck.of_kind(CardKind.EVENT) for rule in card.attending}
        assert len(scored) == 8

    def test_helpers_change_how_one_plays_in_every_way(self, deck: Deck) -> None:
        powers = Counter(card.ability.power for card in deck.of_kind(CardKind.HELPER) if card.ability)
        assert set(powers) == set(Power) - {Power.BONUS_TOO}
        assert powers[Power.WHEN] == 4

    def test_booths_ask_for_what_others_give(self, deck: Deck) -> None:
        planks = [plank for card in deck.cards if card.is_booth for plank in card.planks]
        for resource in Resource:
            assert any(plank.gain.fixed[resource] for plank in planks)
            asked = [plank.spend for plank in planks] + [card.cost for card in deck.cards]
            assert any(spend.fixed[resource] for spend in asked)


class TestNamedCards:
    def test_swap_meet_is_a_starting_booth(self, deck: Deck) -> None:
        assert deck.card("swap-meet").kind is CardKind.STARTING

    def test_hardware_store(self, deck: Deck) -> None:
        card = deck.card("hardware-store")
        assert effects_of(deck, "hardware-store") == [
            {"gain": {"tool": 2}},
            {"spend": {"veggie": 1}, "gain": {"tool": 3}},
        ]
        assert card.kind is CardKind.BOOTH
        assert card.mode.name == "CHOOSE"
        assert card.owner_bonus == (0, 0, 0, 1, 0, 0)
        assert card.sources["plank"] is Source.PRINTED
        assert card.sources["step"] is Source.INVENTED

    def test_art_supplies(self, deck: Deck) -> None:
        card = deck.card("art-supplies")
        assert card.cost == Gain(cloth=1, tool=1, coin=1)
        assert all(plank.is_free for plank in card.planks)
        assert {r for plank in card.planks for r in Resource if plank.gain.fixed[r]} == {
            Resource.CLOTH,
            Resource.TOOL,
        }
        assert card.sources["cost"] is Source.PRINTED
        assert card.sources["points"] is Source.INVENTED

    def test_dressmaker_needs_exactly_tools_and_cloth(self, deck: Deck) -> None:
        (plank,) = deck.card("dressmaker").planks
        assert not plank.is_free
        assert {r for r in Resource if plank.spend.fixed[r]} == {Resource.CLOTH, Resource.TOOL}

    def test_forage(self, deck: Deck) -> None:
        card = deck.card("forage")
        assert effects_of(deck, "forage") == [{"gain": {"veggie": 2}}, {"gain": {"fish": 1}}]
        assert card.kind is CardKind.ACTION
        assert card.timing.name == "EITHER"

    def test_lilypad_hop_counts_pairs_of_lilies(self, deck: Deck) -> None:
        card = deck.card("lilypad-hop")
        (rule,) = card.attending
        assert card.kind is CardKind.EVENT
        assert rule.lot == (0, 0, 0, 0, 2, 0)
        assert card.sources["attending"] is Source.INFERRED

    def test_wood_duck_stores_at_least_four_lilies(self, deck: Deck) -> None:
        card = deck.card("wood-duck")
        assert card.kind is CardKind.HELPER
        assert card.store is not None
        assert card.store.lot.fixed == (0, 0, 0, 0, 2, 0)
        assert card.store.lots * 2 >= 4

    def test_only_what_the_rulebook_says_is_marked_printed(self, deck: Deck) -> None:
        named = {
            "swap-meet",
            "dressmaker",
            "hardware-store",
            "art-supplies",
            "forage",
            "lilypad-hop",
            "wood-duck",
        }
        for card in deck.cards:
            marked = {field for field, source in card.sources.items() if source is not Source.INVENTED}
            assert bool(marked) == (card.id in named), card.id

    def test_every_field_says_where_it_comes_from(self, deck: Deck) -> None:
        for card in deck.cards:
            assert set(card.sources) <= set(FIELDS_OF[card.kind])
            assert {"name", "kind"} <= set(card.sources)


@pytest.mark.parametrize(
    "sample",
    [
        Effect(gain=Gain(fish=2)),
        Effect(Spend(any=1), Gain(lily=3)),
        Effect(Spend(veggie=2), Gain(coin=1), times=4),
        Effect(Spend(any=3), Gain(coin=1), times=2),
        Effect(Spend(matching=2), Gain(coin=1), times=2),
        Effect(gain=Gain(different=2)),
        Effect(is_attending=True),
        Effect(Spend(veggie=1), Gain(tool=3)),
        Effect(gain=Gain(veggie=2)),
    ],
    ids=[f"S{number}" for number in range(1, 10)],
)
def test_sample_effects_occur(deck: Deck, sample: Effect) -> None:
    assert any(sample in card.planks for card in deck.cards)


class TestRoundTrip:
    def test_tables_read_back_the_same(self, deck: Deck, data: Data) -> None:
        assert read_deck(data) == deck
        assert deck_hash(read_deck(data)) == deck_hash(deck)

    def test_hash_ignores_marks_and_layout(self, deck: Deck, data: Data) -> None:
        card_table(data, "forage")["printed"] = ["step"]
        data["card"] = [dict(reversed(card.items())) for card in data["card"]]
        assert deck_hash(read_deck(data)) == deck_hash(deck)

    def test_hash_sees_every_number(self, deck: Deck, data: Data) -> None:
        card_table(data, "lantern-maker")["points"] = 8
        assert deck_hash(read_deck(data)) != deck_hash(deck)

    def test_a_file_loads_like_the_packaged_deck(self, deck: Deck, tmp_path: Path) -> None:
        packaged = Path(rivertable.market.__file__).parent / "printed" / "data" / "first-edition.toml"
        copy = tmp_path / "mine.toml"
        copy.write_bytes(packaged.read_bytes())
        assert load(copy).deck == deck

    def test_every_form_of_the_format_reads_back(self, data: Data) -> None:
        card_table(data, "turnip-barrow").update(
            cost={"coin": 1, "different": 2}, score={"points": 1, "of": "goods", "per": 4, "limit": 5}
        )
        card_table(data, "otter-guide")["ability"] = {
            "power": "discount",
            "cards": "helpers",
            "less": {"fish": 1},
        }
        read = read_deck(data)
        assert read.card("turnip-barrow").cost == Gain(coin=1, different=2)
        assert read.card("turnip-barrow").scorings[0].of is Count.GOODS
        assert read_deck(deck_data(read)) == read
