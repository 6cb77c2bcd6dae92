"""The one-line notation of moves: writing it, and taking it apart.

| move | notation |
|---|---|
| place a piece on a tile, gather a neighbour | ``whH@3-2`` |
| place two of one shape | ``whH+puH@3-4`` |
| with the order of new colours | ``whH@3-2:pu,ye`` |
| draw from the lake | ``draw whH+puT+lbC+lbC`` |
| and put pieces into overflow | ``draw whH+puT+lbC+lbC/whH`` |
| pass | ``pass`` |

Reading is kinder than writing: case does not matter, and what only one legal move can mean may be left out: a piece's
shape or colour (``wh@3-2``, ``H@3-2``), the gathered tile (``whH@1``), the order, all of a draw (``draw``), or what
the draw leaves (``draw -lbC``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ...core.errors import MalformedMoveError
from ..kernel.state import COLOUR_NAMES
from ..printed.pieces import COLOUR_CODES, SHAPE_CODES, Piece


def write_place(pieces: Sequence[Piece], onto: int, gather: int, order: Sequence[str]) -> str:
    """Write a move that places."""
    ending = ":" + ",".join(COLOUR_CODES[COLOUR_NAMES.index(name)] for name in order) if order else ""
    return f"{write_pieces(pieces)}@{onto}-{gather}{ending}"


def write_draw(take: Sequence[Piece], overflow: Sequence[Piece]) -> str:
    """Write a move that draws from the lake."""
    return f"draw {write_pieces(take)}" + (f"/{write_pieces(overflow)}" if overflow else "")


def write_pass() -> str:
    """Write a pass."""
    return "pass"


def write_pieces(pieces: Iterable[Piece]) -> str:
    """Write pieces joined by +."""
    return "+".join(piece.code for piece in pieces)


@dataclass(frozen=True, slots=True)
class PiecePattern:
    """What a text says of a piece; None where it says nothing."""

    colour: int | None
    shape: int | None

    def fits(self, piece: Piece) -> bool:
        """Return whether a piece is what the text says."""
        return self.colour in (None, piece.colour) and self.shape in (None, piece.shape)


@dataclass(frozen=True, slots=True)
class PlacePattern:
    """What a text says of a move that places."""

    pieces: tuple[PiecePattern, ...]
    onto: int
    gather: int | None
    order: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class DrawPattern:
    """What a text says of a draw: pieces taken, or the one left, and those for overflow; None for nothing said."""

    take: tuple[PiecePattern, ...] | None
    left: PiecePattern | None
    overflow: tuple[PiecePattern, ...] | None


@dataclass(frozen=True, slots=True)
class PassPattern:
    """A text that says pass."""


Pattern = PlacePattern | DrawPattern | PassPattern

_PIECES = r"[a-z]{1,3}(?:\s*\+\s*[a-z]{1,3})*"
_PLACE = re.compile(
    rf"(?P<pieces>{_PIECES})\s*@\s*(?P<onto>\d{{1,9}})(?:\s*-\s*(?P<gather>\d{{1,9}}))?"
    r"(?:\s*:\s*(?P<order>[a-z]{2}(?:\s*,\s*[a-z]{2})*))?"
)
_DRAW = re.compile(rf"draw(?:\s+(?P<take>{_PIECES})|\s*-\s*(?P<left>[a-z]{{1,3}}))?(?:\s*/\s*(?P<overflow>{_PIECES}))?")


def read(text: str) -> Pattern:
    """Take a notation apart.

    Raises:
        MalformedMoveError: the text says no move.
    """
    plain = text.strip().lower()
    if plain == "pass":
        return PassPattern()
    if match := _DRAW.fullmatch(plain):
        return DrawPattern(
            _read_pieces(match["take"]),
            _read_piece(match["left"]) if match["left"] else None,
            _read_pieces(match["overflow"]),
        )
    if match := _PLACE.fullmatch(plain):
        pieces = _read_pieces(match["pieces"]) or ()
        order = tuple(_read_colour(code.strip()) for code in match["order"].split(",")) if match["order"] else None
        return PlacePattern(pieces, int(match["onto"]), int(match["gather"]) if match["gather"] else None, order)
    raise MalformedMoveError(
        "{text} is not a move. Moves look like whH@3-2, whH+puH@3-4, draw whH+puT+lbC+lbC or pass.",
        text=repr(text.strip()),
    )


def _read_pieces(text: str | None) -> tuple[PiecePattern, ...] | None:
    return tuple(_read_piece(part.strip()) for part in text.split("+")) if text else None


def _read_piece(text: str) -> PiecePattern:
    if len(text) == 1 and text.upper() in SHAPE_CODES:
        return PiecePattern(None, SHAPE_CODES.index(text.upper()))
    if len(text) == 2 and text in COLOUR_CODES:
        return PiecePattern(COLOUR_CODES.index(text), None)
    if len(text) == 3 and text[:2] in COLOUR_CODES and text[2].upper() in SHAPE_CODES:
        return PiecePattern(COLOUR_CODES.index(text[:2]), SHAPE_CODES.index(text[2].upper()))
    raise MalformedMoveError(
        "{text} is no piece: write a colour ({colours:list}) and a shape ({shapes:list}).",
        text=repr(text),
        colours=list(COLOUR_CODES),
        shapes=list(SHAPE_CODES),
    )


def _read_colour(text: str) -> str:
    if text not in COLOUR_CODES:
        raise MalformedMoveError(
            "{text} is no colour: there are {colours:list}.", text=repr(text), colours=list(COLOUR_CODES)
        )
    return COLOUR_NAMES[COLOUR_CODES.index(text)]
