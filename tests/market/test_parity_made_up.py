"""The compiled rules against the independent reference on cards that the packaged deck does not have."""

from collections import Counter
from collections.abc import Hashable
from random import Random
from typing import Any

import pytest

from extent import repeated
from rivertable.market.printed.tables import read_deck
from rivertable.market.printed.terms import pack

from .kernel_table import changed_deck
from .made_up_cards import ARRIVAL, HELPERS, random_position
from .made_up_decks import DEEDS, OCCASIONS, POWERS, Table, random_deck
from .parity import KINDS, KernelGame, Pair, kind_of, play_to_the_end
from .parity_positions import ability_table, effect_table, kernel_at
from .positions import NUMBER
from .reference import ReferenceGame
from .reference_cards import cards_of
from .reference_parts import PASS, REDRAW

DECKS_PER_PART = 15
VISITS_PER_PART = 50
POSITIONS_AT_MOST = 250
"""Of one visit; few have more."""


@pytest.mark.parametrize("part", range(repeated(2, 4)))
def test_random_games_of_made_up_decks_agree(part: int) -> None:
    """Every primitive of the deck file's format, in mixtures that no sensible card has, over whole games."""
    seed = f"made-up decks {part}"
    rng = Random(seed)
    powers: Counter[str] = Counter()
    kinds: Counter[int] = Counter()
    deeds: set[str] = set()
    for number in range(DECKS_PER_PART):
        tables = random_deck(rng)
        cards = cards_of(tables["card"])
        deck = read_deck(tables)
        assert [card.id for card in cards] == [card.id for card in deck.cards]
        for players in (2, 3, 4, 5):
            first_seat = rng.randrange(players)
            kernel = KernelGame(pack(deck, players), players, first_seat)
            pair = Pair(ReferenceGame(cards, players, first_seat), kernel, f"{seed}, deck {number}, {players} players")
            play_to_the_end(pair, rng, is_close=number % 5 == 0, is_eager=number % 2 == 1)
            kinds.update(kind_of(answer) for answer in pair.answers)
            deeds |= pair.deeds
            for seat in pair.reference.table.seats:
                abilities = [ability for card in seat.helpers if (ability := cards[card].ability)]
                powers.update(ability.when or ability.power for ability in abilities)
    assert {*POWERS, *OCCASIONS} <= set(powers)
    assert deeds == set(DEEDS)
    assert set(KINDS) - {PASS, REDRAW} <= set(kinds)


def made_up_keys(game: ReferenceGame) -> dict[str, Table]:
    """The keys of the made-up cards, as a deck file writes them."""
    booth, action = (game.table.cards[NUMBER[name]] for name in ("pond-florist", "haggle"))
    planks = ("choose" if booth.is_choose else "all") if len(booth.effects) > 1 else None
    timing = None if action.timing == "either" else action.timing
    found: dict[str, Table] = {}
    for helper in HELPERS:
        ability = game.table.cards[NUMBER[helper]].ability
        assert ability is not None
        found[helper.replace("-", "_")] = {"ability": ability_table(ability)}
    return found | {
        "pond_florist": {
            "plank": [effect_table(effect) for effect in booth.effects],
            "planks": planks,
            "bonus_per_pawn": booth.is_bonus_per_pawn,
        },
        "haggle": {"effect": [effect_table(effect) for effect in action.effects], "timing": timing},
    }


def compare_ways(pair: Pair, rng: Random, known: set[Hashable]) -> None:
    """Compare the questions that can come up in a visit, and where the turn ends: all, or those found first."""
    memory: Any = pair.reference.key()
    if memory in known or len(known) == POSITIONS_AT_MOST:
        return
    known.add(memory)
    pair.compare_tables()
    if pair.reference.visit is None:
        return
    for answer in rng.sample(pair.options, len(pair.options)):
        child = pair.copy()
        child.answer(answer)
        compare_ways(child, rng, known)


@pytest.mark.parametrize("part", range(4))
def test_the_ways_through_made_up_visits_agree(part: int) -> None:
    """R5, R6: which orders of effects are listed, in each position that a made-up Booth and Action can lead to."""
    rng = Random(f"made-up visits {part}")
    compared = complete = 0
    for number in range(VISITS_PER_PART):
        reference = random_position(rng)
        terms = pack(changed_deck(**made_up_keys(reference)), 2)
        pair = Pair(reference, kernel_at(reference, terms), f"part {part}, visit {number}")
        pair.answer(ARRIVAL[0])
        pair.answer(ARRIVAL[1])
        known: set[Hashable] = set()
        compare_ways(pair, rng, known)
        compared += len(known)
        complete += len(known) < POSITIONS_AT_MOST
    assert compared > 20 * VISITS_PER_PART
    assert complete > 0.6 * VISITS_PER_PART
