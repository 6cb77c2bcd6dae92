"""The reports as plain JSON: games under one setting or two, and a sweep of printed values and options.

A sweep varies one value, with everything else and the deals alike. Game n has the same shuffle under all settings, so
what is compared is pairs: much of the luck falls out, and a difference is the setting's doing. Intervals hold for all
differences that are shown together (Bonferroni).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from ...core.game import GAMES
from ..statistics import CONFIDENCE, ArenaError, Interval, student
from .arrays import GameArrays, Numbers
from .figures import (
    comparisons,
    drama_figures,
    game_figures,
    margins,
    mark_of,
    mean_of,
    part_figures,
    seat_figures,
    turns_a_seat,
    usage_figures,
)
from .games import play_settings
from .metrics import metrics_figures
from .questions import Question, Variation

BALANCE_FORMAT = "rivertable-balance/1"
SWEEP_FORMAT = "rivertable-sweep/1"

STEPS_AT_LEAST = 3
"""Through fewer numbers every line is straight."""
USED_BY_ALL = 0.9
"""Of a thing that so many seats use, it says little who wins with it."""

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
class Selection:
    """What is compared besides whole games, by ids: uses of things, wins of who used them, points of parts."""

    uses: tuple[str, ...] = ()
    users: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()


def measures(arrays: GameArrays, selection: Selection) -> Iterator[Measure]:
    """Return what is compared, a value a game."""
    yield Measure("score", "mean score", False, arrays.totals.mean(axis=1))
    yield Measure("winning_score", "winning score", False, arrays.totals.max(axis=1))
    yield Measure("margin", "winner's lead", False, margins(arrays))
    yield Measure("turns", "turns per seat", False, turns_a_seat(arrays))
    for seat in range(arrays.players):
        yield Measure(f"wins.{seat}", f"wins of seat {seat}", True, arrays.wins[:, seat])
    for place, thing in enumerate(arrays.things):
        name = f"{thing.words} ({next(family.title for family in arrays.families if thing in family.things)})"
        if thing.id in selection.uses:
            yield Measure(f"uses.{thing.id}", f"uses of {name} per game", False, _uses(arrays, place))
        if thing.id in selection.users:
            words = f"wins of users of {name} over a fair share"
            yield Measure(f"users.{thing.id}", words, True, _excess(arrays, place))
    for place, part in enumerate(arrays.part_things):
        if part.id in selection.parts:
            points = arrays.parts[:, :, place].mean(axis=1)
            yield Measure(f"points.{part.id}", f"points per seat from {part.words}", False, points)


def _uses(arrays: GameArrays, place: int) -> Numbers:
    return np.asarray(arrays.uses[:, :, place].sum(axis=1))


def _excess(arrays: GameArrays, place: int) -> Numbers:
    """Return by how much who used a thing won more than a fair share, by game: nothing where all did, or nobody."""
    return np.asarray(((arrays.uses[:, :, place] > 0) * (arrays.wins - 1 / arrays.players)).sum(axis=1))


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


def check_pairs(first: GameArrays, second: GameArrays) -> None:
    """Refuse settings that are no pairs.

    Raises:
        ArenaError: not as many games, or not as many seats.
    """
    if first.totals.shape != second.totals.shape:
        raise ArenaError("The settings were not played with as many games and players: there are no pairs.")


def compare(first: GameArrays, second: GameArrays, selection: Selection, confidence: float) -> list[dict[str, Any]]:
    """Return each measure under both settings, and the difference that the second makes.

    Raises:
        ArenaError: the games are no pairs.
    """
    check_pairs(first, second)
    return [
        _compared(before, after.values, confidence)
        for before, after in zip(measures(first, selection), measures(second, selection), strict=True)
    ]


def _compared(before: Measure, after: Numbers, confidence: float) -> dict[str, Any]:
    found = difference(before.values, after, confidence)
    return {
        "id": before.id,
        "words": before.words,
        "is_share": before.is_share,
        "first": mean_of(before.values).rounded(),
        "second": mean_of(after).rounded(),
        "difference": found.rounded(),
        "mark": mark_of(found),
    }


def trends(steps: Mapping[int, GameArrays], selection: Selection, confidence: float) -> list[dict[str, Any]]:
    """Return by how much each measure rises with one more of a number: a straight line through each game's values.

    Raises:
        ArenaError: the games are no pairs.
    """
    numbers = np.array(sorted(steps), dtype=float)
    for arrays in steps.values():
        check_pairs(steps[int(numbers[0])], arrays)
    weight = (numbers - numbers.mean()) / ((numbers - numbers.mean()) ** 2).sum()
    found = []
    for each in zip(*(measures(steps[int(number)], selection) for number in numbers), strict=True):
        slope = sum(one * step.values for one, step in zip(weight, each, strict=True))
        rise = difference(np.zeros(len(slope)), slope, confidence)
        found.append(
            {
                "id": each[0].id,
                "words": each[0].words,
                "is_share": each[0].is_share,
                "rise": rise.rounded(),
                "mark": mark_of(rise),
            }
        )
    return found


def compare_uses(first: GameArrays, second: GameArrays) -> list[dict[str, Any]]:
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


def figures(arrays: GameArrays) -> dict[str, Any]:
    """Return all figures of one setting that every game has."""
    families = usage_figures(arrays)
    return {
        "seats": seat_figures(arrays.totals, arrays.wins),
        **game_figures(arrays),
        "drama": drama_figures(arrays),
        "parts": part_figures(arrays),
        "comparisons": comparisons(families),
        "families": families,
    }


def balance(
    question: Question,
    processes: int | None = 1,
    on_game: Callable[[int], None] | None = None,
    cluster: str | None = None,
) -> dict[str, Any]:
    """Play a setting, or two on the same deals, at each number of players, and return the report.

    ``on_game`` hears how many games there are, as they come. A Ray cluster plays where the address of one is given.

    Raises:
        OptionError, UnknownNameError: a setting or a bot does not exist.
        SimulationError: there is no such cluster.
        ArenaError: two settings know different things.
    """
    document = question.head(BALANCE_FORMAT)
    count = len(question.settings)
    wanted = [(setting, players) for players in question.players for setting in question.settings]
    arrays = play_settings(question, wanted, processes, on_game, cluster)
    document["tables"] = [
        _table(players, arrays[place * count : (place + 1) * count], question)
        for place, players in enumerate(question.players)
    ]
    return document


def _table(players: int, arrays: list[GameArrays], question: Question) -> dict[str, Any]:
    table: dict[str, Any] = {"players": players, "settings": [figures(each) for each in arrays]}
    if metrics := GAMES[question.game].metrics:
        for found, each, setting in zip(table["settings"], arrays, question.settings, strict=True):
            found["metrics"] = metrics_figures(metrics, each, setting.components)
    if len(arrays) == 2:
        first, second = arrays
        selection = Selection(parts=tuple(part.id for part in first.part_things))
        count = sum(1 for _ in measures(first, selection))
        table["differences"] = compare(first, second, selection, 1 - (1 - CONFIDENCE) / count)
        table["uses"] = compare_uses(first, second)
    return table


def sweep(
    question: Question,
    variations: tuple[Variation, ...],
    processes: int | None = 1,
    on_game: Callable[[int], None] | None = None,
    cluster: str | None = None,
) -> dict[str, Any]:
    """Play the setting as it is, then each value of each variation on the same deals, and return the report.

    Every value is compared with the setting as it is, in pairs. The intervals of a number of players hold for all its
    differences at once (Bonferroni), and a difference is marked only where its whole interval lies on one side of zero.
    ``on_game`` hears how many games there are, as they come. A Ray cluster plays where the address of one is given.

    Raises:
        OptionError, UnknownNameError: a setting or a bot does not exist.
        SimulationError: there is no such cluster.
    """
    document = question.head(SWEEP_FORMAT)
    tried = [varied.setting for variation in variations for varied in variation.values if not varied.is_base]
    wanted = [(setting, players) for players in question.players for setting in (question.settings[0], *tried)]
    found = iter(play_settings(question, wanted, processes, on_game, cluster))
    tables = [_tables(players, variations, found) for players in question.players]
    sweeps = [
        {**asdict(variation.value), "now": variation.now, "is_number": variation.is_number, "tables": list(each)}
        for variation, each in zip(variations, zip(*tables, strict=True), strict=True)
    ]
    return document | {"sweeps": sweeps}


def _tables(players: int, variations: tuple[Variation, ...], found: Iterator[GameArrays]) -> list[dict[str, Any]]:
    """Return the table of each variation at one number of players, from the setting as it is and all that was tried."""
    base = next(found)
    arrays = [[base if varied.is_base else next(found) for varied in variation.values] for variation in variations]
    selection = [selection_of(variation, base) for variation in variations]
    steps = [steps_of(variation, base, each) for variation, each in zip(variations, arrays, strict=True)]
    count = sum(
        len(list(measures(base, each))) * (sum(not varied.is_base for varied in variation.values) + bool(line))
        for variation, each, line in zip(variations, selection, steps, strict=True)
    )
    confidence = 1 - (1 - CONFIDENCE) / max(count, 1)
    return [
        {
            "players": players,
            "comparisons": count,
            "values": [
                {
                    "value": varied.text,
                    "is_base": varied.is_base,
                    "components": varied.setting.components.sha256,
                    "measures": compare(base, each, looked_at, confidence),
                }
                for varied, each in zip(variation.values, played, strict=True)
            ],
            "trends": trends(line, looked_at, confidence) if line else [],
        }
        for variation, played, looked_at, line in zip(variations, arrays, selection, steps, strict=True)
    ]


def steps_of(variation: Variation, base: GameArrays, arrays: list[GameArrays]) -> dict[int, GameArrays]:
    """Return the games by the number that is varied, the number as it is included; nothing where there is no line."""
    if not variation.is_number:
        return {}
    found = {int(varied.text): each for varied, each in zip(variation.values, arrays, strict=True)}
    if variation.now is not None:
        found[int(variation.now)] = base
    return found if len(found) >= STEPS_AT_LEAST else {}


def selection_of(variation: Variation, base: GameArrays) -> Selection:
    """Return what is looked at besides whole games: what the value bears on, and who uses it if not nearly all do."""
    things = variation.value.things
    is_rare = (base.uses > 0).mean(axis=(0, 1)) < USED_BY_ALL
    users = tuple(thing.id for thing, rare in zip(base.things, is_rare, strict=True) if rare and thing.id in things)
    return Selection(things, users, things)
