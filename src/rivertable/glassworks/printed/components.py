"""Printed data: read, checked, hashed, packed for the kernel.

A person's own file looks like ``data/components.toml`` beside this module. Every fault gets one sentence.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Generic, NotRequired, TypeVar

import numpy as np
import tomli_w
from pydantic import BeforeValidator, Field, TypeAdapter, ValidationError, with_config
from pydantic_core import PydanticCustomError
from typing_extensions import TypedDict

from ...core.contract.parts import PrintedValue
from ...core.documents import exact
from ...core.errors import DataError, UnknownNameError
from ..kernel.state import (
    COLOUR_NAMES,
    COLOURS,
    COLUMNS,
    LAKE,
    PIECES_AT_MOST,
    PIECES_OF_A_TYPE_AT_MOST,
    ROWS,
    SATCHEL,
    SHAPE_NAMES,
    SHAPES,
    TERMS,
    TILES,
    TYPES,
)
from .pieces import ColourName, ShapeName

_Numbers = tuple[int, ...]
_PIECES_AT_LEAST = 60


@dataclass(frozen=True)
class GlassworksComponents:
    """The printed data of one edition of the game.

    Attributes:
        name: the edition's name.
        stones: stones on each tile, in the order of ``SHAPE_NAMES`` (G3, G8, G18).
        row_vp: VP for 0..7 spaces of a row filled (G35).
        column_vp: VP by column (0..6 from the left) and height - 1 (G37).
        overflow_vp: VP for each piece in overflow, negative (G38).
        inventory_trigger: where the inventory marker triggers the end (G29).
        pieces: pieces by colour (the order of ``COLOUR_NAMES``) and shape (G1, G2).
        five_players_only: colours that are in the bag only with five players (G6).
        sources: where each value comes from, by its key in the file; "" where the file does not say.
    """

    name: str
    stones: tuple[int, ...]
    row_vp: tuple[int, ...]
    column_vp: tuple[tuple[int, ...], ...]
    overflow_vp: int
    inventory_trigger: int
    pieces: tuple[tuple[int, ...], ...]
    five_players_only: tuple[str, ...]
    sources: tuple[tuple[str, str], ...]

    def __hash__(self) -> int:
        # Terms are looked up by it for every few games: to hash all that is printed each time would cost as much.
        return hash(self.sha256)

    @cached_property
    def sha256(self) -> str:
        """The SHA-256 of the data as played: of its canonical JSON, without name and sources, 64 hexadecimal digits.

        Canonical: keys sorted, no spaces, UTF-8.
        """
        return hashlib.sha256(json.dumps(self.document(), sort_keys=True, separators=(",", ":")).encode()).hexdigest()

    def document(self) -> dict[str, Any]:
        """Return the data as played, as plain JSON values."""
        return {
            "stones": self.stones,
            "row_vp": self.row_vp,
            "column_vp": self.column_vp,
            "overflow_vp": self.overflow_vp,
            "inventory_trigger": self.inventory_trigger,
            "pieces": dict(zip(COLOUR_NAMES, self.pieces, strict=True)),
            "five_players_only": self.five_players_only,
        }

    def tables(self) -> dict[str, Any]:
        """Return the tables of a file that holds this data, with its name and sources."""
        sources = {key: {"source": source} for key, source in self.sources if source}
        values = self.document()
        pieces = {colour.replace(" ", "_"): counts for colour, counts in values.pop("pieces").items()}
        tables = {key: {"value": value} | sources.get(key, {}) for key, value in values.items()}
        return {"name": self.name} | tables | {"pieces": pieces | sources.get("pieces", {})}

    @cached_property
    def text(self) -> str:
        """The text of a file that holds this data, with its name and sources."""
        return tomli_w.dumps(self.tables())

    def count(self, colour: int) -> int:
        """Return how many pieces of a colour there are (G1)."""
        return sum(self.pieces[colour])

    def in_bag(self, colour: int, players: int) -> bool:
        """Return whether a colour is used with so many players (G6)."""
        return players == 5 or COLOUR_NAMES[colour] not in self.five_players_only


def pack(players: int, components: GlassworksComponents) -> np.ndarray[Any, Any]:
    """Return the terms for the kernel: an array of one record of :data:`~rivertable.glassworks.kernel.state.TERMS`."""
    terms = np.zeros(1, dtype=TERMS)
    record = terms[0]
    record.inventory_trigger = components.inventory_trigger
    record.overflow_vp = components.overflow_vp
    record.stones[:] = components.stones
    record.row_vp[:] = components.row_vp
    record.column_vp[:] = components.column_vp
    for piece in range(TYPES):
        shape, colour = divmod(piece, COLOURS)
        if components.in_bag(colour, players):
            count = components.pieces[colour][shape]
            record.bag[piece] = count
            first = int(record.pile_count)
            record.pile[first : first + count] = piece
            record.pile_copy[first : first + count] = range(count)
            record.pile_count += count
    return terms


EDITIONS = ("standard",)
"""The packaged data: there is one edition."""

ONCE_STANDARD = "standard"
"""The edition of positions that name none."""


@cache
def standard() -> GlassworksComponents:
    """Return the data of the standard edition."""
    text = (files(__package__) / "data" / "components.toml").read_text(encoding="utf-8")
    return parse(text, "components.toml")


def packaged(sha256: str) -> GlassworksComponents | None:
    """Return the packaged edition of a hash, None where none has it."""
    return standard() if standard().sha256 == sha256 else None


def load(path: Path | None = None) -> GlassworksComponents:
    """Read printed data: the standard edition, also by its name, or a person's own file.

    Raises:
        DataError: the file cannot be read, or has faults: one sentence each.
    """
    if path is None or str(path) in EDITIONS:
        return standard()
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise DataError(f"The components file {path} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise DataError(f"The components file {path} is not UTF-8 text.") from error
    return parse(text, str(path))


def parse(text: str, name: str) -> GlassworksComponents:
    """Read printed data from TOML; ``name`` names the source in messages.

    Raises:
        DataError: one sentence a fault.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"The components file {name} is not valid TOML: {error}.") from error
    return read(data, name)


