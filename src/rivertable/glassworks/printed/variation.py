"""Printed values of Glassworks by the path of the components file, one of them changed at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ...core.contract.counting import PrintedValue
from ...core.errors import UnknownNameError
from ..kernel.state import COLOUR_NAMES, COLUMNS, ROWS, SHAPE_NAMES
from .components import GlassworksComponents, parse
from .document import components_text

Numbers = tuple[int, ...]


def list_values(components: GlassworksComponents) -> tuple[PrintedValue, ...]:
    """Return the values that can be varied, in the order of the file."""
    return tuple(_values(components))


def _values(components: GlassworksComponents) -> Iterator[PrintedValue]:
    sources = dict(components.sources)

    def value(name: str, words: str, now: int | None, *things: str) -> PrintedValue:
        return PrintedValue(name, words, now, things, sources.get(name.partition(".")[0], ""))

    tiles = tuple(f"tile:{shape}" for shape in SHAPE_NAMES)
    yield value("stones", "stones on every tile", _same(components.stones), *tiles)
    for shape, count in zip(SHAPE_NAMES, components.stones, strict=True):
        yield value(f"stones.{shape}", f"stones on the {shape} tile", count, f"tile:{shape}")
    for filled, points in enumerate(components.row_vp):
        yield value(f"row_vp.{filled}", f"VP of a row with {filled} spaces filled", points, "rows")
    for number, heights in enumerate(components.column_vp, start=1):
        now = heights[0] if heights == _piecewise(heights[0]) else None
        column = f"column:{number}"
        yield value(f"column_vp.{number}", f"VP a piece in column {number}", now, column)
        for height, points in enumerate(heights, start=1):
            yield value(f"column_vp.{number}.{height}", f"VP of column {number} at height {height}", points, column)
    yield value("overflow_vp", "VP of a piece in overflow", components.overflow_vp, "column:overflow")
    yield value("inventory_trigger", "pieces that trigger the end", components.inventory_trigger)
    for colour, counts in zip(COLOUR_NAMES, components.pieces, strict=True):
        key, thing = f"pieces.{colour.replace(' ', '_')}", f"colour:{colour.replace(' ', '-')}"
        yield value(key, f"{colour} pieces of every shape", _same(counts), thing)
        for shape, count in zip(SHAPE_NAMES, counts, strict=True):
            yield value(f"{key}.{shape}", f"{colour} {shape}s", count, thing)


def _same(numbers: Numbers) -> int | None:
    return numbers[0] if len(set(numbers)) == 1 else None


def _piecewise(points: int) -> Numbers:
    return tuple(points * height for height in range(1, ROWS + 1))


def with_value(components: GlassworksComponents, name: str, value: int) -> GlassworksComponents:
    """Return printed data in which one value is another.

    Raises:
        UnknownNameError: there is no such value.
        DataError: a game cannot be played with this.
    """
    if name not in {known.name for known in list_values(components)}:
        raise UnknownNameError(f"Glassworks has no printed value {name!r} to vary.")
    key, *path = name.split(".")
    if key == "stones":
        changed = replace(components, stones=_replaced(components.stones, SHAPE_NAMES, path, value))
    elif key == "row_vp":
        filled = [str(number) for number in range(COLUMNS + 1)]
        changed = replace(components, row_vp=_replaced(components.row_vp, filled, path, value))
    elif key == "column_vp":
        changed = replace(components, column_vp=_columns(components.column_vp, path, value))
    elif key == "pieces":
        colour = COLOUR_NAMES.index(path[0].replace("_", " "))
        rows = list(components.pieces)
        rows[colour] = _replaced(rows[colour], SHAPE_NAMES, path[1:], value)
        changed = replace(components, pieces=tuple(rows))
    elif key == "overflow_vp":
        changed = replace(components, overflow_vp=value)
    else:
        changed = replace(components, inventory_trigger=value)
    return parse(components_text(changed), f"with {name} = {value}")


def _columns(columns: tuple[Numbers, ...], path: Sequence[str], value: int) -> tuple[Numbers, ...]:
    number = int(path[0]) - 1
    found = list(columns)
    heights = [str(height) for height in range(1, ROWS + 1)]
    found[number] = _replaced(found[number], heights, path[1:], value) if path[1:] else _piecewise(value)
    return tuple(found)


def _replaced(numbers: Numbers, names: Sequence[str], path: Sequence[str], value: int) -> Numbers:
    """Replace the number that a path names, or all of them for a path that ends before."""
    if not path:
        return (value,) * len(numbers)
    place = names.index(path[0])
    return (*numbers[:place], value, *numbers[place + 1 :])
