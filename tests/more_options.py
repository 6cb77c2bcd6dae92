"""River Valley Glassworks with a number and a choice more, by which nothing is played: options of every type."""

import pytest

from rivertable.core.options import ChoiceOption, NumberOption, OptionSet
from rivertable.glassworks import GAME

SIZE = NumberOption("lake_size", "So many pieces lie in the lake.", "G24", 3, 7)
SHORE = ChoiceOption("shore", "What lies along the lake.", "G25", ("sand", "reed", "rock"))


def add_options(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the game have them until the test is over."""
    presets = {name: {**values, "lake_size": 5, "shore": "sand"} for name, values in GAME.options.presets.items()}
    monkeypatch.setattr(GAME, "options", OptionSet(*GAME.options, SIZE, SHORE, presets=presets))