def read(data: object, name: str) -> GlassworksComponents:
    """Read printed data from the tables of a file; ``name`` names the source in messages.

    Raises:
        DataError: one sentence a fault.
    """
    try:
        file = _file_tables().validate_python(data)
    except ValidationError as error:
        # What is not known comes first: it is often the misspelt name of what is missing.
        found = sorted(error.errors(include_url=False), key=lambda fault: fault["type"] != "extra_forbidden")
        raise _refusal(name, list(map(_sentence, found))) from error
    components = _components_of(file)
    if faults := _count_faults(components):
        raise _refusal(name, faults)
    return components


def _refusal(name: str, faults: list[str]) -> DataError:
    found = f"{len(faults)} {'fault' if len(faults) == 1 else 'faults'}"
    return DataError(f"The components file {name} has {found}:", faults=tuple(faults))


# The tables of a file, and what is said of others.


def _checked(is_right: Callable[[Any], bool], words: str, kind: str = "fault") -> BeforeValidator:
    """Say what a value has to be; the sentence about a ``wrong-number`` repeats it."""

    def check(value: object) -> object:
        if not is_right(value):
            raise PydanticCustomError(kind, "{words}", {"words": words})
        return value

    return BeforeValidator(check)


def _list_of(count: int, what: str = "whole numbers") -> BeforeValidator:
    return _checked(
        lambda value: isinstance(value, list | tuple) and len(value) == count, f"must be a list of {count} {what}"
    )


def _between(low: int, high: int) -> BeforeValidator:
    return _checked(lambda value: low <= value <= high, f"must be from {low} to {high}", "wrong-number")


