"""The rules of River Valley Glassworks, compiled: what is legal, what a decision does, what chance can do.

All functions take the state (a record of :data:`~rivertable.glassworks.state.STATE`) and the terms (a record of
:data:`~rivertable.glassworks.state.TERMS`), change the state in place, allocate nothing and raise nothing: a decision
that is not among the legal ones is the caller's error.

A turn runs: decisions of the player, then what chance refills, then, on the turn that triggers the end, the top-up.
Everything is decided before anything is drawn.
"""

from __future__ import annotations

from typing import Any

from ..core.kernel import kernel, kernel_entry
from .state import (
    COLOUR,
    COLOURS,
    COLUMNS,
    DOWN,
    DRAW,
    DRAWN,
    DROP,
    DROPPING,
    GATHERING,
    LAKE,
    LAKE_TAKE,
    LEAVE,
    LEAVING,
    MAIN,
    ORDERING,
    OVER,
    PAIR,
    PASS,
    PICK,
    PICKING,
    PLACE,
    REFILL,
    ROWS,
    SATCHEL,
    SATCHEL_START,
    SETUP,
    SETUP_RIVER,
    TILE,
    TILES,
    TO_LAKE,
    TO_SATCHEL,
    TOP_UP,
    TYPES,
    UP,
)


@kernel_entry
def set_up(state: Any, terms: Any, players: int, first_seat: int) -> None:
    """Make a blank state the start of set-up: the bag is full (G6), the river is still to be laid by chance (G7)."""
    state.players = players
    state.first_seat = first_seat
    state.seat = first_seat
    state.phase = SETUP_RIVER
    state.round_number = 1
    state.due = TILES
    state.bag_count = terms.pile_count
    for piece in range(TYPES):
        state.bag[piece] = terms.bag[piece]


# Slots: sorted pieces.


@kernel
def insert_slot(slots: Any, count: int, piece: int) -> None:
    """Put a piece into sorted slots of which ``count`` are used."""
    for k in range(count):
        there = int(slots[k])
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
def find_slot(slots: Any, start: int, piece: int) -> int:
    """Give the first place from ``start`` that holds ``piece``, which must be there."""
    while slots[start] != piece:
        start += 1
    return start


@kernel
def put_on_tile(state: Any, tile: int, piece: int) -> None:
    """Lay a piece on a tile."""
    insert_slot(state.tile[tile], int(state.tile_count[tile]), piece)
    state.tile_count[tile] += 1


@kernel
def put_in_satchel(state: Any, seat: int, piece: int) -> None:
    """Put a piece into a seat's satchel."""
    insert_slot(state.satchel[seat], int(state.held[seat]), piece)
    state.held[seat] += 1


@kernel
def take_from_satchel(state: Any, place: int) -> int:
    """Take the piece at a place out of the satchel of the seat on turn, and give it."""
    seat = int(state.seat)
    piece = int(state.satchel[seat, place])
    remove_slot(state.satchel[seat], int(state.held[seat]), place)
    state.held[seat] -= 1
    return piece


# Glassworks.


@kernel
def put_in_overflow(state: Any, terms: Any, seat: int, piece: int) -> None:
    """G22, G25: a piece goes to overflow; G23: where an option says so, the inventory marker moves too."""
    state.overflow[seat, piece] += 1
    state.overflow_count[seat] += 1
    state.inventory[seat] += int(terms.inventory_counts_overflow)


@kernel
def put_in_column(state: Any, terms: Any, seat: int, piece: int) -> None:
    """G21: a piece of a known colour goes on top of its column; G22: to overflow if that is full."""
    column = int(state.column_of[seat, piece % COLOURS]) - 1
    if state.height[seat, column] < ROWS:
        state.height[seat, column] += 1
        state.inventory[seat] += 1
    else:
        put_in_overflow(state, terms, seat, piece)


