"""What every command shares: output, JSON lines, clear refusals."""

from __future__ import annotations

import json
import os
import sys
import textwrap
from pathlib import Path
from typing import Any, Literal, NoReturn

import typer
from rich.console import Console
from rich.text import Text

from ...core.game import GAMES, Components, Game, Terms

DONE, FAILED, WRONG_USAGE, INTERRUPTED = 0, 1, 2, 130

# NO_COLOR takes away bold too: what is left is plain text.
_colours: Literal["auto"] | None = None if os.environ.get("NO_COLOR") else "auto"
_stdout = Console(highlight=False, soft_wrap=True, color_system=_colours)
_stderr = Console(stderr=True, highlight=False, soft_wrap=True, color_system=_colours)
_shown = ""


def say(text: str = "", style: str | None = None) -> None:
    """Write a line to standard output; colours only on a terminal and without NO_COLOR."""
    _stdout.print(Text(text), style=style)


def tell(text: str, indent: str = "", style: str | None = None) -> None:
    """Write sentences to standard output, broken between words on a terminal.

    ``indent`` begins the first line, and spaces of its length those after it.
    """
    say(_broken(text, indent, _stdout), style)


def _broken(text: str, indent: str, console: Console) -> str:
    if not console.is_terminal:
        return f"{indent}{text}"
    width, hanging = max(console.width - 1, 20), " " * len(indent)
    return "\n".join(textwrap.wrap(text, width, initial_indent=indent, subsequent_indent=hanging))


def say_board(game: Game, drawing: str) -> None:
    """Write a drawn board, coloured where the terminal can."""
    text = Text(drawing)
    for pattern, style in game.styles:
        text.highlight_regex(pattern, style)
    _stdout.print(text)


def ask(question: str) -> str:
    """Ask on standard error, so that standard output holds results only and return the answer.

    Raises:
        EOFError: there is no more input.
    """
    sys.stderr.write(question)
    sys.stderr.flush()
    return input()


def say_json(value: Any) -> None:
    """Write one JSON object on one line."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False, separators=(", ", ": ")) + "\n")


def note(text: str) -> None:
    """Write lines to standard error, broken between words on a terminal."""
    _stderr.print(Text("\n".join(_broken(line, "", _stderr) for line in text.splitlines())))


def progress(text: str) -> None:
    """Show one changing line on standard error, where that is a terminal; an empty text takes it away."""
    global _shown
    if _stderr.is_terminal and text != _shown:
        sys.stderr.write(f"\r{text:<{len(_shown)}}" + ("" if text else "\r"))
        sys.stderr.flush()
        _shown = text


def clear_screen() -> None:
    """Clear the terminal, where there is one."""
    if _stdout.is_terminal:
        _stdout.clear()


def stop(sentence: str, code: int) -> NoReturn:
    """Leave with a sentence on standard error."""
    note(sentence)
    raise typer.Exit(code)


def find_game(name: str) -> Game:
    """Return a game by name.

    Raises:
        UnknownNameError: there is no such game.
    """
    return GAMES[name]


def parse_settings(settings: list[str]) -> tuple[str | None, dict[str, str]]:
    """Read ``--set OPTION=VALUE`` pairs: a preset, and options with what they are to be.

    Raises:
        typer.BadParameter: a pair that is no such thing.
    """
    preset: str | None = None
    changes: dict[str, str] = {}
    for setting in settings:
        name, sign, value = setting.partition("=")
        if not sign:
            raise typer.BadParameter(f"{setting!r} is not OPTION=VALUE.")
        if name == "preset":
            preset = value
        else:
            changes[name] = value
    return preset, changes


def make_terms(game: Game, players: int, settings: list[str], components: Path | None) -> Terms:
    """Return the terms that the options of a command say.

    Raises:
        OptionError, DataError: what was asked for does not exist, or the components file has faults.
    """
    preset, changes = parse_settings(settings)
    return game.make_terms(players, game.parse_options(preset, changes), read_components(game, components))


def read_components(game: Game, path: Path | None) -> Components:
    """Read printed data: the standard data, or a person's own file.

    Raises:
        DataError: the file has faults.
    """
    return game.load_components(path)
