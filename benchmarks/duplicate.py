"""Whether duplicate events tell people apart with fewer deals than ordinary ones, and whether their intervals hold.

``python benchmarks/duplicate.py --game GAME --players N`` lets bots of two levels play one long event, every deal at
all tables by the movement, and once more as an ordinary event, in which each table has a deal of its own. It prints the
spread of margins and how far two who play one deal correlate (what each game has in its ``measured.py``), the
difference between the levels, and how many deals show it in 80 of 100 events at 95 %: counted over short events drawn
from the long one, and by the formula. Then it looks into many short events: how often an interval of the standings
holds what is true of the long one, and how often equals are put into different groups.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from random import Random
from statistics import mean, stdev

from rivertable.bots import make_bot
from rivertable.core.chance import seed_bytes
from rivertable.core.game import GAMES, Terms
from rivertable.core.match import Match, Player
from rivertable.table.company.fields import (
    POWER,
    Compared,
    Result,
    Spread,
    compare,
    deals_needed,
    half_interval,
    margins_of,
    rank,
)
from rivertable.table.company.movement import seatings

EVENTS = 2_000
"""So many short events are drawn from the long one for each figure."""


def play(terms: Terms, names: Sequence[str], key: str, luck: str, *, is_shared: bool) -> list[float]:
    """Return the margins of a game of bots; ``luck`` is what their own whims follow from."""
    players = [Player(name, name) for name in names]
    match = Match.new(terms, players, seed_bytes(key), has_fixed_order=is_shared)
    seeds = [int.from_bytes(seed_bytes(f"{luck}/{seat}")[:7], "big") for seat in range(len(names))]
    bots = [make_bot(name, seed) for name, seed in zip(names, seeds, strict=True)]
    while not match.is_over:
        seat = int(match.position.state.seat)
        match.play(bots[seat].choose(match.position.view(seat)))
    return margins_of(match.position.totals)


def long_event(terms: Terms, levels: Sequence[str], tables: int, deals: int, *, is_shared: bool) -> list[list[Result]]:
    """Return the results of an event in which every second entry is a bot of the second level."""
    entries = tables * terms.players
    played = []
    for deal, rows in enumerate(seatings(entries, terms.players, deals, Random(1))):
        results = []
        for number, row in enumerate(rows):
            key = f"duplicate/{deal}" if is_shared else f"ordinary/{deal}/{number}"
            names = [levels[entry % 2] for entry in row]
            margins = play(terms, names, key, f"luck/{is_shared}/{deal}/{number}", is_shared=is_shared)
            results += [
                Result(entry, seat, margin) for seat, (entry, margin) in enumerate(zip(row, margins, strict=True))
            ]
        played.append(results)
    return played


def spread_of(deals: list[list[Result]]) -> Spread:
    """Return the SD of a margin and how two at one deal and seat correlate, with the differences of levels taken out.

    Expected are the squares of differences: between two of one deal and seat, and between any two of one seat.
    """
    by_level = [mean(one.margin or 0 for deal in deals for one in deal if one.entry % 2 == half) for half in (0, 1)]
    within, groups = [], []
    by_seat: dict[int, list[float]] = {}
    for deal in deals:
        cells: dict[int, list[float]] = {}
        for one in deal:
            cells.setdefault(one.seat, []).append((one.margin or 0) - by_level[one.entry % 2])
        for seat, values in cells.items():
            by_seat.setdefault(seat, []).extend(values)
            if len(values) > 1:
                within.append(stdev(values) ** 2)
                groups.append(values)
    everything = mean(value**2 for values in by_seat.values() for value in values)
    return Spread(everything**0.5, 1 - mean(within) / everything)


Figures = list[tuple[list[float], list[float]]]
"""By deal: the figures of those of either level."""


def figures_of(deals: list[list[Result]], figure: Callable[[list[Result]], list[tuple[int, float]]]) -> Figures:
    """Return the figures of both levels by deal."""
    told: Figures = []
    for deal in deals:
        rows = figure(deal)
        told.append(([value for entry, value in rows if entry % 2 == 0], [v for e, v in rows if e % 2 == 1]))
    return told


def over_field(deal: list[Result]) -> list[tuple[int, float]]:
    """Return the points over the field of each entry."""
    return [(one.entry, one.over) for one in compare(deal)]


def bare(deal: list[Result]) -> list[tuple[int, float]]:
    """Return the margin of each entry."""
    return [(one.entry, one.margin or 0.0) for one in deal]


def is_seen(figures: Figures, deals: int, rng: Random) -> bool:
    """Return whether one of the first level is shown to differ from one of the second in an event of so many deals."""
    drawn = [rng.choice(figures) for _ in range(deals)]
    differences = [rng.choice(here) - rng.choice(there) for here, there in drawn]
    half = half_interval(differences)
    return half is not None and abs(mean(differences)) > half


def counted_deals(figures: Figures, rng: Random) -> int:
    """Return with how many deals 80 of 100 events show the difference between two people of either level."""
    low, high = 4, 8
    while _share_seen(figures, high, rng) < POWER:
        low, high = high, high * 2
    while high - low > max(1, low // 50):
        middle = (low + high) // 2
        low, high = (middle, high) if _share_seen(figures, middle, rng) < POWER else (low, middle)
    return high


def _share_seen(figures: Figures, deals: int, rng: Random) -> float:
    return sum(is_seen(figures, deals, rng) for _ in range(EVENTS)) / EVENTS


def look_into_events(deals: list[list[Result]], tables: int, length: int, rng: Random) -> tuple[float, int, float]:
    """Return how often intervals of short events hold the truth, of how many, and how often equals are told apart.

    True of an entry is what all of the long event says of its level. Equals are those of the first level.
    """
    compared = [compare(deal) for deal in deals]
    truth = [mean(one.over for deal in compared for one in deal if one.entry % 2 == half) for half in (0, 1)]
    held, looked, apart, events = 0, 0, 0, EVENTS // 4
    for _ in range(events):
        event = rng.sample(compared, length)
        for standing in rank(event, tables):
            if standing.plus_minus is not None:
                looked += 1
                held += abs(standing.over - truth[standing.entry % 2]) <= standing.plus_minus
        equals: list[list[Compared]] = [[one for one in deal if one.entry % 2 == 0] for deal in event]
        apart += rank(equals, tables)[-1].group > 1
    return held / looked, looked, apart / events


def main() -> None:
    """Read what is asked for, play and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=tuple(GAMES), default="glassworks")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--tables", type=int, default=5, help="tables that play each deal")
    parser.add_argument("--deals", type=int, default=200, help="deals of the long event")
    parser.add_argument("--levels", nargs=2, default=["apprentice", "artisan"])
    parser.add_argument("--length", type=int, default=16, help="deals of a short event")
    wanted = parser.parse_args()
    terms = GAMES[wanted.game].make_terms(wanted.players)
    began = time.perf_counter()
    shared = long_event(terms, wanted.levels, wanted.tables, wanted.deals, is_shared=True)
    apart = long_event(terms, wanted.levels, wanted.tables, wanted.deals, is_shared=False)
    seconds = time.perf_counter() - began
    rng = Random(2)
    games = wanted.tables * wanted.deals
    print(f"{wanted.game}, {wanted.players} seats, {games} games of either kind in {seconds:.0f} s")
    for title, deals, figure in (("duplicate", shared, over_field), ("ordinary", apart, bare)):
        spread = spread_of(deals)
        figures = figures_of(deals, figure)
        ends = [mean(value for pair in figures for value in pair[half]) for half in (0, 1)]
        # In an ordinary event two people share nothing, and are held against no field.
        shared_by = spread.of_difference(wanted.tables) if title == "duplicate" else spread.deviation * 2**0.5
        formula = deals_needed(shared_by, abs(ends[1] - ends[0]))
        print(
            f"  {title}: SD of a margin {spread.deviation:.2f}, correlation {spread.correlation:.2f}, "
            f"difference {ends[1] - ends[0]:.2f} points a deal; "
            f"deals to see it: counted {counted_deals(figures, rng)}, by the formula {formula}"
        )
    held, looked, told_apart = look_into_events(shared, wanted.tables, wanted.length, rng)
    print(
        f"  events of {wanted.length} deals: {100 * held:.1f} % of {looked} intervals hold the truth; "
        f"equals are put into different groups in {100 * told_apart:.1f} % of events"
    )


if __name__ == "__main__":
    main()