@kernel
def settle_known(state: Any, terms: Any, tile: int) -> int:
    """Move the pieces of known colours from a tile to the glassworks; give a bit set of the colours left on it."""
    seat = int(state.seat)
    kept = 0
    colours = 0
    count = int(state.tile_count[tile])
    for k in range(count):
        piece = int(state.tile[tile, k])
        state.tile[tile, k] = 0
        if state.column_of[seat, piece % COLOURS] > 0:
            put_in_column(state, terms, seat, piece)
        else:
            state.tile[tile, kept] = piece
            kept += 1
            colours |= 1 << (piece % COLOURS)
    state.tile_count[tile] = kept
    return colours


@kernel
def open_column(state: Any, colour: int) -> None:
    """G20: a new colour takes the next empty column."""
    seat = int(state.seat)
    state.columns_used[seat] += 1
    state.column_of[seat, colour] = state.columns_used[seat]


@kernel
def settle_gathered(state: Any, terms: Any) -> None:
    """G19-G22: what lies on the gathered tile goes to the glassworks, as far as no order has to be chosen."""
    seat = int(state.seat)
    tile = int(state.goal)
    new_colours = settle_known(state, terms, tile)
    if new_colours != 0:
        if state.columns_used[seat] < COLUMNS:
            if new_colours & (new_colours - 1) != 0:
                state.phase = ORDERING
                return
            open_column(state, int(state.tile[tile, 0]) % COLOURS)
            settle_known(state, terms, tile)
        else:
            for k in range(int(state.tile_count[tile])):
                put_in_overflow(state, terms, seat, int(state.tile[tile, k]))
                state.tile[tile, k] = 0
            state.tile_count[tile] = 0
    move_tile_to_start(state, terms, tile)


@kernel
def move_tile_to_start(state: Any, terms: Any, tile: int) -> None:
    """G17: the emptied tile becomes the first of the river; G18: the next tile's stones say how much refills it."""
    place = river_place(state, tile)
    for k in range(TILES - 1, 0, -1):
        state.river[k] = state.river[k - 1] if k <= place else state.river[k]
    state.river[0] = tile
    state.phase = REFILL
    state.due = terms.stones[state.river[1]]
    draw_on(state, terms)


@kernel
def river_place(state: Any, tile: int) -> int:
    """Give where a tile lies, 0 (START) to 5 (beside the lake)."""
    place = 0
    for k in range(1, TILES):
        place += k * int(state.river[k] == tile)
    return place


@kernel
def gather(state: Any, terms: Any, place: int) -> None:
    """G14: gather all glass of the tile at a place of the river (0..5)."""
    state.goal = state.river[place]
    state.target = 0
    settle_gathered(state, terms)


@kernel
def choose_neighbour(state: Any, terms: Any) -> None:
    """G14, G15: after placing, ask which neighbour is gathered; an end tile has only one."""
    place = river_place(state, int(state.target))
    if place == 0:
        gather(state, terms, 1)
    elif place == TILES - 1:
        gather(state, terms, TILES - 2)
    else:
        state.phase = GATHERING


# Naming several pieces one by one, in rising order.


@kernel
def named_end(state: Any) -> int:
    """Give the end of the satchel slots from which pieces are being named: those of the pair's shape, or all."""
    seat = int(state.seat)
    if state.phase == DROPPING:
        return int(state.held[seat])
    end = int(state.floor)
    while end < state.held[seat] and int(state.satchel[seat, end]) // COLOURS == state.pair_shape:
        end += 1
    return end


@kernel
def is_forced(state: Any, end: int) -> bool:
    """Tell whether the next piece to be named can only be of one type."""
    seat = int(state.seat)
    return bool(state.satchel[seat, state.floor] == state.satchel[seat, end - int(state.need)])


@kernel
def name_piece(state: Any, terms: Any, place: int) -> None:
    """Put the satchel's piece at a place where the phase says: on the target tile, or to overflow."""
    phase = int(state.phase)
    piece = take_from_satchel(state, place)
    if phase == PICKING:
        put_on_tile(state, int(state.target), piece)
    else:
        put_in_overflow(state, terms, int(state.seat), piece)
    state.floor = place
    state.need -= 1


