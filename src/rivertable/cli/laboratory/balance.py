"""``rivertable balance``: what many games say about a game's balance, as a page and as figures for programs."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Generator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Annotated, Any

import typer

from ...bots import read_bots
from ...core.chance import new_seed
from ...core.errors import OptionError
from ...core.game import Game
from ...lab.balance import Asked, Setting, balance, play_jobs, report_page, standing_out
from ...lab.simulation import Job, WholeGame
from ...lab.workers import processors
from ..shared.arguments import ComponentsFile, GameName, Json, Seed, Settings
from ..shared.console import find_game, make_terms, progress, say, say_json, tell
from ..shared.warming import warm

BY_RULES_ALONE = "sight:net=no,look=30,whim=0.4"
"""The bot that plays where none is named: it judges by the score as the rules count it, whatever is printed."""
Jobs = Annotated[
    int | None, typer.Option("--jobs", metavar="J", min=1, help="Processes. [all processors]", show_default=False)
]


def report(
    game: GameName,
    players: Annotated[
        str | None,
        typer.Option("--players", metavar="A,B,…", help="Numbers of players. [all of the game]", show_default=False),
    ] = None,
    games: Annotated[
        int, typer.Option("--games", metavar="N", min=20, help="How many for each number of players and setting.")
    ] = 400,
    bots: Annotated[
        str, typer.Option("--bots", metavar="A,B,…", help="A bot for each seat; the last one fills the rest.")
    ] = BY_RULES_ALONE,
    seed: Seed = None,
    settings: Settings = [],  # noqa: B006  # typer reads the default, nobody changes it
    components: ComponentsFile = None,
    other_settings: Annotated[
        list[str],
        typer.Option("--other-set", metavar="OPTION=VALUE", help="An option of a second setting to compare with."),
    ] = [],  # noqa: B006
    other_components: Annotated[
        Path | None,
        typer.Option("--other-components", "--other-deck", metavar="FILE", help="Printed data of a second setting."),
    ] = None,
    jobs: Jobs = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="The page; the figures go beside it. [balance-GAME.html]"),
    ] = None,
    as_json: Json = False,
) -> None:
    """Measure a game's balance: seats, scores, length, drama, and what each thing used is worth, with intervals."""
    chosen = find_game(game)
    numbers = read_players(players, chosen) if players else tuple(chosen.players)
    first = setting_of(chosen, settings, components)
    found = [first]
    if other_settings or other_components:
        found.append(setting_of(chosen, other_settings or settings, other_components or components))
    seed = seed if seed is not None else new_seed().hex()[:12]
    asked = Asked(game, numbers, read_seats(bots, numbers, chosen), games, seed, command_line(seed), named(found))
    page = page_at(out, f"balance-{game}.html")
    document = answered(chosen, asked, jobs, lambda play: balance(asked, play), len(numbers) * len(found) * games)
    finish(document, report_page(document), standing_out(document), page, as_json)


def read_players(text: str, game: Game) -> tuple[int, ...]:
    """Read ``2,3``: numbers of players of a game, each once, rising.

    Raises:
        OptionError: one of them is none.
    """
    try:
        numbers = sorted({int(part) for part in text.split(",")})
    except ValueError as error:
        raise OptionError("{text} are no numbers of players.", text=text) from error
    for number in numbers:
        game.make_terms(number)
    return tuple(numbers)


def read_seats(text: str, numbers: tuple[int, ...], game: Game) -> tuple[str, ...]:
    """Read ``A,B,…`` as a bot for each seat; smaller tables have the first of them.

    Raises:
        OptionError: more bots than the largest table has seats.
        UnknownNameError: there is no such bot.
    """
    names = read_bots(text, game)
    if len(names) > numbers[-1]:
        raise OptionError("There are {bots} bots for {seats} seats.", bots=len(names), seats=numbers[-1])
    return names


def page_at(out: Path | None, name: str) -> Path:
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


def setting_of(game: Game, settings: list[str], components: Path | None) -> Setting:
    """Return a setting, named by what is asked for.

    Raises:
        OptionError, DataError: what was asked for does not exist, or the components file has faults.
    """
    terms = make_terms(game, game.players[0], settings, components)
    words = ", ".join([*settings, *([terms.components.name] if components else [])])
    return Setting(words or terms.components.name, terms.options.preset, terms.options.changes, terms.components)


def named(settings: list[Setting]) -> tuple[Setting, ...]:
    """Return settings under names that differ."""
    words = [setting.words for setting in settings]
    if len(set(words)) == len(words):
        return tuple(settings)
    return tuple(
        Setting(f"{setting.words} ({place})", setting.preset, setting.changes, setting.components)
        for place, setting in enumerate(settings, start=1)
    )


def command_line(seed: str) -> str:
    """Return the command that was typed, with its seed and without what does not matter to the figures."""
    typed = ["rivertable", *sys.argv[1:]]
    if "--seed" not in typed and not any(word.startswith("--seed=") for word in typed):
        typed += ["--seed", seed]
    return shlex.join(typed)


def answered(game: Game, asked: Asked, jobs: int | None, ask: Any, games: int) -> dict[str, Any]:
    """Let the laboratory answer, with a line of progress on a terminal; ``games`` are all that will be played."""
    warm(game, asked.bots)
    processes = min(jobs or processors(), asked.games)
    done = 0

    def play(jobs_: Sequence[Job], number: int) -> Generator[WholeGame, None, None]:
        nonlocal done
        with closing(play_jobs(jobs_, number, processes)) as played:
            for whole in played:
                done += 1
                progress(f"  {done} of {games} games")
                yield whole

    document: dict[str, Any] = ask(play)
    progress("")
    return document


def finish(document: dict[str, Any], page: str, said: list[str], out: Path, as_json: bool) -> None:
    """Write the page and its figures, and say what stands out."""
    twin = out.with_suffix(".json")
    out.write_text(page, encoding="utf-8")
    twin.write_text(json.dumps(document, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    if as_json:
        say_json(document)
        return
    for sentence in said:
        tell(sentence)
    say(f"page in {out}, figures in {twin}")
