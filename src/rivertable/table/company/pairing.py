"""Who plays whom in a round: by what everybody has done so far, by rules that a person can follow.

| | Swiss, two at a table | Swiss, three to five | knock-out |
|---|---|---|---|
| never | two who have met before | - | two rounds for who is out |
| first | equal points together | equal points together | the best against the last |
| then | the upper half of equals against the lower | few who have met, seats in turn | - |
| left over | sits out: few points, no bye or win without a game yet | smaller tables, then byes | the best sit out |

Where no pairing keeps the first rule, because nearly everybody has met, as few meet again as can be, and the reason
kept beside the pairing says so. Nothing is drawn by lot: where all else is equal, who has joined earlier comes first.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

from ..store.company.tournaments import Reason

_NEAREST = 24
"""For a matching of many each is held against so many nearest first: all pairs would take ten times as long."""
_OWN_PROCESS_FROM = 40
"""From so many people on the pairing is worked out in a process of its own, so that no table waits for it."""
_SECONDS_AT_MOST = 60.0
_MET_COST, _SEAT_COST = 4.0, 1.0
_REACH = 4
"""People change places with those of so many tables further on."""


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody to be paired.

    Attributes:
        number: by what everybody else knows them; where all else is equal the lower one comes first.
        points: of the rounds so far.
        met: whom they have sat with.
        seats: how often they have had each seat.
        has_had_bye: whether they have had a bye, or a win without a game.
    """

    number: int
    points: float = 0.0
    met: frozenset[int] = frozenset()
    seats: tuple[int, ...] = ()
    has_had_bye: bool = False


@dataclass(frozen=True, slots=True)
class Paired:
    """A table, by seat, or one person who sits out; and why."""

    players: tuple[int, ...]
    reason: Reason


def pair_swiss(players: Sequence[Player], seats: int) -> list[Paired]:
    """Return a Swiss round: the tables of the best first, then who sits out."""
    ranked = sorted(players, key=lambda player: (-player.points, player.number))
    return _matched(ranked) if seats == 2 else _cut(ranked, seats)


def pair_aside(players: Sequence[Player], seats: int) -> list[Paired]:
    """Return :func:`pair_swiss`, worked out in a process of its own where many play."""
    if len(players) < _OWN_PROCESS_FROM:
        return pair_swiss(players, seats)
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        return pool.submit(pair_swiss, players, seats).result(_SECONDS_AT_MOST)


