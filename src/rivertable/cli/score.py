"""``rivertable score``: the score of a board on a real table, explained."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from ..core.errors import DataError
from .arguments import ComponentsFile, GameName, Json
from .console import find_game, read_components, say, say_json, warm


def score(
    game: GameName,
    file: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", help="A board as JSON (- reads standard input); asks without.")
    ] = None,
    components: ComponentsFile = None,
    as_json: Json = False,
) -> None:
    """Score a board of the real table; asks for it when no file is given."""
    chosen = find_game(game)
    terms = chosen.make_terms(2, None, read_components(chosen, components))
    warm(chosen)
    sheet = chosen.ask_sheet(_ask) if file is None else _read_sheet(file)
    board = chosen.score_sheet(sheet, terms)
    if as_json:
        say_json(chosen.write_breakdown(board, 0))
    else:
        say(chosen.explain_score(board, 0))


def _ask(question: str) -> str:
    try:
        return input(question)
    except EOFError as error:
        raise DataError("The board was not given to its end.") from error


def _read_sheet(file: Path) -> Any:
    try:
        text = sys.stdin.read() if str(file) == "-" else file.read_text(encoding="utf-8")
        return json.loads(text)
    except OSError as error:
        raise DataError(f"The file {file} cannot be read: {error.strerror}.") from error
    except (UnicodeDecodeError, json.JSONDecodeError) as error:
        raise DataError(f"The file {file} is not JSON: {error}.") from error
