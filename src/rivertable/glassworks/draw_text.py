"""The board as text in at most 80 columns. Colours and shapes are always letters, so it reads without colour."""

from __future__ import annotations

from .board import GlassworksBoard, SeatBoard, Tile
from .pieces import COLOUR_CODES, Piece
from .state import COLOURS, COLUMNS, ROWS

WIDTH = 79
_CELL = 11


def draw(board: GlassworksBoard) -> str:
    """Draw everything that lies on the table."""
    if board.phase == "setup":
        return "River Valley Glassworks, set-up: " + _pieces_line(board.lake)
    parts = [_heading(board), *_river(board), "", *_lake(board), ""]
    return "\n".join([*parts, *_seats(board)])


def _heading(board: GlassworksBoard) -> str:
    phase = {
        "play": "",
        "finishing": ", the end is triggered: this round is finished, then one turn each",
        "final": ", final turns",
        "over": ", game over",
    }[board.phase]
    turn = "" if board.is_over else f", seat {int(board.state.seat)} to move"
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


def _seats(board: GlassworksBoard) -> list[str]:
    """Give the seats' glassworks, two side by side."""
    blocks = [_seat(board, seat) for seat in board.seats]
    lines: list[str] = []
    for k in range(0, len(blocks), 2):
        pair = blocks[k : k + 2]
        for row in range(max(map(len, pair))):
            lines.append("   ".join(f"{_at(block, row):<38}" for block in pair).rstrip())
        lines.append("")
    return lines[:-1]


def _seat(board: GlassworksBoard, seat: SeatBoard) -> list[str]:
    marker = ">" if not board.is_over and int(board.state.seat) == seat.seat else " "
    trigger = int(board.terms.array[0].inventory_trigger)
    score = board.breakdown(seat.seat)
    lines = [f"{marker}Seat {seat.seat}: {score.total} points, inventory {seat.inventory}/{trigger}"]
    heights = board.heights(seat.seat)
    for row in range(ROWS - 1, -1, -1):
        cells = " ".join(_cell(seat, heights, column, row) for column in range(COLUMNS))
        lines.append(f"   {cells}  {score.rows[row]:>2}")
    counted = {column.number: column.vp for column in score.columns}
    lines.append("   " + " ".join(f"{counted.get(number, ''):>2}" for number in range(1, COLUMNS + 1)))
    lines.append(f"   satchel {_pieces_line(seat.satchel)}")
    if seat.overflow:
        lines.append(f"   overflow {_overflow_line(seat.overflow)}")
    return lines


def _overflow_line(pieces: tuple[Piece, ...]) -> str:
    shown = " ".join(piece.code for piece in pieces[:5])
    return f"{shown} +{len(pieces) - 5}" if len(pieces) > 5 else shown


def _cell(seat: SeatBoard, heights: tuple[int, ...], column: int, row: int) -> str:
    return COLOUR_CODES[seat.columns[column].colour] if heights[column] > row else " ."
