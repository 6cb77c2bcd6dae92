"""Why a move is not legal: one sentence and the rule's id. Whether it is legal is decided by enumeration alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from ...core.errors import AmbiguousMoveError, IllegalMoveError, MalformedMoveError
from ...core.position import Moves
from ..board import GlassworksBoard
from ..kernel.state import COLUMNS, SATCHEL, TILES
from ..printed.pieces import Piece
from .notation import (
    Draw,
    DrawPattern,
    GlassworksMove,
    Pass,
    PassPattern,
    Pattern,
    PiecePattern,
    Place,
    decisions_for,
    new_colours,
    read,
)

_SHOWN = 6
"""So many of the moves that a text fits are listed."""


def decisions_of(board: GlassworksBoard, move: GlassworksMove) -> tuple[int, ...]:
    """Return the decisions that a move means.

    Raises:
        MalformedMoveError: it is no move of this game.
        IllegalMoveError: with the rule that forbids it.
    """
    if not isinstance(move, GlassworksMove):
        raise MalformedMoveError("{move} is no move of River Valley Glassworks.", move=repr(move))
    decisions = decisions_for(board, move)
    if decisions is None:
        raise refusal(board, move)
    return decisions


def refusal(board: GlassworksBoard, move: GlassworksMove) -> IllegalMoveError:
    """Return the reason why a move is not legal."""
    if board.is_over:
        return IllegalMoveError("The game is over.", rule="G31")
    if not board.is_turn_start:
        return IllegalMoveError("No seat is to begin a turn now.")
    if isinstance(move, Pass):
        return IllegalMoveError("You may pass only when nothing else is possible.", rule="G28")
    if isinstance(move, Draw):
        return _draw_refusal(board, move)
    return _place_refusal(board, move)


def _missing(wanted: Iterable[Piece], there: Iterable[Piece]) -> list[str]:
    return [piece.name for piece in (Counter(wanted) - Counter(there)).elements()]


def _place_refusal(board: GlassworksBoard, move: Place) -> IllegalMoveError:
    satchel = board.seat_board(int(board.state.seat)).satchel
    if not 1 <= len(move.pieces) <= 2:
        return IllegalMoveError("One piece is placed, or two of the same shape.", rule="G13")
    if missing := _missing(move.pieces, satchel):
        return IllegalMoveError("Your satchel does not hold: {missing}.", rule="G12", missing=missing)
    if not 1 <= move.onto <= TILES:
        return IllegalMoveError(
            "There is no tile {onto}; the river has tiles 1 to {tiles}.", rule="G7", onto=move.onto, tiles=TILES
        )
    tile = board.tile(move.onto)
    shapes = [piece.shape_name for piece in move.pieces]
    if len(set(shapes)) > 1:
        return IllegalMoveError(
            "Two pieces placed together have the same shape, not {shapes}.", rule="G13", shapes=shapes
        )
    if len(shapes) == 1 and shapes[0] != tile.shape_name:
        home = board.tile_number(move.pieces[0].shape)
        return IllegalMoveError(
            "One {shape} goes on the tile of its shape, tile {home}; tile {onto} shows a {tile_shape}.",
            rule="G12",
            shape=shapes[0],
            home=home,
            onto=move.onto,
            tile_shape=tile.shape_name,
        )
    return _gather_refusal(board, move)


def _gather_refusal(board: GlassworksBoard, move: Place) -> IllegalMoveError:
    if abs(move.gather - move.onto) != 1 or not 1 <= move.gather <= TILES:
        neighbours = [number for number in (move.onto - 1, move.onto + 1) if 1 <= number <= TILES]
        if move.gather == TILES + 1:
            return IllegalMoveError("The lake is not a river tile and is never gathered.", rule="G15")
        return IllegalMoveError(
            "Next to tile {onto} you can gather tile {neighbours:or}, not {gather}.",
            rule="G14",
            onto=move.onto,
            neighbours=list(map(str, neighbours)),
            gather=move.gather,
        )
    colours = new_colours(board, move.gather)
    seat = board.seat_board(int(board.state.seat))
    if len(colours) < 2 or len(seat.columns) == COLUMNS:
        return IllegalMoveError(
            "Gathering tile {gather} leaves nothing to put in order.", rule="G20", gather=move.gather
        )
    names = sorted(Piece(0, colour).colour_name for colour in colours)
    if sorted(move.order) != names:
        return IllegalMoveError("The order must name each new colour once: {colours}.", rule="G20", colours=names)
    return IllegalMoveError(
        "New colours that find no column come last in the order, as the record format lists them.", rule="G22"
    )


def _draw_refusal(board: GlassworksBoard, move: Draw) -> IllegalMoveError:
    seat = board.seat_board(int(board.state.seat))
    if not board.lake:
        return IllegalMoveError("The lake is empty.", rule="G27")
    if board.state.is_triggered and not board.terms.options["lake_draws_after_trigger"]:
        return IllegalMoveError("Once the end is triggered the lake is closed, under the options played.", rule="G32")
    if missing := _missing(move.take, board.lake):
        return IllegalMoveError("The lake does not hold: {missing}.", rule="G24", missing=missing)
    due = min(len(board.lake), 4)
    if len(move.take) != due:
        rule = "G24" if due == 4 else "G27"
        return IllegalMoveError(
            "A draw takes {due} pieces of this lake, not {taken}.", rule=rule, due=due, taken=len(move.take)
        )
    if missing := _missing(move.overflow, (*seat.satchel, *move.take)):
        return IllegalMoveError("You have not got, to put into overflow: {missing}.", rule="G25", missing=missing)
    over = max(len(seat.satchel) + len(move.take) - SATCHEL, 0)
    return IllegalMoveError(
        "After this draw {over} pieces go to overflow, not {dropped}: a satchel holds {satchel}.",
        rule="G25",
        over=over,
        dropped=len(move.overflow),
        satchel=SATCHEL,
    )


def parse_move(board: GlassworksBoard, text: str) -> GlassworksMove:
    """Read the one-line notation of a move that is legal on this board.

    Raises:
        MalformedMoveError: the text says no move.
        AmbiguousMoveError: it fits several legal moves; they are listed.
        IllegalMoveError: it fits none.
    """
    pattern = read(text)
    legal: Iterable[GlassworksMove] = Moves(board)
    fitting = [move for move in legal if _fits(board, pattern, move)]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise _ambiguity(text, tuple(str(move) for move in fitting))
    raise refusal(board, _guess(board, pattern))


def _ambiguity(text: str, notations: tuple[str, ...]) -> AmbiguousMoveError:
    values: dict[str, Any] = {"text": repr(text.strip()), "count": len(notations), "moves": list(notations[:_SHOWN])}
    if len(notations) > _SHOWN:
        return AmbiguousMoveError("{text} fits {count} moves: {moves:list}, ….", choices=notations, **values)
    return AmbiguousMoveError("{text} fits {count} moves: {moves:list}.", choices=notations, **values)


def _fits(board: GlassworksBoard, pattern: Pattern, move: GlassworksMove) -> bool:
    if isinstance(pattern, PassPattern):
        return isinstance(move, Pass)
    if isinstance(pattern, DrawPattern):
        return isinstance(move, Draw) and _fits_draw(board, pattern, move)
    return (
        isinstance(move, Place)
        and pattern.onto == move.onto
        and pattern.gather in (None, move.gather)
        and pattern.order in (None, move.order)
        and _match(pattern.pieces, move.pieces)
    )


def _fits_draw(board: GlassworksBoard, pattern: DrawPattern, move: Draw) -> bool:
    left = tuple((Counter(board.lake) - Counter(move.take)).elements())
    return (
        (pattern.take is None or _match(pattern.take, move.take))
        and (pattern.left is None or _match((pattern.left,), left))
        and (pattern.overflow is None or _match(pattern.overflow, move.overflow))
    )


def _match(patterns: tuple[PiecePattern, ...], pieces: tuple[Piece, ...]) -> bool:
    """Return whether each pattern can be given a piece of its own, with none left over."""
    if len(patterns) != len(pieces):
        return False
    if not patterns:
        return True
    first, rest = patterns[0], patterns[1:]
    return any(
        first.fits(piece) and _match(rest, pieces[:place] + pieces[place + 1 :]) for place, piece in enumerate(pieces)
    )


def _guess(board: GlassworksBoard, pattern: Pattern) -> GlassworksMove:
    """Return the move that a text most likely meant, so that its refusal can be explained."""
    seat = board.seat_board(int(board.state.seat))
    if isinstance(pattern, PassPattern):
        return Pass()
    if isinstance(pattern, DrawPattern):
        if pattern.take is None:
            take = list(board.lake)
            if pattern.left is not None:
                left = _choose((pattern.left,), board.lake)[0]
                if left in take:
                    take.remove(left)
                else:
                    return Draw((left, *board.lake[:3]))
            taken = tuple(take[:4])
        else:
            taken = _choose(pattern.take, board.lake)
        return Draw(taken, _choose(pattern.overflow or (), (*seat.satchel, *taken)))
    pieces = _choose(pattern.pieces, seat.satchel)
    gather = pattern.gather
    if gather is None:
        gather = pattern.onto - 1 if pattern.onto > 1 else 2
    return Place(pieces, pattern.onto, gather, pattern.order or ())


def _choose(patterns: tuple[PiecePattern, ...], pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """Return a piece for each pattern, of those there are as far as possible."""
    there = list(pieces)
    chosen = []
    for pattern in patterns:
        piece = next((piece for piece in there if pattern.fits(piece)), None)
        if piece is None:
            piece = Piece(pattern.shape or 0, pattern.colour or 0)
        else:
            there.remove(piece)
        chosen.append(piece)
    return tuple(chosen)
