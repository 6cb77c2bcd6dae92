"""A trained policy: the network that an example of ``examples`` has learned and kept, by its most likely action.

It is given what the environments give a seat, the observation and the mask of legal actions, one decision at a time.
"""

from __future__ import annotations

import pickle
import sys
from pathlib import Path
from typing import Any

import numpy as np
import torch

from rivertable.core.chance import Simulator
from rivertable.core.errors import DataError
from rivertable.core.game import Game
from rivertable.core.position import Draft

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "examples"))

from networks import network_of


class WeightsError(DataError):
    """A file that holds no weights of the network of a game."""

    code = "bad-weights"


class PolicyBot:
    """The most likely action of a network.

    Raises:
        WeightsError: there is no such file, or it holds something else.
    """

    def __init__(self, game: Game, seed: int, file: Path) -> None:
        self._game = game
        self._chance = Simulator(seed)
        self._network = network_of(game.name)
        if not file.is_file():
            raise WeightsError(f"There is no file {file}.")
        try:
            self._network.load_state_dict(torch.load(file, weights_only=True))
        except (RuntimeError, TypeError, EOFError, pickle.UnpicklingError) as error:
            raise WeightsError(f"{file} holds no weights of the network for {game.title}.") from error
        torch.set_num_threads(1)  # so small steps are slower where threads wait for each other

    def choose(self, view: Any) -> Any:
        """Return the turn that it comes to."""
        draft, terms, kernel = Draft(view), view.terms, self._game.kernel
        observed = np.empty(self._game.learning.observation(terms.components).size(terms.players), np.int16)
        while not draft.is_complete:
            # What a seat observes is the same in every world that it must think possible.
            position = view.sample(self._chance).after(*draft.decisions)
            kernel.observe(position.states, 0, terms.array, view.seat, observed)
            mask = np.zeros(kernel.first_outcome, np.int8)
            mask[list(draft.choices)] = 1
            with torch.no_grad():
                likely, _ = self._network(torch.from_numpy(observed[None]), torch.from_numpy(mask[None]))
            draft.choose(int(likely.argmax()))
        return draft.move
