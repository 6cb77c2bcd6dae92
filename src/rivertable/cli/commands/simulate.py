"""``rivertable simulate`` and ``rivertable train``: whole games between bots, kept, or learned from."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

from ...bots import read_bots
from ...bots.whole_games import tasks_for
from ...core.chance import new_seed
from ...lab.simulation import Job, Simulation, Summary, seat_bots
from ...lab.simulation.rows import inputs_of_folder
from ...lab.simulation.telling import TELLING
from ...lab.training import Training, recipe_for
from ...lab.workers import processors
from ..shared.arguments import Bots, ChosenGame, Cluster, ComponentsFile, Jobs, Json, Seed, SetOptions, make_terms
from ..shared.cluster import playing_on
from ..shared.compiling import warm
from ..shared.console import FAILED, INTERRUPTED, Counter, note, progress, say, say_json, stop

_DOING = {"play": "playing", "learn": "learning", "measure": "measuring"}
_COUNTED = {"play": "files", "learn": "passes", "measure": "games"}


def simulate(
    game: ChosenGame,
    players: Annotated[int, typer.Option("--players", metavar="N", help="How many players.")] = 2,
    games: Annotated[int, typer.Option("--games", metavar="K", min=1, help="How many games.")] = 100,
    bots: Bots = "random",
    seed: Seed = None,
    settings: SetOptions = [],  # noqa: B006  # typer reads the default, nobody changes it
    components: ComponentsFile = None,
    rows: Annotated[
        Path | None,
        typer.Option(
            "--rows", metavar="FOLDER", help="Write rows there (Parquet), or continue the rows that are there."
        ),
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FOLDER", help="Write a record of each game there.")
    ] = None,
    states: Annotated[bool, typer.Option("--states", help="Keep the state after each turn in the records.")] = False,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", metavar="J", min=1, help="Processes. [1]", show_default=False),
    ] = None,
    cluster: Cluster = None,
    as_json: Json = False,
) -> None:
    """Play games between bots: write rows and records to folders, and print a summary."""
    if states and out is None:
        raise typer.BadParameter("--states is for records: it takes --out FOLDER, where they are written.")
    terms = make_terms(game, players, settings, components)
    if seed is None and rows is not None and (found := inputs_of_folder(rows)):
        seed = str(found["seed"])
    job = Job(terms, seat_bots(read_bots(bots, game), players), seed if seed is not None else new_seed().hex()[:12])
    simulation = Simulation(job, games, rows_in=rows, records_in=out, with_states=states)
    if simulation.found:
        note(f"{simulation.found:,} of {games:,} games are already there.")
    tasks = tasks_for(job.bots)
    warm(game, job.bots, *tasks, *((TELLING,) if tasks and rows is not None else ()))
    started = time.monotonic()
    with playing_on(cluster):
        summary = simulation.run(jobs, cluster=cluster, on_game=Counter(games))
    seconds = time.monotonic() - started
    kept_where = "; the same command continues" if rows else " (with --rows FOLDER their rows are kept)"
    if not summary.games:
        stop("Stopped before a game was over.", INTERRUPTED if summary.is_interrupted else FAILED)
    if as_json:
        say_json(summary.document() | {"seconds": round(seconds, 3)})
    else:
        _report(summary, job, seconds)
        for what, where in (("rows", rows), ("records", out)):
            if where is not None:
                say(f"{what} in {where}")
    if summary.is_interrupted:
        note(f"Stopped after {summary.games:,} of {games:,} games{kept_where}.")
        raise typer.Exit(INTERRUPTED)


def _report(summary: Summary, job: Job, seconds: float) -> None:
    say(f"{summary.games:,} games of {job.terms.game.name}, {len(job.bots)} players, seed {job.seed}: {seconds:.1f} s")
    for seat, (mean, share) in enumerate(zip(summary.mean_scores, summary.win_shares, strict=True)):
        say(f"seat {seat}  {job.bots[seat]:<10} mean score {mean:6.2f}   win share {share:6.1%}")


def train(
    game: ChosenGame,
    folder: Annotated[Path, typer.Option("--folder", metavar="FOLDER", help="The folder that everything is kept in.")],
    seed: Annotated[str, typer.Option("--seed", metavar="S", help="The seed of the games.")] = "rivertable",
    part: Annotated[
        float,
        typer.Option(
            "--part", metavar="X", min=0.0001, max=100.0, help="The number of games, as a multiple of the recipe's."
        ),
    ] = 1.0,
    components: ComponentsFile = None,
    jobs: Jobs = None,
) -> None:
    """Train a network by self-play, stage by stage; the same command continues after a stop.

    Needs the extra train (PyTorch). With the whole recipe it takes some hours on two cores.
    """
    recipe = recipe_for(game)
    training = Training(
        game.name,
        recipe if part == 1 else recipe.scaled(part),
        seed,
        folder,
        jobs or processors(),
        None if components is None else game.printed.load(components),
    )
    training.check()
    warm(game, ("search:net=no",))
    try:
        _follow(training)
    except KeyboardInterrupt:
        stop(f"Stopped; the same command continues with {folder}.", INTERRUPTED)
    last = training.network_after(len(training.recipe.stages) - 1)
    say(f"The network is {last}; its curves are {training.picture}.")
    say(f"Let it play: rivertable arena {game.name} --bots search:net={last},novice")


def _follow(training: Training) -> None:
    stages = len(training.recipe.stages)
    counters: dict[tuple[str, int, str], Counter] = {}
    for found in training.run():
        stage = f"stage {found.stage + 1} of {stages}"
        if found.network != "all":
            stage = f"{found.network} players, {stage}"
        words = f"{stage}, {_DOING[found.doing]} "
        counters.setdefault(
            (found.network, found.stage, found.doing), Counter(found.whole, _COUNTED[found.doing], words)
        )(found.done)
        if found.line:
            progress("")
            note(f"{stage}: {found.line}")
    progress("")
