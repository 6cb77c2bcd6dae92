"""A state as people and programs read it: river, lake, bag, seats and scores; positions, and what one seat knows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..core.chance import Chance
from ..core.position import Board, Position, View
from .kernel.scoring import PARTS, break_down
from .kernel.state import COLUMNS, ROWS, SHAPE_NAMES, TILES, Phase
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


def pieces_of(numbers: Iterable[int]) -> tuple[Piece, ...]:
    """Return the pieces of these type numbers."""
    return tuple(PIECES[number] for number in numbers)


def pieces_in(counts: Sequence[int]) -> tuple[Piece, ...]:
    """Return the pieces of counts by type, sorted."""
    return tuple(piece for piece, count in zip(PIECES, counts, strict=True) if count for _ in range(count))


class GlassworksBoard(Board):
    """A state of River Valley Glassworks, read-only. In this game everything but what will be drawn is public."""

    @property
    def phase(self) -> str:
        """What a record calls the phase: setup, play, finishing, final, over (G29, G31)."""
        state = self.state
        phase = int(state.phase)
        if phase == Phase.OVER:
            return "over"
        if phase < Phase.MAIN:
            return "setup"
        if not state.is_triggered:
            return "play"
        return "finishing" if state.turns_left > state.players else "final"

    @cached_property
    def is_over(self) -> bool:
        """Whether the game has ended (G31, G33)."""
        return int(self.state.phase) == Phase.OVER

    @cached_property
    def is_turn_start(self) -> bool:
        """Whether a seat is to begin a turn."""
        return int(self.state.phase) == Phase.MAIN

    @cached_property
    def is_deciding(self) -> bool:
        """Whether a seat is to decide something."""
        return Phase.MAIN <= int(self.state.phase) <= Phase.DROPPING

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
        shape = self.values.river[number - 1]
        return Tile(number, shape, int(self.terms.array[0].stones[shape]), pieces_in(self.values.tile[shape]))

    def tile_number(self, shape: int) -> int:
        """Return where the tile of a shape lies in the river, 1..6."""
        number: int = self.state.river.tolist().index(shape) + 1
        return number

    @property
    def lake(self) -> tuple[Piece, ...]:
        """The pieces in the lake, sorted."""
        return pieces_of(self.values.lake[: self.values.lake_count])

    @property
    def bag(self) -> tuple[Piece, ...]:
        """The pieces left in the bag, sorted: known by counting, in no order."""
        return pieces_in(self.values.bag)

    @property
    def seats(self) -> tuple[SeatBoard, ...]:
        """What lies before each seat."""
        return tuple(self.seat_board(seat) for seat in range(self.players))

    def seat_board(self, seat: int) -> SeatBoard:
        """Return what lies before one seat."""
        values = self.values
        columns = sorted((number, colour) for colour, number in enumerate(values.column_of[seat]) if number)
        return SeatBoard(
            seat,
            pieces_of(values.satchel[seat][: values.held[seat]]),
            tuple(Column(number, colour, values.height[seat][number - 1]) for number, colour in columns),
            pieces_in(values.overflow[seat]),
            values.inventory[seat],
        )

    def breakdown(self, seat: int) -> Breakdown:
        """Return what a seat's total is made of, as the position stands (G34-G39)."""
        out = np.empty(PARTS, dtype=np.int16)
        break_down(self.states, 0, seat, out)
        terms, parts = self.terms.array[0], out.tolist()
        row_vp, column_vp = terms.row_vp.tolist(), terms.column_vp.tolist()
        filled, heights = tuple(parts[:ROWS]), self.heights(seat)
        counted = tuple(
            CountedColumn(column + 1, heights[column], column_vp[column][heights[column] - 1])
            for column in parts[ROWS:]
            if column >= 0
        )
        rows = tuple(row_vp[count] for count in filled)
        overflow = self.values.overflow_count[seat] * int(terms.overflow_vp)
        return Breakdown(filled, rows, counted, overflow, self.total(seat))

    def heights(self, seat: int) -> tuple[int, ...]:
        """Return the heights of the seven columns of a seat, 0..5."""
        return tuple(self.values.height[seat][:COLUMNS])


class GlassworksPosition(GlassworksBoard, Position):
    """A whole state of River Valley Glassworks."""


class GlassworksView(GlassworksBoard, View):
    """What one seat knows. Everything in this game lies open, except the order of the pieces in the bag.

    A view therefore holds the same state as the position.
    """

    def sample(self, chance: Chance | int | None = None) -> GlassworksPosition:
        """Return the one position that can be true."""
        return GlassworksPosition(self.states, self.terms)
