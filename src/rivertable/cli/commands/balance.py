"""``rivertable balance`` and ``rivertable sweep``: what many games say about a game, and what a change changes.

Both write a page, and the same figures for programs beside it.
"""

from __future__ import annotations

import json
import shlex
import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from ...bots import read_bots
from ...bots.whole_games import tasks_for
from ...core.chance import new_seed
from ...core.errors import OptionError
from ...core.game import Components, Game
from ...core.options import value_text
from ...lab import balance as lab
from ...lab.simulation import seat_bots
from ...lab.workers import processors
from ..shared import completion
from ..shared.arguments import ChosenGame, Cluster, ComponentsFile, Jobs, Json, Seed, SetOptions, make_terms
from ..shared.cluster import playing_on
from ..shared.compiling import warm
from ..shared.console import Counter, progress, say, say_json, tell

_BOTS = "sight:net=no,root_candidates=30,tolerance=0.4"
"""The bot that plays where none is named: it judges by the score as the rules count it, whatever is printed."""

_MeasuringBots = Annotated[
    str,
    typer.Option(
        "--bots",
        metavar="A,B,…",
        help=f"A bot for each seat; the last one fills the rest. [{lab.bot_words(_BOTS)}]",
        show_default=False,
        autocompletion=completion.bots,
    ),
]


