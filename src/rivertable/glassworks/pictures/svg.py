"""The board as SVG, for notebooks: river, lake and the seats' glassworks, with a letter code on every piece."""

from __future__ import annotations

from html import escape

from ..board import GlassworksBoard, SeatBoard
from ..kernel.state import COLUMNS, ROWS
from ..printed.pieces import COLOUR_CODES, Piece

_FILL = ("#f4f8f8", "#915592", "#51a3d4", "#122c80", "#9cdba2", "#12634a", "#151518", "#f7e444", "#d66a02")
_INK = ("#24383d", "#fff6ff", "#031a2c", "#f2f5ff", "#06301a", "#effff6", "#ffffff", "#3d2f00", "#1f0c00")
_EDGE = ("#485d62", "#54245c", "#114a74", "#0a1b57", "#1c5a31", "#083d2c", "#000000", "#5f4b00", "#743400")
_PATHS = (
    "M12 2 23 21H1Z",
    "M12 22 2.5 11A5.6 5.6 0 0 1 12 6a5.6 5.6 0 0 1 9.5 5Z",
    "M12 1.5a10.5 10.5 0 1 1 0 21a10.5 10.5 0 1 1 0-21Z",
    "M2.5 2.5h19v19h-19Z",
    "M12 1 21.5 6.5v11L12 23l-9.5-5.5v-11Z",
    "M12 1c3 6 8 8.5 8 14a8 8 0 0 1-16 0c0-5.5 5-8 8-14Z",
)
_TILE = 108
_WIDTH = 6 * _TILE + 130


def draw(board: GlassworksBoard) -> str:
    """Draw everything that lies on the table."""
    river_height = max([100, *(60 + 26 * ((len(tile.pieces) + 2) // 3) for tile in board.river)])
    rows = (board.players + 1) // 2
    height = river_height + 30 + rows * 226
    body = [_river(board, river_height)]
    for seat in board.seats:
        x, y = (seat.seat % 2) * (_WIDTH // 2), river_height + 24 + (seat.seat // 2) * 226
        body.append(f'<g transform="translate({x} {y})">{_seat(board, seat)}</g>')
    title = f"River Valley Glassworks, round {board.round}, {board.players} players"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" role="img" '
        f'font-family="system-ui,sans-serif" font-size="12"><title>{escape(title)}</title>'
        f'<rect width="{_WIDTH}" height="{height}" fill="#f3ede1"/>{"".join(body)}</svg>'
    )


def _text(x: float, y: float, text: str, fill: str = "#1e2b2e", anchor: str = "start", weight: int = 400) -> str:
    return f'<text x="{x}" y="{y}" fill="{fill}" text-anchor="{anchor}" font-weight="{weight}">{escape(text)}</text>'


def _piece(piece: Piece, x: float, y: float) -> str:
    colour = piece.colour
    return (
        f'<g transform="translate({x} {y})"><title>{piece.name}</title>'
        f'<path d="{_PATHS[piece.shape]}" fill="{_FILL[colour]}" stroke="{_EDGE[colour]}" stroke-width="1.5"/>'
        f'<text x="12" y="16.5" font-size="9" text-anchor="middle" fill="{_INK[colour]}">'
        f"{COLOUR_CODES[colour]}</text></g>"
    )


def _pieces(pieces: tuple[Piece, ...], x: float, y: float, in_row: int) -> str:
    return "".join(_piece(piece, x + 28 * (k % in_row), y + 26 * (k // in_row)) for k, piece in enumerate(pieces))


def _river(board: GlassworksBoard, height: int) -> str:
    parts = [f'<rect x="0" y="0" width="{_WIDTH}" height="{height + 10}" fill="#b4d7d5"/>']
    for tile in board.river:
        x = (tile.number - 1) * _TILE + 8
        parts.append(
            f'<rect x="{x}" y="8" width="{_TILE - 14}" height="{height - 8}" rx="8" fill="#fbf5e6" stroke="#6a5c3c"/>'
        )
        parts.append(_text(x + 8, 26, f"{tile.number} {tile.shape_name}", weight=600))
        parts.append(_text(x + 8, 42, "stone" + ("" if tile.stones == 1 else "s") + f" {tile.stones}", "#4d5a5a"))
        parts.append(_pieces(tile.pieces, x + 8, 52, 3))
    x = 6 * _TILE + 8
    parts.append(f'<rect x="{x}" y="8" width="112" height="{height - 8}" rx="24" fill="#8fc3c6" stroke="#266169"/>')
    parts.append(_text(x + 14, 26, f"Lake, bag {len(board.bag)}", weight=600))
    parts.append(_pieces(board.lake, x + 14, 40, 3))
    return "".join(parts)


def _seat(board: GlassworksBoard, seat: SeatBoard) -> str:
    score = board.breakdown(seat.seat)
    turn = ", to move" if not board.is_over and int(board.state.seat) == seat.seat else ""
    parts = [_text(10, 16, f"Seat {seat.seat}: {score.total} points, inventory {seat.inventory}{turn}", weight=600)]
    heights = board.heights(seat.seat)
    for row in range(ROWS):
        y = 26 + (ROWS - 1 - row) * 26
        for column in range(COLUMNS):
            x = 10 + column * 30
            parts.append(f'<rect x="{x}" y="{y}" width="27" height="24" rx="3" fill="#f6f5ee" stroke="#5d6766"/>')
            if heights[column] > row:
                colour = seat.columns[column].colour
                parts.append(
                    f'<rect x="{x + 2}" y="{y + 2}" width="23" height="20" rx="3" fill="{_FILL[colour]}" '
                    f'stroke="{_EDGE[colour]}"/>'
                    + _text(x + 13.5, y + 16, COLOUR_CODES[colour], _INK[colour], "middle")
                )
        parts.append(_text(10 + COLUMNS * 30 + 4, y + 16, str(score.rows[row]), "#4d5a5a"))
    for counted in score.columns:
        parts.append(_text(10 + (counted.number - 1) * 30 + 13.5, 170, str(counted.vp), "#17616a", "middle", 600))
    parts.append(_pieces(seat.satchel, 10, 176, 9))
    parts.append(_text(250, 40, f"overflow {len(seat.overflow)}", "#a1301b" if seat.overflow else "#4d5a5a"))
    parts.append(_pieces(seat.overflow[:12], 250, 48, 4))
    return "".join(parts)
