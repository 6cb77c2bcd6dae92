"""Samples of self-play in files, so that a training that was stopped goes on where it was."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ...bots.lookahead import lookahead
from ...bots.search.arguments import SearchSettings, SelfPlaySettings
from ...bots.weights import network_for
from ...core.chance import seed_bytes
from ...core.compiling.bits import new_generator
from ...core.compiling.warmup import Task
from ...core.contract.study import Recipe
from ...core.files import write_whole
from ...core.game import GAMES, Components, Game, Terms

GAMES_OF_A_SHARD = 20
_SEARCH = (0.5, 0.025, 1.0)
"""c_puct, prior temperature and widening."""


@dataclass(frozen=True, slots=True)
class Shard:
    """Some games of one stage with one number of players: its samples depend on these alone, and on the network."""

    game: str
    stage: int
    players: int
    number: int
    games: int
    seed: str
    components: Components | None = None
    """The printed data that is played with; None for the standard one."""

    @property
    def terms(self) -> Terms:
        """The terms of its games."""
        return GAMES[self.game].make_terms(self.players, None, self.components)

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


def shards_of(
    game: str, stage: int, games: Mapping[int, int], seed: str, components: Components | None = None
) -> list[Shard]:
    """Return all shards of a stage with so many games, by the number of players."""
    return [
        Shard(game, stage, players, number, min(GAMES_OF_A_SHARD, count - number * GAMES_OF_A_SHARD), seed, components)
        for players, count in games.items()
        for number in range(-(-count // GAMES_OF_A_SHARD))
    ]


def play_shard(shard: Shard, recipe: Recipe, network: Path | None, folder: Path) -> Path:
    """Play the games of a shard and write their samples into a folder, and return the file.

    ``network`` is the file of the network that plays, or None for the heuristic evaluation.
    """
    samples = samples_of(shard, recipe, network and network_for(shard.terms, network))
    path = folder / shard.name
    arrays = {name: getattr(samples, name) for name in Batch.__slots__}
    write_whole(path, lambda file: np.savez(file, **arrays), is_synced=False)
    return path


def samples_of(shard: Shard, recipe: Recipe, network: Any | None) -> Batch:
    """Play the games of a shard and return their samples; ``network`` None is the heuristic evaluation."""
    game, stage = GAMES[shard.game], recipe.stages[shard.stage]
    compiled = lookahead(game)
    selfplay = compiled.selfplay
    key = seed_bytes(f"{shard.seed}/{shard.stage}/{shard.players}/{shard.number}")
    generator = new_generator(int.from_bytes(key[:7], "big"))
    terms = shard.terms.array
    tree = compiled.tree.new_tree(compiled.tree.nodes_for(stage.playouts, shard.players), recipe.kept)
    work = compiled.turns.Workspace(
        compiled.turns.new_listing(recipe.kept),
        terms,
        compiled.network.blank_network() if network is None else network,
        compiled.network.new_layers(),
        generator,
        SearchSettings(network is not None, *_SEARCH, recipe.candidates, recipe.candidates),
    )
    playing = SelfPlaySettings(
        stage.playouts,
        1 / stage.temperature,
        stage.exploration,
        stage.td_lambda,
        stage.senseless,
        stage.wasteful,
    )
    recording = selfplay.new_recording(selfplay.room_for_a_game(shard.players, stage.playouts))
    start, scratch = game.kernel.new_states(1), game.kernel.new_list()
    parts: list[Batch] = []
    for number in range(shard.games):
        start[:] = game.kernel.new_states(1)
        game.kernel.deal(start, 0, terms, shard.players, number % shard.players, generator, scratch)
        count = int(selfplay.play_game(tree, work, playing, start, recording, game.has_hidden))
        parts.append(_copy(recording.samples, count))
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
    return _join({name: [getattr(part, name) for part in parts] for name in Batch.__slots__})


def read_shards(paths: Sequence[Path]) -> Batch:
    """Return all samples of files that :func:`play_shard` wrote, as one batch."""
    arrays: dict[str, list[np.ndarray[Any, Any]]] = {name: [] for name in Batch.__slots__}
    for path in paths:
        with np.load(path, allow_pickle=False) as archive:
            for name, parts in arrays.items():
                parts.append(archive[name])
    return _join(arrays)


def _join(arrays: dict[str, list[np.ndarray[Any, Any]]]) -> Batch:
    """Join arrays by name, and empty the lists one after the other: two copies of all would be too many."""
    ends = np.cumsum([0, *(part[-1] for part in arrays["start"])])
    starts = [part[:-1] + before for part, before in zip(arrays["start"], ends[:-1], strict=True)]
    arrays["start"] = [*starts, ends[-1:]]
    joined = {}
    for name in Batch.__slots__:
        joined[name] = np.concatenate(arrays[name])
        arrays[name].clear()
    return Batch(**joined)


def _play(game: Game) -> None:
    """Play two games as training does."""
    if game.study is not None:
        samples_of(Shard(game.name, 0, 2, 0, 1, "compile"), game.study.recipe.scaled(0), None)


TRAINING = Task("training", "games to learn from", _play, seconds=5)
"""What training needs compiled: games that bots play against themselves."""
