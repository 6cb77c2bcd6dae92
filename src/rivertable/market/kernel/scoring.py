"""Scoring in five categories, with the best assignment of resources to storing cards (M122-M144, R11).

What is left when some lots are stored scores two ways: Coins by pairs, Goods by batches of three different ones. So the
lots alone are to be chosen: all combinations are tried, from the most lots to none, but those that cannot beat the best
found so far. That is exact; of several equally good assignments the first in that order counts.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any, TypeAlias

import numpy as np

from ...core.compiling.bits import bit, lowest, member, size_of
from ...core.compiling.kernel import kernel, kernel_entry, wide
from ...core.states import record_type
from ..printed.deck import CARDS, SCORINGS_AT_MOST, CardKind
from .powers import count_of, has_attended
from .state import COIN, GOODS, RESOURCES


class Category(IntEnum):
    """The categories in the order they are scored (M122)."""

    EVENTS = 0
    BOOTHS = 1
    HELPERS = 2
    COINS = 3
    BATCHES = 4


CATEGORIES = len(Category)
COINS_A_POINT = 2
"""Coins that are worth one point (M139)."""
BATCH = 3
"""Different Goods that are worth one point (M140)."""

Rest: TypeAlias = tuple[int, int, int, int, int, int]
"""What is left of the five Goods and of Coins."""

_LOT_BITS = 5
_LOT_MASK = (1 << _LOT_BITS) - 1
_BACK = wide(-1)
_MORE_THAN_ANY = 1 << 20

SHEET = record_type(
    __name__,
    "SHEET",
    [
        ("total", np.int32),
        ("category", np.int32, CATEGORIES),
        ("attended", np.int16, CARDS),  # points by Event attended
        ("has_attended", np.int8, CARDS),
        ("has", np.int8, CARDS),  # the seat owns or has hired the card
        ("printed", np.int16, CARDS),  # points by card owned or hired
        ("extra", np.int16, CARDS),  # its bonus scoring
        ("lots", np.int16, CARDS),  # lots stored on it
        ("lot_points", np.int16, CARDS),
        ("stored", np.int16, (CARDS, RESOURCES)),  # what is stored on it
        ("left", np.int16, RESOURCES),  # what is left on the mat
    ],
)
"""A score, item by item."""


@kernel_entry
def measures(state: Any, terms: Any, seat: int, scoring: Any) -> int:
    """Return how many full measures of one scoring a seat has, of all that it has (M131)."""
    if scoring.points == 0:
        return 0
    if scoring.has_lot != 0:
        number = _MORE_THAN_ANY
        for resource in range(RESOURCES):
            if scoring.lot[resource] > 0:
                number = min(number, wide(state.resource[seat, resource]) // int(scoring.lot[resource]))
    else:
        number = count_of(state, terms, seat, wide(scoring.counted)) // int(scoring.per)
    return number


@kernel
def scoring_points(state: Any, terms: Any, seat: int, scoring: Any) -> int:
    """Return the points of one scoring for a seat, on all it has (M131)."""
    points = measures(state, terms, seat, scoring) * int(scoring.points)
    return min(points, int(scoring.limit)) if scoring.limit > 0 else points


@kernel
def contest_points(state: Any, terms: Any, seat: int, place: int, scoring: Any) -> int:
    """Return the points of a contest at the Event of a place: all of them for the most full measures, ties included."""
    own = measures(state, terms, seat, scoring)
    if own == 0:
        return 0
    for other in range(wide(state.players)):
        if other != seat and has_attended(state, terms, other, place) and measures(state, terms, other, scoring) > own:
            return 0
    return int(scoring.points)


@kernel_entry
def event_points(state: Any, terms: Any, seat: int, place: int) -> int:
    """M125: return what the Event at a place scores for a seat that attends it."""
    points = 0
    for k in range(SCORINGS_AT_MOST):
        scoring = terms.card[state.river[place]].attending[k]
        if scoring.is_contest != 0:
            points += contest_points(state, terms, seat, place, scoring)
        else:
            points += scoring_points(state, terms, seat, scoring)
    return points


@kernel
def extra_points(state: Any, terms: Any, seat: int, card: int) -> int:
    """M133, M138: return the bonus scoring of a card the seat owns or has hired."""
    points = 0
    for k in range(SCORINGS_AT_MOST):
        points += scoring_points(state, terms, seat, terms.card[card].scoring[k])
    return points


@kernel
def owned(state: Any, seat: int) -> int:
    """Return the Booths of a seat, Events included, as a set."""
    found = 0
    for place in range(wide(state.river_count)):
        if state.owner[place] == seat:
            found |= bit(wide(state.river[place]))
    return found


# The best assignment. What is left is six numbers, passed on as a tuple; ``kept`` of the Goods are stored on cards that
# take any Goods: which ones is settled last, for only their number matters.


@kernel
def batches(rest: Rest, kept: int) -> int:
    """M140: return the most batches of three different Goods when ``kept`` other Goods are set aside; -1: impossible.

    So many batches can be formed as long as each takes no Good twice, so Goods beyond the number of batches are spare.
    """
    goods = rest[0] + rest[1] + rest[2] + rest[3] + rest[4]
    if goods < kept:
        return -1
    count = (goods - kept) // BATCH
    while count > 0 and useful(rest, count) < BATCH * count:
        count -= 1
    return count


@kernel
def useful(rest: Rest, count: int) -> int:
    """Return how many Goods can go into so many batches, no batch taking a Good twice."""
    return min(rest[0], count) + min(rest[1], count) + min(rest[2], count) + min(rest[3], count) + min(rest[4], count)


@kernel
def most_lots(terms: Any, card: int, rest: Rest, kept: int) -> int:
    """Return how many lots of a storing card there are resources for."""
    store = terms.card[card]
    lots = int(store.store_lots)
    if store.store_goods > 0:
        goods = rest[0] + rest[1] + rest[2] + rest[3] + rest[4] - kept
        return max(min(lots, goods // int(store.store_goods)), 0)
    for resource in range(RESOURCES):
        if store.store_lot[resource] > 0:
            lots = min(lots, rest[resource] // int(store.store_lot[resource]))
    return lots


@kernel
def without(terms: Any, card: int, rest: Rest, lots: int) -> Rest:
    """Return what is left when lots are stored on a card (with negative ``lots``, taken back)."""
    lot = terms.card[card].store_lot
    return (
        rest[0] - lots * int(lot[0]),
        rest[1] - lots * int(lot[1]),
        rest[2] - lots * int(lot[2]),
        rest[3] - lots * int(lot[3]),
        rest[4] - lots * int(lot[4]),
        rest[5] - lots * int(lot[5]),
    )


@kernel
def hoped(terms: Any, cards: Any, first: int, rest: Rest, kept: int) -> int:
    """Return at least what can still be scored: each card from the ``first`` on its own, and all as leftovers."""
    points = rest[COIN] // COINS_A_POINT + batches(rest, kept)
    for k in range(first, size_of(cards)):
        card = member(cards, k)
        points += int(terms.card[card].store_points) * most_lots(terms, card, rest, kept)
    return points


@kernel
def everything(state: Any, seat: int) -> Rest:
    """Return all resources of a seat."""
    return (
        wide(state.resource[seat, 0]),
        wide(state.resource[seat, 1]),
        wide(state.resource[seat, 2]),
        wide(state.resource[seat, 3]),
        wide(state.resource[seat, 4]),
        wide(state.resource[seat, 5]),
    )


@kernel_entry
def best_lots(terms: Any, cards: Any, rest: Rest) -> tuple[int, int]:
    """R11: give the most points of lots and leftovers, and the lots, five bits for each storing card in order."""
    number = size_of(cards)
    best, best_lots_code = wide(-1), wide(0)
    depth, code, points, kept = wide(0), wide(0), wide(0), wide(0)
    while True:
        while depth < number and points + hoped(terms, cards, depth, rest, kept) > best:
            card = member(cards, depth)
            lots = most_lots(terms, card, rest, kept)
            rest = without(terms, card, rest, lots)
            kept += lots * int(terms.card[card].store_goods)
            points += lots * int(terms.card[card].store_points)
            code |= lots << (depth * _LOT_BITS)
            depth += 1
        if depth == number:
            left = batches(rest, kept)
            if left >= 0 and points + left + rest[COIN] // COINS_A_POINT > best:
                best = points + left + rest[COIN] // COINS_A_POINT
                best_lots_code = code
        while depth > 0 and (code >> ((depth - 1) * _LOT_BITS)) & _LOT_MASK == 0:
            depth -= 1
        if depth == 0:
            return best, best_lots_code
        card = member(cards, depth - 1)
        rest = without(terms, card, rest, _BACK)
        kept -= int(terms.card[card].store_goods)
        points -= int(terms.card[card].store_points)
        code -= 1 << ((depth - 1) * _LOT_BITS)


@kernel_entry
def score(state: Any, terms: Any, seat: int) -> int:
    """Return a seat's total as the position stands, as if the game were over now."""
    total = 0
    for place in range(wide(state.river_count)):
        if has_attended(state, terms, seat, place):
            total += event_points(state, terms, seat, place)
    cards = owned(state, seat) | state.helpers[seat]
    stores = cards & terms.stores
    while cards != 0:
        card = lowest(cards)
        total += int(terms.card[card].points) + extra_points(state, terms, seat, card)
        cards = cards & (cards - 1)
    best, _ = best_lots(terms, stores, everything(state, seat))
    return total + best


