"""Two settings on the same deals: the difference that a setting makes, game by game.

Game n has the same shuffle under both, so what is compared is pairs: much of the luck falls out, and a difference is
the setting's doing. Intervals hold for all differences that are shown together (Bonferroni).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..errors import ArenaError
from ..intervals import CONFIDENCE, Interval, student
from .game_arrays import Noted, Numbers
from .whole_games import margins, mean_of, turns_a_seat, written
from .worth import mark_of

PAIRS_AT_LEAST = 8
"""With fewer pairs that differ at all, a difference has no interval."""


@dataclass(frozen=True)
class Measure:
    """One value a game: an id, words, and whether it is a share."""

    id: str
    words: str
    is_share: bool
    values: Numbers


@dataclass(frozen=True)
class Chosen:
    """What is compared besides whole games, by ids: uses of things, wins of who used them, points of parts."""

    uses: tuple[str, ...] = ()
    users: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()


def measures(noted: Noted, chosen: Chosen) -> Iterator[Measure]:
    """Return what is compared, a value a game."""
    yield Measure("score", "mean score", False, noted.totals.mean(axis=1))
    yield Measure("winning_score", "winning score", False, noted.totals.max(axis=1))
    yield Measure("margin", "winner's lead", False, margins(noted))
    yield Measure("turns", "turns a seat", False, turns_a_seat(noted))
    for seat in range(noted.players):
        yield Measure(f"wins.{seat}", f"wins of seat {seat}", True, noted.wins[:, seat])
    for place, thing in enumerate(noted.things):
        name = f"{thing.words} ({next(family.title for family in noted.families if thing in family.things)})"
        if thing.id in chosen.uses:
            yield Measure(f"uses.{thing.id}", f"{name}: uses a game", False, _uses(noted, place))
        if thing.id in chosen.users:
            words = f"{name}: wins of its users over their fair share"
            yield Measure(f"users.{thing.id}", words, True, _excess(noted, place))
    for place, part in enumerate(noted.part_things):
        if part.id in chosen.parts:
            points = noted.parts[:, :, place].mean(axis=1)
            yield Measure(f"points.{part.id}", f"{part.words}: points a seat", False, points)


def _uses(noted: Noted, place: int) -> Numbers:
    return np.asarray(noted.uses[:, :, place].sum(axis=1))


def _excess(noted: Noted, place: int) -> Numbers:
    """Return by how much who used a thing won more than a fair share, by game: nothing where all did, or nobody."""
    return np.asarray(((noted.uses[:, :, place] > 0) * (noted.wins - 1 / noted.players)).sum(axis=1))


def difference(before: Numbers, after: Numbers, confidence: float) -> Interval:
    """Return the mean difference of pairs with its interval; without ends where too few pairs differ.

    Few pairs that differ among many tell no more than those few would: they are the degrees of freedom.
    """
    change = after.astype(float) - before
    mean, telling = float(change.mean()), int(np.count_nonzero(change))
    if telling < PAIRS_AT_LEAST:
        return Interval(mean, None, None) if telling else Interval(0.0, 0.0, 0.0)
    half = float(change.std(ddof=1)) / math.sqrt(len(change)) * student(telling - 1, confidence)
    return Interval(mean, mean - half, mean + half)


def check_pairs(first: Noted, second: Noted) -> None:
    """Refuse settings that are no pairs.

    Raises:
        ArenaError: not as many games, or not as many seats.
    """
    if first.totals.shape != second.totals.shape:
        raise ArenaError("The settings were not played with as many games and players: there are no pairs.")


def compare(first: Noted, second: Noted, chosen: Chosen, confidence: float) -> list[dict[str, Any]]:
    """Return each measure under both settings, and the difference that the second makes.

    Raises:
        ArenaError: the games are no pairs.
    """
    check_pairs(first, second)
    return [
        _compared(before, after.values, confidence)
        for before, after in zip(measures(first, chosen), measures(second, chosen), strict=True)
    ]


def _compared(before: Measure, after: Numbers, confidence: float) -> dict[str, Any]:
    found = difference(before.values, after, confidence)
    return {
        "id": before.id,
        "words": before.words,
        "is_share": before.is_share,
        "first": written(mean_of(before.values)),
        "second": written(mean_of(after)),
        "difference": written(found),
        "mark": mark_of(found),
    }


def trends(steps: Mapping[int, Noted], chosen: Chosen, confidence: float) -> list[dict[str, Any]]:
    """Return by how much each measure rises with one more of a number: a straight line through each game's values.

    Raises:
        ArenaError: the games are no pairs.
    """
    numbers = np.array(sorted(steps), dtype=float)
    for noted in steps.values():
        check_pairs(steps[int(numbers[0])], noted)
    weight = (numbers - numbers.mean()) / ((numbers - numbers.mean()) ** 2).sum()
    found = []
    for each in zip(*(measures(steps[int(number)], chosen) for number in numbers), strict=True):
        slope = sum(one * step.values for one, step in zip(weight, each, strict=True))
        rise = difference(np.zeros(len(slope)), slope, confidence)
        found.append(
            {
                "id": each[0].id,
                "words": each[0].words,
                "is_share": each[0].is_share,
                "rise": written(rise),
                "mark": mark_of(rise),
            }
        )
    return found


def compare_uses(first: Noted, second: Noted) -> list[dict[str, Any]]:
    """Return how much more often each thing is used a game under the second setting; things never used are left out.

    Raises:
        ArenaError: the games are no pairs, or the settings know different things.
    """
    check_pairs(first, second)
    if [thing.id for thing in first.things] != [thing.id for thing in second.things]:
        raise ArenaError("The settings know different things, so their uses cannot be compared.")
    used = [place for place in range(len(first.things)) if _uses(first, place).any() or _uses(second, place).any()]
    confidence = 1 - (1 - CONFIDENCE) / max(len(used), 1)
    found = []
    for place in used:
        thing, before, after = first.things[place], _uses(first, place), _uses(second, place)
        title = next(family.title for family in first.families if thing in family.things)
        measure = Measure(f"uses.{thing.id}", f"{thing.words} ({title})", False, before)
        found.append(_compared(measure, after, confidence))
    return found
