"""A whole position in one line, as FEN is for chess.

Fields are parted by spaces:

``glassworks/1 PLAYERS OPTIONS EDITION RIVER LAKE BAG SEATS TURN``

| field | form |
|---|---|
| PLAYERS | 2 to 5 |
| OPTIONS | the preset, then ``+option=value`` (``yes``, ``no``, a number or a name) for each that differs |
| EDITION | ``standard``, or the first 12 digits of the components' hash |
| RIVER | tiles from START, parted by ``,``: the shape's letter, ``:``, piece codes |
| LAKE | piece codes, ``-`` for none |
| BAG | six digits (base 36) a colour, parted by ``.``: how many of each shape |
| SEATS | parted by ``/``: satchel ``;`` columns (colour code and height) ``;`` overflow ``;`` inventory |
| TURN | parted by ``.``: seat, first seat, round, phase, and where not 0 the rest of the kernel's numbers |
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from ...core import pictures
from ...core.errors import PositionError
from ...core.game import Components
from ...core.pictures import read_number, read_seats
from ..board import GlassworksBoard, GlassworksPosition, SeatBoard
from ..consistency import check_state
from ..kernel.state import (
    COLOURS,
    COLUMNS,
    LAKE_SLOTS,
    PIECES_AT_MOST,
    ROWS,
    SATCHEL_SLOTS,
    SHAPES,
    TILES,
    Phase,
    lay_on_tile,
    new_states,
)
from ..printed.pieces import COLOUR_CODES, SHAPE_CODES, Piece

_TAG = "glassworks/1"
_PHASES = tuple(phase.name.lower() for phase in Phase)
_SCALARS = ("is_triggered", "turns_left", "pair_shape", "target", "goal", "need", "first_slot", "due")
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def write_text(board: GlassworksBoard) -> str:
    """Write a position in one line."""
    state = board.state
    laid = TILES - int(state.due) if int(state.phase) == Phase.RIVER else TILES
    scalars = [str(int(state[name])) for name in _SCALARS]
    while scalars and scalars[-1] == "0":
        scalars.pop()
    turn = [
        str(int(state.seat)),
        str(board.first_seat),
        str(board.round),
        _PHASES[int(state.phase)],
        *scalars,
    ]
    return pictures.write_text(
        _TAG,
        board,
        ",".join(_write_tile(board, number) for number in range(1, laid + 1)) or "-",
        _write_pieces(board.lake),
        ".".join(_write_colour(state.bag, colour) for colour in range(COLOURS)),
        "/".join(map(_write_seat, board.seats)),
        ".".join(turn),
    )


def _write_pieces(pieces: tuple[Piece, ...]) -> str:
    return "".join(piece.code for piece in pieces) or "-"


def _write_tile(board: GlassworksBoard, number: int) -> str:
    tile = board.tile(number)
    return f"{SHAPE_CODES[tile.shape]}:{''.join(piece.code for piece in tile.pieces)}"


def _write_colour(bag: Any, colour: int) -> str:
    return "".join(_DIGITS[int(bag[shape * COLOURS + colour])] for shape in range(SHAPES))


def _write_seat(seat: SeatBoard) -> str:
    columns = "".join(f"{COLOUR_CODES[column.colour]}{column.height}" for column in seat.columns) or "-"
    return ";".join([_write_pieces(seat.satchel), columns, _write_pieces(seat.overflow), str(seat.inventory)])


def read_text(text: str, components: Components | None) -> GlassworksPosition:
    """Read a position; ``components`` is None where it was played with the standard data.

    Raises:
        PositionError: it is no such text, or no possible position.
    """
    terms, (river, lake, bag, seats, turn) = pictures.read_text(text, _TAG, 9, GlassworksPosition.game, components)
    states = new_states(1)
    state = states[0]
    state.players = terms.players
    _read_turn(state, turn)
    _read_river(state, river)
    _fill(state.lake, _read_pieces(lake, "the lake"), LAKE_SLOTS, "The lake")
    state.lake_count = len(_read_pieces(lake, "the lake"))
    _read_bag(state, bag)
    for seat, board in enumerate(read_seats(seats, terms.players)):
        _read_seat(state, seat, board)
    check_state(state, terms)
    return GlassworksPosition(states, terms)


def _read_pieces(text: str, place: str) -> list[Piece]:
    if text in ("-", ""):
        return []
    try:
        return sorted(Piece.from_code(text[k : k + 3]) for k in range(0, len(text), 3))
    except ValueError as error:
        raise PositionError(f"In {place}: {error}") from error


def _check_room(pieces: list[Piece], room: int, place: str) -> None:
    if len(pieces) > room:
        raise PositionError(f"{place} holds at most {room} pieces, not {len(pieces)}.")


def _fill(slots: Any, pieces: list[Piece], room: int, place: str) -> None:
    _check_room(pieces, room, place)
    slots[: len(pieces)] = [piece.number for piece in pieces]


def _read_turn(state: Any, text: str) -> None:
    parts = text.split(".")
    if not 4 <= len(parts) <= 4 + len(_SCALARS) or parts[3] not in _PHASES:
        raise PositionError(f"{text!r} is no turn: seat.first.round.phase is the least.")
    players = int(state.players)
    state.seat = read_number(parts[0], "The seat on turn", 0, players - 1)
    state.first_seat = read_number(parts[1], "The first seat", 0, players - 1)
    state.round_number = read_number(parts[2], "The round", 1, 999)
    state.phase = _PHASES.index(parts[3])
    for name, part in zip(_SCALARS, parts[4:], strict=False):
        state[name] = read_number(part, name, 0, 99)


def _read_river(state: Any, text: str) -> None:
    tiles = [] if text == "-" else text.split(",")
    laid = TILES - int(state.due) if int(state.phase) == Phase.RIVER else TILES
    if len(tiles) != laid:
        raise PositionError(f"The river should have {laid} tiles here, not {len(tiles)}.")
    for place, tile in enumerate(tiles):
        letter, _, pieces = tile.partition(":")
        if letter not in SHAPE_CODES:
            raise PositionError(f"There is no tile {letter!r}.")
        shape = SHAPE_CODES.index(letter)
        if shape in state.river[:place].tolist():
            raise PositionError(f"The tile {letter} lies in the river twice.")
        state.river[place] = shape
        found = _read_pieces(pieces, f"tile {letter}")
        _check_room(found, PIECES_AT_MOST, f"Tile {letter}")
        lay_on_tile(state, shape, [piece.number for piece in found])


def _read_bag(state: Any, text: str) -> None:
    colours = text.split(".")
    if len(colours) != COLOURS or any(len(c) != SHAPES or any(d not in _DIGITS for d in c) for c in colours):
        raise PositionError(f"The bag is {COLOURS} groups of {SHAPES} digits parted by dots, not {text!r}.")
    for colour, digits in enumerate(colours):
        for shape, digit in enumerate(digits):
            state.bag[shape * COLOURS + colour] = _DIGITS.index(digit)
    state.bag_count = int(state.bag.sum())


def _read_seat(state: Any, seat: int, text: str) -> None:
    parts = text.split(";")
    if len(parts) != 4:
        raise PositionError(f"Seat {seat} must be satchel;columns;overflow;inventory, not {text!r}.")
    satchel, columns, overflow, inventory = parts
    pieces = _read_pieces(satchel, f"the satchel of seat {seat}")
    _fill(state.satchel[seat], pieces, SATCHEL_SLOTS, f"The satchel of seat {seat}")
    state.held[seat] = len(pieces)
    _read_columns(state, seat, "" if columns == "-" else columns)
    spilled = _read_pieces(overflow, f"the overflow of seat {seat}")
    if len(spilled) > PIECES_AT_MOST:
        raise PositionError(f"The overflow of seat {seat} holds at most {PIECES_AT_MOST} pieces, not {len(spilled)}.")
    for piece, count in Counter(spilled).items():
        # Any count above the box's is refused later; one byte holds up to 127.
        state.overflow[seat, piece.number] = min(count, 127)
    state.overflow_count[seat] = len(spilled)
    state.inventory[seat] = read_number(inventory, f"The inventory of seat {seat}", 0, PIECES_AT_MOST)


def _read_columns(state: Any, seat: int, text: str) -> None:
    groups = [text[k : k + 3] for k in range(0, len(text), 3)]
    if len(groups) > COLUMNS:
        raise PositionError(f"Seat {seat} has {len(groups)} columns; there are {COLUMNS}.")
    for place, group in enumerate(groups):
        code = group[:2]
        if code not in COLOUR_CODES or state.column_of[seat, COLOUR_CODES.index(code)]:
            raise PositionError(f"Seat {seat} cannot have a column {group!r} here.")
        state.column_of[seat, COLOUR_CODES.index(code)] = place + 1
        state.height[seat, place] = read_number(group[2:], f"The height of column {place + 1}", 1, ROWS)
    state.columns_used[seat] = len(groups)
