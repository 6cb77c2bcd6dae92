"""Pieces of glass as people write them: names ("white heart") and codes ("whH")."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field
from typing_extensions import TypeAliasType

from ..kernel.state import COLOUR_NAMES, COLOURS, SHAPE_NAMES, TILES, TYPES

COLOUR_CODES = ("wh", "pu", "lb", "db", "lg", "dg", "bk", "ye", "or")
"""Two letters a colour, in the order of ``COLOUR_NAMES``."""

SHAPE_CODES = ("T", "H", "C", "S", "X", "D")
"""One letter a shape, in the order of ``SHAPE_NAMES``; the hexagon is X."""


PIECE_NAMES = tuple(f"{colour} {shape}" for shape in SHAPE_NAMES for colour in COLOUR_NAMES)
"""The names of all kinds of pieces by their type numbers: "light blue drop"."""


def _one_of(names: tuple[str, ...], pattern: str) -> Any:
    """Return what holds a text to some names; a document's schema lists them."""
    return Field(pattern=f"^{pattern}$", json_schema_extra={"enum": list(names)})


_COLOUR, _SHAPE = f"({'|'.join(COLOUR_NAMES)})", f"({'|'.join(SHAPE_NAMES)})"
ColourName = TypeAliasType("ColourName", Annotated[str, _one_of(COLOUR_NAMES, _COLOUR)])
ShapeName = TypeAliasType("ShapeName", Annotated[str, _one_of(SHAPE_NAMES, _SHAPE)])
PieceName = TypeAliasType("PieceName", Annotated[str, _one_of(PIECE_NAMES, f"{_COLOUR} {_SHAPE}")])
TileNumber = Annotated[int, Field(ge=1, le=TILES)]
"""The place of a tile in the river, from START."""


@dataclass(frozen=True, slots=True, order=True)
class Piece:
    """A piece of glass by its kind: ``shape`` 0..5 and ``colour`` 0..8."""

    shape: int
    colour: int

    @classmethod
    def of(cls, number: int) -> Piece:
        """Return the piece of a type number (0..53)."""
        return cls(*divmod(number, COLOURS))

    @classmethod
    def from_name(cls, name: str) -> Piece:
        """Return the piece of a name such as ``"light blue drop"``.

        Raises:
            ValueError: there is no such piece.
        """
        colour, _, shape = name.rpartition(" ")
        if colour not in COLOUR_NAMES or shape not in SHAPE_NAMES:
            raise ValueError(f"There is no piece of glass called {name!r}.")
        return cls(SHAPE_NAMES.index(shape), COLOUR_NAMES.index(colour))

    @classmethod
    def from_code(cls, code: str) -> Piece:
        """Return the piece of a code such as ``"lbD"`` (in any case).

        Raises:
            ValueError: there is no such piece.
        """
        colour, shape = code[:2].lower(), code[2:].upper()
        if colour not in COLOUR_CODES or shape not in SHAPE_CODES:
            raise ValueError(f"There is no piece of glass with the code {code!r}.")
        return cls(SHAPE_CODES.index(shape), COLOUR_CODES.index(colour))

    @property
    def number(self) -> int:
        """The type number, shape * 9 + colour."""
        return self.shape * COLOURS + self.colour

    @property
    def colour_name(self) -> str:
        """The colour in words."""
        return COLOUR_NAMES[self.colour]

    @property
    def shape_name(self) -> str:
        """The shape in words."""
        return SHAPE_NAMES[self.shape]

    @property
    def name(self) -> str:
        """Colour, space, shape: as records write it."""
        return PIECE_NAMES[self.number]

    @property
    def code(self) -> str:
        """Three letters: ``whH`` is the white heart."""
        return COLOUR_CODES[self.colour] + SHAPE_CODES[self.shape]

    def __str__(self) -> str:
        return self.code


PIECES = tuple(map(Piece.of, range(TYPES)))
"""All kinds of pieces by their type numbers."""


def names(pieces: Iterable[Piece]) -> list[str]:
    """Return pieces as records write them."""
    return [piece.name for piece in pieces]
