"""What a learner is given of a table, from one seat's side: everything in this game lies open.

Kinds of pieces that lie on tiles are told by colour only: their shape never matters again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...core.compiling.bits import lowest
from ...core.compiling.kernel import kernel, kernel_entry, wide
from ...core.contract.observation import COUNT_AT_MOST, Field, Layout, Observation
from ..printed.pieces import PIECES
from .scoring import score
from .state import (
    COLOUR_NAMES,
    COLOURS,
    COLUMNS,
    PIECES_AT_MOST,
    PIECES_OF_A_TYPE_AT_MOST,
    ROWS,
    SATCHEL_SLOTS,
    SHAPE_NAMES,
    TILES,
    TYPES,
    Phase,
    colour_of,
)

_PLACES = tuple(f"place {place + 1}" for place in range(TILES))
_COLUMNS = tuple(f"column {column + 1}" for column in range(COLUMNS))
_PIECES = tuple(piece.name for piece in PIECES)

OBSERVATION = Observation(
    table=Layout(
        Field(
            "question",
            "1 at what is asked of the seat on turn; none once the game is over",
            (("place or draw", "which of the pair", "which neighbour", "which colour", "which stays", "which drops"),),
        ),
        Field("pair", "while a pair is named: 1 at its shape", (SHAPE_NAMES,)),
        Field("target", "inside a turn, before glass is gathered: 1 at the tile placed on", (SHAPE_NAMES,)),
        Field("gathered", "while colours are put in order: 1 at the tile being gathered", (SHAPE_NAMES,)),
        Field("to name", "pieces that are still to be named", high=SATCHEL_SLOTS, scale=2),
        Field(
            "named from",
            "while pieces are named, in rising order: the first slot of the sorted satchel that may be",
            high=SATCHEL_SLOTS,
            scale=5,
        ),
        Field("river", "1 where a tile lies; place 1 is beside the START", (_PLACES, SHAPE_NAMES)),
        Field(
            "on tile",
            "pieces of a colour on the tile at a place",
            (_PLACES, COLOUR_NAMES),
            high=PIECES_AT_MOST,
            scale=2,
        ),
        Field("lake", "pieces of a kind in the lake", (_PIECES,), high=5),
        Field("bag", "pieces of a kind in the bag", (_PIECES,), high=PIECES_OF_A_TYPE_AT_MOST, scale=3),
        Field("round", "the number of the round, from 1", high=COUNT_AT_MOST, scale=20),
        Field("triggered", "1 once the end is triggered"),
        Field("turns left", "once triggered: turns after the one that triggered", high=127, scale=5),
    ),
    seat=Layout(
        Field("on turn", "1 if this seat is to decide"),
        Field("first", "1 if this seat began the game"),
        Field("score", "the total as the position stands", low=-COUNT_AT_MOST, high=COUNT_AT_MOST, scale=50),
        Field("inventory", "where the inventory marker stands", high=PIECES_AT_MOST, scale=17),
        Field("overflow", "pieces in overflow", high=PIECES_AT_MOST, scale=5),
        Field("columns", "columns in use", high=COLUMNS, scale=COLUMNS),
        Field("satchel", "pieces of a kind in the satchel", (_PIECES,), high=SATCHEL_SLOTS),
        Field("height", "filled spaces of a column", (_COLUMNS,), high=ROWS, scale=ROWS),
        Field("column of", "1 where a colour has its column", (COLOUR_NAMES, _COLUMNS)),
        Field("colour height", "filled spaces of a colour's column", (COLOUR_NAMES,), high=ROWS, scale=ROWS),
    ),
)
"""How an observation is laid out."""

_TABLE, _SEAT = OBSERVATION.table, OBSERVATION.seat
_QUESTION, _PAIR, _TARGET = _TABLE.first("question"), _TABLE.first("pair"), _TABLE.first("target")
_GATHERED, _TO_NAME, _NAMED_FROM = _TABLE.first("gathered"), _TABLE.first("to name"), _TABLE.first("named from")
_RIVER, _ON_TILE, _LAKE, _BAG = (_TABLE.first(name) for name in ("river", "on tile", "lake", "bag"))
_ROUND, _TRIGGERED, _TURNS_LEFT = _TABLE.first("round"), _TABLE.first("triggered"), _TABLE.first("turns left")
_SEATS, _BLOCK = _TABLE.size, _SEAT.size
_ON_TURN, _FIRST, _SCORE = _SEAT.first("on turn"), _SEAT.first("first"), _SEAT.first("score")
_INVENTORY, _OVERFLOW, _COLUMNS_USED = _SEAT.first("inventory"), _SEAT.first("overflow"), _SEAT.first("columns")
_SATCHEL, _HEIGHT = _SEAT.first("satchel"), _SEAT.first("height")
_COLUMN_OF, _COLOUR_HEIGHT = _SEAT.first("column of"), _SEAT.first("colour height")


@kernel
def observe_turn(state: Any, out: Any) -> None:
    """Write what is asked, and how far the turn is."""
    phase = int(state.phase)
    if phase < Phase.MAIN or phase > Phase.DROPPING:
        return
    out[_QUESTION + phase - Phase.MAIN] = 1
    if phase == Phase.PICKING:
        out[_PAIR + int(state.pair_shape)] = 1
    if phase in (Phase.PICKING, Phase.GATHERING):
        out[_TARGET + int(state.target)] = 1
    if phase == Phase.ORDERING:
        out[_GATHERED + int(state.goal)] = 1
    if phase in (Phase.PICKING, Phase.DROPPING):
        out[_TO_NAME] = state.need
        out[_NAMED_FROM] = state.first_slot


@kernel
def observe_table(state: Any, out: Any) -> None:
    """Write the river, the lake, the bag and how near the end is."""
    for place in range(TILES):
        tile = int(state.river[place])
        out[_RIVER + place * TILES + tile] = 1
        lying = wide(state.tile_types[tile])
        while lying != 0:
            piece = lowest(lying)
            lying &= lying - 1
            out[_ON_TILE + place * COLOURS + colour_of(piece)] += state.tile[tile, piece]
    for k in range(int(state.lake_count)):
        out[_LAKE + int(state.lake[k])] += 1
    for piece in range(TYPES):
        out[_BAG + piece] = state.bag[piece]
    out[_ROUND] = state.round_number
    out[_TRIGGERED] = state.is_triggered
    if state.is_triggered != 0:
        out[_TURNS_LEFT] = state.turns_left


@kernel
def observe_seat(state: Any, terms: Any, seat: int, first: int, out: Any) -> None:
    """Write a seat's block from ``first`` on."""
    out[first + _ON_TURN] = int(state.seat == seat and int(state.phase) != Phase.OVER)
    out[first + _FIRST] = int(state.first_seat == seat)
    out[first + _SCORE] = score(state, terms, seat)
    out[first + _INVENTORY] = state.inventory[seat]
    out[first + _OVERFLOW] = state.overflow_count[seat]
    out[first + _COLUMNS_USED] = state.columns_used[seat]
    for k in range(int(state.held[seat])):
        out[first + _SATCHEL + int(state.satchel[seat, k])] += 1
    for column in range(COLUMNS):
        out[first + _HEIGHT + column] = state.height[seat, column]
    for colour in range(COLOURS):
        column = int(state.column_of[seat, colour]) - 1
        if column >= 0:
            out[first + _COLUMN_OF + colour * COLUMNS + column] = 1
            out[first + _COLOUR_HEIGHT + colour] = state.height[seat, column]


