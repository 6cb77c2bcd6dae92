"""Where pieces lie: counted on tiles, in sorted slots in satchels; and the places of the river."""

from __future__ import annotations

from typing import Any

from ...core.compiling.bits import bit
from ...core.compiling.kernel import kernel, natural
from .state import COLOURS, LAKE, SATCHEL_SLOTS, TILES

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
