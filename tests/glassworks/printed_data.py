"""The printed data of River Valley Glassworks, typed from the rules for the tests alone.

Nothing here comes from the package: a wrong figure there cannot repeat itself here.
"""

from collections import Counter
from collections.abc import Iterable
from typing import TypedDict

Piece = tuple[str, str]
"""A piece of glass: (colour, shape)."""

SHAPES = ["triangle", "heart", "circle", "square", "hexagon", "drop"]
COLOURS = [
    "white",
    "purple",
    "light blue",
    "dark blue",
    "light green",
    "dark green",
    "black",
    "yellow",
    "orange",
]

PIECES: list[Piece] = [(colour, shape) for shape in SHAPES for colour in COLOURS]
"""All piece types; a type's number is its place here: shape * 9 + colour."""

TYPE: dict[Piece, int] = {piece: number for number, piece in enumerate(PIECES)}
"""The number of each piece type, 0..53."""

COLUMN_COUNT = 7  # G4
COLUMN_HEIGHT = 5  # G4
SATCHEL_LIMIT = 5  # G4
LAKE_SIZE = 5  # G9
LAKE_DRAW = 4  # G24
SATCHEL_START = 3  # G10, and G30 for the top-up


class PrintedData(TypedDict):
    """What is printed on the pieces, tiles and boards, and may be edited."""

    pieces: dict[str, dict[str, int]]  # colour -> shape -> how many
    stones: dict[str, int]  # shape of the tile -> stones
    row_vp: list[int]  # by filled spaces, 0..7
    column_vp: list[list[int]]  # [column 0..6][height - 1]
    overflow_vp: int  # for each piece, negative
    inventory_trigger: int


def _by_shape(*counts: int) -> dict[str, int]:
    return dict(zip(SHAPES, counts, strict=True))


STANDARD: PrintedData = {
    # G1 gives the totals; the split over shapes is inferred.
    #                 triangle, heart, circle, square, hexagon, drop
    "pieces": {
        "white": _by_shape(4, 4, 4, 4, 3, 3),  # 22
        "purple": _by_shape(4, 4, 3, 3, 4, 4),  # 22
        "light blue": _by_shape(3, 2, 3, 3, 3, 3),  # 17
        "dark blue": _by_shape(2, 3, 3, 3, 3, 3),  # 17
        "light green": _by_shape(2, 2, 2, 2, 2, 2),  # 12
        "dark green": _by_shape(2, 2, 2, 2, 2, 2),  # 12
        "black": _by_shape(2, 2, 2, 2, 2, 2),  # 12
        "yellow": _by_shape(2, 2, 2, 1, 1, 1),  # 9
        "orange": _by_shape(1, 1, 1, 2, 2, 2),  # 9
    },
    "stones": _by_shape(1, 2, 1, 2, 1, 2),  # G3; which tile has which is inferred
    "row_vp": [0, 1, 2, 4, 7, 11, 16, 22],  # G35
    "column_vp": [  # G37
        [1, 2, 3, 4, 5],
        [2, 4, 6, 8, 10],
        [3, 6, 9, 12, 15],
        [4, 8, 12, 16, 20],
        [5, 10, 15, 20, 25],
        [6, 12, 18, 24, 30],
        [7, 14, 21, 28, 35],
    ],
    "overflow_vp": -3,  # G38
    "inventory_trigger": 17,  # G29
}

ENDLESS: PrintedData = {**STANDARD, "inventory_trigger": 99}
"""A table on which the end is never triggered, so that bag, lake and satchels run out (G27, G28, G33)."""

SCARCE: PrintedData = {**STANDARD, "pieces": {colour: _by_shape(1, 1, 1, 1, 1, 1) for colour in COLOURS}}
"""A table with one piece of each type, so that the bag is short near the end (G27, G30)."""


def full_bag(data: PrintedData, players: int) -> Counter[Piece]:
    """G6: the bag before set-up; black glass only with 5 players."""
    bag: Counter[Piece] = Counter()
    for colour, shapes in data["pieces"].items():
        if colour == "black" and players != 5:
            continue
        for shape, count in shapes.items():
            if count > 0:
                bag[(colour, shape)] = count
    return bag


def name(piece: Piece) -> str:
    """A piece as records write it: `white heart`."""
    return f"{piece[0]} {piece[1]}"


def names(pieces: Iterable[Piece]) -> list[str]:
    """Pieces as records write them, in rising type order."""
    return [name(piece) for piece in sorted(pieces, key=TYPE.__getitem__)]


PIECE_NAMED: dict[str, Piece] = {name(piece): piece for piece in PIECES}
"""The piece of each name a record may write."""
