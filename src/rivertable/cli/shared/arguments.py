"""Arguments and options that several commands have, and what they say: the game, its options, its printed data."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from ...core.game import GAMES, Game, Terms
from . import completion

_GAMES = f"Which game: {' or '.join(GAMES)}."


def _name_of_game(text: str) -> str:
    """Return the name of a game, which is not loaded.

    Raises:
        UnknownNameError: there is no such game.
    """
    return text if text in GAMES else GAMES[text].name


ChosenGame = Annotated[
    Game,
    typer.Argument(metavar="GAME", parser=GAMES.__getitem__, help=_GAMES, autocompletion=completion.games),
]
GameName = Annotated[
    str, typer.Argument(metavar="GAME", parser=_name_of_game, help=_GAMES, autocompletion=completion.games)
]
SetOptions = Annotated[
    list[str],
    typer.Option(
        "--set",
        metavar="OPTION=VALUE",
        help="An option of the game (preset=bga, NAME=yes, NAME=5); may be repeated.",
        autocompletion=completion.options,
    ),
]
REVIEW_SUFFIX = ".review.json"
"""What the name of a review ends in that is kept beside its record."""
ComponentsFile = Annotated[
    Path | None,
    typer.Option(
        "--components",
        "--deck",
        metavar="FILE",
        help="Play with other printed data (TOML).",
        autocompletion=completion.editions,
    ),
]
Bots = Annotated[
    str,
    typer.Option(
        "--bots",
        metavar="A,B,…",
        help="A bot for each seat; the last one fills the rest.",
        autocompletion=completion.bots,
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Write JSON, one object per line.")]
Jobs = Annotated[
    int | None, typer.Option("--jobs", metavar="J", min=1, help="Processes. [all processors]", show_default=False)
]
Cluster = Annotated[
    str | None,
    typer.Option("--cluster", metavar="ADDRESS", help="Play on a Ray cluster: local, auto, or ray://HOST:PORT."),
]
Seed = Annotated[
    str | None, typer.Option("--seed", metavar="S", help="Any text or number; the same seed gives the same result.")
]


def make_terms(game: Game, players: int, settings: list[str], components: Path | None) -> Terms:
    """Return the terms that the options of a command say.

    Raises:
        typer.BadParameter: a setting is not OPTION=VALUE.
        OptionError, DataError: what was asked for does not exist, or the components file has faults.
    """
    changes: dict[str, str] = {}
    for setting in settings:
        name, sign, value = setting.partition("=")
        if not sign:
            raise typer.BadParameter(f"{setting!r} is not OPTION=VALUE.")
        changes[name] = value
    preset = changes.pop("preset", None)
    return game.make_terms(players, game.options.parse(preset, changes), game.printed.load(components))


def flags_given(context: typer.Context, names: Iterable[str]) -> str:
    """Return which of a command's parameters were given on its line, as they are typed; an empty text for none."""
    sources = {name: context.get_parameter_source(name) for name in names}
    flags = {parameter.name: parameter.opts[0] for parameter in context.command.params}
    return ", ".join(
        flags[name] for name, source in sources.items() if source is not None and source.name == "COMMANDLINE"
    )
