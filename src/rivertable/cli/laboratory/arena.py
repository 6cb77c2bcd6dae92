"""``rivertable arena``: how strong bots are, on the same deals from every seat, with intervals."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

from ...bots import read_bots
from ...core.chance import new_seed
from ...lab import Contest, Sequential, run, summarise
from ...lab.arena import Result
from ...lab.contest_file import kept_seed
from ...lab.play import Conditions
from ...lab.workers import processors
from ..shared.arguments import ComponentsFile, GameName, Json, Seed, Settings
from ..shared.console import FAILED, INTERRUPTED, find_game, make_terms, note, say, say_json, stop
from ..shared.warming import warm


def arena(
    game: GameName,
    bots: Annotated[
        str, typer.Option("--bots", metavar="A,B,…", help="The bots: as many as seats, fewer, or more. See the docs.")
    ],
    games: Annotated[
        int, typer.Option("--games", metavar="N", min=1, help="How many games; rounded up to whole deals.")
    ] = 100,
    players: Annotated[int, typer.Option("--players", metavar="P", help="How many seats.")] = 2,
    seed: Seed = None,
    settings: Settings = [],  # noqa: B006  # typer reads the default, nobody changes it
    components: ComponentsFile = None,
    jobs: Annotated[
        int | None, typer.Option("--jobs", metavar="J", min=1, help="Processes. [all processors]", show_default=False)
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option(
            "--sprt", metavar="LOW,HIGH", help="Stop when the first bot's share of wins is known to be one of these."
        ),
    ] = None,
    resume: Annotated[
        Path | None,
        typer.Option("--resume", metavar="FILE", help="Keep every game in FILE; go on with it where it is there."),
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Write the figures there as JSON.")] = None,
    as_json: Json = False,
) -> None:
    """Let bots play the same deals from every seat: shares of wins, scores, times, ratings, all with intervals."""
    chosen = find_game(game)
    terms = make_terms(chosen, players, settings, components)
    if seed is None:
        seed = kept_seed(resume) if resume else None
    conditions = Conditions(
        game,
        players,
        terms.options.preset,
        terms.options.changes,
        terms.components,
        seed if seed is not None else new_seed().hex()[:12],
    )
    contest = Contest(conditions, read_bots(bots, chosen), games, Sequential.read(sprt) if sprt else None)
    if out is not None:
        # What cannot be written at the end is better said now.
        out.open("a", encoding="utf-8").close()
    warm(chosen, contest.bots)
    result = _play(contest, jobs or processors(), resume)
    if not result.played:
        stop("Stopped before a game was over.", INTERRUPTED if result.is_interrupted else FAILED)
    figures = summarise(result)
    if out is not None:
        out.write_text(json.dumps(figures, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    if as_json:
        say_json(figures)
    else:
        _report(figures)
    if result.is_interrupted:
        kept = f"; go on with --resume {resume}" if resume else " (--resume FILE would have kept the games)"
        note(f"Stopped after {len(result.played)} of {contest.games_to_play} games{kept}.")
        raise typer.Exit(INTERRUPTED)


def _play(contest: Contest, processes: int, keep_in: Path | None) -> Result:
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task: TaskID = bar.add_task("games", total=contest.games_to_play)
        return run(
            contest,
            min(processes, contest.games_to_play),
            keep_in,
            lambda games: bar.update(task, completed=games),
        )


def _report(figures: dict[str, Any]) -> None:
    bots = figures["bots"]
    wide = max(len(bot["name"]) for bot in bots)
    say(
        f"{figures['games']} games of {figures['game']} on {figures['deals']} deals, {figures['players']} players, "
        f"seed {figures['seed']}"
    )
    say(f"{'':<{wide}}  {'games':>6}  {'share of wins':<22}  {'score':<13}  {'margin':<14}  {'ms a turn (most)':>17}")
    for bot in bots:
        share = f"{bot['win_share']:6.1%}  {bot['low']:.1%} to {bot['high']:.1%}"
        score = _with_half("{:.2f}", bot["mean_score"], bot["score_low"])
        margin = _with_half("{:+.2f}", bot["mean_margin"], bot["margin_low"])
        spent = f"{bot['ms_per_move']:.2f} ({bot['ms_per_move_most']:.1f})"
        say(f"{bot['name']:<{wide}}  {bot['games']:>6}  {share:<22}  {score:<13}  {margin:<14}  {spent:>17}")
    rated = sorted((bot for bot in bots if bot["rating"] is not None), key=lambda bot: -bot["rating"])
    for number, bot in enumerate(rated, start=1):
        low, high = bot["rating_low"], bot["rating_high"]
        say(f"rating {number}. {bot['name']:<{wide}}  {bot['rating']:+7.0f}  {low:+.0f} to {high:+.0f}")
    if (test := figures["sequential"]) is not None:
        _report_test(test, bots[0]["name"])
    say(f"A fair share is {figures['fair_share']:.1%}. Intervals hold 95 %, by deals: each was played from every seat.")
    found = figures["versions"]
    commit = f", commit {found['commit']}" if found["commit"] else ""
    say(f"rivertable {found['rivertable']}{commit}, rules {found['rules']}, Python {found['python']}")


def _with_half(form: str, value: float, low: float | None) -> str:
    return form.format(value) + ("" if low is None else f" ± {value - low:.2f}")


def _report_test(test: dict[str, Any], first: str) -> None:
    answers = {
        "high": f"the share of {first} is {test['high']:.1%} rather than {test['low']:.1%}",
        "low": f"the share of {first} is {test['low']:.1%} rather than {test['high']:.1%}",
        None: "no answer yet",
    }
    say(f"Sequential test after {test['deals']} deals: {answers[test['answer']]}.")
