"""The board as text in at most 79 columns. Colours and shapes are always letters, so it reads without colour."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from ..board import GlassworksBoard, SeatBoard, Tile
from ..kernel.state import COLOURS, COLUMNS, ROWS
from ..printed.pieces import COLOUR_CODES, SHAPE_CODES, Piece

_COLOURS = (
    "black on #f4f8f8",
    "white on #915592",
    "black on #51a3d4",
    "white on #122c80",
    "black on #9cdba2",
    "white on #12634a",
    "white on #151518",
    "black on #f7e444",
    "black on #d66a02",
)
STYLES = tuple(
    (rf"(?<!\w){code}(?:[{''.join(SHAPE_CODES)}]|\d+)?(?!\w)", style)
    for code, style in zip(COLOUR_CODES, _COLOURS, strict=True)
)
"""How a terminal may colour piece codes, columns and counts of a colour: pattern and style."""

_WIDTH = 79
_PIECES_A_LINE = 3
_BLOCK, _OWN_BLOCK = 38, 27


def draw(board: GlassworksBoard, names: Sequence[str] = ()) -> str:
    """Draw everything that lies on the table; ``names`` are the seats' names, "Seat 0" and so on without.

    With three players and more, while the game runs, one glassworks is drawn whole (the viewer's, or else that of the
    seat on turn) and the others in two lines each, so that a turn fits a small terminal.
    """
    if board.phase == "setup":
        return "River Valley Glassworks, set-up: " + _pieces_line(board.lake)
    names = [name[:16] for name in names] or [f"Seat {seat}" for seat in range(board.players)]
    is_short = board.players > 2 and not board.is_over
    seats = _own_and_others(board, names) if is_short else _side_by_side(board, names)
    return "\n".join([_heading(board, names), *_river(board), *_lake(board), "", *seats])


def _heading(board: GlassworksBoard, names: Sequence[str]) -> str:
    """Return the line above the river: where it begins and ends, the round and whose turn it is."""
    phase = {"play": "", "finishing": ", the last but one", "final": ", the last", "over": ", game over"}[board.phase]
    turn = "" if board.is_over else f": {names[int(board.state.seat)]} to move"
    return f"START ~~ Round {board.round}{phase}{turn} ".ljust(_WIDTH - 6, "~") + "> LAKE"


def _pieces_line(pieces: Sequence[Piece]) -> str:
    return " ".join(piece.code for piece in pieces) or "-"


def _river(board: GlassworksBoard) -> list[str]:
    cells = [_tile_lines(tile) for tile in board.river]
    widths = [max(map(len, cell)) for cell in cells]
    rows = zip_longest(*cells, fillvalue="")
    return ["  ".join(f"{text:<{width}}" for text, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def _tile_lines(tile: Tile) -> list[str]:
    """Return a tile's number, shape and stones, then its pieces, some a line."""
    stones = "o" * tile.stones if tile.stones < 3 else f"{tile.stones}o"
    lines = [f"{tile.number} {tile.shape_name} {stones}".ljust(4 * _PIECES_A_LINE - 1)]
    return lines + (_in_lines(tile.pieces, _PIECES_A_LINE) or ["(empty)"])


def _in_lines(pieces: Sequence[Piece], at_most: int) -> list[str]:
    return [_pieces_line(pieces[k : k + at_most]) for k in range(0, len(pieces), at_most)]


def _lake(board: GlassworksBoard) -> list[str]:
    """Return the lake, and how many pieces of each colour the bag holds; two lines where one is too short."""
    left = [0] * COLOURS
    for piece in board.bag:
        left[piece.colour] += 1
    used = [colour for colour in range(COLOURS) if any(board.terms.array[0].bag[colour::COLOURS])]
    lake = f"Lake {_pieces_line(board.lake)}"
    bag = f"Bag {len(board.bag)}: " + " ".join(f"{COLOUR_CODES[colour]}{left[colour]}" for colour in used)
    return [f"{lake}  {bag}"] if len(lake) + 2 + len(bag) <= _WIDTH else [lake, bag]


