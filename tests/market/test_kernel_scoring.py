"""Scoring in the compiled rules, and the best assignment of resources against trying everything."""

from __future__ import annotations

from functools import cache
from itertools import combinations, product
from random import Random
from typing import Any

import pytest

from rivertable.market.kernel import KERNEL
from rivertable.market.kernel.scoring import Category

from .kernel_table import DECK, NUMBER, WORDS, KernelTable, changed_deck

STORING = ("root-cellar", "ice-shed", "quilting-frame", "wishing-pool", "wood-duck", "badger-cook")
GOODS = tuple(WORDS)[:5]


@cache
def most_batches(goods: tuple[int, ...]) -> int:
    """The most batches of three different Goods, by trying every first batch."""
    best = 0
    for three in combinations(range(5), 3):
        if all(goods[good] for good in three):
            left = tuple(amount - (good in three) for good, amount in enumerate(goods))
            best = max(best, 1 + most_batches(left))
    return best


@cache
def best_by_trying(resources: tuple[int, ...], cards: tuple[str, ...]) -> int:
    """The most points of stored lots and leftovers: every number of lots, every choice of Goods."""
    if not cards:
        return resources[5] // 2 + most_batches(resources[:5])
    store = DECK.card(cards[0]).store
    assert store is not None
    best = 0
    for lots in range(store.lots + 1):
        if store.lot.any:
            taken = [
                (*goods, 0)
                for goods in product(*(range(amount + 1) for amount in resources[:5]))
                if sum(goods) == lots * store.lot.any
            ]
        else:
            taken = [tuple(lots * amount for amount in store.lot.fixed)]
        for amounts in taken:
            left = tuple(has - amount for has, amount in zip(resources, amounts, strict=True))
            if min(left) >= 0:
                best = max(best, lots * store.points + best_by_trying(left, cards[1:]))
    return best


def table_with(cards: tuple[str, ...], **more: Any) -> KernelTable:
    """A table where seat 0 owns Booths and has hired Helpers."""
    table = KernelTable(**more)
    for card in cards:
        if DECK.card(card).is_booth:
            table.add_booth(card, 0)
        else:
            table.hire(0, card)
    return table


def vectors(most: int) -> list[tuple[int, ...]]:
    """All amounts of the six resources that are not more than so many together."""
    return [amounts for amounts in product(range(most + 1), repeat=6) if sum(amounts) <= most]


@pytest.mark.parametrize("size", range(len(STORING) + 1))
def test_r11_m134_m144_all_small_cases(size: int) -> None:
    """R11, M134, M144: the assignment is the best one, for each set of storing cards and up to four resources."""
    for cards in combinations(STORING, size):
        table = table_with(cards)
        printed = sum(DECK.card(card).points for card in cards)
        for amounts in vectors(4):
            table.state.resource[0] = amounts
            assert table.total() - printed == best_by_trying(amounts, cards), (cards, amounts)


def test_r11_m144_larger_cases() -> None:
    """R11: the same for more resources than a lot or two, and the sheet adds up."""
    rng = Random("storing")
    for _ in range(150):
        cards = tuple(card for card in STORING if rng.random() < 0.6)
        table = table_with(cards)
        amounts = tuple(rng.choice((0, 1, 2, 3, 5, 7)) for _ in range(6))
        table.state.resource[0] = amounts
        printed = sum(DECK.card(card).points for card in cards)
        assert table.total() - printed == best_by_trying(amounts, cards), (cards, amounts)
        check_sheet(table)


def check_sheet(table: KernelTable) -> None:
    """The items of a seat's score: nothing is used twice, nothing is lost, and all add up."""
    sheet = table.sheet()
    assert sheet.total == table.total() == sheet.category.sum()
    assert (sheet.left >= 0).all()
    assert (sheet.stored.sum(axis=0) + sheet.left == table.state.resource[0]).all()
    for card in DECK.cards:
        number = NUMBER[card.id]
        stored, lots = sheet.stored[number], int(sheet.lots[number])
        if card.store is None or not sheet.has[number]:
            assert stored.sum() == 0
        elif card.store.lot.any:
            assert (stored.sum(), stored[5]) == (lots * card.store.lot.any, 0)
        else:
            assert stored.tolist() == [lots * amount for amount in card.store.lot.fixed]
        assert sheet.lot_points[number] == (lots * card.store.points if card.store else 0)
    assert sheet.category[Category.COINS] == sheet.left[5] // 2
    assert sheet.category[Category.BATCHES] == most_batches(tuple(int(amount) for amount in sheet.left[:5]))
    assert sheet.category[Category.EVENTS] == sheet.attended.sum()
    points = sheet.printed + sheet.extra + sheet.lot_points
    assert sheet.category[Category.BOOTHS] + sheet.category[Category.HELPERS] == points.sum()


