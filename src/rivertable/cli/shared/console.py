"""What every command writes: lines, JSON, progress and sentences."""

from __future__ import annotations

import json
import os
import sys
import textwrap
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Literal, NoReturn

import typer
from rich.console import Console
from rich.text import Text

from ...core.pictures import NARROW, WIDTH
from ...core.wording import printable

if TYPE_CHECKING:
    from ...core.position import Board

DONE, FAILED, WRONG_USAGE, INTERRUPTED, UNHEARD = 0, 1, 2, 130, 141


class UnheardError(Exception):
    """Whoever read what this writes has left, as ``head`` does."""


@contextmanager
def unheard() -> Iterator[None]:
    """Make an :class:`UnheardError` of what is written to standard output and read by nobody."""
    try:
        yield
    except BrokenPipeError as error:
        raise UnheardError from error


def finish_output() -> bool:
    """Write what waits for standard output, and return whether somebody still reads it."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        discard_output()
        return False
    return True


def discard_output() -> None:
    """Let standard output lead nowhere: the interpreter writes once more to it when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class _Console(Console):
    def on_broken_pipe(self) -> None:
        """Leave it to whoever runs the command, where others end the process.

        Raises:
            UnheardError: always.
        """
        raise UnheardError


# NO_COLOR takes away bold too: what is left is plain text.
_colours: Literal["auto"] | None = None if os.environ.get("NO_COLOR") else "auto"


def _console(*, is_for_errors: bool) -> _Console:
    console = _Console(stderr=is_for_errors, highlight=False, soft_wrap=True, color_system=_colours)
    if console.width < 1:  # COLUMNS=0: not a width at which nothing can be written, but none that is known
        console.width = WIDTH
    return console


_stdout, _stderr = _console(is_for_errors=False), _console(is_for_errors=True)
_shown = ""


def say(text: str = "", style: str | None = None) -> None:
    """Write a line to standard output; colours only on a terminal and without NO_COLOR."""
    _stdout.print(Text(printable(text)), style=style)


def tell(text: str, indent: str = "", style: str | None = None) -> None:
    """Write sentences to standard output, broken between words on a terminal.

    ``indent`` begins the first line, and spaces of its length those after it.
    """
    say(_broken(text, indent, _stdout), style)


def tell_words(sentences: Mapping[str, str]) -> None:
    """Write what words mean, a line each, broken between words on a terminal."""
    width = max(map(len, sentences)) + 2
    for word, sentence in sentences.items():
        tell(sentence, f"{word:<{width}}")


def _broken(text: str, indent: str, console: Console) -> str:
    if not console.is_terminal:
        return f"{indent}{text}"
    width, hanging = max(console.width - 1, 20), " " * len(indent)
    # A move in notation has hyphens: in two pieces nobody could copy it.
    lines = textwrap.wrap(text, width, initial_indent=indent, subsequent_indent=hanging, break_on_hyphens=False)
    return "\n".join(lines)


def terminal_width() -> int:
    """Return the columns that lines to standard output may fill."""
    return _stdout.width - 1 if _stdout.is_terminal else WIDTH


def board_width() -> int:
    """Return the columns of a board that this terminal has room for."""
    return min(WIDTH, max(NARROW, _stdout.width - 1)) if _stdout.is_terminal else WIDTH


def say_board(board: Board, names: Sequence[str]) -> None:
    """Draw a board as wide as fits, coloured where the terminal can; ``names`` are the seats' names."""
    game = board.game
    text = Text(printable(game.pictures.draw_text(board, names, board_width())))
    for pattern, style in game.pictures.STYLES:
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
    with unheard():
        sys.stdout.write(json.dumps(value, ensure_ascii=False, separators=(", ", ": ")) + "\n")


def note(text: str) -> None:
    """Write lines to standard error, broken between words on a terminal."""
    _stderr.print(Text("\n".join(_broken(line, "", _stderr) for line in printable(text).splitlines())))


def progress(text: str) -> None:
    """Show one changing line on standard error, where that is a terminal; an empty text takes it away."""
    global _shown
    text = text[: _stderr.width - 1]
    if _stderr.is_terminal and text != _shown:
        sys.stderr.write(f"\r{text:<{len(_shown)}}" + ("" if text else "\r"))
        sys.stderr.flush()
        _shown = text


SHOWN_EVERY = 0.1
"""Seconds between two states of what is counted: games that end by the thousand would have to wait for a terminal."""


class Counter:
    """Shows how many of something are done, how many a second that is, and how long the others take."""

    def __init__(self, total: int, what: str = "games", before: str = "") -> None:
        self._total, self._what, self._before = total, what, before
        self._first: tuple[int, float] | None = None
        self._shown_at = 0.0

    def __call__(self, done: int) -> None:
        """Show that so many are done, a few times a second; the rate is that since the first time."""
        now = time.monotonic()
        if self._first is not None and done < self._total and now - self._shown_at < SHOWN_EVERY:
            return
        self._shown_at = now
        if self._first is None:
            self._first = done, now
        line = f"  {self._before}[{'#' * (20 * done // self._total):.<20}] {done:,} of {self._total:,} {self._what}"
        if fresh := done - self._first[0]:
            each = (now - self._first[1]) / fresh
            rate = f"{1 / max(each, 1e-6):,.0f} a second" if each <= 1 else f"{each:.1f} s each"
            line += f", {rate}, {_duration((self._total - done) * each)} left"
        progress(line)


class Part:
    """Shows which part of something is done, and how long the rest takes."""

    def __init__(self, doing: str) -> None:
        self._doing = doing
        self._first: tuple[float, float] | None = None

    def __call__(self, done: float) -> None:
        """Show that a part from 0 to 1 is done; the time left is by the pace since the first time."""
        now = time.monotonic()
        if self._first is None:
            self._first = done, now
        part, began = self._first
        left = f", {_duration((1 - done) * (now - began) / (done - part))} left" if done > part else ""
        progress(f"  {self._doing}: {done:.0%}{left}")


def _duration(seconds: float) -> str:
    """Say how long something takes, roughly."""
    minutes = seconds / 60
    if minutes < 2:
        return f"{seconds:.0f} s"
    return f"{minutes:.0f} min" if minutes < 120 else f"{minutes / 60:.0f} h"


def clear_screen() -> None:
    """Clear the terminal, where there is one."""
    if _stdout.is_terminal:
        _stdout.clear()


def stop(sentence: str, code: int) -> NoReturn:
    """Leave with a sentence on standard error."""
    note(sentence)
    raise typer.Exit(code)
