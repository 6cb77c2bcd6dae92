"""A training in a folder: what is there is not done again."""

from __future__ import annotations

import json
import signal
import time
from collections.abc import Iterator
from concurrent.futures import as_completed
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ...bots.lookahead import lookahead
from ...bots.weights import network_for, pack_weights
from ...core.chance import seed_bytes
from ...core.contract.study import Recipe, renamed
from ...core.errors import DataError, require
from ...core.files import remove_unfinished, write_whole
from ...core.game import GAMES, Components, Game, Terms
from ..arena import Contest, run, summarise
from ..versions import versions
from ..workers import ctrl_c_held_back, make_pool
from .samples import Batch, Shard, join, play_shard, read_shard, shards_of

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
    """How far a stage is: ``doing`` is "play", "learn" or "measure"."""

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
        """Return the file of the network that a stage made."""
        return self.folder / f"stage{stage}.npz"

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
        for stage in range(len(self.recipe.stages)):
            if not self.network_after(stage).exists():
                yield from self._play(stage)
                yield from self._learn(stage)

    @property
    def _terms(self) -> Terms:
        return GAMES[self.game].make_terms(2, None, self.components)

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
            "components": self._terms.components.sha256,
        }
        path = self.folder / "training.json"
        if not path.exists():
            path.write_text(json.dumps(settings, indent=1) + "\n", encoding="utf-8")
        elif json.loads(path.read_text(encoding="utf-8"), object_hook=renamed) != settings:
            raise TrainingError(f"{self.folder} holds another training: another game, seed, recipe or printed data.")

    def _shards(self, stage: int) -> list[Shard]:
        return shards_of(self.game, self.recipe, stage, self.seed, self.components)

    def _play(self, stage: int) -> Iterator[Progress]:
        """Play the games of a stage that are not there yet."""
        shards = self._shards(stage)
        missing = [shard for shard in shards if not (self.folder / shard.name).exists()]
        network = self.network_after(stage - 1) if stage else None
        with make_pool(self.processes, _ignore_interrupts) as pool:
            try:
                with ctrl_c_held_back():
                    played = [pool.submit(play_shard, shard, self.recipe, network, self.folder) for shard in missing]
                for done, future in enumerate(as_completed(played), len(shards) - len(missing) + 1):
                    future.result()
                    yield Progress(stage, "play", done, len(shards))
            finally:
                pool.shutdown(cancel_futures=True)

    def _samples(self, stage: int) -> tuple[Batch, Batch]:
        """Return what a stage learns from, and what is held back."""
        first = stage - self.recipe.stages[stage].remembers
        paths = [self.folder / shard.name for before in range(first, stage + 1) for shard in self._shards(before)]
        is_held = [number % _HELD_EVERY == _HELD_EVERY // 2 for number in range(len(paths))]
        if not any(is_held):
            is_held[-1] = True
        batches = [read_shard(path) for path in paths]
        learned = [batch for batch, held in zip(batches, is_held, strict=True) if not held]
        return join(learned), join([batch for batch, held in zip(batches, is_held, strict=True) if held])

    def _learn(self, stage: int) -> Iterator[Progress]:
        """Learn from the samples of a stage, and forget those that no later stage needs."""
        from .fit import Learner

        began = time.monotonic()
        passes = self.recipe.stages[stage].passes
        blank_network = lookahead(GAMES[self.game]).network.blank_network
        learner = Learner(blank_network(), int.from_bytes(seed_bytes(f"{self.seed}/{stage}")[:4], "big"))
        samples, held = self._samples(stage)
        if stage:
            learner.model.read(network_for(self._terms, self.network_after(stage - 1)))
        else:
            learner.model.forget_all_but(samples.places)
        lines = []
        for found in learner.learn(samples, held, self.recipe.stages[stage]):
            lines.append({"stage": stage, "samples": len(samples), **asdict(found)})
            line = f"{len(samples)} samples, loss {found.learned:.4f}, held back {found.held:.4f}"
            yield Progress(stage, "learn", found.number + 1, passes, line)
        network = blank_network()
        learner.model.write(network)
        with self.curves.open("a", encoding="utf-8") as file:
            file.writelines(json.dumps(line) + "\n" for line in lines)
        draw_curves(self.curves, self.picture)
        learned = lines[-1] | {"seconds": round(time.monotonic() - began)}
        unmeasured = self.folder / f"stage{stage}-unmeasured.npz"
        self._write(unmeasured, stage, network, learned, None)
        yield Progress(stage, "measure", 0, self.recipe.measured)
        self._write(self.network_after(stage), stage, network, learned, self._measured(unmeasured))
        unmeasured.unlink()
        yield Progress(stage, "measure", self.recipe.measured, self.recipe.measured)
        for before in range(stage + 1):
            if not any(later - self.recipe.stages[later].remembers <= before for later in self._later(stage)):
                for shard in self._shards(before):
                    (self.folder / shard.name).unlink(missing_ok=True)

    def _later(self, stage: int) -> range:
        return range(stage + 1, len(self.recipe.stages))

    def _measured(self, network: Path) -> dict[str, Any]:
        """Return how a network does against the heuristic evaluation, both one-ply, with two players."""
        bots = (f"sight:net={network}", "sight:net=no")
        contest = Contest(self._terms, bots, f"{self.seed}/measured", self.recipe.measured)
        figures = summarise(run(contest, self.processes))
        first = figures["bots"][0]
        return {"against": bots[1], "seed": contest.seed, "games": figures["games"]} | {
            name: first[name] for name in ("win_share", "low", "high", "mean_score")
        }

    def _write(
        self, path: Path, stage: int, network: Any, learned: dict[str, Any], measured: dict[str, Any] | None
    ) -> None:
        """Write a network as the package ships it, with how it was made."""
        about = {
            "game": self.game,
            "components": self._terms.components.sha256,
            "networks": {str(players): "all" for players in self.recipe.stages[stage].games},
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
        weights = pack_weights({"all": network}, about)
        write_whole(path, lambda file: file.write(weights))


def _ignore_interrupts() -> None:
    """Leave Ctrl-C to the process that gave the work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


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
