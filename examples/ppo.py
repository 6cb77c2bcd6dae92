"""Learns River Valley Glassworks by playing against itself: proximal policy optimisation in one file.

    pip install '.[train]'
    python examples/ppo.py --minutes 10

Every so often it plays 200 games against random choices, from both seats, and prints how many it won; a tie is half.
At the end it plays against the bot ``novice`` too.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

import numpy as np
import torch
from torch import nn

from rivertable.bots import make_bot
from rivertable.envs import BatchEnvironment

GAMES, STEPS = 256, 64  # decisions of one round: GAMES * STEPS
EPOCHS, MINIBATCH, RATE = 2, 1024, 2e-3
CLIP, TRACE, ENTROPY, POINTS = 0.2, 0.95, 0.003, 30.0  # a reward is the lead in points / POINTS
TILES, COLOURS, COLUMNS, ROWS = 6, 9, 7, 5
FIRST_PAIR, FIRST_GATHER = "place a pair of triangles on the triangle tile", "gather the neighbour nearer the START"
NEVER = -1e9  # a logarithm whose exponential is 0
Rival = Callable[[BatchEnvironment, np.ndarray], np.ndarray]  # the batch and rows of games: an action for each of these


class Player(nn.Module):
    """Judges a position and its actions from what the seat that decides observes.

    Who places on a tile gathers from one beside it, wherever these lie in the river just now. A plain network does not
    find that out and stays at 82 wins of 100. This one judges what glass of a colour is worth to the seat, by the same
    weights for all colours, and adds to an action what it can gather: with that it is beyond 90 within a minute.
    """

    def __init__(self, batch: BatchEnvironment) -> None:
        super().__init__()
        layout, names = (
            batch.game.learning.observation(batch.game.printed.load()),
            batch.game.learning.action_names(batch.game.printed.load()),
        )
        scales = layout.scales(batch.players)
        self.register_buffer("scales", torch.from_numpy(scales.astype(np.float32)))
        self.river, self.glass, self.target = (layout.table.first(name) for name in ("river", "on tile", "target"))
        own = (layout.table.size + layout.seat.first(name) for name in ("height", "column of", "colour height"))
        self.heights, self.columns, self.levels = own
        self.pairs, self.gather = (names.index(name) for name in (FIRST_PAIR, FIRST_GATHER))
        self.body = nn.Sequential(nn.Linear(len(scales), 64), nn.ReLU(), nn.Linear(64, 64), nn.ReLU())
        self.actions, self.context, self.value = (nn.Linear(64, size) for size in (batch.actions, 16, 1))
        self.colour = nn.Sequential(nn.Linear(COLUMNS + ROWS + 1 + COLUMNS + 16, 32), nn.ReLU(), nn.Linear(32, 3))
        for head in (self.actions, self.colour[-1], self.value):
            nn.init.zeros_(head.weight)  # at first all actions are as likely
            nn.init.zeros_(head.bias)

    def forward(self, observed: torch.Tensor, masks: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the logarithm of each action's probability, and the value to the seat that decides."""
        numbers = observed.float()
        seen = self.body(numbers / self.scales)
        # What the first, the second and each further piece of a colour is worth.
        columns = numbers[:, self.columns : self.columns + COLOURS * COLUMNS].view(-1, COLOURS, COLUMNS)
        levels = nn.functional.one_hot(observed[:, self.levels : self.levels + COLOURS].long(), ROWS + 1)
        heights = numbers[:, self.heights : self.heights + COLUMNS] / ROWS
        common = torch.cat((heights, self.context(seen)), 1)[:, None].expand(-1, COLOURS, -1)
        worth = self.colour(torch.cat((columns, levels, common), 2))
        # What lies beside each tile, nearer the START and nearer the lake.
        river = numbers[:, self.river : self.river + TILES * TILES].view(-1, TILES, TILES)  # by place and tile
        glass = numbers[:, self.glass : self.glass + TILES * COLOURS].view(-1, TILES, COLOURS)  # by place and colour
        beside = torch.stack((river[:, 1:].mT @ glass[:, :-1], river[:, :-1].mT @ glass[:, 1:]), 2)
        pieces = torch.stack((beside.clamp(max=1), (beside - 1).clamp(0, 1), (beside - 2).clamp(min=0)), 4)
        gain = torch.einsum("btsck,bck->bts", pieces, worth)  # by tile and side
        gain = gain.masked_fill(torch.stack((river[:, 0], river[:, -1]), 2) == 1, NEVER)
        # To place brings the better of both; to gather, that one.
        better, target = gain.logsumexp(2), numbers[:, self.target : self.target + TILES, None]
        likely = self.actions(seen)
        likely[:, : self.pairs] += better.repeat_interleave(COLOURS, 1)
        likely[:, self.pairs : self.pairs + TILES * TILES] += better.repeat(1, TILES)
        likely[:, self.gather : self.gather + 2] += (target * gain).sum(1)
        return likely.masked_fill(masks == 0, NEVER).log_softmax(1), self.value(seen).squeeze(1)


