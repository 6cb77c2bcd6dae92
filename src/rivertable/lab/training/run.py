"""A training in a folder: what is there is not done again."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

from ...bots.lookahead import lookahead
from ...bots.weights import about_file, network_for, pack_weights
from ...core.chance import seed_bytes
from ...core.contract.study import Recipe, renamed
from ...core.errors import DataError, require
from ...core.files import remove_unfinished, write_whole
from ...core.game import GAMES, Components, Game, Terms
from ..arena import Contest, run, summarise
from ..versions import versions
from ..workers import spread
from .samples import Batch, Shard, play_shard, read_shards, shards_of
from .widen import widened

_HELD_EVERY = 20
"""Of so many files of samples one is held back."""

_CURVES = (
    ("win_share", "win share: cross entropy"),
    ("score", "score / 50: mean square error"),
    ("lead", "lead / 20: mean square error"),
)


class TrainingError(DataError):
    """A training that cannot be done, or a folder that belongs to another one."""

    code = "bad-training"


def recipe_for(game: Game) -> Recipe:
    """Return the recipe by which a game's shipped network was made.

    Raises:
        TrainingError: the game has none.
    """
    if game.study is None:
        raise TrainingError(f"{game.title} does not say how its network is to be trained.")
    return game.study.recipe


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a stage of a network is: ``doing`` is "play", "learn" or "measure"."""

    network: str
    stage: int
    doing: str
    done: int
    whole: int
    line: str = ""


