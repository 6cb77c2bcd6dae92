"""Samples of self-play in files, so that a training that was stopped goes on where it was."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ...bots.search.compiled import lookahead
from ...bots.weights import network_for
from ...core.chance import seed_bytes
from ...core.compiling.random import new_generator
from ...core.contract.recipe import Recipe
from ...core.game import GAMES

GAMES_OF_A_SHARD = 20
_SHARPNESS = 40.0
_CURIOSITY, _WIDENING = 0.5, 1.0


@dataclass(frozen=True, slots=True)
class Shard:
    """Some games of one stage with one number of players: its samples depend on these alone, and on the network."""

    game: str
    stage: int
    players: int
    number: int
    games: int
    seed: str

    @property
    def name(self) -> str:
        """The name of its file."""
        return f"stage{self.stage}-{self.players}players-{self.number:04}.npz"


@dataclass(frozen=True, slots=True)
class Batch:
    """Samples as they are learned from. Arrays are as in :class:`rivertable.bots.lookahead.selfplay.Samples`."""

    places: np.ndarray[Any, Any]
    amounts: np.ndarray[Any, Any]
    start: np.ndarray[Any, Any]
    target: np.ndarray[Any, Any]
    is_played: np.ndarray[Any, Any]
    seats: np.ndarray[Any, Any]

    def __len__(self) -> int:
        return len(self.target)


def shards_of(game: str, recipe: Recipe, stage: int, seed: str) -> list[Shard]:
    """Return all shards of a stage."""
    return [
        Shard(game, stage, players, number, min(GAMES_OF_A_SHARD, games - number * GAMES_OF_A_SHARD), seed)
        for players, games in recipe.stages[stage].games.items()
        for number in range(-(-games // GAMES_OF_A_SHARD))
    ]


def play_shard(shard: Shard, recipe: Recipe, network: Path | None, folder: Path) -> Path:
    """Play the games of a shard and write their samples into a folder, and return the file.

    ``network`` is the file of the network that plays, or None for a beginner's eye.
    """
    samples = samples_of(shard, recipe, network and network_for(GAMES[shard.game].make_terms(shard.players), network))
    path = folder / shard.name
    written = path.with_suffix(".part")
    with written.open("wb") as file:
        np.savez(file, **{name: getattr(samples, name) for name in Batch.__slots__})
    os.replace(written, path)
    return path


def samples_of(shard: Shard, recipe: Recipe, network: Any | None) -> Batch:
    """Play the games of a shard and return their samples; ``network`` None is a beginner's eye."""
    game, stage = GAMES[shard.game], recipe.stages[shard.stage]
    compiled = lookahead(game)
    selfplay = compiled.selfplay
    key = seed_bytes(f"{shard.seed}/{shard.stage}/{shard.players}/{shard.number}")
    generator = new_generator(int.from_bytes(key[:7], "big"))
    terms = game.make_terms(shard.players).array
    samples = selfplay.new_samples(selfplay.room_for_a_game(shard.players, stage.playouts))
    everything = (
        compiled.tree.new_tree(game.blank_states, compiled.tree.nodes_for(stage.playouts, shard.players), recipe.kept),
        compiled.turns.new_desk(game.blank_states, game.choices_at_most, game.turn_at_most, recipe.kept),
        terms,
        compiled.network.blank_network() if network is None else network,
        compiled.network.new_judge(),
        generator,
        compiled.tree.Settings(network is not None, _CURIOSITY, _SHARPNESS, _WIDENING, recipe.look, recipe.look),
        selfplay.Manner(stage.playouts, stage.sharpness, stage.careless, stage.fading),
    )
    scribe = selfplay.new_scribe(game.blank_states)
    start, scratch = game.blank_states(1), np.empty(game.choices_at_most, np.int16)
    parts = []
    for number in range(shard.games):
        start[:] = game.blank_states(1)
        game.engine.deal(start, 0, terms, shard.players, number % shard.players, generator, scratch)
        count = int(selfplay.play_game(*everything, start, samples, scribe, game.has_hidden))
        parts.append(_copy(samples, count))
    return join(parts)


def _copy(samples: Any, count: int) -> Batch:
    """Return the first samples; how much an input is set to needs few digits."""
    listed = int(samples.start[count])
    return Batch(
        samples.places[:listed].copy(),
        samples.amounts[:listed].astype(np.float16),
        samples.start[: count + 1].copy(),
        samples.target[:count].copy(),
        samples.is_played[:count].copy(),
        samples.seats[:count].copy(),
    )


def join(parts: Sequence[Batch]) -> Batch:
    """Return all samples as one batch."""
    ends = np.cumsum([0, *(part.start[-1] for part in parts)])
    starts = [part.start[:-1] + before for part, before in zip(parts, ends[:-1], strict=True)]
    joined = {name: np.concatenate([getattr(part, name) for part in parts]) for name in Batch.__slots__}
    joined["start"] = np.concatenate([*starts, ends[-1:]])
    return Batch(**joined)


def read_shard(path: Path) -> Batch:
    """Return the samples of a file that :func:`play_shard` wrote."""
    with np.load(path, allow_pickle=False) as archive:
        return Batch(**{name: archive[name] for name in Batch.__slots__})
