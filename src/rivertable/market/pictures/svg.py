"""The table as SVG, for notebooks: the river as a loop of Booths, and what lies before each seat."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from textwrap import wrap

from ...core.pictures import svg_page, svg_text
from ..board import Booth, MarketBoard, SeatBoard
from ..printed.components import cost_short, mark, planks_short, step_short, worth_text
from ..printed.deck import Card
from ..printed.effects import RESOURCE_LETTERS, Resource

_SEAT_FILL = ("#d66a02", "#3a86c8", "#915592", "#2f8f5b", "#b23a48")
_GOOD_FILL = ("#7fae3a", "#6fb3c8", "#c98bb5", "#8d8f96", "#e8a6c4", "#e6b93c")
_WIDTH = 920
_CELL_WIDTH = 150
_CELL_HEIGHT = 118
_LETTERS = 21
_NAME_LETTERS = 17
_SEAT_HEIGHT = 96
_DIM = "#4d5a5a"


def draw(board: MarketBoard) -> str:
    """Draw everything that the board knows."""
    columns = max(len(board.upper), len(board.lower), 1)
    width = max(_WIDTH, columns * _CELL_WIDTH + 40)
    river_height = 2 * _CELL_HEIGHT + 70
    parts = [_river(board, width, river_height)]
    y = river_height + 20
    for seat in board.seats:
        parts.append(f'<g transform="translate(14 {y})">{_seat(board, seat, width)}</g>')
        y += _SEAT_HEIGHT
    for seat in board.seats:
        if seat.hand:
            parts.append(f'<g transform="translate(14 {y})">{_hand(seat)}</g>')
            y += 150
    title = f"River Market, turn {board.turn}, {board.players} players"
    return svg_page(title, width, y, "".join(parts))


def _lines(x: float, y: float, text: str, width: int, most: int) -> str:
    return "".join(svg_text(x, y + 14 * k, line, _DIM) for k, line in enumerate(wrap(text, width)[:most]))


def _river(board: MarketBoard, width: int, height: int) -> str:
    """Return both rows over each other with the water between them, and the way round as an arrow."""
    middle = height / 2
    parts = [
        f'<rect x="0" y="0" width="{width}" height="{height}" fill="#d9e6cf"/>',
        f'<rect x="6" y="{middle - 16}" width="{width - 12}" height="32" rx="16" fill="#8fc3c6"/>',
        svg_text(20, middle + 4, "clockwise: upper row to the right, lower row to the left", "#12474f"),
    ]
    for row, top in ((board.upper, 12), (board.lower, int(middle) + 22)):
        left = (width - len(row) * _CELL_WIDTH) / 2
        for place, booth in enumerate(row):
            parts.append(f'<g transform="translate({left + place * _CELL_WIDTH} {top})">{_booth(booth)}</g>')
    return "".join(parts)


def _booth(booth: Booth) -> str:
    card = booth.card
    edge = "#6a5c3c" if booth.owner is None else _SEAT_FILL[booth.owner]
    owner = "Starting Booth" if booth.owner is None else f"seat {booth.owner}"
    name = card.name + mark(card, "name")
    parts = [
        f'<rect x="4" y="0" width="{_CELL_WIDTH - 8}" height="{_CELL_HEIGHT - 4}" rx="8" fill="#fbf5e6" '
        f'stroke="{edge}" stroke-width="3"/>',
        svg_text(12, 18, name, weight=600, width=_CELL_WIDTH - 24 if len(name) > _NAME_LETTERS else None),
        svg_text(12, 34, owner, edge, weight=600),
        _lines(12, 50, planks_short(card) + mark(card, "plank"), _LETTERS, 3),
    ]
    houses = [seat for seat, count in enumerate(booth.houses) for _ in range(count)]
    for star in range(card.stars):
        fill = _SEAT_FILL[houses[star]] if star < len(houses) else "none"
        label = f"house of seat {houses[star]}" if star < len(houses) else "free star space"
        parts.append(
            f'<rect x="{84 + 12 * star}" y="25" width="10" height="10" fill="{fill}" stroke="#6a5c3c">'
            f"<title>{label}</title></rect>"
        )
    for place, seat in enumerate(booth.pawns):
        parts.append(_token(18 + 22 * place, _CELL_HEIGHT - 16, str(seat), _SEAT_FILL[seat], f"pawn of seat {seat}"))
    return "".join(parts)


def _token(x: float, y: float, text: str, fill: str, title: str) -> str:
    return (
        f"<g><title>{escape(title)}</title>"
        f'<circle cx="{x}" cy="{y}" r="9" fill="{fill}" stroke="#24383d"/>'
        f"{svg_text(x, y + 4, text, '#ffffff', 'middle', 600)}</g>"
    )


def _seat(board: MarketBoard, seat: SeatBoard, width: int) -> str:
    turn = ", to move" if not board.is_over and int(board.state.seat) == seat.seat else ""
    heading = f"Seat {seat.seat}: {board.total(seat.seat)} points, {seat.houses} houses, {seat.hand_count} cards{turn}"
    if seat.tokens:
        heading += ", Zoom token"
    parts = [
        f'<rect x="0" y="0" width="{width - 28}" height="{_SEAT_HEIGHT - 8}" rx="8" fill="#fffaf0" '
        f'stroke="{_SEAT_FILL[seat.seat]}" stroke-width="2"/>',
        svg_text(10, 18, heading, weight=600),
    ]
    for resource, letter, amount in zip(Resource, RESOURCE_LETTERS, seat.resources, strict=True):
        x = 22 + 62 * resource
        parts.append(_token(x, 40, letter, _GOOD_FILL[resource], f"{amount} {resource.counted(2)}"))
        parts.append(svg_text(x + 14, 44, str(amount), weight=600))
    helpers = "; ".join(f"{card.name}{mark(card, 'name')}: {worth_text(card)}" for card in seat.helpers)
    parts.append(_lines(10, 66, f"Helpers: {helpers or 'none'}", 140, 2))
    return "".join(parts)


def _hand(seat: SeatBoard) -> str:
    hand: Sequence[Card] = seat.hand or ()
    parts = [svg_text(0, 14, f"Hand of seat {seat.seat} (* made up by this project)", weight=600)]
    for place, card in enumerate(hand):
        x = place * 176
        cost = f"costs {cost_short(card)}{mark(card, 'cost')}" if card.is_booth or card.ability else ""
        effects = planks_short(card) and f"{planks_short(card)}{mark(card, 'plank', 'effect')}"
        text = "; ".join(filter(None, [cost, effects, worth_text(card)]))
        parts += [
            f'<rect x="{x}" y="22" width="168" height="116" rx="8" fill="#ffffff" stroke="#6a5c3c"/>',
            svg_text(x + 8, 40, card.name + mark(card, "name"), weight=600),
            svg_text(x + 8, 56, step_short(card) + mark(card, "step"), "#17616a", weight=600),
            _lines(x + 8, 72, text, 24, 5),
        ]
    return "".join(parts)
