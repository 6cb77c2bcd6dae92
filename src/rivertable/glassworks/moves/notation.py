"""Typed moves, each a whole turn: how they turn into decisions and back, and their one-line notation.

Legality is enumeration: a move is legal when a sequence of legal decisions means exactly that move. Why one is not
legal is said by :mod:`rivertable.glassworks.moves.refusals`.

| move | notation |
|---|---|
| place a piece on a tile, gather a neighbour | ``whH@3-2`` |
| place two of one shape | ``whH+puH@3-4`` |
| with the order of new colours | ``whH@3-2:pu,ye`` |
| draw from the lake | ``draw whH+puT+lbC+lbC`` |
| and put pieces into overflow | ``draw whH+puT+lbC+lbC/whH`` |
| pass | ``pass`` |

Reading is kinder than writing: case does not matter, and what only one legal move can mean may be left out: a piece's
shape or colour (``wh@3-2``, ``H@3-2``), the gathered tile (``whH@1``), the order, all of a draw (``draw``), or what
the draw leaves (``draw -lbC``).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ...core.errors import MalformedMoveError
from ...core.states import copied
from ..board import GlassworksBoard, pieces_of
from ..kernel.state import COLOUR_NAMES, COLUMNS, TILES, Decision, Phase
from ..printed.pieces import COLOUR_CODES, SHAPE_CODES, Piece


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
        ending = ":" + ",".join(COLOUR_CODES[COLOUR_NAMES.index(name)] for name in self.order) if self.order else ""
        return f"{_codes(self.pieces)}@{self.onto}-{self.gather}{ending}"


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw from the lake (G24) and put what the satchel cannot hold into overflow (G25); both sorted."""

    take: tuple[Piece, ...]
    overflow: tuple[Piece, ...] = field(default=())

    def __post_init__(self) -> None:
        object.__setattr__(self, "take", tuple(sorted(self.take)))
        object.__setattr__(self, "overflow", tuple(sorted(self.overflow)))

    def __str__(self) -> str:
        return f"draw {_codes(self.take)}" + (f"/{_codes(self.overflow)}" if self.overflow else "")


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing, because nothing is possible (G28)."""

    def __str__(self) -> str:
        return "pass"


GlassworksMove = Place | Draw | Pass
"""A whole turn."""


def _codes(pieces: Sequence[Piece]) -> str:
    return "+".join(piece.code for piece in pieces)


def states_after(board: GlassworksBoard, decisions: Sequence[int]) -> np.ndarray[Any, Any]:
    """Return the state after decisions that are known to be legal, an array of one."""
    states = copied(board.states)
    for decision in decisions:
        board.game.kernel.apply(states, 0, board.terms.array, decision)
    return states


def new_colours(board: GlassworksBoard, tile: int) -> list[int]:
    """Return the colours (0..8, rising) on a tile (1..6) that the seat on turn has no column for."""
    state = board.state
    column_of = state.column_of[state.seat].tolist()
    on_tile = state.tile[state.river[tile - 1]].nonzero()[0].tolist()
    return sorted({piece.colour for piece in pieces_of(on_tile) if not column_of[piece.colour]})


def move_of(board: GlassworksBoard, decisions: Sequence[int]) -> GlassworksMove:
    """Return the move that a whole turn's decisions mean."""
    if decisions[0] == Decision.PASS:
        return Pass()
    before, after = board.state, states_after(board, decisions)[0]
    seat = int(before.seat)
    satchel = Counter(before.satchel[seat, : before.held[seat]].tolist())
    left = Counter(after.satchel[seat, : after.held[seat]].tolist())
    if decisions[0] == Decision.DRAW:
        lake = Counter(before.lake[: before.lake_count].tolist())
        take = lake - Counter(after.lake[: after.lake_count].tolist())
        return Draw(pieces_of(take.elements()), pieces_of((satchel + take - left).elements()))
    pieces = pieces_of((satchel - left).elements())
    onto = board.tile_number(
        pieces[0].shape if decisions[0] < Decision.PAIR else (decisions[0] - Decision.PAIR) % TILES,
    )
    neighbour = -1 if onto == TILES or Decision.UP in decisions else 1
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
    kernel, terms = board.game.kernel, board.terms.array
    out = kernel.new_list()
    decisions: list[int] = []
    while (not decisions and board.is_turn_start) or kernel.is_inside_turn(states, 0):
        wanted = _next_decision(board, states[0], move)
        count = kernel.list_decisions(states, 0, terms, out)
        if wanted not in out[:count]:
            return None
        decisions.append(int(wanted))
        kernel.apply(states, 0, terms, decisions[-1])
    return tuple(decisions) if decisions and move_of(board, decisions) == move else None


def _next_decision(board: GlassworksBoard, state: Any, move: GlassworksMove) -> int:
    """Return the next decision on the way to a move, -1 where the move has none to give."""
    if isinstance(move, Pass):
        return Decision.PASS
    if isinstance(move, Draw):
        return _next_of_draw(board, state, move)
    return _next_of_place(board, state, move)


