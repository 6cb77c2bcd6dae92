"""Scoring a seat of River Market by trying everything: every way to store, every way to make batches (R11)."""

from functools import cache
from itertools import combinations, product
from typing import Any

from .reference_cards import GOODS, RESOURCES, Scoring, Store
from .reference_parts import Table

Stock = tuple[int, ...]
"""Amounts in the order of `RESOURCES`."""
Way = tuple[int, tuple[int, ...], list[Stock]]
"""Points, lots by card, and what lies on each card."""


@cache
def most_batches(goods: Stock) -> int:
    """The most batches of three different Goods (M140, M141); `goods` in falling order."""
    most = 0
    for three in combinations(range(len(goods)), 3):
        if all(goods[place] for place in three):
            rest = [amount - (place in three) for place, amount in enumerate(goods)]
            most = max(most, 1 + most_batches(tuple(sorted(rest, reverse=True))))
    return most


def leftovers(stock: Stock) -> int:
    """Points for what lies on the mat: a point for two Coins (M139), one for a batch (M140)."""
    return stock[-1] // 2 + most_batches(tuple(sorted(stock[:-1], reverse=True)))


def removals(goods: Stock, number: int) -> list[Stock]:
    """All ways to take so many Goods out of `goods`."""
    ranges = [range(min(amount, number) + 1) for amount in goods[:-1]]
    found = []
    for taken in product(*ranges):
        last = number - sum(taken)
        if 0 <= last <= goods[-1]:
            found.append((*taken, last))
    return found


def ways_to_store(stock: Stock, store: Store) -> list[tuple[int, Stock]]:
    """For each way to fill lots of one card: how many lots, and what lies there."""
    ways = []
    for lots in range(store.lots + 1):
        if store.any_goods:
            ways += [(lots, (*goods, 0)) for goods in removals(stock[:-1], lots * store.any_goods)]
        else:
            lot = tuple(lots * store.lot.get(resource, 0) for resource in RESOURCES)
            if all(here >= needed for here, needed in zip(stock, lot, strict=True)):
                ways.append((lots, lot))
    return ways


def best_storing(stock: Stock, stores: list[Store]) -> tuple[int, list[Stock]]:
    """The most points that storing and leftovers can make together, and what then lies on each card.

    Of several equally good ways the one with the most lots on the first card, then on the second, and so on.
    """
    known: dict[tuple[int, Stock], Way] = {}

    def best(card: int, rest: Stock) -> Way:
        if card == len(stores):
            return leftovers(rest), (), []
        if (card, rest) not in known:
            ways: list[Way] = []
            for lots, stored in ways_to_store(rest, stores[card]):
                left = tuple(here - taken for here, taken in zip(rest, stored, strict=True))
                points, other_lots, others = best(card + 1, left)
                ways.append((points + lots * stores[card].points, (lots, *other_lots), [stored, *others]))
            known[card, rest] = max(ways, key=lambda way: way[:2])
        return known[card, rest]

    points, _, assigned = best(0, stock)
    return points, assigned


def measures(table: Table, seat: int, scoring: Scoring) -> int:
    """The full measures of one scoring, of all the seat has wherever it lies (M130, M131)."""
    have = table.seats[seat].resources
    if scoring.lot:
        return min(have[resource] // amount for resource, amount in scoring.lot.items())
    return table.count(seat, scoring.of) // scoring.per


def scored(table: Table, seat: int, scoring: Scoring) -> int:
    """Points by one scoring that is no contest."""
    points = measures(table, seat, scoring) * scoring.points
    return min(points, scoring.limit) if scoring.limit else points


def scored_at(table: Table, seat: int, event: int, scoring: Scoring) -> int:
    """Points by one scoring of an Event that the seat attends; a contest is won by all who have most."""
    if not scoring.is_contest:
        return scored(table, seat, scoring)
    attending = [other for other in range(len(table.seats)) if event in table.attended(other)]
    most = max(measures(table, other, scoring) for other in attending)
    return scoring.points if measures(table, seat, scoring) == most > 0 else 0


def breakdown(table: Table, seat: int) -> dict[str, Any]:
    """A seat's score as things stand, in the five categories of M122, item by item."""
    mine = table.seats[seat]
    events = [
        {
            "card": table.cards[event].id,
            "vp": sum(scored_at(table, seat, event, it) for it in table.cards[event].attending),
        }
        for event in table.attended(seat)
    ]
    owned = [*table.owned(seat), *sorted(mine.helpers)]
    storing = [number for number in sorted(owned) if table.cards[number].store is not None]
    stock = tuple(mine.resources[resource] for resource in RESOURCES)
    stores = [store for number in storing if (store := table.cards[number].store) is not None]
    _, assigned = best_storing(stock, stores)
    stored_on = dict(zip(storing, assigned, strict=True))
    items: dict[str, list[dict[str, Any]]] = {"booths": [], "helpers": []}
    left = stock
    for number in owned:
        card = table.cards[number]
        vp = card.points + sum(scored(table, seat, it) for it in card.scorings)
        item: dict[str, Any] = {"card": card.id}
        if card.store is not None:
            lies_here = stored_on[number]
            left = tuple(here - taken for here, taken in zip(left, lies_here, strict=True))
            size = card.store.any_goods or sum(card.store.lot.values())
            vp += card.store.points * (sum(lies_here) // size)
            item["stored"] = {name: n for name, n in zip(RESOURCES, lies_here, strict=True) if n}
        items["booths" if card.is_booth() else "helpers"].append(item | {"vp": vp})
    batches = most_batches(tuple(sorted(left[:-1], reverse=True)))
    goods = {name: amount for name, amount in zip(GOODS, left, strict=False) if amount}
    result: dict[str, Any] = {
        "events": events,
        **items,
        "coins": {"coins": left[-1], "vp": left[-1] // 2},
        "goods": {"goods": goods, "vp": batches},
    }
    total = sum(item["vp"] for category in ("events", "booths", "helpers") for item in result[category])
    return result | {"total": total + left[-1] // 2 + batches}
