"""Printed data: read, checked, hashed, packed for the kernel.

A person's own file looks like ``data/components.toml`` beside this module. Every fault gets one sentence.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from ...core.errors import DataError
from ..kernel.state import (
    COLOUR_NAMES,
    COLOURS,
    COLUMNS,
    PIECES_AT_MOST,
    PIECES_OF_A_TYPE_AT_MOST,
    ROWS,
    SHAPES,
    TERMS,
    TILES,
    TYPES,
)

_PIECES_AT_LEAST = 60
_KEYS = (
    "name",
    "stones",
    "row_vp",
    "column_vp",
    "overflow_vp",
    "inventory_trigger",
    "pieces",
    "five_players_only",
)


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

    @property
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


@cache
def standard() -> GlassworksComponents:
    """Return the data of the standard edition."""
    text = (files(__package__) / "data" / "components.toml").read_text(encoding="utf-8")
    return parse(text, "components.toml")


def load(path: Path | None = None) -> GlassworksComponents:
    """Read printed data: the standard edition, or a person's own file.

    Raises:
        DataError: the file cannot be read, or has faults: one sentence each.
    """
    if path is None:
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
    reader = _Reader(data)
    components = reader.read()
    if reader.faults or components is None:
        count = len(reader.faults)
        raise DataError(
            f"The components file {name} has {count} {'fault' if count == 1 else 'faults'}:",
            faults=tuple(reader.faults),
        )
    return components


class _Reader:
    """Reads the tables of a components file and collects what is wrong."""

    def __init__(self, data: dict[str, Any]) -> None:
        self._data = data
        self.faults: list[str] = []

    def read(self) -> GlassworksComponents | None:
        """Return the components, or None where faults were found."""
        for key in self._data:
            if key not in _KEYS:
                self.faults.append(f"There is no entry {key!r} in a components file.")
        missing = [key for key in _KEYS if key not in self._data]
        self.faults += [f"The entry {key!r} is missing." for key in missing]
        if missing:
            return None
        components = GlassworksComponents(
            name=self._name(),
            stones=self._numbers("stones", self._value("stones"), TILES, 0, 9),
            row_vp=self._numbers("row_vp", self._value("row_vp"), COLUMNS + 1, -99, 999),
            column_vp=self._column_vp(),
            overflow_vp=self._number("overflow_vp", self._value("overflow_vp"), -99, 0),
            inventory_trigger=self._number("inventory_trigger", self._value("inventory_trigger"), 1, PIECES_AT_MOST),
            pieces=self._pieces(),
            five_players_only=self._five_players_only(),
            sources=tuple((key, self._source(key)) for key in _KEYS if key != "name"),
        )
        if not self.faults:
            self._check_counts(components)
        return None if self.faults else components

    def _name(self) -> str:
        name = self._data["name"]
        if not isinstance(name, str) or not name.strip():
            self.faults.append("name must be a text.")
            return ""
        return name

    def _table(self, key: str) -> dict[str, Any]:
        table = self._data[key]
        if not isinstance(table, dict):
            self.faults.append(f"{key} must be a table, as in the standard file.")
            return {}
        return table

    def _value(self, key: str) -> Any:
        table = self._table(key)
        for entry in table:
            if entry not in ("value", "source"):
                self.faults.append(f"{key} has an unknown entry {entry!r}.")
        if table and "value" not in table:
            self.faults.append(f"{key} has no value.")
        return table.get("value")

    def _source(self, key: str) -> str:
        table = self._data[key]
        source = table.get("source", "") if isinstance(table, dict) else ""
        return source if isinstance(source, str) else ""

    def _number(self, place: str, value: Any, low: int, high: int) -> int:
        if value is None and self.faults:
            return low
        if not isinstance(value, int) or isinstance(value, bool):
            self.faults.append(f"{place} must be a whole number, not {value!r}.")
        elif not low <= value <= high:
            self.faults.append(f"{place} must be from {low} to {high}, not {value}.")
        else:
            return value
        return low

    def _numbers(self, place: str, value: Any, length: int, low: int, high: int) -> tuple[int, ...]:
        if value is None and self.faults:
            return (low,) * length
        if not isinstance(value, list) or len(value) != length:
            self.faults.append(f"{place} must be a list of {length} whole numbers.")
            return (low,) * length
        return tuple(self._number(f"{place}, item {k + 1},", item, low, high) for k, item in enumerate(value))

    def _column_vp(self) -> tuple[tuple[int, ...], ...]:
        value = self._value("column_vp")
        if not isinstance(value, list) or len(value) != COLUMNS:
            self.faults.append(f"column_vp must be a list of {COLUMNS} lists, one a column.")
            return ((0,) * ROWS,) * COLUMNS
        return tuple(self._numbers(f"column_vp, column {k + 1}", row, ROWS, -99, 999) for k, row in enumerate(value))

    def _pieces(self) -> tuple[tuple[int, ...], ...]:
        table = self._table("pieces")
        known = {name.replace(" ", "_"): name for name in COLOUR_NAMES}
        for key in table:
            if key not in known and key != "source":
                self.faults.append(f"pieces has an unknown colour {key!r}.")
        rows = []
        for key, name in known.items():
            if key not in table:
                self.faults.append(f"pieces has no line for {name}.")
                rows.append((0,) * SHAPES)
            else:
                rows.append(self._numbers(f"pieces of {name}", table[key], SHAPES, 0, PIECES_OF_A_TYPE_AT_MOST))
        return tuple(rows)

    def _five_players_only(self) -> tuple[str, ...]:
        value = self._value("five_players_only")
        if not isinstance(value, list) or not all(name in COLOUR_NAMES for name in value):
            self.faults.append("five_players_only must be a list of colours.")
            return ()
        return tuple(value)

    def _check_counts(self, components: GlassworksComponents) -> None:
        total = sum(map(components.count, range(COLOURS)))
        without = sum(components.count(c) for c in range(COLOURS) if components.in_bag(c, 4))
        if total > PIECES_AT_MOST:
            self.faults.append(f"There are {total} pieces; at most {PIECES_AT_MOST} can be played with.")
        if without < _PIECES_AT_LEAST:
            self.faults.append(
                f"There are {without} pieces with fewer than five players; set-up and play need {_PIECES_AT_LEAST}."
            )
