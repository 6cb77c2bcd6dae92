"""``rivertable score``: the score of a board on a real table, explained."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from ...core.errors import DataError
from ...core.game import Game, Terms
from ...core.position import Board
from ..shared.arguments import ComponentsFile, GameName, Json
from ..shared.console import WRONG_USAGE, ask, find_game, note, read_components, say, say_json, stop
from ..shared.warming import warm


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
    board = _asked_board(chosen, terms) if file is None else chosen.score_sheet(_read_sheet(file), terms)
    if as_json:
        say_json(chosen.write_breakdown(board, 0))
    else:
        say(chosen.explain_score(board, 0))


def _asked_board(game: Game, terms: Terms) -> Board:
    """Ask for a board; at a terminal again until it can be scored."""
    while True:
        try:
            return game.score_sheet(game.ask_sheet(ask), terms)
        except EOFError:
            note("")
            stop("The board was not given to its end.", WRONG_USAGE)
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
    except ValueError as error:
        raise DataError(f"The file {file} is not JSON: {error}.") from error
