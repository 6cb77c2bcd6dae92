"""The readable face of a state: river, lake, bag and seats with names. Positions and views share it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..core.position import Board
from .kernel import engine
from .kernel.scoring import PARTS
from .kernel.state import COLUMNS, DROPPING, MAIN, OVER, ROWS, SHAPE_NAMES, TILES
from .printed.pieces import PIECES, Piece


@dataclass(frozen=True, slots=True)
class Tile:
    """A river tile: its number in the river (1 at START to 6 beside the lake), shape 0..5, stones, sorted pieces."""

    number: int
    shape: int
    stones: int
    pieces: tuple[Piece, ...]

    @property
    def shape_name(self) -> str:
        """The shape that the tile shows in its corners, in words."""
        return SHAPE_NAMES[self.shape]


@dataclass(frozen=True, slots=True)
class Column:
    """A column in use: its number from the left (1..7), the colour (0..8) and the height (1..5)."""

    number: int
    colour: int
    height: int


@dataclass(frozen=True, slots=True)
class SeatBoard:
    """What lies before one seat: sorted satchel and overflow, the columns in use, the inventory marker (G23)."""

    seat: int
    satchel: tuple[Piece, ...]
    columns: tuple[Column, ...]
    overflow: tuple[Piece, ...]
    inventory: int

    def column_of(self, colour: int) -> Column | None:
        """Return the column of a colour, None where the seat has not this colour."""
        return next((column for column in self.columns if column.colour == colour), None)


@dataclass(frozen=True, slots=True)
class CountedColumn:
    """A column that scores: its number from the left (1..7), height and VP."""

    number: int
    height: int
    vp: int


@dataclass(frozen=True, slots=True)
class Breakdown:
    """What a total is made of: spaces filled and VP of each row (bottom to top), columns counted, overflow (<= 0)."""

    filled: tuple[int, ...]
    rows: tuple[int, ...]
    columns: tuple[CountedColumn, ...]
    overflow: int
    total: int


def pieces_of(slots: Any, count: int) -> tuple[Piece, ...]:
    """Return the pieces in the first ``count`` of sorted slots."""
    return tuple(PIECES[number] for number in slots[:count].tolist())


def pieces_in(counts: Any) -> tuple[Piece, ...]:
    """Return the pieces of an array of counts by type, sorted."""
    return tuple(piece for piece, count in zip(PIECES, counts.tolist(), strict=True) for _ in range(count))


class GlassworksBoard(Board):
    """A state of River Valley Glassworks, read-only. In this game everything but what will be drawn is public."""

    @property
    def phase(self) -> str:
        """What a record calls the phase: setup, play, finishing, final, over (G29, G31)."""
        state = self.state
        if state.phase == OVER:
            return "over"
        if state.phase < MAIN:
            return "setup"
        if not state.is_triggered:
            return "play"
        return "finishing" if state.turns_left > state.players else "final"

    @cached_property
    def is_over(self) -> bool:
        """Whether the game has ended (G31, G33)."""
        return bool(self.state.phase == OVER)

    @cached_property
    def is_turn_start(self) -> bool:
        """Whether a seat is to begin a turn."""
        return bool(self.state.phase == MAIN)

    @cached_property
    def is_deciding(self) -> bool:
        """Whether a seat is to decide something."""
        return bool(MAIN <= self.state.phase <= DROPPING)

    @property
    def round(self) -> int:
        """The round, from 1."""
        return int(self.state.round_number)

    @property
    def first_seat(self) -> int:
        """The seat that began (G11)."""
        return int(self.state.first_seat)

    @property
    def river(self) -> tuple[Tile, ...]:
        """The six tiles from START to the lake; before set-up has laid them, an empty tuple."""
        if self.phase == "setup":
            return ()
        return tuple(self.tile(number) for number in range(1, TILES + 1))

    def tile(self, number: int) -> Tile:
        """Return the tile at a number of the river, 1 (START) to 6 (beside the lake)."""
        state = self.state
        shape = int(state.river[number - 1])
        return Tile(
            number,
            shape,
            int(self.terms.array[0].stones[shape]),
            pieces_in(state.tile[shape]),
        )

    def tile_number(self, shape: int) -> int:
        """Return where the tile of a shape lies in the river, 1..6."""
        return int(self.state.river.tolist().index(shape)) + 1

    @property
    def lake(self) -> tuple[Piece, ...]:
        """The pieces in the lake, sorted."""
        return pieces_of(self.state.lake, int(self.state.lake_count))

    @property
    def bag(self) -> tuple[Piece, ...]:
        """The pieces left in the bag, sorted: known by counting, in no order."""
        return pieces_in(self.state.bag)

    @property
    def seats(self) -> tuple[SeatBoard, ...]:
        """What lies before each seat."""
        return tuple(self.seat_board(seat) for seat in range(self.players))

    def seat_board(self, seat: int) -> SeatBoard:
        """Return what lies before one seat."""
        state = self.state
        columns = sorted((int(number), colour) for colour, number in enumerate(state.column_of[seat]) if number)
        return SeatBoard(
            seat,
            pieces_of(state.satchel[seat], int(state.held[seat])),
            tuple(Column(number, colour, int(state.height[seat, number - 1])) for number, colour in columns),
            pieces_in(state.overflow[seat]),
            int(state.inventory[seat]),
        )

    def breakdown(self, seat: int) -> Breakdown:
        """Return what a seat's total is made of, as the position stands (G34-G39)."""
        out = np.empty(PARTS, dtype=np.int16)
        engine.parts(self.states, 0, seat, out)
        terms = self.terms.array[0]
        filled = tuple(out[:ROWS].tolist())
        heights = self.heights(seat)
        counted = tuple(
            CountedColumn(column + 1, heights[column], int(terms.column_vp[column, heights[column] - 1]))
            for column in out[ROWS:].tolist()
            if column >= 0
        )
        rows = tuple(int(terms.row_vp[count]) for count in filled)
        overflow = int(self.state.overflow_count[seat]) * int(terms.overflow_vp)
        return Breakdown(filled, rows, counted, overflow, self.total(seat))

    def heights(self, seat: int) -> tuple[int, ...]:
        """Return the heights of the seven columns of a seat, 0..5."""
        return tuple(int(height) for height in self.state.height[seat, :COLUMNS])
