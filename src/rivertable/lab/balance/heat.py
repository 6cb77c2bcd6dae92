"""A heat map: differences by two values at once. Signs and marks say what colours say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from .plots import WIDTH, whole

_CELL_HEIGHT = 34
_HEAD = 34
_FOOT = 6
_STRONGEST = 0.6


@dataclass(frozen=True)
class Cell:
    """One combination: its difference as words, how strong it is from -1 to 1, and whether it is clear."""

    words: str
    strength: float
    is_clear: bool
    is_base: bool


def heat(
    title: str, down: str, across: str, names: tuple[Sequence[str], Sequence[str]], rows: Sequence[Sequence[Cell]]
) -> str:
    """Draw cells in rows and columns; ``names`` are the values of the rows and of the columns."""
    left = 14 + 7.2 * max(map(len, names[0]))
    width = max(WIDTH, int(left) + 58 * len(names[1]) + 4)
    wide = (width - left - 4) / len(names[1])
    inside = [
        _text(left + (width - left) / 2, 12, f"{across} →", "label"),
        _text(2, 12, f"{down} ↓", "label", "start"),
    ]
    for number, name in enumerate(names[1]):
        inside.append(_text(left + wide * (number + 0.5), _HEAD - 6, name, "name"))
    for place, (name, row) in enumerate(zip(names[0], rows, strict=True)):
        y = _HEAD + place * _CELL_HEIGHT
        inside.append(_text(left - 8, y + _CELL_HEIGHT / 2 + 4, name, "name", "end"))
        for number, cell in enumerate(row):
            inside += _cell(cell, left + wide * number, y, wide)
    return whole(title, _HEAD + len(rows) * _CELL_HEIGHT + _FOOT, inside, width=width)


def _cell(cell: Cell, x: float, y: float, wide: float) -> list[str]:
    mark = (" ▲" if cell.strength > 0 else " ▼") if cell.is_clear else ""
    kind = f"{'more' if cell.strength >= 0 else 'less'} cell{' now' if cell.is_base else ''}"
    place = f'x="{x + 1:.1f}" y="{y + 1}" width="{wide - 2:.1f}" height="{_CELL_HEIGHT - 2}" rx="4"'
    opacity = f'fill-opacity="{abs(cell.strength) * _STRONGEST:.2f}"'
    return [
        f'<rect class="{kind}" {opacity} {place}/>',
        _text(x + wide / 2, y + _CELL_HEIGHT / 2 + 4, "now" if cell.is_base else f"{cell.words}{mark}", "name"),
    ]


def _text(x: float, y: float, text: str, kind: str, anchor: str = "middle") -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'
