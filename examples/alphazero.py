"""Learns River Valley Glassworks as AlphaZero did: a network leads a search, and learns what that finds.

    pip install '.[train]'
    python examples/alphazero.py --minutes 10 --file zero.pt

Many games go on at once, each with a tree of its own; a playout goes down every tree and asks the network about all
the ends together. Now and then it plays 100 games against random choices and against the bot "novice". The same command
goes on from the file where it stopped.
"""

from __future__ import annotations

import argparse
import time
from collections import deque
from pathlib import Path

import numpy as np
import torch
from ppo import Bot, Rival, at_random
from torch import nn

from rivertable.envs import BatchEnvironment

GAMES, PLAYOUTS, STEPS = 128, 24, 16  # a round: STEPS decisions in each of GAMES games, PLAYOUTS before each
CURIOSITY, NOISE, POINTS = 0.5, 0.25, 20.0  # a lead of POINTS is worth tanh(1)
KEPT, MINIBATCH, PASSES = 60_000, 512, 2
Numbers = np.ndarray


class Network(nn.Module):
    """Judges a position and its actions from what the seat that decides observes."""

    def __init__(self, batch: BatchEnvironment) -> None:
        super().__init__()
        scales = batch.game.learning.observation(batch.game.printed.load()).scales(batch.players)
        self.register_buffer("scales", torch.from_numpy(scales.astype(np.float32)))
        self.body = nn.Sequential(nn.Linear(len(scales), 192), nn.ReLU(), nn.Linear(192, 128), nn.ReLU())
        self.actions, self.value = nn.Linear(128, batch.actions), nn.Linear(128, 1)

    def forward(self, observed: torch.Tensor, masks: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the logarithm of each action's probability, and the value to the seat that decides."""
        seen = self.body(observed.float() / self.scales)
        return self.actions(seen).masked_fill(masks == 0, -1e9).log_softmax(1), self.value(seen).squeeze(1).tanh()

    def ask(self, observed: Numbers, masks: Numbers) -> tuple[Numbers, Numbers]:
        """Return the probabilities of the actions and the values as arrays."""
        with torch.no_grad():
            logs, values = self(torch.from_numpy(observed), torch.from_numpy(masks))
        return logs.exp().numpy(), values.numpy()


class Search:
    """A tree for each game. A node is some decisions from the root; chance between them is drawn anew each time."""

    def __init__(self, batch: BatchEnvironment, network: Network, seed: int, noise: float = 0.0) -> None:
        self.network, self.noise, self.random = network, noise, np.random.default_rng(seed)
        self.trial = BatchEnvironment("glassworks", batch.count, seed=seed, is_masked=True, reward="margin")
        self.rows, shape = np.arange(batch.count), (batch.count, PLAYOUTS + 1)
        self.guess = np.zeros(shape, np.float32)  # the network's value, to the seat that decides
        self.prior, self.visits, self.sums = (np.zeros((*shape, batch.actions), np.float32) for _ in range(3))
        self.child = np.zeros((*shape, batch.actions), np.int16)  # node 0 is the root, so 0 is none

    def run(self, batch: BatchEnvironment) -> tuple[Numbers, Numbers]:
        """Look ahead in every game; give how often each action was taken (share), and the value then."""
        for table in (self.visits, self.sums, self.child):
            table[:] = 0
        self.prior[:, 0], self.guess[:, 0] = self.network.ask(batch.observations, batch.masks)
        if self.noise:
            noise = self.random.gamma(0.5, size=batch.masks.shape) * batch.masks
            noise /= noise.sum(1, keepdims=True)
            self.prior[:, 0] += self.noise * (noise - self.prior[:, 0])
        for node in range(1, PLAYOUTS + 1):
            self.trial.take(batch, self.rows)
            self.play_out(node)
        visits = self.visits[:, 0]
        return visits / visits.sum(1, keepdims=True), self.sums[:, 0].sum(1) / visits.sum(1)

    def play_out(self, node: int) -> None:
        """Go down each tree to a new node or the game's end, judge that, and tell the way to it."""
        trial, rows = self.trial, self.rows
        at, on = np.zeros(trial.count, np.int64), np.ones(trial.count, np.bool_)
        worth = np.zeros(trial.count, np.float32)  # to seat 0: what one of two seats gains the other loses
        ends, way = np.zeros(trial.count, np.bool_), []
        observed, masks, side = np.empty_like(trial.observations), np.empty_like(trial.masks), np.empty_like(worth)
        while on.any():
            action, sign = self.choose(at), 1.0 - 2.0 * trial.seats
            way.append((rows[on], at[on], action[on], sign[on]))
            trial.step(action)
            over = on & trial.ended
            worth[over] = np.tanh(trial.rewards[over, 0] / POINTS)
            below = self.child[rows, at, action].astype(np.int64)
            new = on & ~over & (below == 0)
            self.child[rows[new], at[new], action[new]] = node
            observed[new], masks[new], side[new] = trial.observations[new], trial.masks[new], 1 - 2 * trial.seats[new]
            ends, on, at = ends | new, on & ~over & ~new, below
        if ends.any():
            self.prior[ends, node], value = self.network.ask(observed[ends], masks[ends])
            self.guess[ends, node], worth[ends] = value, value * side[ends]
        for row, place, action, sign in way:
            self.visits[row, place, action] += 1
            self.sums[row, place, action] += worth[row] * sign

    def choose(self, at: Numbers) -> Numbers:
        """Return the action to look at next: one that did well, or one that is likely and hardly known."""
        place = (self.rows, at)
        visits = self.visits[place]
        known = np.where(visits > 0, self.sums[place] / np.maximum(visits, 1), self.guess[place][:, None])
        unknown = (self.prior[place] + 1e-3) * np.sqrt(visits.sum(1, keepdims=True) + 1) / (1 + visits)
        return np.where(self.trial.masks == 1, known + CURIOSITY * unknown, -np.inf).argmax(1)


class Memory:
    """The last positions of finished games: what was seen, what the search found, and what came of it."""

    def __init__(self, count: int) -> None:
        self.kept: deque[tuple[Numbers, Numbers, Numbers, float]] = deque(maxlen=KEPT)
        self.running: list[list[tuple[Numbers, Numbers, Numbers, int, float]]] = [[] for _ in range(count)]

    def note(self, batch: BatchEnvironment, shares: Numbers, values: Numbers) -> None:
        """Keep what the search found where there is something to choose."""
        for row in np.flatnonzero(batch.counts > 1):
            seen = batch.observations[row].copy(), batch.masks[row].copy(), shares[row].astype(np.float16)
            self.running[row].append((*seen, int(batch.seats[row]), float(values[row])))

    def finish(self, batch: BatchEnvironment) -> None:
        """Add the result to the positions of the games that ended: half of it, half what the search thought."""
        for row in np.flatnonzero(batch.ended):
            result = np.tanh(batch.rewards[row] / POINTS)
            self.kept.extend((*seen, (result[seat] + value) / 2) for *seen, seat, value in self.running[row])
            self.running[row] = []

    def draw(self, random: np.random.Generator) -> tuple[torch.Tensor, ...]:
        """Return some positions, any of them."""
        parts = zip(*(self.kept[place] for place in random.integers(len(self.kept), size=MINIBATCH)), strict=True)
        return tuple(torch.from_numpy(np.stack(part)) for part in parts)


class Learner:
    """A network with its optimizer, and the games that it learns from."""

    def __init__(self, seed: int, file: Path | None = None) -> None:
        torch.manual_seed(seed)
        self.random = np.random.default_rng(seed)
        self.batch = BatchEnvironment("glassworks", GAMES, seed=seed, is_masked=True, reward="margin")
        self.network = Network(self.batch)
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=1e-3, weight_decay=1e-5)
        self.search = Search(self.batch, self.network, seed + 1, NOISE)
        self.memory, self.file, self.seconds, self.decisions = Memory(GAMES), file, 0.0, 0
        if file is not None and file.exists():
            kept = torch.load(file)
            self.network.load_state_dict(kept["network"])
            self.optimizer.load_state_dict(kept["optimizer"])
            self.seconds, self.decisions = kept["seconds"], kept["decisions"]

    def save(self) -> None:
        """Write down what was learned; the games are played anew."""
        if self.file is not None:
            states = {"network": self.network.state_dict(), "optimizer": self.optimizer.state_dict()}
            torch.save({**states, "seconds": self.seconds, "decisions": self.decisions}, self.file)

    def play(self) -> None:
        """Take STEPS decisions in every game, each as often as the search took it."""
        for _ in range(STEPS):
            shares, values = self.search.run(self.batch)
            self.memory.note(self.batch, shares, values)
            marks = shares.cumsum(1) > self.random.random((GAMES, 1)) * shares.sum(1, keepdims=True)
            self.batch.step(marks.argmax(1))
            self.memory.finish(self.batch)
        self.decisions += STEPS * GAMES

    def learn(self) -> None:
        """Bring the network nearer to what the searches found and to what came of it."""
        for _ in range(PASSES * STEPS * GAMES // MINIBATCH if self.memory.kept else 0):
            observed, masks, shares, worths = self.memory.draw(self.random)
            logs, values = self.network(observed, masks)
            loss = -(shares * logs).sum(1).mean() + (values - worths.float()).square().mean()
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()


def wins_of_100(network: Network, rival: Rival, seed: int, games: int = 100) -> float:
    """Play games against a rival, one half from each seat, taking what the search took most; a tie is half."""
    batch = BatchEnvironment("glassworks", games, seed=seed, is_masked=True)
    search = Search(batch, network, seed)
    own, shares = np.arange(games) % 2, np.full(games, np.nan)
    while np.isnan(shares).any():
        actions = search.run(batch)[0].argmax(1)
        rivals = np.flatnonzero(batch.seats != own)
        actions[rivals] = rival(batch, rivals)
        batch.step(actions)
        first = batch.ended & np.isnan(shares)
        shares[first] = batch.rewards[first, own[first]]
    return float(100 * shares.mean())


def main() -> None:
    """Learn for some minutes and say how it goes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--file", type=Path, help="keep the weights here, and go on from them")
    chosen = parser.parse_args()
    torch.set_num_threads(1)  # so small steps are slower where threads wait for each other
    learner = Learner(chosen.seed, chosen.file)
    began, before, said = time.monotonic(), learner.seconds, -np.inf
    while True:
        passed = time.monotonic() - began
        is_last = passed >= 60 * chosen.minutes
        if is_last or passed - said >= 120:
            said, learner.seconds = passed, before + passed
            learner.save()
            wins = [wins_of_100(learner.network, rival, 0) for rival in (at_random, Bot("novice"))]
            told = f"{learner.seconds:5.0f} s, {learner.decisions:9,} decisions: "
            print(told + f"{wins[0]:5.1f} of 100 won against random choices, {wins[1]:5.1f} against novice", flush=True)
        if is_last:
            break
        learner.play()
        learner.learn()


if __name__ == "__main__":
    main()
