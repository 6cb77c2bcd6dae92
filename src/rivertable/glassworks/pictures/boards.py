"""The board drawn: as text in 79 columns or 59, and as SVG for notebooks.

In the text colours and shapes are letters, so it needs no colour. In the SVG every piece has its colour's letters.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from ...core.pictures import WIDTH, beside, svg_page, svg_text
from ..board import GlassworksBoard, SeatBoard, Tile
from ..kernel.state import COLOURS, COLUMNS, ROWS
from ..printed.pieces import COLOUR_CODES, SHAPE_CODES, Piece

_FILL = ("#f4f8f8", "#915592", "#51a3d4", "#122c80", "#9cdba2", "#12634a", "#151518", "#f7e444", "#d66a02")
_LETTERS = ("black", "white", "black", "white", "black", "white", "white", "black", "black")
_INK = ("#24383d", "#fff6ff", "#031a2c", "#f2f5ff", "#06301a", "#effff6", "#ffffff", "#3d2f00", "#1f0c00")
_EDGE = ("#485d62", "#54245c", "#114a74", "#0a1b57", "#1c5a31", "#083d2c", "#000000", "#5f4b00", "#743400")
STYLES = tuple(
    (rf"(?<!\w){code}(?:[{''.join(SHAPE_CODES)}]|\d+)?(?!\w)", f"{letters} on {fill}")
    for code, letters, fill in zip(COLOUR_CODES, _LETTERS, _FILL, strict=True)
)
"""How a terminal may colour piece codes, columns and counts: patterns and styles."""

_PIECES_A_LINE = 3
_OWN_BLOCK = 27


def draw_text(board: GlassworksBoard, names: Sequence[str], width: int = WIDTH) -> str:
    """Draw everything that lies on the table; ``names`` are the seats' names, ``width`` its columns, 59 at least.

    With three players and more, while the game runs, one glassworks is drawn whole (the viewer's, or else that of the
    seat on turn) and the others in two lines each, so that a turn fits a small terminal.
    """
    if board.phase == "setup":
        return "River Valley Glassworks, set-up: " + _pieces_line(board.lake)
    names = [name[:16] for name in names]
    is_short = board.players > 2 and not board.is_over
    seats = _own_and_others(board, names, width) if is_short else _side_by_side(board, names, width)
    return "\n".join([_heading(board, names, width), *_river(board, width), *_lake(board, width), "", *seats])


def _heading(board: GlassworksBoard, names: Sequence[str], width: int) -> str:
    """Return the line above the river: where it begins and ends, the round and whose turn it is."""
    phase = {"play": "", "finishing": ", the last but one", "final": ", the last", "over": ", game over"}[board.phase]
    turn = "" if board.is_over else f": {names[int(board.state.seat)]} to move"
    return f"START ~~ Round {board.round}{phase}{turn} ".ljust(width - 6, "~") + "> LAKE"


def _pieces_line(pieces: Sequence[Piece]) -> str:
    return " ".join(piece.code for piece in pieces) or "-"


def _river(board: GlassworksBoard, width: int) -> list[str]:
    """Return the tiles beside each other; in two rows where one is too wide."""
    cells = [_tile_lines(tile) for tile in board.river]
    whole = _in_a_row(cells)
    if max(map(len, whole)) <= width:
        return whole
    half = len(cells) // 2
    return [*_in_a_row(cells[:half]), *_in_a_row(cells[half:])]


def _in_a_row(cells: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(map(len, cell)) for cell in cells]
    rows = zip_longest(*cells, fillvalue="")
    return ["  ".join(f"{text:<{wide}}" for text, wide in zip(row, widths, strict=True)).rstrip() for row in rows]


def _tile_lines(tile: Tile) -> list[str]:
    """Return a tile's number, shape and stones, then its pieces, some a line."""
    stones = "o" * tile.stones if tile.stones < 3 else f"{tile.stones}o"
    lines = [f"{tile.number} {tile.shape_name} {stones}".ljust(4 * _PIECES_A_LINE - 1)]
    return lines + (_in_lines(tile.pieces, _PIECES_A_LINE) or ["(empty)"])


def _in_lines(pieces: Sequence[Piece], at_most: int) -> list[str]:
    return [_pieces_line(pieces[k : k + at_most]) for k in range(0, len(pieces), at_most)]


def _lake(board: GlassworksBoard, width: int) -> list[str]:
    """Return the lake, and how many pieces of each colour the bag holds; two lines where one is too short."""
    left = [0] * COLOURS
    for piece in board.bag:
        left[piece.colour] += 1
    used = [colour for colour in range(COLOURS) if any(board.terms.array[0].bag[colour::COLOURS])]
    lake = f"Lake {_pieces_line(board.lake)}"
    bag = f"Bag {len(board.bag)}: " + " ".join(f"{COLOUR_CODES[colour]}{left[colour]}" for colour in used)
    return [f"{lake}  {bag}"] if len(lake) + 2 + len(bag) <= width else [lake, bag]


def _side_by_side(board: GlassworksBoard, names: Sequence[str], width: int) -> list[str]:
    """Return every seat's glassworks whole, two beside each other."""
    half = (width - 2) // 2
    blocks = [_glassworks(board, seat, names[seat.seat], half) for seat in board.seats]
    lines: list[str] = []
    for k in range(0, len(blocks), 2):
        lines += [*beside(blocks[k], blocks[k + 1] if k + 1 < len(blocks) else [], half), ""]
    return lines[:-1]


