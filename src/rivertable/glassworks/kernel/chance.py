"""All that chance does, compiled: set-up (G6-G11), refills (G18, G26, G27), the top-up, and the end (G29-G33)."""

from __future__ import annotations

from typing import Any

from ...core.compiling.bits import below
from ...core.compiling.kernel import kernel, kernel_entry, natural
from .state import (
    SATCHEL_START,
    TILES,
    TYPES,
    Goal,
    Outcome,
    Phase,
    insert_slot,
    lake_room,
    put_in_satchel,
    put_on_tile,
    river_place,
)


@kernel_entry
def start(state: Any, terms: Any, players: int, first_seat: int) -> None:
    """Make a blank state the start of set-up: the bag is full (G6), the river is still to be laid by chance (G7)."""
    state.players = players
    state.first_seat = first_seat
    state.seat = first_seat
    state.phase = Phase.RIVER
    state.round_number = 1
    state.due = TILES
    state.bag_count = terms.pile_count
    for piece in range(TYPES):
        state.bag[piece] = terms.bag[piece]


@kernel
def is_chance(state: Any) -> bool:
    """Return whether chance is to act."""
    phase = int(state.phase)
    return phase < Phase.MAIN or Phase.REFILL <= phase < Phase.OVER


@kernel
def is_inside(state: Any) -> bool:
    """Return whether a decision of a turn begun before is asked for."""
    return Phase.MAIN < int(state.phase) <= Phase.DROPPING


@kernel
def is_over(state: Any) -> bool:
    """Return whether the game is over (G31, G33)."""
    return int(state.phase) == Phase.OVER


@kernel
def is_decided(state: Any) -> bool:
    """Return whether no decision can come any more (G31), though something may still be drawn."""
    phase = int(state.phase)
    return bool(phase == Phase.OVER or (phase == Phase.REFILL and state.is_triggered != 0 and state.turns_left == 1))


@kernel
def lay(state: Any, tile: int) -> None:
    """G7: a tile is laid, next to those that lie."""
    state.due -= 1
    state.river[TILES - 1 - natural(state.due)] = tile


@kernel
def happen(state: Any, terms: Any, outcome: int) -> None:
    """Apply one outcome of chance: a tile laid (G7) or a piece drawn from the bag."""
    if outcome >= Outcome.TILE:
        lay(state, outcome - Outcome.TILE)
    else:
        state.due -= 1
        receive(state, outcome - Outcome.DRAWN)
    if state.due == 0 or state.bag_count == 0:
        draw_on(state, terms)


@kernel
def receive(state: Any, piece: int) -> None:
    """Take a piece out of the bag and put it where it is due: on a tile, into the lake, or into a satchel."""
    state.bag[piece] -= 1
    state.bag_count -= 1
    goal = natural(state.goal)
    if goal < TILES:
        put_on_tile(state, goal, piece)
    elif goal == Goal.LAKE:
        insert_slot(state.lake, natural(state.lake_count), piece)
        state.lake_count += 1
    else:
        put_in_satchel(state, goal - Goal.SATCHEL, piece)


@kernel
def draw_on(state: Any, terms: Any) -> None:
    """Go on to the next piece to be drawn (G27: as far as the bag reaches), or to the next decision."""
    while state.due == 0 or state.bag_count == 0:
        state.due = 0
        phase = natural(state.phase)
        if phase == Phase.REFILL:
            state.goal = 0
            if state.is_triggered != 0 or state.inventory[natural(state.seat)] < terms.inventory_trigger:
                end_turn(state)
                return
            trigger_end(state)
        elif phase == Phase.TOPUP:
            seat = seat_after(state, natural(state.goal) - Goal.SATCHEL)
            if seat == state.seat:
                state.goal = 0
                end_turn(state)
                return
            top_up(state, seat)
        elif phase == Phase.RIVER:
            state.phase = Phase.SETUP
            fill_tile(state, terms, 0)
        else:
            set_up_on(state, terms)
            if int(state.phase) == Phase.MAIN:
                return


@kernel_entry
def set_up_on(state: Any, terms: Any) -> None:
    """Set-up goes on: tiles from START to the lake (G8), the lake (G9), the satchels in turn order (G10)."""
    goal = natural(state.goal)
    if goal < TILES:
        place = river_place(state, goal) + 1
        if place < TILES:
            fill_tile(state, terms, place)
        else:
            state.goal = Goal.LAKE
            state.due = lake_room(state, terms)
        return
    seat = natural(state.first_seat)
    if goal != Goal.LAKE:
        seat = seat_after(state, goal - Goal.SATCHEL)
        if seat == state.first_seat:
            state.goal = 0
            state.phase = Phase.MAIN
            return
    state.goal = Goal.SATCHEL + seat
    state.due = SATCHEL_START