@kernel
def name_forced(state: Any, terms: Any) -> None:
    """Name pieces as long as there is no choice, and go on when all are named."""
    phase = int(state.phase)
    end = named_end(state)
    while state.need > 0 and is_forced(state, end):
        name_piece(state, terms, int(state.floor))
        end -= 1
    if state.need == 0:
        state.floor = 0
        if phase == PICKING:
            state.pair_shape = 0
            choose_neighbour(state, terms)
        else:
            refill_lake(state, terms)


# What each decision does.


@kernel
def place_one(state: Any, terms: Any, piece: int) -> None:
    """G12: one piece goes on the tile of its shape."""
    state.target = piece // COLOURS
    take_from_satchel(state, find_slot(state.satchel[state.seat], 0, piece))
    put_on_tile(state, int(state.target), piece)
    choose_neighbour(state, terms)


@kernel
def place_pair(state: Any, terms: Any, shape: int, tile: int) -> None:
    """G13: two pieces of one shape go on any tile; which two is asked where it matters."""
    slots = state.satchel[state.seat]
    start = 0
    while int(slots[start]) // COLOURS != shape:
        start += 1
    state.pair_shape = shape
    state.target = tile
    state.floor = start
    state.need = 2
    state.phase = PICKING
    name_forced(state, terms)


@kernel
def draw_from_lake(state: Any, terms: Any) -> None:
    """G24: take 4 pieces of the lake; G27: or what there is."""
    if state.lake_count <= LAKE_TAKE:
        take_lake(state, terms, -1)
    elif state.lake[0] == state.lake[state.lake_count - 1]:
        take_lake(state, terms, int(state.lake[0]))
    else:
        state.phase = LEAVING


@kernel
def take_lake(state: Any, terms: Any, left: int) -> None:
    """Take all of the lake but one piece of type ``left`` (-1: all); G25: over 5, some go to overflow."""
    seat = int(state.seat)
    kept = 0
    for k in range(int(state.lake_count)):
        piece = int(state.lake[k])
        state.lake[k] = 0
        if piece == left and kept == 0:
            kept = 1
        else:
            put_in_satchel(state, seat, piece)
    state.lake_count = kept
    if kept > 0:
        state.lake[0] = left
    state.need = max(int(state.held[seat]) - SATCHEL, 0)
    state.floor = 0
    state.phase = DROPPING
    name_forced(state, terms)


@kernel
def refill_lake(state: Any, terms: Any) -> None:
    """G26: the lake is refilled to 5."""
    state.phase = REFILL
    state.goal = TO_LAKE
    state.due = LAKE - int(state.lake_count)
    draw_on(state, terms)


