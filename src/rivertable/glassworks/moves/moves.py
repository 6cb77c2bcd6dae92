"""Typed moves, each a whole turn, and how they turn into decisions and back.

Legality is enumeration: a move is legal when a sequence of legal decisions means exactly that move. Why one is not
legal is said by :mod:`rivertable.glassworks.moves.refusals`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ...core.states import copied
from ..board import GlassworksBoard, pieces_of
from ..kernel import engine
from ..kernel.state import (
    CHOICES_AT_MOST,
    COLOUR,
    COLOUR_NAMES,
    COLUMNS,
    DOWN,
    DRAW,
    DROP,
    DROPPING,
    GATHERING,
    LEAVE,
    LEAVING,
    MAIN,
    ORDERING,
    PAIR,
    PASS,
    PICK,
    PICKING,
    PLACE,
    TILES,
    UP,
)
from ..printed.pieces import Piece
from .notation import write_draw, write_pass, write_place


@dataclass(frozen=True, slots=True)
class Place:
    """Place one piece, or two of one shape, and gather a neighbour (G12-G20).

    Attributes:
        pieces: one or two pieces, sorted.
        onto: the tile placed on, 1..6 from START.
        gather: the tile gathered, 1..6 from START, before it moves.
        order: names of the new colours as they take columns; empty where there is nothing to order.
    """

    pieces: tuple[Piece, ...]
    onto: int
    gather: int
    order: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "pieces", tuple(sorted(self.pieces)))

    def __str__(self) -> str:
        return write_place(self.pieces, self.onto, self.gather, self.order)


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw from the lake (G24) and put what the satchel cannot hold into overflow (G25); both sorted."""

    take: tuple[Piece, ...]
    overflow: tuple[Piece, ...] = field(default=())

    def __post_init__(self) -> None:
        object.__setattr__(self, "take", tuple(sorted(self.take)))
        object.__setattr__(self, "overflow", tuple(sorted(self.overflow)))

    def __str__(self) -> str:
        return write_draw(self.take, self.overflow)


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing, because nothing is possible (G28)."""

    def __str__(self) -> str:
        return write_pass()


GlassworksMove = Place | Draw | Pass
"""A whole turn."""


def is_inside_turn(states: np.ndarray[Any, Any]) -> bool:
    """Return whether ``states[0]`` asks for a decision that belongs to a turn begun before."""
    return bool(MAIN < states[0].phase <= DROPPING)


def states_after(board: GlassworksBoard, decisions: Sequence[int]) -> np.ndarray[Any, Any]:
    """Return the state after decisions that are known to be legal, an array of one."""
    states = copied(board.states)
    for decision in decisions:
        engine.apply(states, 0, board.terms.array, decision)
    return states


def new_colours(board: GlassworksBoard, tile: int) -> list[int]:
    """Return the colours (0..8, rising) on a tile (1..6) that the seat on turn has no column for."""
    column_of = board.state.column_of[board.state.seat]
    return sorted({piece.colour for piece in board.tile(tile).pieces if not column_of[piece.colour]})


def move_of(board: GlassworksBoard, decisions: Sequence[int]) -> GlassworksMove:
    """Return the move that a whole turn's decisions mean."""
    if decisions[0] == PASS:
        return Pass()
    after = states_after(board, decisions)[0]
    seat = int(board.state.seat)
    satchel = Counter(board.seat_board(seat).satchel)
    left = Counter(pieces_of(after.satchel[seat], int(after.held[seat])))
    if decisions[0] == DRAW:
        take = Counter(board.lake) - Counter(pieces_of(after.lake, int(after.lake_count)))
        return Draw(tuple(take.elements()), tuple((satchel + take - left).elements()))
    pieces = tuple((satchel - left).elements())
    onto = board.tile_number(
        pieces[0].shape if decisions[0] < PAIR else (decisions[0] - PAIR) % TILES,
    )
    neighbour = -1 if onto == TILES or UP in decisions else 1
    gather = onto + neighbour
    return Place(pieces, onto, gather, _order(board, gather, after))


def _order(board: GlassworksBoard, gather: int, after: Any) -> tuple[str, ...]:
    """Return the order in which the new colours of a gathered tile took columns, those without one last."""
    seat = int(board.state.seat)
    colours = new_colours(board, gather)
    if len(colours) < 2 or board.state.columns_used[seat] == COLUMNS:
        return ()
    column_of = after.column_of[seat]
    return tuple(COLOUR_NAMES[colour] for colour in sorted(colours, key=lambda c: (int(column_of[c]) or 99, c)))


def decisions_for(board: GlassworksBoard, move: GlassworksMove) -> tuple[int, ...] | None:
    """Return the decisions that mean exactly this move, None where there are none: the move is not legal."""
    states = copied(board.states)
    terms = board.terms.array
    out = np.empty(CHOICES_AT_MOST, dtype=np.int16)
    decisions: list[int] = []
    while (not decisions and board.is_turn_start) or is_inside_turn(states):
        wanted = _next_decision(board, states[0], move)
        count = engine.list_decisions(states, 0, terms, out)
        if wanted not in out[:count]:
            return None
        decisions.append(int(wanted))
        engine.apply(states, 0, terms, decisions[-1])
    return tuple(decisions) if decisions and move_of(board, decisions) == move else None


def _next_decision(board: GlassworksBoard, state: Any, move: GlassworksMove) -> int:
    """Return the next decision on the way to a move, -1 where the move has none to give."""
    if isinstance(move, Pass):
        return PASS
    if isinstance(move, Draw):
        return _next_of_draw(board, state, move)
    return _next_of_place(board, state, move)


def _next_of_draw(board: GlassworksBoard, state: Any, move: Draw) -> int:
    if state.phase == MAIN:
        return DRAW
    if state.phase == LEAVING:
        left = list((Counter(board.lake) - Counter(move.take)).elements())
        return LEAVE + left[0].number if len(left) == 1 else -1
    place = len(move.overflow) - int(state.need)
    return DROP + move.overflow[place].number if 0 <= place < len(move.overflow) else -1


def _next_of_place(board: GlassworksBoard, state: Any, move: Place) -> int:
    shapes = {piece.shape for piece in move.pieces}
    if state.phase == MAIN:
        if len(shapes) != 1 or not 1 <= move.onto <= TILES or len(move.pieces) > 2:
            return -1
        tile = int(board.state.river[move.onto - 1])
        (shape,) = shapes
        if len(move.pieces) == 2:
            return PAIR + shape * TILES + tile
        return PLACE + move.pieces[0].number if shape == tile else -1
    if state.phase == PICKING:
        return PICK + move.pieces[2 - int(state.need)].number
    if state.phase == GATHERING:
        return {-1: UP, 1: DOWN}.get(move.gather - move.onto, -1)
    if state.phase == ORDERING:
        column_of = state.column_of[state.seat]
        for name in move.order:
            if name in COLOUR_NAMES and not column_of[COLOUR_NAMES.index(name)]:
                return COLOUR + COLOUR_NAMES.index(name)
    return -1
