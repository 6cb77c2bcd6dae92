"""``rivertable sweep``: a printed value or an option varied, and what that changes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ...core.chance import new_seed
from ...core.game import Game
from ...lab import balance as lab
from ..shared.arguments import ComponentsFile, GameName, Json, Seed, Settings
from ..shared.console import find_game, say, say_json
from .balance import BY_RULES_ALONE, Jobs, answered, command_line, finish, page_at, read_players, read_seats, setting_of


def sweep(
    game: GameName,
    vary: Annotated[
        list[str],
        typer.Option(
            "--vary",
            metavar="NAME=…",
            help="NAME=LOW..HIGH, NAME=LOW..HIGH/STEP, NAME=A,B,…, or an option's NAME; may be repeated.",
        ),
    ] = [],  # noqa: B006  # typer reads the default, nobody changes it
    names: Annotated[bool, typer.Option("--list", help="List what can be varied, and stop.")] = False,
    players: Annotated[str, typer.Option("--players", metavar="A,B,…", help="Numbers of players.")] = "2",
    games: Annotated[
        int, typer.Option("--games", metavar="N", min=20, help="How many for each value and number of players.")
    ] = 400,
    bots: Annotated[
        str, typer.Option("--bots", metavar="A,B,…", help="A bot for each seat; the last one fills the rest.")
    ] = BY_RULES_ALONE,
    seed: Seed = None,
    settings: Settings = [],  # noqa: B006
    components: ComponentsFile = None,
    jobs: Jobs = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="The page; the figures go beside it. [sweep-GAME.html]")
    ] = None,
    as_json: Json = False,
) -> None:
    """Vary a printed value or an option over a range: what that does to scores, seats, leads and length."""
    chosen = find_game(game)
    base = setting_of(chosen, settings, components)
    if names:
        list_values(chosen, base, as_json)
        return
    if not vary:
        raise typer.BadParameter("Say what to vary: --vary NAME=…, and --list lists what there is.")
    numbers = read_players(players, chosen)
    variations = tuple(lab.read_variation(text, chosen, base) for text in vary)
    seed = seed if seed is not None else new_seed().hex()[:12]
    asked = lab.Asked(game, numbers, read_seats(bots, numbers, chosen), games, seed, command_line(seed), (base,))
    page = page_at(out, f"sweep-{game}.html")
    tried = 1 + sum(not varied.is_base for variation in variations for varied in variation.values)
    document = answered(
        chosen, asked, jobs, lambda play: lab.sweep(asked, variations, play), len(numbers) * tried * games
    )
    finish(document, lab.sweep_page(document), lab.of_sweeps(document), page, as_json)


def list_values(game: Game, base: lab.Setting, as_json: bool) -> None:
    """Say what can be varied: name, value now, words, source."""
    for value in lab.values_of(game, base):
        now = lab.now_of(game, base, value)
        if as_json:
            say_json({"name": value.name, "now": now, "words": value.words, "source": value.source})
        else:
            say(f"{value.name}{'' if now is None else f' = {now}'}  {value.words}")