def _next_of_draw(board: GlassworksBoard, state: Any, move: Draw) -> int:
    if int(state.phase) == Phase.MAIN:
        return Decision.DRAW
    if int(state.phase) == Phase.LEAVING:
        left = list((Counter(board.lake) - Counter(move.take)).elements())
        return Decision.LEAVE + left[0].number if len(left) == 1 else -1
    place = len(move.overflow) - int(state.need)
    return Decision.DROP + move.overflow[place].number if 0 <= place < len(move.overflow) else -1


def _next_of_place(board: GlassworksBoard, state: Any, move: Place) -> int:
    shapes = {piece.shape for piece in move.pieces}
    if int(state.phase) == Phase.MAIN:
        if len(shapes) != 1 or not 1 <= move.onto <= TILES or len(move.pieces) > 2:
            return -1
        tile = int(board.state.river[move.onto - 1])
        (shape,) = shapes
        if len(move.pieces) == 2:
            return Decision.PAIR + shape * TILES + tile
        return Decision.PLACE + move.pieces[0].number if shape == tile else -1
    if int(state.phase) == Phase.PICKING:
        return Decision.PICK + move.pieces[2 - int(state.need)].number
    if int(state.phase) == Phase.GATHERING:
        return {-1: Decision.UP, 1: Decision.DOWN}.get(move.gather - move.onto, -1)
    if int(state.phase) == Phase.ORDERING:
        column_of = state.column_of[state.seat]
        for name in move.order:
            if name in COLOUR_NAMES and not column_of[COLOUR_NAMES.index(name)]:
                return Decision.COLOUR + COLOUR_NAMES.index(name)
    return -1


# What a text says of a move.


@dataclass(frozen=True, slots=True)
class PiecePattern:
    """What a text says of a piece; None where it says nothing."""

    colour: int | None
    shape: int | None

    def fits(self, piece: Piece) -> bool:
        """Return whether a piece is what the text says."""
        return self.colour in (None, piece.colour) and self.shape in (None, piece.shape)


@dataclass(frozen=True, slots=True)
class PlacePattern:
    """What a text says of a move that places."""

    pieces: tuple[PiecePattern, ...]
    onto: int
    gather: int | None
    order: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class DrawPattern:
    """What a text says of a draw: pieces taken, or the one left, and those for overflow; None for nothing said."""

    take: tuple[PiecePattern, ...] | None
    left: PiecePattern | None
    overflow: tuple[PiecePattern, ...] | None


@dataclass(frozen=True, slots=True)
class PassPattern:
    """A text that says pass."""


Pattern = PlacePattern | DrawPattern | PassPattern

_PIECES = r"[a-z]{1,3}(?:\s*\+\s*[a-z]{1,3})*"
_PLACE = re.compile(
    rf"(?P<pieces>{_PIECES})\s*@\s*(?P<onto>\d{{1,9}})(?:\s*-\s*(?P<gather>\d{{1,9}}))?"
    r"(?:\s*:\s*(?P<order>[a-z]{2}(?:\s*,\s*[a-z]{2})*))?"
)
_DRAW = re.compile(rf"draw(?:\s+(?P<take>{_PIECES})|\s*-\s*(?P<left>[a-z]{{1,3}}))?(?:\s*/\s*(?P<overflow>{_PIECES}))?")


def read(text: str) -> Pattern:
    """Take a notation apart.

    Raises:
        MalformedMoveError: the text says no move.
    """
    plain = text.strip().lower()
    if plain == "pass":
        return PassPattern()
    if match := _DRAW.fullmatch(plain):
        return DrawPattern(
            _read_pieces(match["take"]),
            _read_piece(match["left"]) if match["left"] else None,
            _read_pieces(match["overflow"]),
        )
    if match := _PLACE.fullmatch(plain):
        pieces = _read_pieces(match["pieces"]) or ()
        order = tuple(_read_colour(code.strip()) for code in match["order"].split(",")) if match["order"] else None
        return PlacePattern(pieces, int(match["onto"]), int(match["gather"]) if match["gather"] else None, order)
    raise MalformedMoveError(
        "{text} is not a move. Moves look like whH@3-2, whH+puH@3-4, draw whH+puT+lbC+lbC or pass.",
        text=repr(text.strip()),
    )


def _read_pieces(text: str | None) -> tuple[PiecePattern, ...] | None:
    return tuple(_read_piece(part.strip()) for part in text.split("+")) if text else None


def _read_piece(text: str) -> PiecePattern:
    if len(text) == 1 and text.upper() in SHAPE_CODES:
        return PiecePattern(None, SHAPE_CODES.index(text.upper()))
    if len(text) == 2 and text in COLOUR_CODES:
        return PiecePattern(COLOUR_CODES.index(text), None)
    if len(text) == 3 and text[:2] in COLOUR_CODES and text[2].upper() in SHAPE_CODES:
        return PiecePattern(COLOUR_CODES.index(text[:2]), SHAPE_CODES.index(text[2].upper()))
    raise MalformedMoveError(
        "{text} is no piece: write a colour ({colours:list}) and a shape ({shapes:list}).",
        text=repr(text),
        colours=list(COLOUR_CODES),
        shapes=list(SHAPE_CODES),
    )


def _read_colour(text: str) -> str:
    if text not in COLOUR_CODES:
        raise MalformedMoveError(
            "{text} is no colour: there are {colours:list}.", text=repr(text), colours=list(COLOUR_CODES)
        )
    return COLOUR_NAMES[COLOUR_CODES.index(text)]