@kernel
def decide(state: Any, terms: Any, decision: int) -> None:
    """Do one legal decision of the player on turn."""
    if decision < PAIR:
        place_one(state, terms, decision - PLACE)
    elif decision < DRAW:
        place_pair(state, terms, (decision - PAIR) // TILES, (decision - PAIR) % TILES)
    elif decision == DRAW:
        draw_from_lake(state, terms)
    elif decision < UP:
        name_piece(state, terms, find_slot(state.satchel[state.seat], int(state.floor), decision - PICK))
        name_forced(state, terms)
    elif decision < COLOUR:
        gather(state, terms, river_place(state, int(state.target)) + (1 if decision == DOWN else -1))
    elif decision < LEAVE:
        open_column(state, decision - COLOUR)
        settle_gathered(state, terms)
    elif decision < DROP:
        take_lake(state, terms, decision - LEAVE)
    elif decision < PASS:
        name_piece(state, terms, find_slot(state.satchel[state.seat], int(state.floor), decision - DROP))
        name_forced(state, terms)
    else:
        end_turn(state)


# What chance does.


@kernel
def is_chance(state: Any) -> bool:
    """Tell whether chance is to act."""
    return bool(state.phase < MAIN or (state.phase >= REFILL and state.phase != OVER))


@kernel
def happen(state: Any, terms: Any, outcome: int) -> None:
    """Apply one outcome of chance: a tile laid (G7) or a piece drawn from the bag."""
    state.due -= 1
    if outcome >= TILE:
        state.river[TILES - 1 - int(state.due)] = outcome - TILE
    else:
        receive(state, outcome - DRAWN)
    if state.due == 0 or state.bag_count == 0:
        draw_on(state, terms)


@kernel
def receive(state: Any, piece: int) -> None:
    """Take a piece out of the bag and put it where it is due: on a tile, into the lake, or into a satchel."""
    state.bag[piece] -= 1
    state.bag_count -= 1
    goal = int(state.goal)
    if goal < TILES:
        put_on_tile(state, goal, piece)
    elif goal == TO_LAKE:
        insert_slot(state.lake, int(state.lake_count), piece)
        state.lake_count += 1
    else:
        put_in_satchel(state, goal - TO_SATCHEL, piece)


@kernel
def draw_on(state: Any, terms: Any) -> None:
    """Go on to the next piece to be drawn (G27: as far as the bag reaches), or to the next decision."""
    while state.due == 0 or state.bag_count == 0:
        state.due = 0
        phase = int(state.phase)
        if phase == REFILL:
            state.goal = 0
            if state.is_triggered != 0 or state.inventory[state.seat] < terms.inventory_trigger:
                end_turn(state)
                return
            trigger_end(state)
        elif phase == TOP_UP:
            seat = seat_after(state, int(state.goal) - TO_SATCHEL)
            if seat == state.seat:
                state.goal = 0
                end_turn(state)
                return
            top_up(state, seat)
        elif phase == SETUP_RIVER:
            state.phase = SETUP
            fill_tile(state, terms, 0)
        else:
            set_up_on(state, terms)
            if state.phase == MAIN:
                return


@kernel
def set_up_on(state: Any, terms: Any) -> None:
    """Set-up goes on: tiles from START to the lake (G8), the lake (G9), the satchels in turn order (G10)."""
    goal = int(state.goal)
    if goal < TILES:
        place = river_place(state, goal) + 1
        if place < TILES:
            fill_tile(state, terms, place)
        else:
            state.goal = TO_LAKE
            state.due = LAKE
        return
    seat = int(state.first_seat)
    if goal != TO_LAKE:
        seat = seat_after(state, goal - TO_SATCHEL)
        if seat == state.first_seat:
            state.goal = 0
            state.phase = MAIN
            return
    state.goal = TO_SATCHEL + seat
    state.due = SATCHEL_START


@kernel
def fill_tile(state: Any, terms: Any, place: int) -> None:
    """G8: the tile at a place of the river gets as many pieces as its own stones."""
    state.goal = state.river[place]
    state.due = terms.stones[state.river[place]]


@kernel
def seat_after(state: Any, seat: int) -> int:
    """Give the next seat clockwise."""
    return 0 if seat + 1 == state.players else seat + 1


@kernel
def top_up(state: Any, seat: int) -> None:
    """G30: a satchel with fewer than 3 pieces is filled from the bag."""
    state.goal = TO_SATCHEL + seat
    state.due = max(SATCHEL_START - int(state.held[seat]), 0)


# The end.


@kernel
def trigger_end(state: Any) -> None:
    """G29: the end is triggered; G31: the round is finished, then each has one more turn; G30: the top-up begins."""
    seat, players = int(state.seat), int(state.players)
    turn_in_round = (seat - int(state.first_seat)) % players
    state.is_triggered = 1
    state.turns_left = players - turn_in_round + players  # this turn itself is counted off when it ends
    state.phase = TOP_UP
    top_up(state, seat)


@kernel
def is_exhausted(state: Any) -> bool:
    """G33: the lake and all satchels are empty."""
    left = int(state.lake_count)
    if left == 0:
        for seat in range(int(state.players)):
            left += int(state.held[seat])
    return left == 0


@kernel
def end_turn(state: Any) -> None:
    """The turn goes to the next seat, or the game is over (G31, G33)."""
    if state.is_triggered != 0:
        state.turns_left -= 1
        if state.turns_left == 0:
            state.is_triggered = 0
            state.phase = OVER
            return
    elif is_exhausted(state):
        state.phase = OVER
        return
    seat = seat_after(state, int(state.seat))
    state.seat = seat
    if seat == state.first_seat:
        state.round_number += 1
    state.phase = MAIN


# What is possible.


@kernel
def decisions(state: Any, terms: Any, out: Any) -> int:
    """Write the legal decisions of the player on turn to ``out`` (int16, rising) and give how many there are."""
    phase = int(state.phase)
    slots = state.satchel[state.seat]
    if phase == MAIN:
        return turns(state, terms, out)
    if phase == GATHERING:
        out[0] = UP
        out[1] = DOWN
        return 2
    if phase == PICKING:
        end = named_end(state)
        return types_in(slots, int(state.floor), end + 1 - int(state.need), PICK, out)
    if phase == DROPPING:
        end = named_end(state)
        return types_in(slots, int(state.floor), end + 1 - int(state.need), DROP, out)
    if phase == LEAVING:
        return types_in(state.lake, 0, int(state.lake_count), LEAVE, out)
    if phase == ORDERING:
        return new_colours(state, out)
    return 0


@kernel
def turns(state: Any, terms: Any, out: Any) -> int:
    """Write the ways to begin a turn: one piece (G12), a pair (G13), the lake (G24, G32), or nothing (G28)."""
    seat = int(state.seat)
    slots = state.satchel[seat]
    held = int(state.held[seat])
    count = types_in(slots, 0, held, PLACE, out)
    last_pair = -1
    for k in range(1, held):
        shape = int(slots[k]) // COLOURS
        if shape != last_pair and int(slots[k - 1]) // COLOURS == shape:
            last_pair = shape
            for tile in range(TILES):
                out[count] = PAIR + shape * TILES + tile
                count += 1
    if state.lake_count > 0 and (state.is_triggered == 0 or terms.lake_draws_after_trigger != 0):
        out[count] = DRAW
        count += 1
    if count == 0:
        out[0] = PASS
        count = 1
    return count


@kernel
def types_in(slots: Any, start: int, end: int, base: int, out: Any) -> int:
    """Write ``base`` + type for each different type in sorted slots and give how many there are."""
    count = 0
    last = -1
    for k in range(start, end):
        piece = int(slots[k])
        out[count] = base + piece
        count += int(piece != last)
        last = piece
    return count


@kernel
def new_colours(state: Any, out: Any) -> int:
    """Write the new colours that wait for a column (G20)."""
    tile = int(state.goal)
    found = 0
    for k in range(int(state.tile_count[tile])):
        found |= 1 << (int(state.tile[tile, k]) % COLOURS)
    count = 0
    for colour in range(COLOURS):
        if (found >> colour) & 1:
            out[count] = COLOUR + colour
            count += 1
    return count


@kernel_entry
def outcomes(state: Any, out: Any, weights: Any) -> int:
    """Write what chance can do to ``out`` (int16, rising) with its ``weights`` (int16); give how many there are."""
    count = 0
    if not is_chance(state):
        return 0
    if state.phase == SETUP_RIVER:
        laid = 0
        for k in range(TILES - int(state.due)):
            laid |= 1 << int(state.river[k])
        for tile in range(TILES):
            if not (laid >> tile) & 1:
                out[count] = TILE + tile
                weights[count] = 1
                count += 1
        return count
    for piece in range(TYPES):
        if state.bag[piece] > 0:
            out[count] = DRAWN + piece
            weights[count] = state.bag[piece]
            count += 1
    return count