def test_m98_only_the_owner_stores() -> None:
    """M98: on Booths one has built and Helpers one has hired."""
    table = table_with(("ice-shed",))
    table.give(0)
    table.give(1, fish=6)
    assert table.total(1) == 0
    table.give(0, fish=6)
    assert table.total(0) == 2 + 3


def test_m99_m100_m101_nothing_is_bound_before_scoring() -> None:
    """M99, M100, M101: the same Lilies score on the Wood Duck or pay in a Booth, as one likes."""
    table = table_with(("wood-duck",))
    table.give(0, lily=6)
    assert table.total() == 2 + 3
    table.give(0, lily=3)
    assert table.total() == 2 + 1


def test_m122_m139_m140_m141_leftovers() -> None:
    """M122: five categories; M139: two Coins a point; M140, M141: batches may differ, remainders are ignored."""
    table = KernelTable()
    for amounts, points in (
        ({"coin": 5}, 2),
        ({"veggie": 9, "fish": 9}, 0),
        ({"veggie": 2, "fish": 2, "cloth": 2}, 2),
        ({"veggie": 3, "fish": 1, "cloth": 1, "tool": 1}, 1),
        ({"veggie": 2, "fish": 2, "cloth": 1, "tool": 1}, 2),
        ({"veggie": 4, "fish": 4, "cloth": 2, "tool": 1, "lily": 1, "coin": 1}, 4),
    ):
        table.give(0, **amounts)
        assert table.total() == points
        check_sheet(table)


def test_m88_m126_m129_who_attends() -> None:
    """M126: by house or by pawn; M88, M129: the owner's marking house is no attendance."""
    table = KernelTable(players=3)
    table.add_booth("lilypad-hop", 2)
    for seat in range(3):
        table.give(seat, lily=4)
    assert [table.total(seat) for seat in range(3)] == [0, 0, 3]
    table.state.stars[4, 0] = 1
    table.put_pawn(1, "lilypad-hop")
    assert [table.total(seat) for seat in range(3)] == [2, 2, 3]


def test_m90_a_pawn_attends_where_it_stands() -> None:
    """M90: without activation and without a star space; when it moves on it attends no longer."""
    table = KernelTable()
    table.add_booth("lilypad-hop", 1)
    table.state.stars[4, 1] = 3
    table.give(0, lily=5)
    table.put_pawn(0, "lilypad-hop")
    assert table.total() == 2
    table.put_pawn(0, "swap-meet")
    assert table.total() == 0


def test_m91_m127_m128_r9_each_event_once() -> None:
    """M91, M127, R9: two houses and the pawn on one Event score once; M128: several Events score each."""
    table = KernelTable()
    table.add_booth("lilypad-hop", 1)
    table.add_booth("moonrise-auction", 1)
    table.give(0, lily=4, coin=4)
    table.state.stars[4, 0] = 2
    table.put_pawn(0, "lilypad-hop")
    assert table.total() == 2 + 2
    table.state.stars[5, 0] = 1
    assert table.total() == 2 + 2 + 2


def test_m125_events_score_what_they_say() -> None:
    """M125: remainders are ignored, limits hold."""
    for event, amounts, points in (
        ("lilypad-hop", {"lily": 5}, 2),
        ("bank-side-potluck", {"veggie": 9, "fish": 1}, 2),
        ("angling-contest", {"fish": 5}, 5),
        ("angling-contest", {"fish": 9}, 6),
        ("patchwork-parade", {"cloth": 3, "tool": 2}, 2),
        ("patchwork-parade", {"cloth": 9, "tool": 9}, 5),
    ):
        table = KernelTable()
        table.add_booth(event, 1)
        table.give(0, **amounts)
        table.put_pawn(0, event)
        assert table.total() == points, event


