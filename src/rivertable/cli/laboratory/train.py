"""``rivertable train``: make the network of a game anew."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from ...lab.training import Training, recipe_for
from ...lab.workers import processors
from ..shared.arguments import GameName
from ..shared.console import INTERRUPTED, find_game, note, say, stop
from ..shared.warming import warm

_DOING = {"play": "playing", "learn": "learning", "measure": "measuring"}


def train(
    game: GameName,
    folder: Annotated[Path, typer.Option("--folder", metavar="FOLDER", help="Where everything is kept.")],
    seed: Annotated[str, typer.Option("--seed", metavar="S", help="What the games are drawn from.")] = "rivertable",
    part: Annotated[
        float,
        typer.Option("--part", metavar="X", min=0.0001, max=100.0, help="So many times the games of the recipe."),
    ] = 1.0,
    jobs: Annotated[
        int | None, typer.Option("--jobs", metavar="J", min=1, help="Processes. [all processors]", show_default=False)
    ] = None,
) -> None:
    """Let bots play against themselves and learn from it, stage by stage; the same command goes on after a stop.

    Needs the extra train (PyTorch). With the whole recipe it takes some hours on two cores.
    """
    chosen = find_game(game)
    recipe = recipe_for(chosen)
    training = Training(chosen.name, recipe if part == 1 else recipe.scaled(part), seed, folder, jobs or processors())
    training.check()
    warm(chosen, ("search:net=no",))
    try:
        _follow(training)
    except KeyboardInterrupt:
        stop(f"Stopped; the same command goes on with {folder}.", INTERRUPTED)
    last = training.network_after(len(training.recipe.stages) - 1)
    say(f"The network is {last}; its curves are {training.picture}.")
    say(f"Let it play: rivertable arena {chosen.name} --bots search:net={last},novice")


def _follow(training: Training) -> None:
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    stages = len(training.recipe.stages)
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        tasks: dict[tuple[int, str], TaskID] = {}
        for progress in training.run():
            key = (progress.stage, progress.doing)
            if key not in tasks:
                words = f"stage {progress.stage + 1} of {stages}, {_DOING[progress.doing]}"
                tasks[key] = bar.add_task(words, total=progress.whole)
            bar.update(tasks[key], completed=progress.done)
            if progress.line:
                note(f"stage {progress.stage + 1} of {stages}: {progress.line}")
