"""Arguments and options that several commands have."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ...core.game import GAMES

GameName = Annotated[str, typer.Argument(metavar="GAME", help=f"Which game: {' or '.join(GAMES)}.")]
Settings = Annotated[
    list[str],
    typer.Option(
        "--set", metavar="OPTION=VALUE", help="An option of the game (preset=bga, NAME=yes, NAME=5); may be repeated."
    ),
]
ComponentsFile = Annotated[
    Path | None, typer.Option("--components", "--deck", metavar="FILE", help="Play with other printed data (TOML).")
]
Json = Annotated[bool, typer.Option("--json", help="Write JSON, one object a line.")]
Seed = Annotated[str | None, typer.Option("--seed", metavar="S", help="Any text or number; the same gives the same.")]