def play_round(player: Player, batch: BatchEnvironment) -> tuple[torch.Tensor, ...]:
    """Take STEPS decisions in every game; give what was seen, done and got, one row a decision."""
    seen, masks, actions, logs, values, seats, ends, rewards = ([] for _ in range(8))
    for _ in range(STEPS):
        seen.append(torch.from_numpy(batch.observations.copy()))  # the batch writes in place
        masks.append(torch.from_numpy(batch.masks.copy()))
        with torch.no_grad():
            log, value = player(seen[-1], masks[-1])
        odds = log.exp().cumsum(1)
        chosen = torch.searchsorted(odds, odds[:, -1:] * (1 - torch.rand(GAMES, 1))).squeeze(1)
        actions.append(chosen)
        logs.append(log.gather(1, chosen[:, None]).squeeze(1))
        values.append(value.numpy())
        seats.append(batch.seats.copy())
        batch.step(chosen.numpy())
        ends.append(batch.ended.copy())
        rewards.append(np.clip(batch.rewards / POINTS, -1, 1))
    gains = advantages(player, batch, values, seats, ends, rewards)
    returns = gains + np.stack(values)
    flat = [torch.cat(part) for part in (seen, masks, actions, logs)]
    return *flat, torch.from_numpy(gains.ravel()), torch.from_numpy(returns.ravel())


def advantages(
    player: Player,
    batch: BatchEnvironment,
    values: list[np.ndarray],
    seats: list[np.ndarray],
    ends: list[np.ndarray],
    rewards: list[np.ndarray],
) -> np.ndarray:
    """Return how much better than expected each decision was: a trace back from one decision of a seat to its last."""
    rows = np.arange(batch.count)
    with torch.no_grad():
        _, value = player(torch.from_numpy(batch.observations), torch.from_numpy(batch.masks))
    later = np.zeros((batch.count, 2), dtype=np.float32)  # the value at a seat's next decision
    later[rows, batch.seats] = value.numpy()
    later[rows, 1 - batch.seats] = -value.numpy()  # what one of two seats gains the other loses
    got, trace = np.zeros_like(later), np.zeros_like(later)
    gains = np.zeros((STEPS, batch.count), dtype=np.float32)
    for step in reversed(range(STEPS)):
        over = ends[step]
        later[over], trace[over], got[over] = 0, 0, rewards[step][over]
        seat = seats[step]
        surprise = got[rows, seat] + later[rows, seat] - values[step]
        gains[step] = surprise + TRACE * trace[rows, seat]
        got[rows, seat], later[rows, seat], trace[rows, seat] = 0, values[step], gains[step]
    return gains


