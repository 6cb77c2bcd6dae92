"""The networks that examples learn with, by game: that of ppo.py for River Valley Glassworks, a plain one elsewhere."""

from __future__ import annotations

import numpy as np
import torch
from ppo import NEVER, Player
from torch import nn

from rivertable.envs import BatchEnvironment

HIDDEN = 128


class Plain(nn.Module):
    """Judges a position and its actions from all that a seat observes, and knows nothing of the game."""

    def __init__(self, batch: BatchEnvironment) -> None:
        super().__init__()
        scales = batch.game.learning.observation(batch.terms.components).scales(batch.players)
        self.register_buffer("scales", torch.from_numpy(scales.astype(np.float32)))
        self.body = nn.Sequential(nn.Linear(len(scales), HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, HIDDEN), nn.ReLU())
        self.actions, self.value = nn.Linear(HIDDEN, batch.actions), nn.Linear(HIDDEN, 1)
        for head in (self.actions, self.value):
            nn.init.zeros_(head.weight)  # at first all actions are as likely
            nn.init.zeros_(head.bias)

    def forward(self, observed: torch.Tensor, masks: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the logarithm of each action's probability, and the value to the seat that decides."""
        seen = self.body(observed.float() / self.scales)
        return self.actions(seen).masked_fill(masks == 0, NEVER).log_softmax(1), self.value(seen).squeeze(1)


def network_of(game: str) -> nn.Module:
    """Return the network for a game of two, which has learned nothing yet."""
    return (Player if game == "glassworks" else Plain)(BatchEnvironment(game, 1))