@dataclass(frozen=True)
class Training:
    """A training of one game's network by a recipe, kept in a folder."""

    game: str
    recipe: Recipe
    seed: str
    folder: Path
    processes: int = 1
    components: Components | None = None
    """The printed data that is played with; None for the standard one."""

    def network_after(self, stage: int) -> Path:
        """Return the file of the networks that a stage made."""
        return self.folder / f"stage{stage}.npz"

    def _part(self, name: str, stage: int) -> Path:
        """Return the file of one of these networks."""
        return (
            self.folder / f"stage{stage}-{name}players.npz" if self.recipe.is_by_players else self.network_after(stage)
        )

    @property
    def curves(self) -> Path:
        """The file with one line of JSON for each pass."""
        return self.folder / "curves.jsonl"

    @property
    def picture(self) -> Path:
        """The file with the curves drawn."""
        return self.folder / "curves.svg"

    def run(self) -> Iterator[Progress]:
        """Do what is missing, and tell how far it is.

        Raises:
            MissingExtraError: PyTorch or Matplotlib is not installed.
            TrainingError: the folder holds another training.
        """
        self.check()
        for name in self.recipe.networks:
            for stage in self._stages(name):
                if not self._part(name, stage).exists():
                    yield from self._play(name, stage)
                    yield from self._learn(name, stage)
        if not self.network_after(len(self.recipe.stages) - 1).exists():
            self._join_networks()

    def _stages(self, name: str) -> list[int]:
        """Return the stages in which a network learns."""
        players = self.recipe.networks[name]
        return [number for number, stage in enumerate(self.recipe.stages) if players[0] in stage.games]

    def _start(self, name: str, stage: int) -> Path | None:
        """Return the file of the network that a stage begins with; None for the heuristic evaluation."""
        earlier = [before for before in self._stages(name) if before < stage]
        if earlier:
            return self._part(name, earlier[-1])
        if stage == 0:
            return None
        players = self.recipe.networks[name][0]
        path = self.folder / f"start-{name}players.npz"
        if not path.exists():
            source = self._part(str(players - 1), self.recipe.handed_on)
            learned = network_for(self._terms(players - 1), source)
            network = widened(GAMES[self.game], learned, players)
            self._write(path, stage, {name: network}, {"from": source.name}, None)
        return path

    def _terms(self, players: int = 2) -> Terms:
        return GAMES[self.game].make_terms(players, None, self.components)

    def check(self) -> None:
        """Write down what is trained, or compare with what was written.

        Raises:
            MissingExtraError: PyTorch or Matplotlib is not installed.
            TrainingError: the folder holds another training.
        """
        require("torch", "train")
        require("matplotlib", "train")
        self.folder.mkdir(parents=True, exist_ok=True)
        remove_unfinished(self.folder)
        settings = {
            "game": self.game,
            "seed": self.seed,
            "recipe": self.recipe.document(),
            "components": self._terms().components.sha256,
        }
        path = self.folder / "training.json"
        if not path.exists():
            path.write_text(json.dumps(settings, indent=1) + "\n", encoding="utf-8")
        elif json.loads(path.read_text(encoding="utf-8"), object_hook=renamed) != settings:
            raise TrainingError(f"{self.folder} holds another training: another game, seed, recipe or printed data.")

    def _shards(self, name: str, stage: int) -> list[Shard]:
        wanted, games = self.recipe.networks[name], self.recipe.stages[stage].games
        chosen = {players: count for players, count in games.items() if players in wanted}
        return shards_of(self.game, stage, chosen, self.seed, self.components)

    def _play(self, name: str, stage: int) -> Iterator[Progress]:
        """Play the games of a stage that are not there yet."""
        shards = self._shards(name, stage)
        missing = [shard for shard in shards if not (self.folder / shard.name).exists()]
        network = self._start(name, stage)
        play = partial(play_shard, recipe=self.recipe, network=network, folder=self.folder)
        with closing(spread(play, missing, self.processes)) as played:
            for done, _ in enumerate(played, len(shards) - len(missing) + 1):
                yield Progress(name, stage, "play", done, len(shards))

    def _samples(self, name: str, stage: int) -> tuple[Batch, Batch]:
        """Return what a stage learns from, and what is held back."""
        first = stage - self.recipe.stages[stage].remembers
        paths = [self.folder / shard.name for before in range(first, stage + 1) for shard in self._shards(name, before)]
        is_held = [number % _HELD_EVERY == _HELD_EVERY // 2 for number in range(len(paths))]
        if not any(is_held):
            is_held[-1] = True
        learned = read_shards([path for path, held in zip(paths, is_held, strict=True) if not held])
        return learned, read_shards([path for path, held in zip(paths, is_held, strict=True) if held])

    def _learn(self, name: str, stage: int) -> Iterator[Progress]:
        """Learn from the samples of a stage, and forget those that no later stage needs."""
        from .fit import Learner

        began = time.monotonic()
        passes = self.recipe.stages[stage].passes
        blank_network = lookahead(GAMES[self.game]).network.blank_network
        seed = f"{self.seed}/{stage}" + (f"/{name}" if self.recipe.is_by_players else "")
        samples, held = self._samples(name, stage)
        learner = Learner(blank_network(), samples, held, int.from_bytes(seed_bytes(seed)[:4], "big"))
        players = self.recipe.networks[name]
        start = self._start(name, stage)
        if start:
            learner.model.read(network_for(self._terms(players[0]), start))
        else:
            learner.model.forget_all_but(samples.places)
        lines = []
        for found in learner.learn(self.recipe.stages[stage]):
            lines.append({"network": name, "stage": stage, "samples": len(samples), **asdict(found)})
            line = f"{len(samples)} samples, loss {found.learned:.4f}, held back {found.held:.4f}"
            yield Progress(name, stage, "learn", found.number + 1, passes, line)
        network = blank_network()
        learner.model.write(network)
        with self.curves.open("a", encoding="utf-8") as file:
            file.writelines(json.dumps(line) + "\n" for line in lines)
        draw_curves(self.curves, self.picture)
        learned = lines[-1] | {"seconds": round(time.monotonic() - began)}
        unmeasured = self.folder / f"stage{stage}-{name}-unmeasured.npz"
        self._write(unmeasured, stage, {name: network}, learned, None)
        yield Progress(name, stage, "measure", 0, self.recipe.measured)
        measured = self._measured(unmeasured, players[0])
        self._write(self._part(name, stage), stage, {name: network}, learned, measured)
        unmeasured.unlink()
        yield Progress(name, stage, "measure", self.recipe.measured, self.recipe.measured)
        for before in range(stage + 1):
            if not any(later - self.recipe.stages[later].remembers <= before for later in self._later(stage)):
                for shard in self._shards(name, before):
                    (self.folder / shard.name).unlink(missing_ok=True)

    def _later(self, stage: int) -> range:
        return range(stage + 1, len(self.recipe.stages))

    def _join_networks(self) -> None:
        """Write the networks of all numbers of players into one file, with how each was made."""
        networks, learned, measured = {}, {}, {}
        for name, players in self.recipe.networks.items():
            terms, part = self._terms(players[0]), self._part(name, self._stages(name)[-1])
            networks[name] = network_for(terms, part)
            made = about_file(part)["made"]
            learned[name], measured[name] = made["learned"], made["measured_one_ply"]
        last = len(self.recipe.stages) - 1
        self._write(self.network_after(last), last, networks, learned, measured)

    def _measured(self, network: Path, players: int) -> dict[str, Any]:
        """Return how a network does among heuristic evaluations, all one-ply."""
        bots = (f"sight:net={network}", "sight:net=no")
        contest = Contest(self._terms(players), bots, f"{self.seed}/measured", self.recipe.measured)
        figures = summarise(run(contest, self.processes))
        first = figures["bots"][0]
        about = {"against": bots[1], "players": players, "seed": contest.seed, "games": figures["games"]}
        return about | {name: first[name] for name in ("win_share", "low", "high", "mean_score")}

    def _write(
        self, path: Path, stage: int, networks: dict[str, Any], learned: dict[str, Any], measured: dict[str, Any] | None
    ) -> None:
        """Write networks by name as the package ships them, with how they were made."""
        about = {
            "game": self.game,
            "components": self._terms().components.sha256,
            "networks": {str(players): name for name in networks for players in self.recipe.networks[name]},
            "made": {
                "date": datetime.now(UTC).date().isoformat(),
                "seed": self.seed,
                "stage": stage,
                "recipe": self.recipe.document(),
                "learned": learned,
                "measured_one_ply": measured,
                "versions": versions(),
            },
        }
        weights = pack_weights(networks, about)
        write_whole(path, lambda file: file.write(weights))


def draw_curves(lines: Path, picture: Path) -> None:
    """Draw what a training wrote down of each pass, on samples held back; stages are parted by lines."""
    from matplotlib.figure import Figure

    passes = [json.loads(line) for line in lines.read_text(encoding="utf-8").splitlines()]
    figure = Figure(figsize=(9, 3), layout="constrained")
    for axes, (name, title) in zip(figure.subplots(1, len(_CURVES)), _CURVES, strict=True):
        # Before 0.2 the win share was written as "share".
        axes.plot(range(len(passes)), [found.get(name, found.get("share")) for found in passes], "o-", markersize=3)
        for number, found in enumerate(passes):
            if number and found["stage"] != passes[number - 1]["stage"]:
                axes.axvline(number - 0.5, color="0.8", linewidth=1)
        axes.set_title(title, fontsize=9)
        axes.set_xlabel("pass", fontsize=9)
        axes.tick_params(labelsize=8)
    figure.savefig(picture)