def balance(
    game: ChosenGame,
    players: Annotated[
        str | None,
        typer.Option("--players", metavar="A,B,…", help="Numbers of players. [all of the game]", show_default=False),
    ] = None,
    games: Annotated[
        int, typer.Option("--games", metavar="N", min=20, help="How many for each number of players and setting.")
    ] = 400,
    bots: _MeasuringBots = _BOTS,
    seed: Seed = None,
    settings: SetOptions = [],  # noqa: B006  # typer reads the default, nobody changes it
    components: ComponentsFile = None,
    other_settings: Annotated[
        list[str],
        typer.Option(
            "--other-set",
            metavar="OPTION=VALUE",
            help="An option of a second setting to compare with.",
            autocompletion=completion.options,
        ),
    ] = [],  # noqa: B006
    other_components: Annotated[
        Path | None,
        typer.Option("--other-components", "--other-deck", metavar="FILE", help="Printed data of a second setting."),
    ] = None,
    jobs: Jobs = None,
    cluster: Cluster = None,
    keep: Annotated[
        Path | None,
        typer.Option("--keep", metavar="FOLDER", help="Keep the games' records there, and go on where it stopped."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="The page; its figures are written beside it. [balance-GAME.html]"),
    ] = None,
    tables: Annotated[
        bool, typer.Option("--tables", help="Also write all tables of the game's own metrics, which the page shows.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Measure a game's balance: seats, scores, length, drama, and the worth of whatever is used, with intervals."""
    numbers = read_players(players, game) if players else tuple(game.players)
    found = [setting_of(game, settings, components)]
    if other_settings or other_components:
        found.append(setting_of(game, other_settings or settings, other_components or components))
    files = (components, other_components or components)
    plays = tuple(
        (setting.words, play_command(game, setting, file)) for setting, file in zip(_named(found), files, strict=False)
    )
    question = replace(_question(game, numbers, bots, games, seed, _named(found)), keep=keep, plays=plays)
    page = _page_at(out, f"balance-{game.name}.html")
    warm(game, question.bots, *tasks_for(question.bots), *([lab.METRICS] if game.metrics else []))
    count = len(numbers) * len(found) * games
    try:
        with playing_on(cluster):
            document = lab.balance(question, _processes(jobs, games, cluster), Counter(count), cluster)
    except KeyboardInterrupt:
        raise typer.Abort(_stopped(question)) from None
    _finish(document, lab.report_page(document), lab.report_findings(document), page, as_json)
    if not as_json:
        for title, lines in lab.metrics_tables(document) if tables else []:
            if len(lines) > 1:
                _say_table(title, lines)
        if missed := lab.missed_targets(document):
            _say_table("Targets missed", missed)


def _stopped(question: lab.Question) -> str:
    """Say what a report that was stopped leaves."""
    if question.keep is None:
        return "Stopped; nothing is kept (with --keep FOLDER the games are)."
    return f"Stopped; the games are kept: {question.command} continues."


def sweep(
    game: ChosenGame,
    vary: Annotated[
        list[str],
        typer.Option(
            "--vary",
            metavar="NAME=…",
            help="NAME=LOW..HIGH, NAME=LOW..HIGH/STEP, NAME=A,B,…, or an option's NAME; may be repeated.",
            autocompletion=completion.variations,
        ),
    ] = [],  # noqa: B006
    names: Annotated[bool, typer.Option("--list", help="List what can be varied.")] = False,
    is_grid: Annotated[
        bool, typer.Option("--grid", help="Vary two values at once: every value of one with every value of the other.")
    ] = False,
    editions: Annotated[
        Path | None,
        typer.Option(
            "--editions", metavar="FOLDER", help="Write every edition that is tried there, as a file to play with."
        ),
    ] = None,
    players: Annotated[str, typer.Option("--players", metavar="A,B,…", help="Numbers of players.")] = "2",
    games: Annotated[
        int, typer.Option("--games", metavar="N", min=20, help="How many for each value and number of players.")
    ] = 400,
    bots: _MeasuringBots = _BOTS,
    seed: Seed = None,
    settings: SetOptions = [],  # noqa: B006
    components: ComponentsFile = None,
    jobs: Jobs = None,
    cluster: Cluster = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="The page; its figures are written beside it. [sweep-GAME.html]"),
    ] = None,
    as_json: Json = False,
) -> None:
    """Vary a printed value or an option: what that changes in scores, seats, leads and length."""
    base = setting_of(game, settings, components)
    if names:
        _list_values(game, base, as_json)
        return
    if not vary:
        raise typer.BadParameter("Say what to vary: --vary NAME=…, and --list lists what there is.")
    numbers = read_players(players, game)
    question = _question(game, numbers, bots, games, seed, (base,))
    page = _page_at(out, f"sweep-{game.name}.html")
    grid = lab.read_grid(vary, game, base) if is_grid else None
    variations = () if is_grid else tuple(lab.read_variation(text, game, base) for text in vary)
    _refuse_idle((grid.down, grid.across) if grid else variations)
    alone = [varied.setting for variation in variations for varied in variation.values]
    tried = [setting for setting in (sum(grid.cells, ()) if grid else alone) if not setting.is_alike(base)]
    question = replace(question, plays=_plays_tried(game, base, tried, components, editions))
    warm(game, question.bots, *tasks_for(question.bots), *([lab.METRICS] if game.metrics else []))
    counter = Counter(len(numbers) * (1 + len(tried)) * games)
    processes = _processes(jobs, games, cluster)
    if grid is not None:
        with playing_on(cluster):
            document = lab.sweep_grid(question, grid, processes, counter, cluster)
        _finish(document, lab.grid_page(document), lab.grid_findings(document), page, as_json)
    else:
        with playing_on(cluster):
            document = lab.sweep(question, variations, processes, counter, cluster)
        _finish(document, lab.sweep_page(document), lab.sweep_findings(document), page, as_json)


def _refuse_idle(variations: tuple[lab.Variation, ...]) -> None:
    """Refuse to vary what would stay as it is.

    Raises:
        OptionError: all values of a variation are so already.
    """
    for variation in variations:
        if all(varied.is_base for varied in variation.values):
            tried = variation.values[0].setting.words
            raise OptionError("{tried} is so already: --vary needs a value that differs.", tried=tried)


def _plays_tried(
    game: Game, base: lab.Setting, tried: list[lab.Setting], file: Path | None, folder: Path | None
) -> tuple[tuple[str, str], ...]:
    """Return how a person plays with each setting that is tried, and write the editions that this needs.

    Without a folder there are no commands for editions that are in no file.
    """
    found = []
    for setting in tried:
        own = file
        if setting.components.sha256 != base.components.sha256:
            if folder is None:
                continue
            folder.mkdir(parents=True, exist_ok=True)
            own = folder / f"{setting.words.replace(', ', '+')}.toml"
            own.write_text(setting.components.text, encoding="utf-8")
        found.append((setting.words, play_command(game, setting, own)))
    return tuple(found)


def play_command(game: Game, setting: lab.Setting, file: Path | None) -> str:
    """Return the command by which a person plays with a setting, whose printed data is in a file."""
    words = ["rivertable", "play", game.name]
    if file is not None:
        words += ["--components", str(file)]
    if setting.options.preset != game.options.make().preset:
        words += ["--set", f"preset={setting.options.preset}"]
    for name, value in setting.options.changes.items():
        words += ["--set", f"{name}={value_text(value)}"]
    return shlex.join(words)


def _processes(jobs: int | None, games: int, cluster: str | None) -> int | None:
    """Return how many processes play: all the processors of this machine, or of the cluster, where nothing is said."""
    return jobs if cluster else min(jobs or processors(), games)


def read_players(text: str, game: Game) -> tuple[int, ...]:
    """Read ``2,3``: numbers of players of a game, each once, rising.

    Raises:
        OptionError: one of them is none.
    """
    try:
        numbers = sorted({int(part) for part in text.split(",")})
    except ValueError as error:
        raise OptionError(
            "--players is one or more numbers of players such as 2,3, not {text}.", text=repr(text)
        ) from error
    for number in numbers:
        game.make_terms(number)
    return tuple(numbers)


def setting_of(game: Game, settings: list[str], components: Path | None) -> lab.Setting:
    """Return a setting, named by what is asked for.

    Raises:
        OptionError, DataError: what was asked for does not exist, or the components file has faults.
    """
    terms = make_terms(game, game.players[0], settings, components)
    words = ", ".join([*settings, *([_edition_words(game, terms.components, components)] if components else [])])
    return lab.Setting(words or terms.components.name, terms.options, terms.components)


def _edition_words(game: Game, printed: Components, file: Path) -> str:
    """Return the name of printed data: that of its file, where that kept the name of an edition of the game."""
    editions = {name: game.printed.load(Path(name)).name for name in game.printed.EDITIONS}
    return file.stem if printed.name in editions.values() and str(file) not in editions else printed.name


def _named(settings: list[lab.Setting]) -> tuple[lab.Setting, ...]:
    """Return settings under names that differ."""
    if len({setting.words for setting in settings}) == len(settings):
        return tuple(settings)
    return tuple(
        replace(setting, words=f"{setting.words} ({place})") for place, setting in enumerate(settings, start=1)
    )


def _question(
    game: Game, players: tuple[int, ...], bots: str, games: int, seed: str | None, settings: tuple[lab.Setting, ...]
) -> lab.Question:
    """Return the question, with the command that was typed and its seed; smaller tables have the first of the bots.

    Raises:
        OptionError: more bots than the largest table has seats.
        UnknownNameError: there is no such bot.
    """
    names = read_bots(bots, game)
    seat_bots(names, players[-1])
    seed = new_seed().hex()[:12] if seed is None else seed
    typed = ["rivertable", *sys.argv[1:]]
    if "--seed" not in typed and not any(word.startswith("--seed=") for word in typed):
        typed += ["--seed", seed]
    return lab.Question(game.name, players, names, games, seed, shlex.join(typed), settings)


def _page_at(out: Path | None, name: str) -> Path:
    """Return where the page goes; what cannot be written at the end is better said now.

    Raises:
        OptionError: the figures would take its place.
    """
    page = out or Path(name)
    if page.suffix == ".json":
        raise OptionError("{page} is for the figures: the page needs another ending, such as .html.", page=str(page))
    was_there = page.exists()
    page.open("a", encoding="utf-8").close()
    if not was_there:
        page.unlink()
    return page


def _finish(document: dict[str, Any], page: str, findings: list[str], out: Path, as_json: bool) -> None:
    """Write the page and its figures, and say what stands out."""
    progress("")
    twin = out.with_suffix(".json")
    out.write_text(page, encoding="utf-8")
    twin.write_text(json.dumps(document, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    if as_json:
        say_json(document)
        return
    for sentence in findings:
        tell(sentence)
    say(f"page in {out}, figures in {twin}")


def _say_table(title: str, lines: list[list[str]]) -> None:
    """Write lines of words under a title, in columns."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    say("")
    say(title, style="bold")
    for line in lines:
        say("  ".join(word.ljust(width) for word, width in zip(line, widths, strict=True)).rstrip())


def _list_values(game: Game, base: lab.Setting, as_json: bool) -> None:
    """Say what can be varied: name, value now, words, source."""
    for value in lab.values_of(game, base):
        now = lab.now_of(base, value)
        choices = f": {', '.join(game.options.presets)}" if value.name == "preset" else ""
        if as_json:
            say_json({"name": value.name, "now": now, "words": value.words + choices, "source": value.source})
        else:
            say(f"{value.name}{'' if now is None else f' = {now}'}  {value.words}{choices}")
