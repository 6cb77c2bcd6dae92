"""How results of one deal compare, and what they add up to over an event.

Only results of the same deal and seat are compared. What counts of a result is its *margin*: one's points above the
mean of the others at the table, so that to hinder them counts, too. A result gives two figures:

- the *share* of the field that it beats: of the others who had this seat, half of the ties among them;
- its points *over the field*: its margin less the mean margin of those others.

A table that was not played to its end gives whoever was not at fault 0.6 of the field and 0 points, and whoever was at
fault 0.4 and the worst of the field.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist, mean, stdev

BLAMELESS_SHARE, FAULT_SHARE = 0.6, 0.4
"""What of the field a table counts as beaten that was not played to its end."""
TABLES_FOR_SHARES = 4
"""With fewer tables a share says too little: then points over the field rank."""
DEALS_FOR_INTERVALS = 4
"""Fewer deals say nothing of how far a mean may be from the truth."""
_CONFIDENCE = 0.95
POWER = 0.8
"""In so many of all events what there is to be seen is seen."""


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a deal for an entry at a seat: the margin, None where the table was not played to its end by it."""

    entry: int
    seat: int
    margin: float | None
    is_fault: bool = False


@dataclass(frozen=True, slots=True)
class Compared:
    """A result beside those of the field: the share beaten, and points over the field."""

    entry: int
    seat: int
    margin: float | None
    share: float
    over: float


@dataclass(frozen=True, slots=True)
class Standing:
    """Where an entry stands after so many ``deals``.

    Attributes:
        place: from 1; who cannot be told apart by the ranking figure shares it.
        group: from 1; within one nobody is told from its first by more than noise.
        share: the mean share of the field beaten.
        over: the mean points a deal over the field.
        plus_minus: half of the 95 % interval around ``over``; None after few deals.
    """

    entry: int
    place: int
    group: int
    deals: int
    share: float
    over: float
    plus_minus: float | None


def margins_of(totals: Sequence[float]) -> list[float]:
    """Return the points of each seat above the mean of the others at the table."""
    everything, others = sum(totals), len(totals) - 1
    return [total - (everything - total) / others for total in totals]


def compare(results: Sequence[Result]) -> list[Compared]:
    """Return the results of a deal beside one another, in their order."""
    by_seat: dict[int, list[float]] = {}
    for result in results:
        if result.margin is not None:
            by_seat.setdefault(result.seat, []).append(result.margin)
    return [_compared(result, by_seat.get(result.seat, [])) for result in results]


def _compared(result: Result, field: list[float]) -> Compared:
    """Return a result beside the margins at its seat, its own among them where it has one."""
    entry, seat, margin = result.entry, result.seat, result.margin
    if margin is None:
        if not result.is_fault:
            return Compared(entry, seat, None, BLAMELESS_SHARE, 0.0)
        worst = min((_over(each, field) for each in field), default=0.0)
        return Compared(entry, seat, None, FAULT_SHARE, min(worst, 0.0))
    others = len(field) - 1
    if others == 0:
        return Compared(entry, seat, margin, 0.5, 0.0)
    beaten = sum(each < margin for each in field)
    alike = sum(each == margin for each in field) - 1
    return Compared(entry, seat, margin, (beaten + alike / 2) / others, _over(margin, field))


def _over(margin: float, field: list[float]) -> float:
    """Return how far a margin lies over the mean of the others of the field that it is one of."""
    return margin - (sum(field) - margin) / (len(field) - 1) if len(field) > 1 else 0.0


def rank(deals: Sequence[Sequence[Compared]], tables: int) -> list[Standing]:
    """Return how entries stand after some deals, the best first; each has had a seat in every deal.

    They are ranked by the share of the field beaten; with fewer than four tables by points over the field.
    """
    if not deals:
        return []
    shares: dict[int, list[float]] = {}
    overs: dict[int, list[float]] = {}
    for deal in deals:
        for one in deal:
            shares.setdefault(one.entry, []).append(one.share)
            overs.setdefault(one.entry, []).append(one.over)
    figures = shares if tables >= TABLES_FOR_SHARES else overs
    means = {entry: mean(values) for entry, values in figures.items()}
    order = sorted(means, key=lambda entry: (-round(means[entry], 9), entry))
    groups = _groups(order, figures)
    standings = []
    for entry in order:
        place = 1 + sum(round(means[other], 9) > round(means[entry], 9) for other in order)
        over = mean(overs[entry])
        half = half_interval(overs[entry])
        standings.append(Standing(entry, place, groups[entry], len(deals), mean(shares[entry]), over, half))
    return standings


def half_interval(values: Sequence[float], confidence: float = _CONFIDENCE) -> float | None:
    """Return half of the interval around the mean of one entry's figures of deals; None where they are few."""
    if len(values) < DEALS_FOR_INTERVALS:
        return None
    from ...lab.statistics import student  # only who looks at standings loads the laboratory

    return student(len(values) - 1, confidence) * stdev(values) / math.sqrt(len(values))


def _groups(order: Sequence[int], figures: dict[int, list[float]]) -> dict[int, int]:
    """Return the group of each entry: one begins at whoever differs from the first of the one before by more than luck.

    Differences are taken deal by deal, since both have played it. Many pairs are looked at, and the first is the best
    of many: each is held to differ only where one in twenty events would show any such pair among equals (Bonferroni).
    """
    pairs = max(len(order) * (len(order) - 1) // 2, 1)
    found, group = {}, 0
    first: int | None = None
    for entry in order:
        if first is None or is_apart(figures[first], figures[entry], 1 - (1 - _CONFIDENCE) / pairs):
            first, group = entry, group + 1
        found[entry] = group
    return found


def is_apart(one: Sequence[float], other: Sequence[float], confidence: float = _CONFIDENCE) -> bool:
    """Return whether the figures of two entries, deal by deal, differ by more than luck."""
    differences = [here - there for here, there in zip(one, other, strict=True)]
    half = half_interval(differences, confidence)
    return half is not None and abs(mean(differences)) > half


# How many deals it takes.


@dataclass(frozen=True, slots=True)
class Spread:
    """How much luck there is in a deal: the SD of a margin, and how two people who play one deal correlate."""

    deviation: float
    correlation: float

    def of_difference(self, tables: int) -> float:
        """Return the SD of the difference between two people over the field of a deal that so many tables play.

        What the two share falls out of it, and the field that they are held against, which is small, adds its own luck.
        """
        return self.deviation * math.sqrt(2 * (1 - self.correlation) * tables / (tables - 1))


def deals_needed(deviation: float, difference: float, power: float = POWER) -> int:
    """Return how many deals show a difference of so many points a deal, with 95 % confidence in 80 of 100 events.

    ``deviation`` is the SD of the difference in one deal.
    """
    return math.ceil((_points(power) * deviation / difference) ** 2)


def difference_seen(deviation: float, deals: int, power: float = POWER) -> float:
    """Return the difference in points a deal that so many deals show; see :func:`deals_needed`."""
    return _points(power) * deviation / math.sqrt(deals)


def _points(power: float) -> float:
    normal = NormalDist()
    return normal.inv_cdf(0.5 + _CONFIDENCE / 2) + normal.inv_cdf(power)