def pair_knockout(players: Sequence[Player], seats: int) -> list[Paired]:
    """Return a knock-out round of those who are not out: the best against the last.

    With two at a table so many of the best sit out in the first round that nobody has to later.
    """
    ranked = sorted(players, key=lambda player: (-player.points, player.number))
    if seats == 2:
        byes = (1 << (len(ranked) - 1).bit_length()) - len(ranked)
        sizes = [2] * ((len(ranked) - byes) // 2)
    else:
        sizes, byes = table_sizes(len(ranked), seats)
    groups: list[list[Player]] = [[] for _ in sizes]
    # Back and forth, so that every table has some of the best and some of the last.
    order = list(range(len(groups)))
    rest = ranked[byes:]
    while rest:
        for column in order:
            if rest and len(groups[column]) < sizes[column]:
                groups[column].append(rest.pop(0))
        order.reverse()
    paired = [Paired(_seated(group), "bracket") for group in groups]
    return [*paired, *(Paired((player.number,), "bye") for player in ranked[:byes])]


# Two at a table.


def _matched(ranked: list[Player]) -> list[Paired]:
    """Return pairs of people who have not met, equal points together; who is left over sits out."""
    found = _matching(ranked, _NEAREST, may_meet_again=False)
    if found is None and len(ranked) > _NEAREST:
        found = _matching(ranked, len(ranked), may_meet_again=False)
    if found is None:
        found = _matching(ranked, len(ranked), may_meet_again=True)
    assert found is not None, "everybody may meet everybody"
    pairs = [(ranked[one], ranked[other]) for one, other in found if other < len(ranked)]
    pairs.sort(key=lambda pair: (-max(one.points for one in pair), -min(one.points for one in pair), pair[0].number))
    byes = [Paired((ranked[one].number,), "bye") for one, other in found if other == len(ranked)]
    return [*(Paired(_seated(pair), _why(pair)) for pair in pairs), *byes]


def _why(group: Sequence[Player]) -> Reason:
    if any(one.number in other.met for one in group for other in group):
        return "again"
    return "equal" if len({player.points for player in group}) == 1 else "near"


def _matching(ranked: list[Player], reach: int, *, may_meet_again: bool) -> list[tuple[int, int]] | None:
    """Return pairs of places in the ranking, the lower first; None where not everybody can be paired.

    The place after the last one stands for sitting out.
    """
    from networkx import Graph, max_weight_matching  # only a round that is paired loads it

    count = len(ranked)
    halves = _halves(ranked)
    graph = Graph()
    graph.add_nodes_from(range(count + count % 2))
    for one in range(count):
        for other in range(one + 1, min(count, one + 1 + reach)):
            has_met = ranked[other].number in ranked[one].met
            if has_met and not may_meet_again:
                continue
            apart = round(2 * abs(ranked[one].points - ranked[other].points))
            # Of equals the best of the upper half meets the best of the lower one.
            askew = abs(other - one - halves[one]) if apart == 0 else 0
            graph.add_edge(one, other, weight=-(1_000_000 * has_met + 1_000 * apart**2 + askew))
    if count % 2:
        lowest = ranked[-1].points
        # Whoever has had one gets none again, unless everybody has.
        may_have_second = all(player.has_had_bye for player in ranked)
        for one in range(count):
            if not ranked[one].has_had_bye or may_have_second or may_meet_again:
                above = round(2 * (ranked[one].points - lowest))
                again = 1_000_000 * ranked[one].has_had_bye
                graph.add_edge(one, count, weight=-(again + 2_000 * above**2 + count - one))
    pairs = max_weight_matching(graph, maxcardinality=True)
    if 2 * len(pairs) < count + count % 2:
        return None
    return sorted((min(pair), max(pair)) for pair in pairs)


def _halves(ranked: list[Player]) -> list[int]:
    """Return for each half of the number of those with equal points: how far the ideal opponent is."""
    counts: dict[float, int] = {}
    for player in ranked:
        counts[player.points] = counts.get(player.points, 0) + 1
    return [max(counts[player.points] // 2, 1) for player in ranked]


# Three to five at a table.


def table_sizes(count: int, seats: int) -> tuple[list[int], int]:
    """Return the sizes of the tables for so many people, at most one smaller than ``seats``, and how many sit out.

    Fewer than that have one table.
    """
    if count < seats:
        return [count], 0
    for byes in range(count + 1):
        rest = count - byes
        for whole in range(rest // seats, -1, -1):
            smaller, left = divmod(rest - whole * seats, seats - 1) if seats > 2 else (0, rest - whole * seats)
            if left == 0:
                return [seats] * whole + [seats - 1] * smaller, byes
    return [count], 0


def _cut(ranked: list[Player], seats: int) -> list[Paired]:
    """Return tables of people with nearly equal points, few of whom have met."""
    sizes, byes = table_sizes(len(ranked), seats)
    # The lowest who have had none sit out.
    order = sorted(range(len(ranked)), key=lambda place: (ranked[place].has_had_bye, -place))
    out = {ranked[place].number for place in order[:byes]}
    rest = [player for player in ranked if player.number not in out]
    groups, start = [], 0
    for size in sizes:
        groups.append(rest[start : start + size])
        start += size
    _swap(groups)
    paired = [Paired(_seated(group), _why(group)) for group in groups]
    return [*paired, *(Paired((number,), "bye") for number in sorted(out))]


def _cost(group: Sequence[Player]) -> float:
    points = [player.points for player in group]
    met = sum(other.number in one.met for place, one in enumerate(group) for other in group[place + 1 :])
    return (max(points) - min(points)) ** 2 * len(group) + _MET_COST * met


def _swap(groups: list[list[Player]]) -> None:
    """Let people of tables that are near change places as long as that is better for both tables together."""
    is_better = True
    while is_better:
        is_better = False
        for number, one in enumerate(groups):
            for other in groups[number + 1 : number + 1 + _REACH]:
                before = _cost(one) + _cost(other)
                for here in range(len(one)):
                    for there in range(len(other)):
                        one[here], other[there] = other[there], one[here]
                        after = _cost(one) + _cost(other)
                        if after < before - 1e-9:
                            before, is_better = after, True
                        else:
                            one[here], other[there] = other[there], one[here]


def _seated(group: Sequence[Player]) -> tuple[int, ...]:
    """Return who has which seat: seat by seat whoever has had it least often."""
    left, seated = list(group), []
    for seat in range(len(group)):
        chosen = min(left, key=lambda player: (player.seats[seat] if seat < len(player.seats) else 0, player.number))
        left.remove(chosen)
        seated.append(chosen.number)
    return tuple(seated)
