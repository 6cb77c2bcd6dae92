"""Learns River Valley Glassworks with TorchRL, by playing against itself in many games at once.

    pip install '.[train,learn]'
    python examples/torchrl_ppo.py --minutes 10

The batch environment is an environment of TorchRL here, the network is that of ppo.py, and collecting, sampling and
clipping are TorchRL's. Every so often it plays 200 games against random choices, from both seats, and prints how many
it won; a tie is half. At the end it plays against the bot ``novice`` too.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np
import torch
from ppo import Player, result, wins_of_100
from tensordict import TensorDict
from tensordict.nn import TensorDictModule
from torchrl.collectors import Collector
from torchrl.data import Binary, Categorical, Composite, LazyTensorStorage, TensorDictReplayBuffer, Unbounded
from torchrl.data.replay_buffers import SamplerWithoutReplacement
from torchrl.envs import EnvBase
from torchrl.modules import MaskedCategorical, ProbabilisticActor
from torchrl.objectives import ClipPPOLoss

from rivertable.envs import BatchEnvironment

GAMES, STEPS = 256, 64  # decisions of one round: GAMES * STEPS
EPOCHS, MINIBATCH, RATE = 2, 1024, 2e-3
TRACE, POINTS = 0.95, 30.0  # a reward is the lead in points / POINTS


class Tables(EnvBase):
    """Games of the batch environment: each step is a decision of whichever seat decides, in every game."""

    def __init__(self, games: int, seed: int) -> None:
        super().__init__(device="cpu", batch_size=[games])
        self.batch = BatchEnvironment("glassworks", games, seed=seed, is_masked=True, reward="margin")
        self.rows = np.arange(games)
        self.observation_spec = Composite(
            observation=Unbounded((games, self.batch.observations.shape[1]), dtype=torch.int16),
            action_mask=Binary(shape=(games, self.batch.actions), dtype=torch.bool),
            seat=Unbounded((games,), dtype=torch.int8),
            shape=(games,),
        )
        self.action_spec = Categorical(self.batch.actions, shape=(games,))
        self.reward_spec = Unbounded((games, 1))

    def _set_seed(self, seed: int | None) -> None:
        self.batch.reset(seed)

    def _reset(self, tensordict: TensorDict | None, **given: Any) -> TensorDict:
        return self._seen()  # where a game ends, the batch has begun another

    def _step(self, tensordict: TensorDict) -> TensorDict:
        seats = self.batch.seats.copy()
        self.batch.step(tensordict["action"].numpy())
        rewards = np.clip(self.batch.rewards[self.rows, seats] / POINTS, -1, 1)
        ended = torch.from_numpy(self.batch.ended.copy())[:, None]
        return self._seen().update(
            {"reward": torch.from_numpy(rewards)[:, None], "done": ended, "terminated": ended.clone()}
        )

    def _seen(self) -> TensorDict:
        # The batch writes in place.
        found = {"observation": self.batch.observations, "action_mask": self.batch.masks == 1, "seat": self.batch.seats}
        return TensorDict({name: torch.from_numpy(each.copy()) for name, each in found.items()}, self.batch_size)


def advantages(played: TensorDict, last: torch.Tensor) -> torch.Tensor:
    """Return how much better than expected each decision was, (games, steps); ``last`` are the values after all.

    What one of two seats gains the other loses: where the other decides next, its value counts against this one.
    """
    values = played["state_value"].squeeze(2)
    after = torch.cat((values[:, 1:], last[:, None]), 1)
    sign = torch.where(played["seat"] == played["next", "seat"], 1.0, -1.0)
    sign = sign.masked_fill(played["next", "done"].squeeze(2), 0.0)
    surprise = played["next", "reward"].squeeze(2) + sign * after - values
    gains, trace = torch.zeros_like(values), torch.zeros(len(values))
    for step in reversed(range(values.shape[1])):
        trace = surprise[:, step] + TRACE * sign[:, step] * trace
        gains[:, step] = trace
    return gains


class Learner:
    """What plays and what learns from it."""

    def __init__(self, seed: int) -> None:
        torch.manual_seed(seed)
        tables = Tables(GAMES, seed)
        self.player = Player(tables.batch)
        self.judge = TensorDictModule(_Judging(self.player), ["observation", "action_mask"], ["logits", "state_value"])
        actor = ProbabilisticActor(
            self.judge,
            in_keys={"logits": "logits", "mask": "action_mask"},
            distribution_class=MaskedCategorical,
            return_log_prob=True,
        )
        self.collected = iter(
            Collector(
                tables, actor, frames_per_batch=GAMES * STEPS, total_frames=-1, auto_register_policy_transforms=False
            )
        )
        self.loss = ClipPPOLoss(
            actor, self.judge, entropy_coeff=0.003, critic_coeff=0.5, loss_critic_type="l2", normalize_advantage=True
        )
        self.optimizer = torch.optim.Adam(self.player.parameters(), lr=RATE)
        self.sampled = TensorDictReplayBuffer(
            storage=LazyTensorStorage(GAMES * STEPS), sampler=SamplerWithoutReplacement(), batch_size=MINIBATCH
        )

    def learn(self) -> None:
        """Play a round and make decisions that were better than expected likelier, a little at a time."""
        played = next(self.collected)
        with torch.no_grad():
            last = self.judge(played["next"][:, -1].clone())["state_value"].squeeze(1)
        played["advantage"] = advantages(played, last)[..., None]
        played["value_target"] = played["advantage"] + played["state_value"]
        for _ in range(EPOCHS):
            self.sampled.empty()
            self.sampled.extend(played.exclude("next").reshape(-1))
            for part in self.sampled:
                losses = self.loss(part)
                self.optimizer.zero_grad()
                sum(losses[name] for name in ("loss_objective", "loss_critic", "loss_entropy")).backward()
                torch.nn.utils.clip_grad_norm_(self.player.parameters(), 0.5)
                self.optimizer.step()


class _Judging(torch.nn.Module):
    """The network, with values as columns."""

    def __init__(self, player: Player) -> None:
        super().__init__()
        self.player = player

    def forward(self, observed: torch.Tensor, masks: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        likely, values = self.player(observed, masks)
        return likely, values[:, None]


def main() -> None:
    """Learn for some minutes and say how it goes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    torch.set_num_threads(1)  # so small steps are slower where threads wait for each other
    learner = Learner(chosen.seed)
    began, number, said = time.monotonic(), 0, -60.0
    while (passed := time.monotonic() - began) < 60 * chosen.minutes:
        if passed - said >= 20:
            said = passed
            wins = wins_of_100(learner.player, 0)
            print(f"{passed:4.0f} s, {number * GAMES * STEPS:9,} decisions: {wins:5.1f} of 100 won", flush=True)
        learner.optimizer.param_groups[0]["lr"] = RATE * (1 - passed / (60 * chosen.minutes))
        learner.learn()
        number += 1
    print(result(learner.player))


if __name__ == "__main__":
    main()