def _side_by_side(board: GlassworksBoard, names: Sequence[str]) -> list[str]:
    """Return every seat's glassworks whole, two beside each other."""
    blocks = [_glassworks(board, seat, names[seat.seat], _BLOCK) for seat in board.seats]
    lines: list[str] = []
    for k in range(0, len(blocks), 2):
        lines += [*_beside(blocks[k], blocks[k + 1] if k + 1 < len(blocks) else [], _BLOCK), ""]
    return lines[:-1]


def _own_and_others(board: GlassworksBoard, names: Sequence[str]) -> list[str]:
    """Return one glassworks whole, and beside it the others from the next seat on, in two lines each."""
    viewer = getattr(board, "viewer", None)
    own = int(board.state.seat) if viewer is None else int(viewer)
    others: list[str] = []
    for k in range(1, board.players):
        seat = board.seats[(own + k) % board.players]
        others += _in_short(board, seat, names[seat.seat])
    return _beside(_glassworks(board, board.seats[own], names[own], _OWN_BLOCK), others, _OWN_BLOCK)


def _beside(left: list[str], right: list[str], width: int) -> list[str]:
    return [f"{one:<{width}}  {other}".rstrip() for one, other in zip_longest(left, right, fillvalue="")]


def _marker(board: GlassworksBoard, seat: SeatBoard) -> str:
    return ">" if not board.is_over and int(board.state.seat) == seat.seat else " "


def _standing(board: GlassworksBoard, seat: SeatBoard, name: str) -> str:
    """Return who it is, the points as they stand, and how near the end is (G29)."""
    trigger = int(board.terms.array[0].inventory_trigger)
    return f"{_marker(board, seat)} {name}: {board.total(seat.seat)} points, {seat.inventory}/{trigger}"


def _glassworks(board: GlassworksBoard, seat: SeatBoard, name: str, width: int) -> list[str]:
    """Return a glassworks whole, with the points of each row at its end and of the counted columns below."""
    score = board.breakdown(seat.seat)
    standing = _standing(board, seat, name)
    too_long = max(len(standing) - width, 0)
    lines = [
        standing + " pieces" if len(standing) + 7 <= width else _standing(board, seat, name[: len(name) - too_long])
    ]
    heights = board.heights(seat.seat)
    for row in range(ROWS - 1, -1, -1):
        cells = " ".join(_cell(seat, heights, column, row) for column in range(COLUMNS))
        lines.append(f"   {cells}  {score.rows[row]:>2}")
    counted = {column.number: column.vp for column in score.columns}
    lines.append("   " + " ".join(f"{counted.get(number, '--'):>2}" for number in range(1, COLUMNS + 1)))
    held = _in_lines(seat.satchel, 5) or ["-"]
    lines += [f"satchel {held[0]}", *(f"        {line}" for line in held[1:])]
    if seat.overflow:
        lines.append(f"overflow {_overflow_line(seat.overflow)}")
    return lines


def _in_short(board: GlassworksBoard, seat: SeatBoard, name: str) -> list[str]:
    """Return a glassworks in two lines: the standing, then each column's colour and height, and the satchel."""
    overflow = f", overflow {len(seat.overflow)}" if seat.overflow else " pieces"
    columns = " ".join(f"{COLOUR_CODES[column.colour]}{column.height}" for column in seat.columns) or "no glass yet"
    held = _in_lines(seat.satchel, 5) or ["-"]
    more = [f"  {'':<27}  {line}" for line in held[1:]]
    return [_standing(board, seat, name) + overflow, f"  {columns:<27}  {held[0]}", *more]


def _overflow_line(pieces: Sequence[Piece]) -> str:
    shown = _pieces_line(pieces[:3])
    return f"{shown} +{len(pieces) - 3}" if len(pieces) > 3 else shown


def _cell(seat: SeatBoard, heights: tuple[int, ...], column: int, row: int) -> str:
    return COLOUR_CODES[seat.columns[column].colour] if heights[column] > row else " ."
