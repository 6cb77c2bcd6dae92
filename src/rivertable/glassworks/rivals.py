"""The five Rivals of River Valley Glassworks, for playing alone. This project invented them: no source gives rules.

A Rival looks at the table as it lies. It weighs each gathering by one plain count and never looks ahead, so that a
person at the table can foresee each of its turns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import Any

from ..core.contract.study import Rival, Rivals, RivalTurn
from .board import GlassworksBoard, SeatBoard
from .kernel.state import COLOUR_NAMES, COLUMNS, LAKE_TAKE, ROWS, SATCHEL, TILES, Decision
from .moves.notation import Draw, GlassworksMove, Pass, Place
from .printed.pieces import Piece

_DRAWS, _GATHERS, _CLOSES = 1, 2, 3

MANNERS = (
    "A Rival passes if it can neither place nor draw. Among equal gatherings it takes the one for which it places "
    "fewer pieces, then the tile nearer to START, then the piece that comes first: triangles, hearts, circles, "
    "squares, hexagons, drops, and within a shape white, purple, light blue, dark blue, light green, dark green, "
    "black, yellow, orange. From the lake it takes the pieces that come first in this order. If its satchel cannot "
    "hold all of its pieces, those that come last go to overflow."
)
"""What all five do alike, in words."""


@dataclass(frozen=True, slots=True)
class Gathering:
    """One way to place and gather, as a Rival sees it.

    Attributes:
        pieces: what is placed, on the tile numbered ``onto``; ``gather`` is the tile gathered.
        order: the new colours on that tile (0..8) as they would take columns; those without one are last.
        columns: for each piece that would find a place, the number of its column.
        lost: how many pieces would go to overflow.
        left: how much glass would lie on the fullest tile before the river is refilled.
    """

    pieces: tuple[Piece, ...]
    onto: int
    gather: int
    order: tuple[int, ...]
    columns: tuple[int, ...]
    lost: int
    left: int

    @property
    def gathered(self) -> int:
        """How many pieces are gathered."""
        return len(self.columns) + self.lost


@dataclass(frozen=True, slots=True)
class _Nature:
    """How a Rival decides: its count for a gathering, and when it draws.

    Attributes:
        count: what a gathering is worth to it.
        few: it draws when its satchel holds no more than this,
        poor: and no gathering is worth this much.
        is_rare_first: whether new colours take columns from orange to white, and not from white to orange.
        is_closing: whether in its last turn it gathers what scores most at once.
    """

    count: Callable[[Gathering], int]
    few: int
    poor: float = float("inf")
    is_rare_first: bool = True
    is_closing: bool = False


def gatherings(board: GlassworksBoard, *, is_rare_first: bool) -> Iterator[Gathering]:
    """Return every way to place and gather, the pieces in their order."""
    seat = board.seat_board(int(board.state.seat))
    for piece in dict.fromkeys(seat.satchel):
        yield from _beside(board, seat, (piece,), board.tile_number(piece.shape), is_rare_first)
    for pair in dict.fromkeys(combinations(seat.satchel, 2)):
        if pair[0].shape == pair[1].shape:
            for onto in range(1, TILES + 1):
                yield from _beside(board, seat, pair, onto, is_rare_first)


def _beside(
    board: GlassworksBoard, seat: SeatBoard, pieces: tuple[Piece, ...], onto: int, is_rare_first: bool
) -> Iterator[Gathering]:
    for gather in (onto - 1, onto + 1):
        if 1 <= gather <= TILES:
            order, columns, lost = _landing(seat, board.tile(gather).pieces, is_rare_first)
            yield Gathering(pieces, onto, gather, order, columns, lost, _left(board, len(pieces), onto, gather))


def _left(board: GlassworksBoard, placed: int, onto: int, gather: int) -> int:
    """Return the glass on the fullest tile once ``onto`` has got what is placed and ``gather`` is empty."""
    lying = {tile.number: len(tile.pieces) for tile in board.river if tile.number != gather}
    lying[onto] += placed
    return max(lying.values())


def _landing(
    seat: SeatBoard, glass: tuple[Piece, ...], is_rare_first: bool
) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    """Return the order of the new colours, the columns in which pieces find a place, and how many find none."""
    number = {column.colour: column.number for column in seat.columns}
    height = {column.colour: column.height for column in seat.columns}
    order = sorted({piece.colour for piece in glass} - set(number), reverse=is_rare_first)
    free = COLUMNS - len(number)
    for colour in order[:free]:
        number[colour], height[colour] = len(number) + 1, 0
    columns = []
    for piece in glass:
        if height.get(piece.colour, ROWS) < ROWS:
            height[piece.colour] += 1
            columns.append(number[piece.colour])
    return (*order[:free], *sorted(order[free:])), tuple(columns), len(glass) - len(columns)


def _decide(nature: _Nature, board: GlassworksBoard) -> RivalTurn:
    """Return a Rival's turn."""
    move, rule = _move(nature, board)
    return RivalTurn(board.game.moves.decisions_of(board, move), rule)


