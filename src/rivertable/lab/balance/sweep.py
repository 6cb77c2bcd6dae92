"""A sweep: one printed value or option varied, everything else and the deals alike, and what it changes."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from ..intervals import CONFIDENCE
from .comparing import Chosen, compare, measures
from .noted import Noted
from .playing import Play, note_settings, play_jobs
from .settings import Asked
from .varying import Variation, Varied

FORMAT = "rivertable-sweep/1"

USED_BY_ALL = 0.9
"""Of a thing that so many seats use, it says little who wins with it."""


def sweep(asked: Asked, variations: tuple[Variation, ...], play: Play = play_jobs) -> dict[str, Any]:
    """Play the setting as it is, then each value of each variation on the same deals; give the report.

    Every value is compared with the setting as it is, in pairs. The intervals of a number of players hold for all its
    differences at once (Bonferroni), and a difference is marked only where its whole interval lies on one side of zero.

    Raises:
        OptionError, UnknownNameError: a setting or a bot does not exist.
    """
    document = asked.head(FORMAT)
    sweeps: list[dict[str, Any]] = [
        {**asdict(variation.value), "now": variation.now, "is_number": variation.is_number, "tables": []}
        for variation in variations
    ]
    tried = [varied.setting for variation in variations for varied in variation.values if not varied.is_base]
    wanted = [(setting, players) for players in asked.players for setting in (asked.settings[0], *tried)]
    found = iter(note_settings(asked, wanted, play))
    for players in asked.players:
        base = next(found)
        count = sum(
            len(list(measures(base, chosen_of(variation, base))))
            * sum(not varied.is_base for varied in variation.values)
            for variation in variations
        )
        confidence = 1 - (1 - CONFIDENCE) / max(count, 1)
        for variation, written in zip(variations, sweeps, strict=True):
            chosen = chosen_of(variation, base)
            values = [
                _value(varied, compare(base, base if varied.is_base else next(found), chosen, confidence))
                for varied in variation.values
            ]
            written["tables"].append({"players": players, "comparisons": count, "values": values})
    return document | {"sweeps": sweeps}


def chosen_of(variation: Variation, base: Noted) -> Chosen:
    """Give what is looked at besides whole games: what the value bears on, and who uses it where not nearly all do."""
    things = variation.value.things
    is_rare = (base.uses > 0).mean(axis=(0, 1)) < USED_BY_ALL
    users = tuple(thing.id for thing, rare in zip(base.things, is_rare, strict=True) if rare and thing.id in things)
    return Chosen(things, users, things)


def _value(varied: Varied, measured: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "value": varied.text,
        "is_base": varied.is_base,
        "components": varied.setting.components.sha256,
        "measures": measured,
    }
