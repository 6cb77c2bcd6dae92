"""``rivertable arena``: how strong bots are, on the same deals from every seat, and a person beside the levels."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from ...bots import read_bots
from ...bots.whole_games import tasks_for
from ...core.chance import new_seed
from ...lab import Contest, SequentialTest, run, summarise
from ...lab.arena.contest import seed_of_file
from ...lab.workers import processors
from ..shared import completion
from ..shared.arguments import (
    ChosenGame,
    Cluster,
    ComponentsFile,
    Jobs,
    Json,
    Seed,
    SetOptions,
    flags_given,
    make_terms,
)
from ..shared.cluster import playing_on
from ..shared.compiling import warm
from ..shared.console import FAILED, INTERRUPTED, Counter, note, say, say_json, stop
from ..shared.stores import DatabaseUrl, DataFolder
from .mine import show_mine

_OF_A_CONTEST = ("bots", "games", "seed", "settings", "components", "jobs", "cluster", "sprt", "resume", "out")
_OF_A_PERSON = ("records", "data", "database")


def arena(
    context: typer.Context,
    game: ChosenGame,
    bots: Annotated[
        str | None,
        typer.Option(
            "--bots",
            metavar="A,B,…",
            help="The bots: as many as seats, fewer, or more.",
            autocompletion=completion.bots,
        ),
    ] = None,
    games: Annotated[
        int, typer.Option("--games", metavar="N", min=1, help="How many games; rounded up to whole deals.")
    ] = 100,
    players: Annotated[int, typer.Option("--players", metavar="P", help="How many seats.")] = 2,
    seed: Seed = None,
    settings: SetOptions = [],  # noqa: B006  # typer reads the default, nobody changes it
    components: ComponentsFile = None,
    jobs: Jobs = None,
    cluster: Cluster = None,
    sprt: Annotated[
        str | None,
        typer.Option(
            "--sprt", metavar="LOW,HIGH", help="Stop as soon as the first bot's win share is decided to be LOW or HIGH."
        ),
    ] = None,
    resume: Annotated[
        Path | None,
        typer.Option(
            "--resume", metavar="FILE", help="Keep every game in FILE, or continue the contest that is there."
        ),
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Write the figures there as JSON.")] = None,
    is_mine: Annotated[
        bool, typer.Option("--mine", help="How strong you are beside the levels, by your finished games against them.")
    ] = False,
    records: Annotated[
        Path | None,
        typer.Option("--records", metavar="FOLDER", help="With --mine: the records there, not what is kept here."),
    ] = None,
    data: DataFolder = None,
    database: DatabaseUrl = None,
    as_json: Json = False,
) -> None:
    """Compare bots on the same deals from every seat: win shares, scores, times and ratings, with intervals."""
    if is_mine:
        if flags := flags_given(context, _OF_A_CONTEST):
            raise typer.BadParameter(f"Your own games are played already: leave out {flags}, or --mine.")
        if records is not None and not records.is_dir():
            raise typer.BadParameter(f"{records} is no folder.")
        seats = game.make_terms(players).players if flags_given(context, ["players"]) else None
        show_mine(game, seats, records, data, database, as_json=as_json)
        return
    if bots is None:
        raise typer.BadParameter("rivertable arena needs --bots, or --mine for your own games.")
    if flags := flags_given(context, _OF_A_PERSON):
        raise typer.BadParameter(f"{flags} is for --mine.")
    terms = make_terms(game, players, settings, components)
    if seed is None:
        seed = (seed_of_file(resume) if resume else None) or new_seed().hex()[:12]
    contest = Contest(terms, read_bots(bots, game), seed, games, SequentialTest.read(sprt) if sprt else None)
    if out is not None:
        # What cannot be written at the end is better said now.
        out.open("a", encoding="utf-8").close()
    warm(game, contest.bots, *tasks_for(*contest.schedule.line_ups))
    processes = jobs if cluster else min(jobs or processors(), contest.games_to_play)
    with playing_on(cluster):
        result = run(contest, processes, resume, Counter(contest.games_to_play), cluster)
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
        kept = f"; continue with --resume {resume}" if resume else " (with --resume FILE the games are kept)"
        note(f"Stopped after {len(result.played)} of {contest.games_to_play} games{kept}.")
        raise typer.Exit(INTERRUPTED)


def _report(figures: dict[str, Any]) -> None:
    bots = figures["bots"]
    wide = max(len(bot["name"]) for bot in bots)
    say(
        f"{figures['games']} games of {figures['game']} on {figures['deals']} deals, {figures['players']} players, "
        f"seed {figures['seed']}"
    )
    say(f"{'':<{wide}}  {'games':>6}  {'win share':<22}  {'score':<13}  {'margin':<14}  {'ms a turn (most)':>17}")
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
    say(f"A fair share is {figures['fair_share']:.1%}. Each deal was played from every seat; intervals are 95 %.")
    found = figures["versions"]
    commit = f", commit {found['commit']}" if found["commit"] else ""
    say(f"rivertable {found['rivertable']}{commit}, rules {found['rules']}, Python {found['python']}")


def _with_half(form: str, value: float, low: float | None) -> str:
    return form.format(value) + ("" if low is None else f" ± {value - low:.2f}")


def _report_test(test: dict[str, Any], first: str) -> None:
    answers = {
        "high": f"the win share of {first} is {test['high']:.1%} rather than {test['low']:.1%}",
        "low": f"the win share of {first} is {test['low']:.1%} rather than {test['high']:.1%}",
        None: "no answer yet",
    }
    say(f"Sequential test after {test['deals']} deals: {answers[test['answer']]}.")
