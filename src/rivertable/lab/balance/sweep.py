"""A sweep: one printed value or option varied, everything else and the deals alike, and what it changes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from ..intervals import CONFIDENCE
from .comparing import Chosen, compare, measures, trends
from .game_arrays import Noted
from .playing import Play, note_settings, play_jobs
from .settings import Asked
from .varying import Variation

FORMAT = "rivertable-sweep/1"

STEPS_AT_LEAST = 3
"""Through fewer numbers every line is straight."""
USED_BY_ALL = 0.9
"""Of a thing that so many seats use, it says little who wins with it."""


def sweep(asked: Asked, variations: tuple[Variation, ...], play: Play = play_jobs) -> dict[str, Any]:
    """Play the setting as it is, then each value of each variation on the same deals, and return the report.

    Every value is compared with the setting as it is, in pairs. The intervals of a number of players hold for all its
    differences at once (Bonferroni), and a difference is marked only where its whole interval lies on one side of zero.

    Raises:
        OptionError, UnknownNameError: a setting or a bot does not exist.
    """
    document = asked.head(FORMAT)
    tried = [varied.setting for variation in variations for varied in variation.values if not varied.is_base]
    wanted = [(setting, players) for players in asked.players for setting in (asked.settings[0], *tried)]
    found = iter(note_settings(asked, wanted, play))
    tables = [_tables(players, variations, found) for players in asked.players]
    sweeps = [
        {**asdict(variation.value), "now": variation.now, "is_number": variation.is_number, "tables": list(each)}
        for variation, each in zip(variations, zip(*tables, strict=True), strict=True)
    ]
    return document | {"sweeps": sweeps}


def _tables(players: int, variations: tuple[Variation, ...], found: Iterator[Noted]) -> list[dict[str, Any]]:
    """Return the table of each variation at one number of players, from the setting as it is and all that was tried."""
    base = next(found)
    noted = [[base if varied.is_base else next(found) for varied in variation.values] for variation in variations]
    chosen = [chosen_of(variation, base) for variation in variations]
    steps = [steps_of(variation, base, each) for variation, each in zip(variations, noted, strict=True)]
    count = sum(
        len(list(measures(base, each))) * (sum(not varied.is_base for varied in variation.values) + bool(line))
        for variation, each, line in zip(variations, chosen, steps, strict=True)
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
        for variation, played, looked_at, line in zip(variations, noted, chosen, steps, strict=True)
    ]


def steps_of(variation: Variation, base: Noted, noted: list[Noted]) -> dict[int, Noted]:
    """Return the games by the number that is varied, the number as it is included; nothing where there is no line."""
    if not variation.is_number:
        return {}
    found = {int(varied.text): each for varied, each in zip(variation.values, noted, strict=True)}
    if variation.now is not None:
        found[int(variation.now)] = base
    return found if len(found) >= STEPS_AT_LEAST else {}


def chosen_of(variation: Variation, base: Noted) -> Chosen:
    """Return what is looked at besides whole games: what the value bears on, and who uses it if not nearly all do."""
    things = variation.value.things
    is_rare = (base.uses > 0).mean(axis=(0, 1)) < USED_BY_ALL
    users = tuple(thing.id for thing, rare in zip(base.things, is_rare, strict=True) if rare and thing.id in things)
    return Chosen(things, users, things)
