"""How everybody stands in a tournament whose rounds follow from one another, and whom each has met: from its results.

Points of a round are by place: 1 for the first, 0 for the last, evenly between; equals share. Who was not there in the
end comes last, whatever the score. Whoever sits out has 1; whoever joins late has a half for what was missed. Equal
points are ordered by what was said before the start:

1. the mean points of the opponents, without the lowest; whoever sat out is held to have met somebody like themselves;
2. the share of rounds that were won;
3. points over the mean of the table, a round;
4. then they are equal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from statistics import mean

from ..store.company.tournaments import GONE, Entry, TournamentSeat
from .fields import margins_of
from .pairing import Player
from .ratings import places_of

LATE_POINTS = 0.5


@dataclass(frozen=True, slots=True)
class Ranked:
    """Where somebody stands: see above. ``rounds`` are those played or sat out, ``last`` the points of the last one."""

    entry: int
    place: int
    points: float
    opponents: float
    wins: float
    over: float
    rounds: int
    last: float

    def order(self, *, is_knockout: bool) -> tuple[float, ...]:
        """Return by what they are ranked, the highest first; in a knock-out by how far they have come before all."""
        figures = (self.points, self.opponents, self.wins, self.over)
        return tuple(round(value, 6) for value in ((self.rounds, self.last, *figures) if is_knockout else figures))


@dataclass(slots=True)
class _Tally:
    """What one has done so far."""

    points: float = 0.0
    met: list[int] = field(default_factory=list)
    byes: int = 0
    free_wins: int = 0
    wins: int = 0
    rounds: int = 0
    last: float = 0.0
    overs: list[float] = field(default_factory=list)
    seats: list[int] = field(default_factory=lambda: [0] * 5)


def round_points(rows: Sequence[TournamentSeat]) -> list[float]:
    """Return the points of those at one table, by seat: of their places, equals sharing."""
    if rows[0].outcome == "bye" or len(rows) == 1:
        return [1.0] * len(rows)
    places = places_at(rows)
    last = len(rows) - 1
    points = []
    for place in places:
        alike = places.count(place)
        # Those who share a place take the mean of as many places as they are.
        points.append((last - (place - 1) - (alike - 1) / 2) / last)
    return points


def places_at(rows: Sequence[TournamentSeat]) -> list[int]:
    """Return the places at one table, by seat, from 1."""
    return places_of([row.points or 0 for row in rows], [row.outcome in GONE for row in rows])


def _tallies(entries: Sequence[Entry], seats: Sequence[TournamentSeat], started_at: float) -> dict[int, _Tally]:
    tallies = {entry.number: _Tally() for entry in entries}
    for entry in entries:
        if entry.joined_at > started_at:
            tallies[entry.number].points += LATE_POINTS
    by_table: dict[tuple[int, int], list[TournamentSeat]] = {}
    for seat in seats:
        by_table.setdefault((seat.round, seat.number), []).append(seat)
    for _, rows in sorted(by_table.items()):
        points, overs = round_points(rows), margins_of([row.points or 0 for row in rows]) if len(rows) > 1 else [0.0]
        for row, own, over in zip(rows, points, overs, strict=True):
            tally = tallies[row.entry]
            tally.points += own
            tally.rounds += 1
            tally.last = own
            tally.wins += own == 1.0
            tally.met += [other.entry for other in rows if other is not row]
            if len(rows) == 1:
                tally.byes += 1
                continue
            tally.overs.append(over)
            tally.seats[row.seat] += 1
            tally.free_wins += row.outcome not in GONE and all(
                other.outcome in GONE for other in rows if other is not row
            )
    return tallies


def players_of(entries: Sequence[Entry], seats: Sequence[TournamentSeat], started_at: float) -> list[Player]:
    """Return those who play on, for a next round to be paired; all rounds in ``seats`` have ended."""
    tallies = _tallies(entries, seats, started_at)
    return [
        Player(
            entry.number,
            (tally := tallies[entry.number]).points,
            frozenset(tally.met),
            tuple(tally.seats),
            tally.byes + tally.free_wins > 0,
        )
        for entry in entries
        if entry.withdrawn_at is None
    ]


def ranking(
    entries: Sequence[Entry], seats: Sequence[TournamentSeat], started_at: float, *, is_knockout: bool = False
) -> list[Ranked]:
    """Return how everybody stands after rounds that have ended, the best first."""
    tallies = _tallies(entries, seats, started_at)
    lines = []
    for number, tally in tallies.items():
        against = sorted([tallies[other].points for other in tally.met] + [tally.points] * tally.byes)
        opponents = mean(against[1:]) if len(against) > 1 else mean(against) if against else 0.0
        wins = tally.wins / tally.rounds if tally.rounds else 0.0
        over = mean(tally.overs) if tally.overs else 0.0
        lines.append(Ranked(number, 0, tally.points, opponents, wins, over, tally.rounds, tally.last))
    orders = {line.entry: line.order(is_knockout=is_knockout) for line in lines}
    lines.sort(key=lambda line: ([-value for value in orders[line.entry]], line.entry))
    return [replace(line, place=1 + sum(order > orders[line.entry] for order in orders.values())) for line in lines]


def knocked_out(
    entries: Sequence[Entry], before: Sequence[TournamentSeat], rows: Sequence[TournamentSeat], started_at: float
) -> list[int]:
    """Return who is out after a table of a knock-out: its lower half, and whoever was not there in the end.

    Equals at the border are ordered by how they stood ``before``; then who has joined earlier goes on.
    """
    stood = {line.entry: line.place for line in ranking(entries, before, started_at)} if before else {}
    places = places_at(rows)
    order = sorted(range(len(rows)), key=lambda k: (places[k], stood.get(rows[k].entry, 0), rows[k].entry))
    through = max(len(rows) - len(rows) // 2, 1)
    return [rows[k].entry for rank, k in enumerate(order) if rank >= through or (rows[k].outcome in GONE and rank > 0)]
