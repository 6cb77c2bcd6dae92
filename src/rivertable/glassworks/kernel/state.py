"""The state of a game as one NumPy record, and the integers that decisions and chance outcomes are.

A piece type is ``shape * COLOURS + colour`` (0..53). A tile is named by its shape. What lies in the bag, on a tile or
in overflow is counted by type; what lies in the lake or in a satchel fills slots, which are kept sorted, and unused
ones are 0. So equal positions are equal bytes. The functions below move pieces and find places.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Any

import numpy as np

from ...core.compiling.bits import bit
from ...core.compiling.kernel import kernel, natural
from ...core.states import record_type, state_type

COLOUR_NAMES = (
    "white",
    "purple",
    "light blue",
    "dark blue",
    "light green",
    "dark green",
    "black",
    "yellow",
    "orange",
)
"""The colours in the order of the record format; a colour's number is its place here."""

SHAPE_NAMES = ("triangle", "heart", "circle", "square", "hexagon", "drop")
"""The shapes in the order of the record format; a shape's number, and its tile's, is its place here.

Triangle and heart are named by a source, the other four names are inferred (G2, G3).
"""

COLOURS = 9
SHAPES = 6
TYPES = SHAPES * COLOURS
TILES = 6
COLUMNS = 7
ROWS = 5
SEATS = 5
"""The most players."""
SATCHEL = 5
"""What a satchel holds between turns (G25)."""
SATCHEL_START = 3
"""Pieces drawn into each satchel at the start (G10) and up to which it is filled at the end (G30)."""
LAKE = 5
"""What the lake is filled to (G9, G26)."""
LAKE_SLOTS = 5
"""The most that a lake holds."""
LAKE_TAKE = 4
"""Pieces drawn from the lake in one turn (G24)."""
SATCHEL_SLOTS = SATCHEL + LAKE_TAKE
PIECES_AT_MOST = 160
"""The most pieces that a components file may hold."""
PIECES_OF_A_TYPE_AT_MOST = 35
"""The most pieces of one colour and shape: a position's text writes each count as one digit."""


class Decision(IntEnum):
    """Decisions of players: each kind's first number, and what is added to it."""

    PLACE = 0
    """+ type: place one piece on the tile of its shape (G12)."""
    PAIR = PLACE + TYPES
    """+ shape * TILES + tile: place two pieces of one shape on any tile (G13)."""
    DRAW = PAIR + SHAPES * TILES
    """Draw from the lake (G24)."""
    PICK = DRAW + 1
    """+ type: name one piece of the pair, in rising order (G13)."""
    UP = PICK + TYPES
    """Gather the neighbour nearer the START (G14)."""
    DOWN = UP + 1
    """Gather the neighbour nearer the lake (G14)."""
    COLOUR = DOWN + 1
    """+ colour: the new colour that takes the next empty column (G20)."""
    LEAVE = COLOUR + COLOURS
    """+ type: the piece that stays in the lake (G24)."""
    DROP = LEAVE + TYPES
    """+ type: a piece of the satchel that goes to overflow, in rising order (G25)."""
    PASS = DROP + TYPES
    """Do nothing, when nothing is possible (G28)."""


class Outcome(IntEnum):
    """Outcomes of chance: each kind's first number, and what is added to it."""

    DRAWN = Decision.PASS + 1
    """+ type: a piece drawn from the bag."""
    TILE = DRAWN + TYPES
    """+ tile: the next tile of the river at set-up (G7)."""


OUTCOMES_END = Outcome.TILE + TILES
"""One more than the highest integer (325), of which 265 are decisions."""


class Phase(IntEnum):
    """What is asked next: below MAIN set-up draws, up to DROPPING a player decides, then a turn's draws follow."""

    RIVER, SETUP = 0, 1
    MAIN, PICKING, GATHERING, ORDERING, LEAVING, DROPPING = 2, 3, 4, 5, 6, 7
    REFILL, TOPUP, OVER = 8, 9, 10


class Step(IntEnum):
    """What is to be done next within one decision."""

    NOTHING, NAME, CHOOSE_NEIGHBOUR, SETTLE, REFILL_LAKE, DRAW_ON = range(6)


class Goal(IntEnum):
    """Where drawn pieces go that do not go on a tile; a smaller goal is a tile."""

    LAKE = TILES
    SATCHEL = LAKE + 1
    """+ seat."""


CHOICES_AT_MOST = TYPES + 10
"""Room that a list of legal decisions or chance outcomes needs."""