# The same item by item.


@kernel_entry
def fill_sheet(state: Any, terms: Any, seat: int, sheet: Any) -> None:
    """Write a seat's score as the position stands to a blank record of :data:`SHEET`."""
    for place in range(wide(state.river_count)):
        if has_attended(state, terms, seat, place):
            card = wide(state.river[place])
            sheet.has_attended[card] = 1
            sheet.attended[card] = event_points(state, terms, seat, place)
            sheet.category[Category.EVENTS] += sheet.attended[card]
    cards = owned(state, seat) | state.helpers[seat]
    rest = everything(state, seat)
    _, code = best_lots(terms, cards & terms.stores, rest)
    kept = wide(0)
    while cards != 0:
        card = lowest(cards)
        lots = 0
        if terms.stores & bit(card):
            lots = code & _LOT_MASK
            code = code >> _LOT_BITS
            rest = without(terms, card, rest, lots)
            kept += lots * int(terms.card[card].store_goods)
        write_card(state, terms, seat, card, lots, sheet)
        cards = cards & (cards - 1)
    write_leftovers(state, terms, seat, rest, kept, sheet)
    for category in range(CATEGORIES):
        sheet.total += sheet.category[category]


@kernel
def write_card(state: Any, terms: Any, seat: int, card: int, lots: int, sheet: Any) -> None:
    """Write what a card owned or hired scores, with so many lots stored on it."""
    sheet.has[card] = 1
    sheet.printed[card] = terms.card[card].points
    sheet.extra[card] = extra_points(state, terms, seat, card)
    sheet.lots[card] = lots
    sheet.lot_points[card] = lots * int(terms.card[card].store_points)
    for resource in range(RESOURCES):
        sheet.stored[card, resource] = lots * int(terms.card[card].store_lot[resource])
    category = Category.HELPERS if int(terms.card[card].kind) == CardKind.HELPER else Category.BOOTHS
    points = int(sheet.printed[card]) + int(sheet.extra[card]) + int(sheet.lot_points[card])
    sheet.category[category] += points


@kernel
def write_leftovers(state: Any, terms: Any, seat: int, rest: Rest, kept: int, sheet: Any) -> None:
    """Write what is left on the mat, and choose the Goods for cards that take any: first those no batch needs."""
    count = batches(rest, kept)
    for resource in range(RESOURCES):
        sheet.left[resource] = rest[resource]
    sheet.category[Category.COINS] = rest[COIN] // COINS_A_POINT
    sheet.category[Category.BATCHES] = count
    cards = (owned(state, seat) | state.helpers[seat]) & terms.stores
    while cards != 0:
        card = lowest(cards)
        for _ in range(wide(sheet.lots[card]) * int(terms.card[card].store_goods)):
            chosen = 0
            for good in range(1, GOODS):
                if sheet.left[good] > sheet.left[chosen]:
                    chosen = good
            sheet.left[chosen] -= 1
            sheet.stored[card, chosen] += 1
        cards = cards & (cards - 1)


@kernel_entry
def explain(states: Any, index: int, terms: Any, seat: int, sheets: Any) -> None:
    """Write a seat's score, item by item, to ``sheets[0]``, a blank :data:`SHEET`."""
    fill_sheet(states[index], terms[0], seat, sheets[0])