def learn(player: Player, optimizer: torch.optim.Optimizer, played: tuple[torch.Tensor, ...]) -> None:
    """Make decisions that were better than expected likelier, a little at a time."""
    seen, masks, actions, logs, gains, returns = played
    gains = (gains - gains.mean()) / (gains.std() + 1e-6)
    for _ in range(EPOCHS):
        for part in torch.randperm(len(actions)).split(MINIBATCH):
            log, value = player(seen[part], masks[part])
            ratio = (log.gather(1, actions[part, None]).squeeze(1) - logs[part]).exp()
            gain = torch.minimum(ratio * gains[part], ratio.clamp(1 - CLIP, 1 + CLIP) * gains[part]).mean()
            entropy = -(log.exp() * log).sum(1).mean()
            loss = -gain + 0.5 * (value - returns[part]).square().mean() - ENTROPY * entropy
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(player.parameters(), 0.5)
            optimizer.step()


def at_random(batch: BatchEnvironment, rows: np.ndarray) -> np.ndarray:
    """Return any legal action for each game."""
    return batch.sample()[rows]


class Bot:
    """A bot of the library in many games at once. It decides whole turns, the batch takes one decision at a time."""

    def __init__(self, name: str) -> None:
        self.bot, self.rest = make_bot(name, seed=1), dict[int, list[int]]()

    def __call__(self, batch: BatchEnvironment, rows: np.ndarray) -> np.ndarray:
        """Return the next decision of the bot's turn in each of these games."""
        for row in rows:
            if not self.rest.get(row):
                position = batch.position(row)
                move = self.bot.choose(position.view(position.seat))
                self.rest[row] = list(batch.game.moves.decisions_of(position, move))
        return np.array([self.rest[row].pop(0) for row in rows], np.int16)


def wins_of_100(player: Player, seed: int, games: int = 200, rival: Rival = at_random) -> float:
    """Play games against a rival, one half from each seat; give the wins of a hundred."""
    batch = BatchEnvironment("glassworks", games, seed=seed, is_masked=True)
    own = np.arange(batch.count) % 2
    shares = np.full(batch.count, np.nan)
    while np.isnan(shares).any():
        with torch.no_grad():
            log, _ = player(torch.from_numpy(batch.observations), torch.from_numpy(batch.masks))
        actions, rivals = log.argmax(1).numpy(), np.flatnonzero(batch.seats != own)
        actions[rivals] = rival(batch, rivals)
        batch.step(actions)
        first = batch.ended & np.isnan(shares)
        shares[first] = batch.rewards[first, own[first]]
    return float(100 * shares.mean())


def result(player: Player) -> str:
    """Return how strong it is at the end: against random choices in 2000 games, and against a bot in 400."""
    wins = wins_of_100(player, 1, games=2000), wins_of_100(player, 1, games=400, rival=Bot("novice"))
    return f"at the end: {wins[0]:.1f} of 100 won against random choices, {wins[1]:.1f} against novice"


def main() -> None:
    """Learn for some minutes and say how it goes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", metavar="FILE", help="write the weights here at the end")
    chosen = parser.parse_args()
    torch.set_num_threads(1)  # so small steps are slower where threads wait for each other
    torch.manual_seed(chosen.seed)
    batch = BatchEnvironment("glassworks", GAMES, seed=chosen.seed, is_masked=True, reward="margin")
    player = Player(batch)
    optimizer = torch.optim.Adam(player.parameters(), lr=RATE)
    began, number, said = time.monotonic(), 0, -60.0
    while (passed := time.monotonic() - began) < 60 * chosen.minutes:
        if passed - said >= 20:
            said = passed
            wins = wins_of_100(player, 0)
            print(f"{passed:4.0f} s, {number * GAMES * STEPS:9,} decisions: {wins:5.1f} of 100 won", flush=True)
        optimizer.param_groups[0]["lr"] = RATE * (1 - passed / (60 * chosen.minutes))
        learn(player, optimizer, play_round(player, batch))
        number += 1
    print(result(player))
    if chosen.save:
        torch.save(player.state_dict(), chosen.save)


if __name__ == "__main__":
    main()