STATE = state_type(
    __name__,
    "STATE",
    [
        ("players", np.int8),
        ("first_seat", np.int8),
        ("seat", np.int8),  # whose turn it is; when over, whose it was
        ("phase", np.int8),  # what is asked next: a Phase
        ("round_number", np.int16),  # from 1
        ("is_triggered", np.int8),  # G29; 0 again once the game is over
        ("turns_left", np.int8),  # once triggered: turns still to be taken after the one that triggered
        ("pair_shape", np.int8),  # inside a turn: the shape of the pair
        ("target", np.int8),  # inside a turn: the tile placed on
        ("goal", np.int8),  # the tile being gathered, or where drawn pieces go: a tile or a Goal
        ("need", np.int8),  # pieces still to be named
        ("first_slot", np.int8),  # slot from which they may be named
        ("due", np.int8),  # pieces still to be drawn by chance for the goal
        ("river", np.int8, TILES),  # tiles from START to the lake
        ("tile_count", np.int16, TILES),  # pieces on each tile
        ("tile_types", np.int64, TILES),  # the types that lie on each tile, as a set of bits
        ("lake_count", np.int16),
        ("lake", np.int8, LAKE_SLOTS),
        ("bag_count", np.int16),
        ("bag", np.int8, TYPES),  # pieces of each type in the bag
        ("held", np.int8, SEATS),  # pieces in each satchel
        ("satchel", np.int8, (SEATS, SATCHEL_SLOTS)),
        ("columns_used", np.int8, SEATS),
        ("column_of", np.int8, (SEATS, COLOURS)),  # 1..7, or 0: the seat has not this colour
        ("height", np.int8, (SEATS, COLUMNS)),
        ("inventory", np.int16, SEATS),  # where the marker stands (G23)
        ("overflow_count", np.int16, SEATS),
        ("tile", np.uint8, (TILES, TYPES)),  # pieces of each type on each tile
        ("overflow", np.int8, (SEATS, TYPES)),
    ],
)
"""One game. Which pieces lie where is exact; there is no generator and no hidden order in it."""

TERMS = record_type(
    __name__,
    "TERMS",
    [
        ("inventory_trigger", np.int16),
        ("overflow_vp", np.int16),
        ("inventory_counts_overflow", np.int8),
        ("lake_draws_after_trigger", np.int8),
        ("stones", np.int8, TILES),
        ("row_vp", np.int16, COLUMNS + 1),
        ("column_vp", np.int16, (COLUMNS, ROWS)),
        ("bag", np.int8, TYPES),  # what goes into the bag, for this number of players (G6)
        ("pile_count", np.int16),
        ("pile", np.int8, PIECES_AT_MOST),  # the same pieces one by one, sorted
        ("pile_copy", np.int8, PIECES_AT_MOST),  # how many of its type come before it in the pile
    ],
)
"""What a game is played under: the printed data and the options, an argument of every rule that needs them."""


def new_states(count: int) -> np.ndarray:
    """Return an array of ``count`` blank states, shape (count,), dtype :data:`STATE`."""
    return np.zeros(count, dtype=STATE)


def lay_on_tile(state: Any, tile: int, pieces: Sequence[int]) -> None:
    """Lay pieces, by their types, on an empty tile; at most :data:`PIECES_AT_MOST`."""
    state.tile[tile] = np.bincount(np.asarray(pieces, dtype=np.int64), minlength=TYPES)
    state.tile_types[tile] = sum(1 << piece for piece in set(pieces))
    state.tile_count[tile] = len(pieces)


_ALL_COLOURS = (1 << COLOURS) - 1


@kernel
def shape_of(piece: Any) -> int:
    """Return the shape of a piece."""
    return natural(piece) // COLOURS


@kernel
def colour_of(piece: Any) -> int:
    """Return the colour of a piece."""
    return natural(piece) % COLOURS


@kernel
def colours_of(piece_types: Any) -> int:
    """Return the colours of a set of types, as a set of bits."""
    halves = int(piece_types | (piece_types >> (3 * COLOURS)))
    return (halves | (halves >> COLOURS) | (halves >> (2 * COLOURS))) & _ALL_COLOURS


@kernel
def insert_slot(slots: Any, count: int, piece: int) -> None:
    """Put a piece into sorted slots of which ``count`` are used."""
    for k in range(count):
        there = natural(slots[k])
        slots[k] = min(there, piece)
        piece = max(there, piece)
    slots[count] = piece


@kernel
def remove_slot(slots: Any, count: int, place: int) -> None:
    """Take the piece at ``place`` out of sorted slots of which ``count`` are used."""
    for k in range(place, count - 1):
        slots[k] = slots[k + 1]
    slots[count - 1] = 0


@kernel
def pieces_below(slots: Any, held: int, piece: int) -> int:
    """Return how many pieces of a satchel come before a type: where the first of the type lies, or would lie."""
    count = 0
    for k in range(SATCHEL_SLOTS):
        count += int(k < held) & int(natural(slots[k]) < piece)
    return natural(count)


@kernel
def put_on_tile(state: Any, tile: int, piece: int) -> None:
    """Lay a piece on a tile."""
    state.tile[tile, piece] += 1
    state.tile_types[tile] |= bit(piece)
    state.tile_count[tile] += 1


@kernel
def put_in_satchel(state: Any, seat: int, piece: int) -> None:
    """Put a piece into a seat's satchel."""
    insert_slot(state.satchel[seat], natural(state.held[seat]), piece)
    state.held[seat] += 1


@kernel
def take_from_satchel(state: Any, place: int) -> int:
    """Take the piece at a place out of the satchel of the seat on turn and return it."""
    seat = natural(state.seat)
    piece = natural(state.satchel[seat, place])
    remove_slot(state.satchel[seat], natural(state.held[seat]), place)
    state.held[seat] -= 1
    return piece


@kernel
def river_place(state: Any, tile: int) -> int:
    """Return where a tile lies, 0 (START) to 5 (beside the lake)."""
    place = 0
    for k in range(1, TILES):
        place += k * int(state.river[k] == tile)
    return natural(place)


@kernel
def lake_room(state: Any, terms: Any) -> int:
    """G9, G26: return how many pieces the lake still takes."""
    return LAKE - natural(state.lake_count)