_TEXT = _checked(lambda value: isinstance(value, str) and bool(value.strip()), "must be a text")
_COLOURS = _checked(
    lambda value: isinstance(value, list | tuple) and all(name in COLOUR_NAMES for name in value),
    "must be a list of colours",
)
_WHOLE = _checked(lambda value: type(value) is int, "must be a whole number", "wrong-number")
_Stones = Annotated[int, _between(0, 9), _WHOLE]
_Points = Annotated[int, _between(-99, 999), _WHOLE]
_Heights = Annotated[tuple[_Points, ...], _list_of(ROWS)]
_Count = Annotated[int, _between(0, PIECES_OF_A_TYPE_AT_MOST), _WHOLE]
_Source = Annotated[str, BeforeValidator(lambda value: value if isinstance(value, str) else "")]
_ValueT = TypeVar("_ValueT")


@with_config(extra="forbid")
class _Entry(TypedDict, Generic[_ValueT]):
    value: _ValueT
    source: NotRequired[_Source]


_Pieces: Any = with_config(extra="forbid")(
    TypedDict(  # type: ignore[operator]  # as many fields as there are colours
        "_Pieces",
        {colour.replace(" ", "_"): Annotated[tuple[_Count, ...], _list_of(SHAPES)] for colour in COLOUR_NAMES}
        | {"source": NotRequired[_Source]},
    )
)


@with_config(extra="forbid")
class _File(TypedDict):
    name: Annotated[str, _TEXT]
    stones: _Entry[Annotated[tuple[_Stones, ...], _list_of(TILES)]]
    row_vp: _Entry[Annotated[tuple[_Points, ...], _list_of(COLUMNS + 1)]]
    column_vp: _Entry[Annotated[tuple[_Heights, ...], _list_of(COLUMNS, "lists, one a column")]]
    overflow_vp: _Entry[Annotated[int, _between(-99, 0), _WHOLE]]
    inventory_trigger: _Entry[Annotated[int, _between(1, PIECES_AT_MOST), _WHOLE]]
    pieces: _Pieces
    five_players_only: _Entry[Annotated[tuple[str, ...], _COLOURS]]


@cache
def _file_tables() -> TypeAdapter[_File]:
    return TypeAdapter(_File)


def _components_of(file: _File) -> GlassworksComponents:
    tables: dict[str, Any] = {key: table for key, table in file.items() if key != "name"}
    values = {key: table["value"] for key, table in tables.items() if key != "pieces"}
    pieces = tuple(tables["pieces"][colour.replace(" ", "_")] for colour in COLOUR_NAMES)
    sources = tuple((key, tables[key].get("source", "")) for key in _File.__annotations__ if key != "name")
    return GlassworksComponents(name=file["name"], pieces=pieces, sources=sources, **values)


def _sentence(fault: Any) -> str:
    """Return what pydantic found as a sentence."""
    (entry, *path), kind = fault["loc"] or ("The file",), fault["type"]
    if kind == "missing" and path:
        return f"pieces has no line for {path[0].replace('_', ' ')}." if entry == "pieces" else f"{entry} has no value."
    if kind == "missing":
        return f"The entry {entry!r} is missing."
    if kind == "extra_forbidden" and path:
        return f"{entry} has an unknown {'colour' if entry == 'pieces' else 'entry'} {path[0]!r}."
    if kind == "extra_forbidden":
        return f"There is no entry {entry!r} in a components file."
    if kind == "dict_type":
        return f"{entry} must be a table, as in the standard file."
    place = f"pieces of {path[0].replace('_', ' ')}" if entry == "pieces" else entry
    numbers = [part + 1 for part in path if isinstance(part, int)]
    if entry == "column_vp" and numbers:
        place += f", column {numbers.pop(0)}"
    place += "".join(f", item {number}," for number in numbers)
    shown = f", not {fault['input']!r}" if kind == "wrong-number" else ""
    return f"{place} {fault['msg']}{shown}."


def _count_faults(components: GlassworksComponents) -> list[str]:
    total = sum(map(components.count, range(COLOURS)))
    without = sum(components.count(colour) for colour in range(COLOURS) if components.in_bag(colour, 4))
    faults = []
    if total > PIECES_AT_MOST:
        faults.append(f"There are {total} pieces; at most {PIECES_AT_MOST} can be played with.")
    if without < _PIECES_AT_LEAST:
        faults.append(
            f"There are {without} pieces with fewer than five players; set-up and play need {_PIECES_AT_LEAST}."
        )
    return faults


