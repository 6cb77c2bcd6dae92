"""``rivertable score`` and ``rivertable deck``: a board of a real table, and files of printed data."""

from __future__ import annotations

import json
import sys
import tomllib
from pathlib import Path
from typing import Annotated, Any

import typer

from ...core.contract.parts import ScoreSheet
from ...core.errors import DataError
from ...core.game import GAMES, Game, Terms
from ..shared.arguments import ChosenGame, ComponentsFile, Json
from ..shared.compiling import warm
from ..shared.console import FAILED, WRONG_USAGE, ask, note, say, say_json, stop
from ..shared.help import PlainCommand, PlainGroup

app = typer.Typer(cls=PlainGroup, add_completion=False, rich_markup_mode=None)


def score(
    game: ChosenGame,
    file: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", help="A board as JSON (- reads standard input). [asks for it]")
    ] = None,
    components: ComponentsFile = None,
    as_json: Json = False,
) -> None:
    """Score a board of a real table; without a file, asks for it."""
    terms = game.make_terms(2, None, game.printed.load(components))
    warm(game)
    if game.sheet is None:
        stop(f"{game.title} has no sheet that a real table is scored by.", WRONG_USAGE)
    board = _asked_board(game.sheet, terms) if file is None else game.sheet.board_of(_read_sheet(file), terms)
    if as_json:
        say_json(game.documents.write_breakdown(board, 0))
    else:
        say(game.pictures.explain_score(board, 0))


def _asked_board(sheet: ScoreSheet, terms: Terms) -> Any:
    """Ask for a board; at a terminal again until it can be scored."""
    while True:
        try:
            return sheet.board_of(sheet.ask(ask), terms)
        except EOFError:
            note("")
            stop("The input ended before the board did.", WRONG_USAGE)
        except DataError as error:
            if not sys.stdin.isatty():
                raise
            note(str(error))


def _read_sheet(file: Path) -> Any:
    try:
        text = sys.stdin.read() if str(file) == "-" else file.read_text(encoding="utf-8")
        return json.loads(text)
    except OSError as error:
        raise DataError(f"The file {file} cannot be read: {error.strerror}.") from error
    except RecursionError as error:
        raise DataError(f"The file {file} is nested too deeply.") from error
    except UnicodeDecodeError as error:
        raise DataError(f"The file {file} is not UTF-8 text (byte {error.start}).") from error
    except ValueError as error:
        raise DataError(f"The file {file} is not JSON: {error}.") from error


@app.callback()
def deck() -> None:
    """Files of printed data: decks of cards, values of boards."""


@app.command(cls=PlainCommand)
def check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A deck file (TOML).")],
    name: Annotated[
        str | None,
        typer.Option("--game", metavar="GAME", help="The game it is for. [the game whose tables it has]"),
    ] = None,
    as_json: Json = False,
) -> None:
    """Check a deck file: one sentence per fault; exit code 1 if there is one."""
    try:
        game = GAMES[name] if name else _game_of(file)
        components = game.printed.load(file)
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
    except UnicodeDecodeError as error:
        raise DataError(f"{file.name} is not UTF-8 text (byte {error.start}).") from error
    except ValueError as error:
        raise DataError(f"{file.name} is no valid TOML: {error}.") from error
    return max(GAMES.values(), key=lambda game: len(found & _tables_of(game)))


def _tables_of(game: Game) -> set[str]:
    return set(tomllib.loads(game.printed.load().text))
