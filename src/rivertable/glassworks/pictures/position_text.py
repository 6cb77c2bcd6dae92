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

import numpy as np

from ...core.errors import OptionError, PositionError
from ...core.game import Components, Game, Terms
from ..board import GlassworksBoard, SeatBoard
from ..consistency import check_possible
from ..kernel.state import (
    COLOUR_NAMES,
    COLOURS,
    COLUMNS,
    LAKE_SLOTS,
    PIECES_AT_MOST,
    ROWS,
    SATCHEL_SLOTS,
    SETUP_RIVER,
    SHAPES,
    TILES,
    TYPES,
    lay_on_tile,
    new_states,
)
from ..printed import components as printed
from ..printed.pieces import COLOUR_CODES, SHAPE_CODES, Piece

_TAG = "glassworks/1"
_PHASES = (
    "river",
    "setup",
    "main",
    "picking",
    "gathering",
    "ordering",
    "leaving",
    "dropping",
    "refill",
    "topup",
    "over",
)
_SCALARS = ("is_triggered", "turns_left", "pair_shape", "target", "goal", "need", "floor", "due")
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def write(board: GlassworksBoard) -> str:
    """Write a position in one line."""
    state = board.state
    edition = board.terms.components
    laid = TILES - int(state.due) if state.phase == SETUP_RIVER else TILES
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
    return " ".join(
        [
            _TAG,
            str(board.players),
            board.terms.options.text(),
            "standard" if edition.sha256 == printed.standard().sha256 else edition.sha256[:12],
            ",".join(_write_tile(board, number) for number in range(1, laid + 1)) or "-",
            _write_pieces(board.lake),
            ".".join(_write_colour(state.bag, colour) for colour in range(COLOURS)),
            "/".join(map(_write_seat, board.seats)),
            ".".join(turn),
        ]
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


def read(line: str, game: Game, components: Components | None = None) -> tuple[np.ndarray[Any, Any], Terms]:
    """Read a position: an array of one state, and its terms.

    Raises:
        PositionError: it is no such text, or no possible position.
    """
    fields = line.split()
    if not fields or fields[0] != _TAG:
        raise PositionError(f"A position of this game begins with {_TAG}.")
    if len(fields) != 9:
        raise PositionError(f"A position has 9 fields, this text has {len(fields)}.")
    _, players, options, edition, river, lake, bag, seats, turn = fields
    terms = _read_terms(game, players, options, edition, components)
    states = new_states(1)
    state = states[0]
    state.players = terms.players
    _read_turn(state, turn)
    _read_river(state, river)
    _fill(state.lake, _read_pieces(lake, "the lake"), LAKE_SLOTS, "The lake")
    state.lake_count = len(_read_pieces(lake, "the lake"))
    _read_bag(state, bag)
    boards = seats.split("/")
    if len(boards) != terms.players:
        raise PositionError(f"There are {len(boards)} seats written for {terms.players} players.")
    for seat, board in enumerate(boards):
        _read_seat(state, seat, board)
    check_pieces(state, terms)
    check_possible(state, terms)
    return states, terms


def _read_terms(game: Game, players: str, options: str, edition: str, components: Components | None) -> Terms:
    components = printed.standard() if components is None else components
    wanted = printed.standard().sha256 if edition == "standard" else edition
    if not components.sha256.startswith(wanted):
        raise PositionError(f"This position belongs to the edition {edition}: give its components.")
    try:
        return game.make_terms(_read_number(players, "players"), game.read_options(options), components)
    except OptionError as error:
        raise PositionError(error.sentence) from error


def _read_number(text: str, place: str, low: int = 0, high: int = 9999) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 9 or not low <= int(text) <= high:
        raise PositionError(f"{place} must be a number from {low} to {high}, not {text!r}.")
    return int(text)


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
    state.seat = _read_number(parts[0], "The seat on turn", 0, players - 1)
    state.first_seat = _read_number(parts[1], "The first seat", 0, players - 1)
    state.round_number = _read_number(parts[2], "The round", 1, 999)
    state.phase = _PHASES.index(parts[3])
    for name, part in zip(_SCALARS, parts[4:], strict=False):
        state[name] = _read_number(part, name, 0, 99)


def _read_river(state: Any, text: str) -> None:
    tiles = [] if text == "-" else text.split(",")
    laid = TILES - int(state.due) if state.phase == SETUP_RIVER else TILES
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
    state.inventory[seat] = _read_number(inventory, f"The inventory of seat {seat}", 0, PIECES_AT_MOST)


def _read_columns(state: Any, seat: int, text: str) -> None:
    groups = [text[k : k + 3] for k in range(0, len(text), 3)]
    if len(groups) > COLUMNS:
        raise PositionError(f"Seat {seat} has {len(groups)} columns; there are {COLUMNS}.")
    for place, group in enumerate(groups):
        code = group[:2]
        if code not in COLOUR_CODES or state.column_of[seat, COLOUR_CODES.index(code)]:
            raise PositionError(f"Seat {seat} cannot have a column {group!r} here.")
        state.column_of[seat, COLOUR_CODES.index(code)] = place + 1
        state.height[seat, place] = _read_number(group[2:], f"The height of column {place + 1}", 1, ROWS)
    state.columns_used[seat] = len(groups)


def check_pieces(state: Any, terms: Terms) -> None:
    """Check that every colour has as many pieces as the box holds, and no type more (G1, G6).

    Raises:
        PositionError: naming the first colour that does not add up.
    """
    full = terms.array[0].bag.tolist()
    loose = _count_loose(state).tolist()
    for piece, count in enumerate(loose):
        if count > full[piece]:
            raise PositionError(
                f"There are {count} pieces {Piece.of(piece).name}; the box holds {full[piece]}.", rule="G1"
            )
    columns = state.column_of
    for colour in range(COLOURS):
        seen = sum(loose[colour::COLOURS])
        for seat in columns[:, colour].nonzero()[0].tolist():
            seen += int(state.height[seat, columns[seat, colour] - 1])
        wanted = sum(full[colour::COLOURS])
        if seen != wanted:
            raise PositionError(f"There are {seen} {COLOUR_NAMES[colour]} pieces; the box holds {wanted}.", rule="G1")


def _count_loose(state: Any) -> Any:
    """Return how many pieces of each type are known by type: in the bag, on tiles, in lake, satchels and overflow."""
    slots = [state.lake[: state.lake_count]]
    slots += [pieces[:count] for pieces, count in zip(state.satchel, state.held, strict=True)]
    counted = state.bag + state.tile.sum(axis=0, dtype=np.int64) + state.overflow.sum(axis=0)
    return np.bincount(np.concatenate(slots), minlength=TYPES) + counted