# As plain JSON for programs that draw it.


@exact
class ComponentsDocument(TypedDict):
    """All printed values, and the sizes that a picture needs.

    Attributes:
        stones: stones on each tile, by the shape that it shows (G3).
        row_vp: VP for 0 to 7 spaces of a row filled from the left (G35).
        column_vp: VP by column from the left and height from 1 (G37).
        overflow_vp: VP for each piece in overflow (G38).
        inventory_trigger: where the inventory marker triggers the end (G29).
        pieces: how many pieces there are, by colour and shape (G1, G2).
        five_players_only: colours that are in the bag with five players only (G6).
        satchel: what a satchel holds between turns (G25).
        lake: what the lake is filled to (G9).
        sources: where each value comes from, in the words of the file.
        inferred: the values of which some part is printed nowhere.
    """

    name: str
    sha256: str
    colours: Annotated[list[ColourName], Field(min_length=COLOURS, max_length=COLOURS)]
    shapes: Annotated[list[ShapeName], Field(min_length=SHAPES, max_length=SHAPES)]
    stones: dict[ShapeName, int]
    row_vp: Annotated[list[int], Field(min_length=COLUMNS + 1, max_length=COLUMNS + 1)]
    column_vp: Annotated[
        list[Annotated[list[int], Field(min_length=ROWS, max_length=ROWS)]],
        Field(min_length=COLUMNS, max_length=COLUMNS),
    ]
    overflow_vp: int
    inventory_trigger: int
    pieces: dict[ColourName, dict[ShapeName, int]]
    five_players_only: list[ColourName]
    satchel: int
    lake: int
    sources: dict[str, str]
    inferred: list[str]


def write_components(components: GlassworksComponents) -> ComponentsDocument:
    """Return printed data as plain JSON."""
    return {
        "name": components.name,
        "sha256": components.sha256,
        "colours": list(COLOUR_NAMES),
        "shapes": list(SHAPE_NAMES),
        "stones": _by_shape(components.stones),
        "row_vp": list(components.row_vp),
        "column_vp": [list(column) for column in components.column_vp],
        "overflow_vp": components.overflow_vp,
        "inventory_trigger": components.inventory_trigger,
        "pieces": {colour: _by_shape(counts) for colour, counts in zip(COLOUR_NAMES, components.pieces, strict=True)},
        "five_players_only": list(components.five_players_only),
        "satchel": SATCHEL,
        "lake": LAKE,
        "sources": dict(components.sources),
        "inferred": [key for key, source in components.sources if "inferred" in source],
    }


def _by_shape(counts: tuple[int, ...]) -> dict[str, int]:
    return dict(zip(SHAPE_NAMES, counts, strict=True))


# One printed value changed at a time, by its path in the file.


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
        words = f"VP of a row with {filled} {'space' if filled == 1 else 'spaces'} filled"
        yield value(f"row_vp.{filled}", words, points, "rows")
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


def _same(numbers: _Numbers) -> int | None:
    return numbers[0] if len(set(numbers)) == 1 else None


def _piecewise(points: int) -> _Numbers:
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
    tables = components.tables()
    table: Any = tables[key]
    place: str | int = path.pop(0) if key == "pieces" else "value"
    if key == "column_vp":
        table["value"] = list(table["value"])
        table, place = table["value"], int(path.pop(0)) - 1
    numbers = table[place]
    if path:
        first = 1 if key == "column_vp" else 0
        changed = SHAPE_NAMES.index(path[0]) if path[0] in SHAPE_NAMES else int(path[0]) - first
        table[place] = [*numbers[:changed], value, *numbers[changed + 1 :]]
    elif key == "column_vp":
        table[place] = _piecewise(value)
    else:
        table[place] = value if isinstance(numbers, int) else [value] * len(numbers)
    return read(tables, f"with {name} = {value}")