def _own_and_others(board: GlassworksBoard, names: Sequence[str], width: int) -> list[str]:
    """Return one glassworks whole, and beside or below it the others from the next seat on, in two lines each."""
    viewer = getattr(board, "viewer", None)
    own = int(board.state.seat) if viewer is None else int(viewer)
    others: list[str] = []
    for k in range(1, board.players):
        seat = board.seats[(own + k) % board.players]
        others += _in_short(board, seat, names[seat.seat])
    whole = _glassworks(board, board.seats[own], names[own], _OWN_BLOCK)
    return beside(whole, others, _OWN_BLOCK) if width >= WIDTH else [*whole, *others]


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


# As SVG.

_PATHS = (
    "M12 2 23 21H1Z",
    "M12 22 2.5 11A5.6 5.6 0 0 1 12 6a5.6 5.6 0 0 1 9.5 5Z",
    "M12 1.5a10.5 10.5 0 1 1 0 21a10.5 10.5 0 1 1 0-21Z",
    "M2.5 2.5h19v19h-19Z",
    "M12 1 21.5 6.5v11L12 23l-9.5-5.5v-11Z",
    "M12 1c3 6 8 8.5 8 14a8 8 0 0 1-16 0c0-5.5 5-8 8-14Z",
)
_TILE = 108
_SVG_WIDTH = 6 * _TILE + 130


def draw_svg(board: GlassworksBoard) -> str:
    """Draw everything that lies on the table."""
    river_height = max([100, *(60 + 26 * ((len(tile.pieces) + 2) // 3) for tile in board.river)])
    rows = (board.players + 1) // 2
    height = river_height + 30 + rows * 226
    body = [_svg_river(board, river_height)]
    for seat in board.seats:
        x, y = (seat.seat % 2) * (_SVG_WIDTH // 2), river_height + 24 + (seat.seat // 2) * 226
        body.append(f'<g transform="translate({x} {y})">{_svg_seat(board, seat)}</g>')
    title = f"River Valley Glassworks, round {board.round}, {board.players} players"
    return svg_page(title, _SVG_WIDTH, height, "".join(body))


def _svg_piece(piece: Piece, x: float, y: float) -> str:
    colour = piece.colour
    return (
        f'<g transform="translate({x} {y})"><title>{piece.name}</title>'
        f'<path d="{_PATHS[piece.shape]}" fill="{_FILL[colour]}" stroke="{_EDGE[colour]}" stroke-width="1.5"/>'
        f'<text x="12" y="16.5" font-size="9" text-anchor="middle" fill="{_INK[colour]}">'
        f"{COLOUR_CODES[colour]}</text></g>"
    )


def _svg_pieces(pieces: tuple[Piece, ...], x: float, y: float, in_row: int) -> str:
    return "".join(_svg_piece(piece, x + 28 * (k % in_row), y + 26 * (k // in_row)) for k, piece in enumerate(pieces))


def _svg_river(board: GlassworksBoard, height: int) -> str:
    parts = [f'<rect x="0" y="0" width="{_SVG_WIDTH}" height="{height + 10}" fill="#b4d7d5"/>']
    for tile in board.river:
        x = (tile.number - 1) * _TILE + 8
        parts.append(
            f'<rect x="{x}" y="8" width="{_TILE - 14}" height="{height - 8}" rx="8" fill="#fbf5e6" stroke="#6a5c3c"/>'
        )
        parts.append(svg_text(x + 8, 26, f"{tile.number} {tile.shape_name}", weight=600))
        parts.append(svg_text(x + 8, 42, "stone" + ("" if tile.stones == 1 else "s") + f" {tile.stones}", "#4d5a5a"))
        parts.append(_svg_pieces(tile.pieces, x + 8, 52, 3))
    x = 6 * _TILE + 8
    parts.append(f'<rect x="{x}" y="8" width="112" height="{height - 8}" rx="24" fill="#8fc3c6" stroke="#266169"/>')
    parts.append(svg_text(x + 14, 26, f"Lake, bag {len(board.bag)}", weight=600))
    parts.append(_svg_pieces(board.lake, x + 14, 40, 3))
    return "".join(parts)


def _svg_seat(board: GlassworksBoard, seat: SeatBoard) -> str:
    score = board.breakdown(seat.seat)
    turn = ", to move" if not board.is_over and int(board.state.seat) == seat.seat else ""
    parts = [svg_text(10, 16, f"Seat {seat.seat}: {score.total} points, inventory {seat.inventory}{turn}", weight=600)]
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
                    + svg_text(x + 13.5, y + 16, COLOUR_CODES[colour], _INK[colour], "middle")
                )
        parts.append(svg_text(10 + COLUMNS * 30 + 4, y + 16, str(score.rows[row]), "#4d5a5a"))
    for counted in score.columns:
        parts.append(svg_text(10 + (counted.number - 1) * 30 + 13.5, 170, str(counted.vp), "#17616a", "middle", 600))
    parts.append(_svg_pieces(seat.satchel, 10, 176, 9))
    parts.append(svg_text(250, 40, f"overflow {len(seat.overflow)}", "#a1301b" if seat.overflow else "#4d5a5a"))
    parts.append(_svg_pieces(seat.overflow[:12], 250, 48, 4))
    return "".join(parts)
