"""Learns a game with MaskablePPO of sb3-contrib, against random choices.

    pip install '.[envs,train,learn]'
    python examples/maskable_ppo.py --minutes 10 --save policy.pt
    python examples/maskable_ppo.py --game market --minutes 10

The environment is that of Gymnasium, and the network, as a policy of Stable-Baselines3, that of ppo.py for River Valley
Glassworks and a plain one for River Market. Every so often it plays 200 games against random choices, from drawn seats,
and prints how many it won; a tie is half.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import gymnasium
import numpy as np
import torch
from networks import network_of
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import DummyVecEnv

from rivertable.core.game import GAMES as RULES
from rivertable.envs.gymnasium import SeatEnvironment

GAMES, STEPS = 64, 64  # decisions of one round: GAMES * STEPS
EPOCHS, MINIBATCH, RATE, POINTS = 3, 512, 2e-3, 30.0  # a reward is the lead in points / POINTS


class Seat(gymnasium.Wrapper):
    """One seat as MaskablePPO takes it: the observation alone, and the legal actions when it asks for them."""

    def __init__(self, game: str) -> None:
        super().__init__(SeatEnvironment(game, opponents="random", seat=None, reward="margin"))
        self.observation_space = self.env.observation_space["observation"]

    def action_masks(self) -> np.ndarray:
        """Return which actions are legal."""
        return self._mask

    def reset(self, **given: Any) -> tuple[np.ndarray, dict[str, Any]]:
        """Begin a game."""
        seen, info = self.env.reset(**given)
        return self._split(seen), info

    def step(self, action: int) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Take a decision; the reward at the end is the lead."""
        seen, reward, is_over, is_cut, info = self.env.step(action)
        return self._split(seen), float(np.clip(reward / POINTS, -1, 1)), is_over, is_cut, info

    def _split(self, seen: dict[str, np.ndarray]) -> np.ndarray:
        self._mask = seen["action_mask"].astype(bool)
        return seen["observation"]


class Policy(MaskableActorCriticPolicy):
    """A network that judges a position and its actions at once."""

    def __init__(self, *given: Any, game: str, **more: Any) -> None:
        self._game = game
        super().__init__(*given, **more)

    def _build(self, lr_schedule: Any) -> None:
        self.player = network_of(self._game)
        self.optimizer = torch.optim.Adam(self.player.parameters(), lr=lr_schedule(1))

    def _judge(self, seen: torch.Tensor, masks: Any) -> tuple[Any, torch.Tensor]:
        every = torch.ones((len(seen), self.action_space.n)) if masks is None else torch.as_tensor(masks)
        likely, values = self.player(seen, every.view(len(seen), -1))
        judged = self.action_dist.proba_distribution(action_logits=likely)
        judged.apply_masking(masks)
        return judged, values[:, None]

    def forward(self, obs: torch.Tensor, deterministic: bool = False, action_masks: Any = None) -> tuple[Any, ...]:
        """Return actions, values and logarithms of probabilities."""
        judged, values = self._judge(obs, action_masks)
        actions = judged.get_actions(deterministic=deterministic)
        return actions, values, judged.log_prob(actions)

    def evaluate_actions(self, obs: torch.Tensor, actions: torch.Tensor, action_masks: Any = None) -> tuple[Any, ...]:
        """Return values, logarithms of probabilities, and entropies."""
        judged, values = self._judge(obs, action_masks)
        return values, judged.log_prob(actions), judged.entropy()

    def get_distribution(self, obs: torch.Tensor, action_masks: Any = None) -> Any:
        """Return how likely each action is."""
        return self._judge(obs, action_masks)[0]

    def predict_values(self, obs: torch.Tensor) -> torch.Tensor:
        """Return what positions are worth."""
        return self._judge(obs, None)[1]


def seats_of(game: str, count: int) -> DummyVecEnv:
    """Return a seat in each of so many games."""
    return DummyVecEnv([lambda: Seat(game)] * count)


def wins_of_100(model: MaskablePPO, seed: int, games: int = 200) -> float:
    """Play games against random choices; give the wins of a hundred."""
    seats = seats_of(model.policy_kwargs["game"], games)
    seats.seed(seed)
    seen, shares = seats.reset(), np.full(games, np.nan)
    while np.isnan(shares).any():
        masks = np.stack(seats.env_method("action_masks"))
        seen, rewards, ended, _ = seats.step(model.predict(seen, action_masks=masks, deterministic=True)[0])
        first = ended & np.isnan(shares)
        shares[first] = (np.sign(rewards[first]) + 1) / 2
    return float(100 * shares.mean())


class Clock(BaseCallback):
    """Says how it goes, and ends the learning in time."""

    def __init__(self, minutes: float) -> None:
        super().__init__()
        self.seconds, self.began, self._said = 60 * minutes, time.monotonic(), -60.0

    @property
    def passed(self) -> float:
        """The seconds since it began."""
        return time.monotonic() - self.began

    def rate(self, _: float) -> float:
        """Return the learning rate, which falls with time."""
        return RATE * max(1 - self.passed / self.seconds, 0.01)

    def _on_rollout_start(self) -> None:
        if (passed := self.passed) - self._said >= 60:
            wins = wins_of_100(self.model, 0)
            print(f"{passed:4.0f} s, {self.num_timesteps:9,} decisions: {wins:5.1f} of 100 won", flush=True)
            self._said = self.passed  # so that it learns longer than it is asked

    def _on_step(self) -> bool:
        return self.passed < self.seconds


def make_model(clock: Clock, game: str, seed: int) -> MaskablePPO:
    """Return what learns."""
    return MaskablePPO(
        Policy,
        seats_of(game, GAMES),
        learning_rate=clock.rate,
        n_steps=STEPS,
        batch_size=MINIBATCH,
        n_epochs=EPOCHS,
        gamma=1.0,
        ent_coef=0.003,
        seed=seed,
        device="cpu",
        policy_kwargs={"game": game},
    )


def main() -> None:
    """Learn for some minutes and say how it goes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=list(RULES), default="glassworks")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", metavar="FILE", help="write the weights here at the end")
    chosen = parser.parse_args()
    torch.set_num_threads(1)  # so small steps are slower where threads wait for each other
    clock = Clock(chosen.minutes)
    model = make_model(clock, chosen.game, chosen.seed)
    model.learn(10**9, callback=clock)
    if chosen.save:
        torch.save(model.policy.player.state_dict(), chosen.save)
    wins = wins_of_100(model, 1, games=1000)
    print(f"at the end, {model.num_timesteps:,} decisions: {wins:.1f} of 100 won in 1000 games")


if __name__ == "__main__":
    main()
