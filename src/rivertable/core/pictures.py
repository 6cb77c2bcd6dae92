"""What pictures of every game are drawn with: lines of text beside each other, SVG, and positions in one line.

The one-line text of a position has fields parted by spaces. The first four are the tag of the game and its format, the
number of players, the options and the edition of the printed data. The others are the game's own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

from .errors import OptionError, PositionError

if TYPE_CHECKING:
    from .game import Components, Game, Terms
    from .position import Board

INK = "#1e2b2e"
WIDTH, NARROW = 79, 59
"""The columns of a board drawn as text, where nothing else is asked for, and where there is little room."""


def beside(left: Sequence[str], right: Sequence[str], width: int) -> list[str]:
    """Return lines of text beside others; the left ones have ``width`` columns."""
    return [f"{one:<{width}}  {other}".rstrip() for one, other in zip_longest(left, right, fillvalue="")]


def svg_page(title: str, width: int, height: int, body: str) -> str:
    """Return a whole SVG of a size in pixels."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" role="img" '
        f'font-family="system-ui,sans-serif" font-size="12"><title>{escape(title)}</title>'
        f'<rect width="{width}" height="{height}" fill="#f3ede1"/>{body}</svg>'
    )


def svg_text(
    x: float, y: float, text: str, fill: str = INK, anchor: str = "start", weight: int = 400, width: int | None = None
) -> str:
    """Return a line of text, drawn as wide as ``width``."""
    fit = "" if width is None else f' textLength="{width}" lengthAdjust="spacingAndGlyphs"'
    return (
        f'<text x="{x}" y="{y}" fill="{fill}" text-anchor="{anchor}" font-weight="{weight}"{fit}>{escape(text)}</text>'
    )


def write_text(tag: str, board: Board, *fields: str) -> str:
    """Return a text with the game's own fields."""
    return " ".join((tag, str(board.players), board.terms.options.text(), _edition_of(board), *fields))


def _edition_of(board: Board) -> str:
    """Return the name of the packaged edition that is played with, or the first digits of other data's hash."""
    sha256 = board.terms.components.sha256
    return edition_name(board.game, sha256) or sha256[:12]


def edition_name(game: Game, sha256: str) -> str | None:
    """Return the name of the packaged edition with a hash, None where none has it."""
    return next((name for name in game.printed.EDITIONS if game.printed.load(Path(name)).sha256 == sha256), None)


def read_text(line: str, tag: str, count: int, game: Game, components: Components | None) -> tuple[Terms, list[str]]:
    """Return the terms and the game's own fields of a text, which has ``count`` fields in all.

    Raises:
        PositionError: it is no such text, or belongs to other printed data.
    """
    fields = line.split()
    if not fields or fields[0] != tag:
        raise PositionError(f"A position of this game begins with {tag}.")
    if len(fields) != count:
        raise PositionError(f"A position has {count} fields, this text has {len(fields)}.")
    _, players, options, edition, *own = fields
    if edition == "standard":
        edition = game.printed.ONCE_STANDARD
    named = game.printed.load(Path(edition)) if edition in game.printed.EDITIONS else None
    components = components or named or game.printed.load()
    wanted = edition if named is None else named.sha256
    if not components.sha256.startswith(wanted):
        raise PositionError(f"This position belongs to the edition {edition}: give its components.")
    try:
        terms = game.make_terms(read_number(players, "players"), game.options.read(options), components)
    except OptionError as error:
        raise PositionError(error.sentence) from error
    return terms, own


def read_number(text: str, place: str, low: int = 0, high: int = 9999) -> int:
    """Read a whole number.

    Raises:
        PositionError: it is none, or out of its bounds.
    """
    if not re.fullmatch(r"-?[0-9]{1,20}", text) or not low <= int(text) <= high:
        raise PositionError(f"{place} must be a number from {low} to {high}, not {text!r}.")
    return int(text)


def read_seats(text: str, players: int) -> list[str]:
    """Return what is written of each seat.

    Raises:
        PositionError: there are more or fewer of them.
    """
    seats = text.split("/")
    if len(seats) != players:
        raise PositionError(f"There are {len(seats)} seats written for {players} players.")
    return seats