@kernel_entry
def write_observation(state: Any, terms: Any, seat: int, out: Any) -> None:
    """Write what a seat observes to ``out``, int16, which is all 0 before."""
    observe_turn(state, out)
    observe_table(state, out)
    players = int(state.players)
    for k in range(players):
        observe_seat(state, terms, (seat + k) % players, _SEATS + k * _BLOCK, out)


VERSIONS = ("the first",)
"""What changed with each version of the environments, from 0."""


def observation(components: object) -> Observation:
    """Return how an observation is laid out; no name depends on printed data."""
    return OBSERVATION


def told(board: object, choice: int, seat: int) -> tuple[int, ...]:
    """Return what a seat learns of a choice: the choice, for nothing is hidden."""
    return (choice,)


def retold(told: Sequence[int], seat: int, board: object, other: object) -> list[int]:
    """Return what a seat learned as it is: nothing is hidden that could be dealt otherwise."""
    return list(told)


def outcome_names(components: object) -> tuple[str, ...]:
    """Return what each outcome of chance means, by its number; no name depends on printed data."""
    return (
        *(f"a {piece} is drawn" for piece in _PIECES),
        *(f"the {shape} tile is laid next" for shape in SHAPE_NAMES),
    )


def action_names(components: object) -> tuple[str, ...]:
    """Return what each decision of a player means, by its number; no name depends on printed data."""
    pairs = [f"place a pair of {shape}s on the {tile} tile" for shape in SHAPE_NAMES for tile in SHAPE_NAMES]
    return (
        *(f"place a {piece} on the {SHAPE_NAMES[number // COLOURS]} tile" for number, piece in enumerate(_PIECES)),
        *pairs,
        "draw from the lake",
        *(f"one of the pair is a {piece}" for piece in _PIECES),
        "gather the neighbour nearer the START",
        "gather the neighbour nearer the lake",
        *(f"{colour} takes the next column" for colour in COLOUR_NAMES),
        *(f"a {piece} stays in the lake" for piece in _PIECES),
        *(f"a {piece} goes to overflow" for piece in _PIECES),
        "pass",
    )
