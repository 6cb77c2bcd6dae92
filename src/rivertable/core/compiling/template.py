"""One source of compiled code for all games, compiled for each with its own rules.

Compiled code that is handed functions is never found in the cache of machine code, and calls slowly; code that imports
them is. So a folder of modules is loaded once a game, as a package of its own in which ``game`` is a module of that
game.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

_PACKAGE = __name__.rpartition(".")[0].rpartition(".")[0] + ".engine"
_FOLDER = Path(__file__).parents[1] / "engine"


def load_for(name: str, rules: ModuleType, folder: Path, package: str, names: Sequence[str]) -> list[ModuleType]:
    """Load the modules ``names`` of ``folder`` for the game ``name``, in which ``game`` is the module ``rules``.

    ``package`` is the dotted name of the folder; what is loaded is called as that and the game.
    """
    loaded = ModuleType(f"{package}_in_{name}")
    loaded.__path__ = [str(folder)]
    sys.modules[loaded.__name__] = loaded
    sys.modules[f"{loaded.__name__}.game"] = rules
    return [importlib.import_module(f"{loaded.__name__}.{module}") for module in names]


class Kernel:
    """The compiled rules of a game: its primitives, and the entry points from Python that are made of them.

    The entry points are those of :mod:`rivertable.core.engine.entries`, under the same names.
    """

    def __init__(self, name: str, primitives: ModuleType) -> None:
        """Make the kernel of the game ``name``; its primitives are what :mod:`rivertable.core.engine.game` lists.

        Raises:
            ImportError: one of them is missing.
        """
        self.name = name
        if TYPE_CHECKING:
            from ..engine import batch, calls, entries, game
        else:
            game = primitives
            calls, entries, batch = load_for(name, primitives, _FOLDER, _PACKAGE, ["calls", "entries", "batch"])
        self.primitives = game
        self.calls = calls
        """The rules as compiled code of other packages calls them."""
        self.batch = batch
        """Steps of many games at once."""
        self.choices_at_most = game.CHOICES_AT_MOST
        """Room that a list of decisions or outcomes needs."""
        self.turn_at_most = game.TURN_AT_MOST
        """More decisions than any turn has."""
        self.first_outcome = game.FIRST_OUTCOME
        """Integers below are decisions of players, from here on outcomes of chance."""
        self.outcomes_end = game.OUTCOMES_END
        """One more than the highest outcome of chance."""
        self.new_states = calls.new_states
        self.start = entries.start
        self.list_decisions = entries.list_decisions
        self.list_outcomes = entries.list_outcomes
        self.apply = entries.apply
        self.conceal = entries.conceal
        self.is_inside_turn = entries.is_inside_turn
        self.total = entries.total
        self.deal = entries.deal
        self.step = entries.step
        self.random_games = entries.random_games
        self.observe = entries.observe

    def new_list(self) -> np.ndarray[Any, Any]:
        """Return room for a list of decisions or outcomes, or for their weights (int16)."""
        return np.empty(self.choices_at_most, dtype=np.int16)