def test_m125_counts() -> None:
    """M125: Booths, Helpers and Events attended."""
    table = table_with(("dawn-catch", "smoke-hut", "otter-guide"), players=3)
    for event in ("roof-raising", "helpers-holiday", "float-of-lanterns"):
        table.add_booth(event, 1)
    table.give(0)
    printed = 3 + 4 + 4
    assert table.total() == printed
    for event, points in (("roof-raising", 2), ("helpers-holiday", 2), ("float-of-lanterns", 2)):
        table.put_pawn(0, event)
        assert table.total() == printed + points
    table.state.stars[table.loop().index("roof-raising"), 0] = 1
    assert table.total() == printed + 2 + 2 * 2


@pytest.mark.parametrize(
    ("count", "points"),
    [
        ("one", 7),
        ("goods", 4),
        ("kinds", 2),
        ("booths", 2),
        ("events", 1),
        ("helpers", 1),
        ("attended", 1),
        ("houses-left", 3),
        ("others-here", 1),
        ("river", 6),
    ],
)
def test_m133_m138_bonus_scoring_by_every_count(count: str, points: int) -> None:
    """M133, M138: a Helper's bonus scoring counts what it says."""
    score = {"points": 1, "of": count} if count != "one" else {"points": 7, "of": "one"}
    deck = changed_deck(gossiping_vole={"score": score, "points": 0})
    table = KernelTable(players=3, deck=deck)
    table.hire(0, "gossiping-vole")
    table.add_booth("terrace-garden", 0)
    table.add_booth("roof-raising", 0)
    own = table.total() - table.sheet().extra[NUMBER["gossiping-vole"]]
    table.give(0, veggie=3, fish=1)
    table.put_pawn(0, "roof-raising")
    table.put_pawn(1, "roof-raising")
    sheet = table.sheet()
    assert sheet.extra[NUMBER["gossiping-vole"]] == points
    assert own > 0
    assert table.total() == sheet.total


def test_m130_m131_events_use_nothing_up_and_count_what_is_stored() -> None:
    """M130, M131: five Lilies score two pairs at the Event and are stored on the Wood Duck all the same."""
    table = table_with(("wood-duck",))
    table.add_booth("lilypad-hop", 1)
    table.put_pawn(0, "lilypad-hop")
    table.give(0, lily=5, coin=6)
    sheet = table.sheet()
    assert sheet.category.tolist() == [2, 0, 2 + 2, 3, 0]
    assert sheet.stored[NUMBER["wood-duck"]].tolist() == [0, 0, 0, 0, 4, 0]
    check_sheet(table)


def test_m82_m97_m132_m137_printed_values() -> None:
    """M82, M132: Booths and Events owned; M97, M137: Helpers."""
    table = table_with(("dawn-catch", "bank-side-potluck", "otter-guide"))
    table.give(0)
    assert table.sheet().category.tolist() == [0, 5, 4, 0, 0]


def test_m135_m136_stored_resources_score_once() -> None:
    """M135, M136: what is stored is no leftover, what does not score on a card stays on the mat."""
    table = table_with(("wood-duck", "badger-cook"))
    table.give(0, lily=3, veggie=1, fish=1)
    sheet = table.sheet()
    assert sheet.total == 5 + 2
    check_sheet(table)
    table.give(0, lily=3)
    assert table.total() == 5 + 1


def test_m142_m143_nothing_breaks_a_tie() -> None:
    """M142, M143: the totals alone tell who wins; equal ones share."""
    table = KernelTable()
    table.give(0, coin=4)
    table.give(1, coin=5)
    assert table.total(0) == table.total(1) == 2


def test_a_score_past_fifty() -> None:
    table = KernelTable()
    table.give(0, coin=200)
    assert table.total() == 100


def test_explaining_starts_from_a_blank_sheet() -> None:
    table = table_with(("wood-duck",))
    table.give(0, lily=4)
    assert (table.sheet() == table.sheet()).all()
    assert KERNEL.total(table.states, 0, table.terms, 0) == table.sheet().total