def _move(nature: _Nature, board: GlassworksBoard) -> tuple[GlassworksMove, int]:
    seat = board.seat_board(int(board.state.seat))
    can_draw = Decision.DRAW in board.decisions()
    found = list(gatherings(board, is_rare_first=nature.is_rare_first))
    if not found:
        return (_draw(board, seat) if can_draw else Pass()), _DRAWS
    is_last = nature.is_closing and board.phase == "final"
    count = partial(_gain, board) if is_last else nature.count
    best = min(found, key=lambda way: (-count(way), len(way.pieces), way.gather, way.onto))
    if can_draw and not is_last and len(seat.satchel) <= nature.few and count(best) < nature.poor:
        return _draw(board, seat), _DRAWS
    return _place(board, best), _CLOSES if is_last else _GATHERS


def _place(board: GlassworksBoard, way: Gathering) -> Place:
    is_asked = len(way.order) > 1 and int(board.state.columns_used[board.state.seat]) < COLUMNS
    order = tuple(COLOUR_NAMES[colour] for colour in way.order) if is_asked else ()
    return Place(way.pieces, way.onto, way.gather, order)


def _gain(board: GlassworksBoard, way: Gathering) -> int:
    """Return what a gathering adds to the score at once."""
    seat = int(board.state.seat)
    decisions = board.game.moves.decisions_of(board, _place(board, way))
    return board.after(*decisions).total(seat) - board.total(seat)


def _draw(board: GlassworksBoard, seat: SeatBoard) -> Draw:
    take = board.lake[:LAKE_TAKE]
    kept = sorted((*seat.satchel, *take))[:SATCHEL]
    return Draw(take, tuple((Counter((*seat.satchel, *take)) - Counter(kept)).elements()))


def _rival(name: str, character: str, rules: tuple[str, ...], nature: _Nature) -> Rival:
    def decide(board: Any) -> RivalTurn:
        return _decide(nature, board)

    return Rival(name, name.capitalize(), character, rules, decide)


_PRINTED = "New colours take columns in the printed order, white first and orange last."
_RARE = "New colours take columns from the rarest to the commonest: orange first and white last."

_EMPTY = "If its satchel is empty, it draws from the lake."
_LOW = "If its satchel holds one piece or none, it draws from the lake"

_CHARACTERS = (
    _rival(
        "duckling",
        "Paddles along the shore and takes whatever lies nearest the lake.",
        (_EMPTY, "Otherwise it gathers the tile nearest to the lake that it can reach, whatever lies there.", _PRINTED),
        _Nature(lambda way: way.gather, few=0, is_rare_first=False),
    ),
    _rival(
        "magpie",
        "Cannot resist a heap of glass, even where it has no room for it.",
        (_EMPTY, "Otherwise it gathers the tile with the most glass that it can reach.", _PRINTED),
        _Nature(lambda way: way.gathered, few=0, is_rare_first=False),
    ),
    _rival(
        "vole",
        "Tidies away what it has room for, and hates to spill.",
        (
            f"{_LOW}, unless some gathering counts two or more.",
            "It takes the gathering that counts most. Each piece that finds a place in its glassworks counts one. Each "
            "piece that goes to overflow counts minus one.",
            _RARE,
        ),
        _Nature(lambda way: len(way.columns) - way.lost, few=1, poor=2),
    ),
    _rival(
        "crane",
        "Stands still, keeps its satchel full and sees to it that no heap is left for anybody.",
        (
            f"{_LOW}.",
            "It takes the gathering that counts most. Each piece that finds a place counts one. Each piece that goes "
            "to overflow counts minus one, and so does each piece on the fullest tile that would be left in the river.",
            _RARE,
        ),
        _Nature(lambda way: len(way.columns) - way.lost - way.left, few=1),
    ),
    _rival(
        "pike",
        "Lurks where the tall columns pay, and leaves the water empty behind it.",
        (
            f"{_LOW}.",
            "It takes the gathering that counts most. Each piece that finds a place counts the number of its column. "
            "Each piece that goes to overflow counts minus four. Each piece on the fullest tile that would be left in "
            "the river counts minus five.",
            f"In its last turn it takes the gathering that adds most to its score at once. {_RARE}",
        ),
        _Nature(lambda way: sum(way.columns) - 4 * way.lost - 5 * way.left, few=1, is_closing=True),
    ),
)

RIVALS = Rivals(_CHARACTERS, MANNERS)
"""The Rivals of River Valley Glassworks."""
