"""``rivertable simulate``: whole games between bots, as rows and as records, and a summary."""

from __future__ import annotations

import sys
import time
from contextlib import redirect_stdout
from pathlib import Path
from typing import Annotated

import typer

from ...bots import read_bots
from ...core.chance import new_seed
from ...core.errors import OptionError
from ...core.game import Game
from ...lab.simulation import Job, Simulation, Summary
from ...lab.simulation.folder import kept_settings
from ..shared.arguments import ComponentsFile, GameName, Json, Seed, Settings
from ..shared.console import FAILED, INTERRUPTED, find_game, make_terms, note, progress, say, say_json, stop
from ..shared.warming import warm


def simulate(
    game: GameName,
    players: Annotated[int, typer.Option("--players", metavar="N", help="How many players.")] = 2,
    games: Annotated[int, typer.Option("--games", metavar="K", min=1, help="How many games.")] = 100,
    bots: Annotated[
        str, typer.Option("--bots", metavar="A,B,…", help="A bot for each seat; the last one fills the rest.")
    ] = "random",
    seed: Seed = None,
    settings: Settings = [],  # noqa: B006  # typer reads the default, nobody changes it
    components: ComponentsFile = None,
    rows: Annotated[
        Path | None,
        typer.Option(
            "--rows", metavar="FOLDER", help="Keep rows there (Parquet); go on with them where they are there."
        ),
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", metavar="FOLDER", help="Write a record a game there.")] = None,
    states: Annotated[bool, typer.Option("--states", help="Keep the state after each turn in the records.")] = False,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", metavar="J", min=1, help="Processes to share the games. [1]", show_default=False),
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option("--cluster", metavar="ADDRESS", help="Play on a Ray cluster: local, auto, or ray://HOST:PORT."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Play games between bots: rows and records to folders, a summary to standard output."""
    chosen = find_game(game)
    terms = make_terms(chosen, players, settings, components)
    if seed is None and rows is not None and (kept := kept_settings(rows)):
        seed = str(kept["seed"])
    job = Job(
        game,
        fill_bots(bots, players, chosen),
        terms.options.preset,
        terms.options.changes,
        terms.components,
        seed if seed is not None else new_seed().hex(),
    )
    simulation = Simulation(job, games, rows_in=rows, records_in=out, with_states=states)
    if simulation.found:
        note(f"{simulation.found:,} of {games:,} games were there.")
    warm(chosen, job.bots)
    started = time.monotonic()
    summary = _play(simulation, games, jobs, cluster)
    seconds = time.monotonic() - started
    kept_where = "; the same command goes on" if rows else " (--rows FOLDER would have kept their rows)"
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


def fill_bots(text: str, seats: int, game: Game) -> tuple[str, ...]:
    """Read ``A,B,…`` as a bot for each of so many seats; the last one fills the rest.

    Raises:
        OptionError: more bots than seats.
        UnknownNameError: there is no such bot.
    """
    names = read_bots(text, game)
    if len(names) > seats:
        raise OptionError("There are {bots} bots for {seats} seats.", bots=len(names), seats=seats)
    return (*names, *[names[-1]] * (seats - len(names)))


def _play(simulation: Simulation, games: int, processes: int | None, cluster: str | None) -> Summary:
    def show(done: int) -> None:
        filled = 20 * done // games
        progress(f"  [{'#' * filled:.<20}] {done} of {games} games")

    if cluster is not None:
        progress(f"  joining the cluster {cluster}")
    # Ray says on standard output when it lost a worker: that belongs to results alone.
    with redirect_stdout(sys.stderr):
        summary = simulation.run(processes, cluster=cluster, on_game=show)
    progress("")
    return summary


def _report(summary: Summary, job: Job, seconds: float) -> None:
    say(f"{summary.games} games of {job.game}, {len(job.bots)} players, seed {job.seed}: {seconds:.1f} s")
    for seat, (mean, share) in enumerate(zip(summary.mean_scores, summary.win_shares, strict=True)):
        say(f"seat {seat}  {job.bots[seat]:<10} mean score {mean:6.2f}   share of wins {share:6.1%}")
