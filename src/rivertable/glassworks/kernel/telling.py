"""Turns told in numbers, compiled: their notation symbol by symbol, and what they used.

:mod:`rivertable.glassworks.telling` says which text each symbol is. Uses are numbered through the families of
:func:`rivertable.glassworks.study.list_uses`.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from ...core.compiling.bits import size_of
from ...core.compiling.kernel import kernel, kernel_entry, wide
from ...core.states import record_type
from .rules import decide
from .scoring import row_filled, score
from .state import COLOURS, COLUMNS, ROWS, SHAPES, TILES, TYPES, Decision, colours_of, river_place, shape_of


class Symbol(IntEnum):
    """Symbols of notations: each kind's first number, and what is added to it."""

    PIECE = 0
    """+ type: the first piece of several."""
    FURTHER = PIECE + TYPES
    """+ type: a piece after another one."""
    ONTO = FURTHER + TYPES
    """+ place: the tile placed on."""
    GATHER = ONTO + TILES
    """+ place: the tile gathered."""
    COLOUR = GATHER + TILES
    """+ colour: the first one in an order."""
    FURTHER_COLOUR = COLOUR + COLOURS
    """+ colour: a colour after another one."""
    DRAW = FURTHER_COLOUR + COLOURS
    OVERFLOW = DRAW + 1
    """What follows goes to overflow."""
    PASS = OVERFLOW + 1


class Use(IntEnum):
    """What turns use: each kind's first number, and what is added to it."""

    PLACE_ONE, PLACE_TWO, DRAW, PASS = 0, 1, 2, 3
    COLOUR = 4
    """+ colour"""
    COLUMN = COLOUR + COLOURS
    """+ column"""
    OVERFLOW = COLUMN + COLUMNS
    TILE = OVERFLOW + 1
    """+ shape of the tile gathered"""
    ONTO = TILE + SHAPES
    """+ shape of the tile placed on"""


TELLER = record_type(__name__, "TELLER", [("symbols", "i8"), ("uses", "i8")])
"""How many symbols and uses are told by now."""


@kernel
def write(teller: Any, told: Any, symbol: int) -> None:
    """Write a symbol, where there is room."""
    if teller.symbols < told.symbols.shape[0]:
        told.symbols[teller.symbols] = symbol
    teller.symbols += 1


@kernel
def use(teller: Any, told: Any, used: int) -> None:
    """Write a use, where there is room."""
    if teller.uses < told.uses.shape[0]:
        told.uses[teller.uses] = used
    teller.uses += 1


@kernel_entry
def write_missing(teller: Any, told: Any, slots: Any, count: int, left: Any, left_count: int) -> int:
    """Write the pieces of sorted slots that are no longer among ``left``, sorted too; return how many they are."""
    found, place = wide(0), wide(0)
    for k in range(count):
        piece = wide(slots[k])
        while place < left_count and left[place] < piece:
            place += 1
        if place < left_count and left[place] == piece:
            place += 1
            continue
        write(teller, told, (Symbol.FURTHER if found else Symbol.PIECE) + piece)
        found += 1
    return found


@kernel
def tell_draw(teller: Any, told: Any, before: Any, after: Any, seat: int) -> None:
    """Write a draw from the lake (G24, G25)."""
    write(teller, told, Symbol.DRAW)
    use(teller, told, Use.DRAW)
    write_missing(teller, told, before.lake, wide(before.lake_count), after.lake, wide(after.lake_count))
    spilled = 0
    for piece in range(TYPES):
        for _ in range(wide(after.overflow[seat, piece]) - wide(before.overflow[seat, piece])):
            if spilled == 0:
                write(teller, told, Symbol.OVERFLOW)
            write(teller, told, (Symbol.FURTHER if spilled else Symbol.PIECE) + piece)
            spilled += 1


@kernel
def has_gone_up(choices: Any, first: int, last: int) -> bool:
    """Return whether the neighbour nearer the START was chosen."""
    found = False
    for k in range(first, last):
        found = found or choices[k] == Decision.UP
    return found


@kernel
def write_order(teller: Any, told: Any, before: Any, after: Any, seat: int, gathered: int) -> None:
    """Write in which order the new colours of a tile took columns, those without one last (G20, G22)."""
    fresh = colours_of(wide(before.tile_types[gathered]))
    for colour in range(COLOURS):
        if before.column_of[seat, colour] != 0:
            fresh &= ~(1 << colour)
    if size_of(fresh) < 2 or before.columns_used[seat] == COLUMNS:
        return
    symbol = wide(Symbol.COLOUR)
    for column in range(1, COLUMNS + 2):
        wanted = column if column <= COLUMNS else 0
        for colour in range(COLOURS):
            if (fresh >> colour) & 1 and after.column_of[seat, colour] == wanted:
                write(teller, told, symbol + colour)
                symbol = wide(Symbol.FURTHER_COLOUR)


@kernel
def tell_place(teller: Any, told: Any, before: Any, after: Any, seat: int, choices: Any, first: int, last: int) -> None:
    """Write a turn that places pieces and gathers a neighbour (G12-G20)."""
    satchel, left = before.satchel[seat], after.satchel[seat]
    placed = write_missing(teller, told, satchel, wide(before.held[seat]), left, wide(after.held[seat]))
    decision = wide(choices[first])
    shape = shape_of(decision) if decision < Decision.PAIR else (decision - Decision.PAIR) % TILES
    place = river_place(before, shape)
    gather = place - 1 if place == TILES - 1 or has_gone_up(choices, first, last) else place + 1
    gathered = wide(before.river[gather])
    write(teller, told, Symbol.ONTO + place)
    write(teller, told, Symbol.GATHER + gather)
    write_order(teller, told, before, after, seat, gathered)
    use(teller, told, Use.PLACE_ONE if placed == 1 else Use.PLACE_TWO)
    use(teller, told, Use.TILE + gathered)
    use(teller, told, Use.ONTO + shape)
    for colour in range(COLOURS):
        column = wide(after.column_of[seat, colour]) - 1
        if column >= 0:
            for _ in range(wide(after.height[seat, column]) - wide(before.height[seat, column])):
                use(teller, told, Use.COLOUR + colour)
                use(teller, told, Use.COLUMN + column)


@kernel_entry
def tell_turn(
    states: Any, terms: Any, choices: Any, first: int, last: int, numbers: Any, told: Any, tellers: Any, out: Any
) -> None:
    """Tell a turn; see ``lab/simulation/telling/game.pyi``."""
    teller = tellers[0]
    if choices[first] == Decision.PASS:
        write(teller, told, Symbol.PASS)
        use(teller, told, Use.PASS)
        return
    states[1] = states[0]
    for k in range(first, last):
        decide(states[0], terms[0], wide(choices[k]))
    before, after, seat = states[1], states[0], wide(states[1].seat)
    if choices[first] == Decision.DRAW:
        tell_draw(teller, told, before, after, seat)
    else:
        tell_place(teller, told, before, after, seat, choices, first, last)
    for _ in range(wide(after.overflow_count[seat]) - wide(before.overflow_count[seat])):
        use(teller, told, Use.OVERFLOW)


@kernel_entry
def write_categories(states: Any, index: int, terms: Any, seat: int, tellers: Any, out: Any) -> None:
    """Write a seat's points of rows, of columns and of overflow (G39)."""
    state = states[index]
    out[0] = 0
    for row in range(ROWS):
        out[0] += terms[0].row_vp[row_filled(state, seat, row)]
    out[2] = wide(state.overflow_count[seat]) * wide(terms[0].overflow_vp)
    out[1] = score(state, terms[0], seat) - out[0] - out[2]
