"""A sweep: one printed value or option varied, everything else and the deals alike, and what it changes."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from ..intervals import CONFIDENCE
from .comparing import compare, measures
from .noted import Noted
from .report import Play, play_setting
from .settings import Asked
from .varying import Variation

FORMAT = "rivertable-sweep/1"


def sweep(asked: Asked, variations: tuple[Variation, ...], play: Play) -> dict[str, Any]:
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
    for players in asked.players:
        base = play_setting(asked, asked.settings[0], players, play)
        count = sum(
            len(list(measures(base, variation.value.things, variation.value.things)))
            * sum(not varied.is_base for varied in variation.values)
            for variation in variations
        )
        confidence = 1 - (1 - CONFIDENCE) / max(count, 1)
        for variation, written in zip(variations, sweeps, strict=True):
            values = [_value(asked, variation, place, base, confidence, play) for place in range(len(variation.values))]
            written["tables"].append({"players": players, "comparisons": count, "values": values})
    return document | {"sweeps": sweeps}


def _value(
    asked: Asked, variation: Variation, place: int, base: Noted, confidence: float, play: Play
) -> dict[str, Any]:
    varied, things = variation.values[place], variation.value.things
    noted = base if varied.is_base else play_setting(asked, varied.setting, base.players, play)
    return {
        "value": varied.text,
        "is_base": varied.is_base,
        "components": varied.setting.components.sha256,
        "measures": compare(base, noted, things, things, confidence),
    }
