"""``rivertable deck``: deck files of River Market."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..core.errors import DataError
from .arguments import Json
from .console import FAILED, find_game, note, say, say_json

app = typer.Typer(no_args_is_help=True)

_GAME = "market"


@app.callback()
def deck() -> None:
    """Deck files of River Market."""


@app.command()
def check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A deck file (TOML).")], as_json: Json = False
) -> None:
    """Check a deck file: one sentence a fault; exit code 1 if there is one."""
    try:
        components = find_game(_GAME).load_components(file)
    except DataError as error:
        if as_json:
            say_json({"deck": str(file), "good": False, "faults": list(error.faults or (error.sentence,))})
        else:
            note(str(error))
        raise typer.Exit(FAILED) from error
    if as_json:
        say_json({"deck": str(file), "good": True, "name": components.name, "sha256": components.sha256})
    else:
        say(f"good: the deck {components.name!r}, sha256 {components.sha256}")
