"""``rivertable deck``: files of printed data, a person's own cards among them."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated

import typer

from ...core.errors import DataError
from ...core.game import GAMES, Game
from ..shared.arguments import Json
from ..shared.console import FAILED, find_game, note, say, say_json

app = typer.Typer(no_args_is_help=True)


@app.callback()
def deck() -> None:
    """Files of printed data: decks of cards, values of boards."""


@app.command()
def check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A deck file (TOML).")],
    name: Annotated[
        str | None,
        typer.Option("--game", metavar="GAME", help="Whose data it is. [the game whose tables it has]"),
    ] = None,
    as_json: Json = False,
) -> None:
    """Check a deck file: one sentence a fault; exit code 1 if there is one."""
    try:
        game = find_game(name) if name else _game_of(file)
        components = game.load_components(file)
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


def _game_of(file: Path) -> Game:
    """Return the game whose printed data has the most tables in common with a file."""
    try:
        found = set(tomllib.loads(file.read_text("utf-8")))
    except ValueError as error:
        raise DataError(f"{file.name} is no valid TOML: {error}.") from error
    return max(GAMES.values(), key=lambda game: len(found & _tables_of(game)))


def _tables_of(game: Game) -> set[str]:
    return set(tomllib.loads(game.components_text(game.load_components())))
