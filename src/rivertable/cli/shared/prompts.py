"""Asking a person at the terminal for a line, and for a move of the game."""

from __future__ import annotations

import importlib
from contextlib import suppress
from typing import Any

from ...core.errors import AmbiguousMoveError, MalformedMoveError, RivertableError
from ...core.position import Board
from .console import DONE, INTERRUPTED, note


class LeftError(Exception):
    """The person leaves; ``code`` is the exit code."""

    def __init__(self, code: int) -> None:
        super().__init__()
        self.code = code


def edit_lines() -> None:
    """Let one edit the line that is typed and take up an earlier one, where Python can do that."""
    with suppress(ImportError):
        readline = importlib.import_module("readline")
        readline.parse_and_bind("set enable-bracketed-paste off")


def read_line(prompt: str) -> str:
    """Read a line.

    Raises:
        LeftError: at the end of the input, or when interrupted.
    """
    try:
        return input(prompt).strip()
    except EOFError:
        raise LeftError(DONE) from None
    except KeyboardInterrupt:
        raise LeftError(INTERRUPTED) from None


def try_notation(board: Board, answer: str) -> Any:
    """Return the move that a line says, None after a sentence why it says none."""
    if not answer:
        note("Choose a number, type a move, or help.")
        return None
    try:
        return board.game.parse_move(board, answer)
    except AmbiguousMoveError as error:
        note(str(error))
    except MalformedMoveError:
        note(f"{answer!r} is neither a number of the list, nor a move, nor a command; help shows all of them.")
    except RivertableError as error:
        note(str(error))
    return None
