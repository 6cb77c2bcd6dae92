"""The board as text in at most 80 columns. Colours and shapes are always letters, so it reads without colour."""

from __future__ import annotations

from collections.abc import Sequence

from .board import GlassworksBoard, SeatBoard, Tile
from .pieces import COLOUR_CODES, SHAPE_CODES, Piece
from .state import COLOURS, COLUMNS, ROWS

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
    (rf"(?<![\w]){code}[{''.join(SHAPE_CODES)}]?(?![\w])", style)
    for code, style in zip(COLOUR_CODES, _COLOURS, strict=True)
)
"""How a terminal may colour piece codes and columns: pattern and style."""

_CELL = 12
_BLOCK = 38


def draw(board: GlassworksBoard, names: Sequence[str] = ()) -> str:
    """Draw everything that lies on the table; ``names`` are the seats' names, "Seat 0" and so on without."""
    if board.phase == "setup":
        return "River Valley Glassworks, set-up: " + _pieces_line(board.lake)
    names = names or [f"Seat {seat}" for seat in range(board.players)]
    parts = [_heading(board, names), *_river(board), "", *_lake(board), ""]
    return "\n".join([*parts, *_seats(board, names)])


def _heading(board: GlassworksBoard, names: Sequence[str]) -> str:
    phase = {
        "play": "",
        "finishing": ", the end is triggered: this round is finished, then one turn each",
        "final": ", final turns",
        "over": ", game over",
    }[board.phase]
    turn = "" if board.is_over else f", {names[int(board.state.seat)]} to move"
    return f"Round {board.round}{turn}{phase}"


def _pieces_line(pieces: tuple[Piece, ...]) -> str:
    return " ".join(piece.code for piece in pieces) or "-"


def _river(board: GlassworksBoard) -> list[str]:
    tiles = board.river
    lines = ["  ".join(f"{f'{tile.number} {tile.shape_name}':<{_CELL - 1}}" for tile in tiles).rstrip()]
    lines[0] = "START " + lines[0]
    cells = [_tile_lines(tile) for tile in tiles]
    for row in range(max(map(len, cells))):
        lines.append("      " + "  ".join(f"{_at(cell, row):<{_CELL - 1}}" for cell in cells).rstrip())
    return lines


def _tile_lines(tile: Tile) -> list[str]:
    """Give the stones of a tile, then its pieces, two a line."""
    stones = "o" * tile.stones
    codes = [piece.code for piece in tile.pieces] or ["(empty)"]
    return [" ".join(codes[k : k + 2]) for k in range(0, len(codes), 2)] + [f"[{stones}]"]


def _at(lines: list[str], row: int) -> str:
    return lines[row] if row < len(lines) else ""


def _lake(board: GlassworksBoard) -> list[str]:
    left = [0] * COLOURS
    for piece in board.bag:
        left[piece.colour] += 1
    used = [colour for colour in range(COLOURS) if any(board.terms.array[0].bag[colour::COLOURS])]
    bag = " ".join(f"{COLOUR_CODES[colour]} {left[colour]}" for colour in used)
    return [f"Lake  {_pieces_line(board.lake)}", f"Bag   {len(board.bag)}: {bag}"]


def _seats(board: GlassworksBoard, names: Sequence[str]) -> list[str]:
    """Give the seats' glassworks, two side by side."""
    blocks = [_seat(board, seat, names[seat.seat]) for seat in board.seats]
    lines: list[str] = []
    for k in range(0, len(blocks), 2):
        pair = blocks[k : k + 2]
        for row in range(max(map(len, pair))):
            lines.append("   ".join(f"{_at(block, row):<{_BLOCK}}" for block in pair).rstrip())
        lines.append("")
    return lines[:-1]


def _seat(board: GlassworksBoard, seat: SeatBoard, name: str) -> list[str]:
    marker = ">" if not board.is_over and int(board.state.seat) == seat.seat else " "
    trigger = int(board.terms.array[0].inventory_trigger)
    score = board.breakdown(seat.seat)
    heading = f": {score.total} points, {seat.inventory} of {trigger}"
    lines = [f"{marker} {name[: _BLOCK - len(heading) - 2]}{heading}"]
    heights = board.heights(seat.seat)
    for row in range(ROWS - 1, -1, -1):
        cells = " ".join(_cell(seat, heights, column, row) for column in range(COLUMNS))
        lines.append(f"   {cells}  {score.rows[row]:>2}")
    counted = {column.number: column.vp for column in score.columns}
    lines.append("   " + " ".join(f"{counted.get(number, '--'):>2}" for number in range(1, COLUMNS + 1)))
    lines.append(f"   satchel  {_pieces_line(seat.satchel)}")
    if seat.overflow:
        lines.append(f"   overflow {_overflow_line(seat.overflow)}")
    return lines


def _overflow_line(pieces: tuple[Piece, ...]) -> str:
    shown = " ".join(piece.code for piece in pieces[:5])
    return f"{shown} +{len(pieces) - 5}" if len(pieces) > 5 else shown


def _cell(seat: SeatBoard, heights: tuple[int, ...], column: int, row: int) -> str:
    return COLOUR_CODES[seat.columns[column].colour] if heights[column] > row else " ."