@kernel
def fill_tile(state: Any, terms: Any, place: int) -> None:
    """G8: the tile at a place of the river gets as many pieces as its own stones."""
    state.goal = state.river[place]
    state.due = terms.stones[natural(state.river[place])]


@kernel
def seat_after(state: Any, seat: int) -> int:
    """Return the next seat clockwise."""
    return 0 if seat + 1 == state.players else seat + 1


@kernel
def top_up(state: Any, seat: int) -> None:
    """G30: a satchel with fewer than 3 pieces is filled from the bag."""
    state.goal = Goal.SATCHEL + seat
    state.due = max(SATCHEL_START - natural(state.held[seat]), 0)


@kernel
def trigger_end(state: Any) -> None:
    """G29: the end is triggered; G31: the round is finished, then each has one more turn; G30: the top-up begins."""
    seat, players = natural(state.seat), natural(state.players)
    turn_in_round = (seat - natural(state.first_seat)) % players
    state.is_triggered = 1
    state.turns_left = players - turn_in_round + players  # this turn itself is counted off when it ends
    state.phase = Phase.TOPUP
    top_up(state, seat)


@kernel
def is_exhausted(state: Any) -> bool:
    """G33: the lake and all satchels are empty."""
    left = natural(state.lake_count)
    if left == 0:
        for seat in range(natural(state.players)):
            left += natural(state.held[seat])
    return left == 0


@kernel
def end_turn(state: Any) -> None:
    """The turn goes to the next seat, or the game is over (G31, G33)."""
    if state.is_triggered != 0:
        state.turns_left -= 1
        if state.turns_left == 0:
            state.is_triggered = 0
            state.phase = Phase.OVER
            return
    elif is_exhausted(state):
        state.phase = Phase.OVER
        return
    seat = seat_after(state, natural(state.seat))
    state.seat = seat
    if seat == state.first_seat:
        state.round_number += 1
    state.phase = Phase.MAIN


@kernel_entry
def outcomes(state: Any, out: Any, weights: Any) -> int:
    """Write what chance can do to ``out`` (int16, rising) with its ``weights`` (int16); return how many there are."""
    count = 0
    if not is_chance(state):
        return 0
    if int(state.phase) == Phase.RIVER:
        laid = 0
        for k in range(TILES - natural(state.due)):
            laid |= 1 << natural(state.river[k])
        for tile in range(TILES):
            if not (laid >> tile) & 1:
                out[count] = Outcome.TILE + tile
                weights[count] = 1
                count += 1
        return count
    for piece in range(TYPES):
        if state.bag[piece] > 0:
            out[count] = Outcome.DRAWN + piece
            weights[count] = state.bag[piece]
            count += 1
    return count


@kernel
def sample_piece(state: Any, terms: Any, generator: Any) -> int:
    """Return the type of one piece of the bag, all pieces as likely.

    The pile lists all pieces the game began with; the j-th of a type is still in the bag while j < how many are left.
    """
    while True:
        place = below(generator, int(terms.pile_count))
        piece = natural(terms.pile[place])
        if terms.pile_copy[place] < state.bag[piece]:
            return piece


@kernel
def sample_tile(state: Any, generator: Any) -> int:
    """Return one of the tiles that are not laid yet, all as likely."""
    skip = below(generator, natural(state.due))
    laid = 0
    for k in range(TILES):
        laid |= int(k < TILES - natural(state.due)) << natural(state.river[k])
    tile = 0
    free = 0
    for k in range(TILES):
        free += 1 - ((laid >> k) & 1)
        tile += int(free <= skip)
    return tile


@kernel
def let_chance(state: Any, terms: Any, generator: Any) -> None:
    """Let chance act until a player decides or the game is over; as a run of sampled :func:`happen`, only quicker."""
    while is_chance(state):
        if int(state.phase) == Phase.RIVER:
            lay(state, sample_tile(state, generator))
        else:
            for _ in range(min(natural(state.due), natural(state.bag_count))):
                receive(state, sample_piece(state, terms, generator))
            state.due = 0
        draw_on(state, terms)
