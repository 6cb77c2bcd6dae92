"""Who sits where in a duplicate event: every deal is played at all tables at once, by other people at each.

With a prime number of tables, at least as many as a table has seats, the entries are dealt out to as many classes as
there are seats, and member ``i`` of class ``k`` sits at table ``(i + k * round) mod tables``: in as many rounds as
there are tables nobody meets anybody twice. Then all are dealt out anew. With other numbers of tables rounds are
searched for: people change tables as long as fewer have met before. At each table the seats are then turned so that
everybody sits everywhere and is compared with everybody, as evenly as it can be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

Round = list[tuple[int, ...]]
"""The tables at which a deal is played: which entry has each seat."""

_TRIES = 3
"""Searches begin so often anew; the best round is taken."""


def tables_for(people: int, seats: int) -> int:
    """Return how many tables play each deal: two at least, for otherwise nobody could be compared with anybody."""
    return max(2, -(-people // seats))


def seatings(entries: int, seats: int, deals: int, rng: Random) -> list[Round]:
    """Return who sits where: for each deal its tables. ``entries`` (from 0) fill whole tables.

    Raises:
        ValueError: they do not.
    """
    tables, rest = divmod(entries, seats)
    if rest or tables < 1:
        raise ValueError(f"{entries} entries do not fill tables of {seats}.")
    met: Counter[frozenset[int]] = Counter()
    sat: Counter[tuple[int, int]] = Counter()
    compared: Counter[frozenset[int]] = Counter()
    rounds = _turning(tables, seats, rng) if _is_prime(tables) and tables >= seats else None
    played = []
    for _ in range(deals):
        groups = _searched(tables, seats, met, rng) if rounds is None else next(rounds)
        for group in groups:
            met.update(frozenset(pair) for pair in combinations(group, 2))
        played.append(_seated(groups, seats, sat, compared, rng))
    return played


def _is_prime(number: int) -> bool:
    return number > 1 and all(number % divisor for divisor in range(2, int(number**0.5) + 1))


def _turning(tables: int, seats: int, rng: Random) -> Iterator[list[list[int]]]:
    """Yield rounds without end; among as many as there are tables, from the first on, nobody meets twice."""
    while True:
        dealt = list(range(tables * seats))
        rng.shuffle(dealt)
        for step in range(tables):
            groups: list[list[int]] = [[] for _ in range(tables)]
            for place, entry in enumerate(dealt):
                kind, number = divmod(place, tables)
                groups[(number + kind * step) % tables].append(entry)
            yield groups


def _searched(tables: int, seats: int, met: Counter[frozenset[int]], rng: Random) -> list[list[int]]:
    """Return a round in which few meet again: from some dealt at random, those improved by swaps, the best one."""
    found: tuple[int, list[list[int]]] | None = None
    for _ in range(_TRIES):
        dealt = list(range(tables * seats))
        rng.shuffle(dealt)
        groups = [dealt[start : start + seats] for start in range(0, len(dealt), seats)]
        _improve(groups, met)
        cost = sum(_met_before(group, met) for group in groups)
        if found is None or cost < found[0]:
            found = cost, groups
        if cost == 0:
            break
    assert found is not None
    return found[1]


def _met_before(group: Sequence[int], met: Counter[frozenset[int]]) -> int:
    """Return how much of a table has met before: whoever has met twice weighs more than two who have met once."""
    return sum(met[frozenset(pair)] ** 2 for pair in combinations(group, 2))


def _improve(groups: list[list[int]], met: Counter[frozenset[int]]) -> None:
    """Let two people change tables as long as that leaves fewer who have met before."""
    is_better = True
    while is_better:
        is_better = False
        for one, other in combinations(groups, 2):
            before = _met_before(one, met) + _met_before(other, met)
            if not before:
                continue
            for here in range(len(one)):
                for there in range(len(other)):
                    one[here], other[there] = other[there], one[here]
                    after = _met_before(one, met) + _met_before(other, met)
                    if after < before:
                        before, is_better = after, True
                    else:
                        one[here], other[there] = other[there], one[here]


def _seated(
    groups: list[list[int]],
    seats: int,
    sat: Counter[tuple[int, int]],
    compared: Counter[frozenset[int]],
    rng: Random,
) -> Round:
    """Return the tables of a round with seats, and count who has sat where and was compared with whom."""
    at_seat: list[list[int]] = [[] for _ in range(seats)]
    seated = []
    for group in groups:
        order = list(group)
        rng.shuffle(order)
        turned = [order[shift:] + order[:shift] for shift in range(seats)]

        def unevenness(table: list[int]) -> tuple[int, int]:
            again = sum(sat[entry, seat] ** 2 for seat, entry in enumerate(table))
            known = (compared[frozenset((entry, other))] for seat, entry in enumerate(table) for other in at_seat[seat])
            return again, sum(known)

        table = min(turned, key=unevenness)
        for seat, entry in enumerate(table):
            sat[entry, seat] += 1
            compared.update(frozenset((entry, other)) for other in at_seat[seat])
            at_seat[seat].append(entry)
        seated.append(tuple(table))
    return seated
