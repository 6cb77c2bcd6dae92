"""What the reference game is made of: its tiles, seats and the public integers of decisions and chance."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from .printed_data import TYPE, Piece, names

# t is a piece type, 0..53; shapes, tiles and colours are numbered in the order of `printed_data`.
PLACE = 0  # + t: one piece on the tile of its shape (G12)
PAIR = 54  # + shape * 6 + tile: two pieces of a shape onto a tile (G13)
DRAW = 90  # from the lake (G24)
PICK = 91  # + t: a piece of the pair, in non-decreasing type order
UP = 145  # gather the neighbour nearer START (G14)
DOWN = 146  # gather the neighbour nearer the lake (G14)
COLOUR = 147  # + colour: the new colour that takes the next column (G20)
LEAVE = 156  # + t: the lake piece that stays (G24)
DROP = 210  # + t: a satchel piece to overflow, in non-decreasing type order (G25)
PASS = 264  # only when nothing else is possible (G28)
DRAWN = 265  # + t: chance, a piece comes out of the bag
TILE = 319  # + tile: chance, the next tile of the river (G7)

Destination = tuple[str, int]
"""Where the next piece out of the bag goes: ("tile", river index), ("lake", 0) or ("satchel", seat)."""


@dataclass
class Tile:
    """A river tile with the glass on it."""

    shape: str
    stones: int
    pieces: list[Piece] = field(default_factory=list)

    def document(self) -> dict[str, Any]:
        """The tile as a record's STATE has it."""
        return {"shape": self.shape, "stones": self.stones, "pieces": names(self.pieces)}


@dataclass
class Seat:
    """What one player owns. A column is a list of pieces of one colour, bottom first."""

    satchel: list[Piece] = field(default_factory=list)
    columns: list[list[Piece]] = field(default_factory=list)
    overflow: list[Piece] = field(default_factory=list)

    def document(self) -> dict[str, Any]:
        """The seat as a record's STATE has it, but for the inventory."""
        return {
            "satchel": names(self.satchel),
            "columns": [{"colour": column[0][0], "height": len(column)} for column in self.columns],
            "overflow": names(self.overflow),
        }


def types(pieces: Iterable[Piece]) -> tuple[int, ...]:
    """The type numbers of pieces, rising."""
    return tuple(sorted(TYPE[piece] for piece in pieces))
