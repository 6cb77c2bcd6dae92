"""Collections of legal moves, and a move in the making."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from .errors import IllegalMoveError, MoveError

if TYPE_CHECKING:
    from .position import Board, Position


def walk_turns(board: Board) -> list[tuple[int, ...]]:
    """Give the decisions of every legal move from the start of a turn, each a tuple of integers, in rising order."""
    return list(_turns(board))


def _turns(board: Board) -> Iterator[tuple[int, ...]]:
    if not board.is_turn_start:
        return
    game, terms = board.game, board.terms.array
    out = np.empty(game.choices_at_most, dtype=np.int16)
    waiting: list[tuple[np.ndarray[Any, Any], tuple[int, ...]]] = [(board.states, ())]
    while waiting:
        states, decisions = waiting.pop()
        if decisions and not game.is_inside_turn(states):
            yield decisions
            continue
        count = game.engine.list_decisions(states, 0, terms, out)
        for decision in reversed(out[:count].tolist()):
            after = states.copy()
            game.engine.apply(after, 0, terms, decision)
            waiting.append((after, (*decisions, decision)))


class Moves(Collection[Any]):
    """The legal moves of a board at the start of a turn, found only when they are asked for.

    It iterates, counts, tells membership (of a typed move or a notation) and shows its notations.
    """

    def __init__(self, board: Board) -> None:
        self._board = board

    def __iter__(self) -> Iterator[Any]:
        for decisions in _turns(self._board):
            yield self._board.game.move_of(self._board, decisions)

    def __len__(self) -> int:
        return sum(1 for _ in _turns(self._board))

    def __bool__(self) -> bool:
        return self._board.is_turn_start

    def __contains__(self, move: object) -> bool:
        game = self._board.game
        try:
            if isinstance(move, str):
                move = game.parse_move(self._board, move)
            game.decisions_of(self._board, move)
        except MoveError:
            return False
        return True

    def __repr__(self) -> str:
        return f"<Moves: {', '.join(str(move) for move in self)}>"


class Draft:
    """A move in the making: decisions taken so far from the start of a turn. Nothing is drawn until it is played.

    Raises:
        IllegalMoveError: the position is not at the start of a turn.
    """

    def __init__(self, position: Position) -> None:
        if not position.is_turn_start:
            raise IllegalMoveError("A draft begins at the start of a turn.")
        self._boards = [position]
        self.decisions: tuple[int, ...] = ()
        """The decisions taken so far."""

    @property
    def start(self) -> Position:
        """The position that the turn began with."""
        return self._boards[0]

    @property
    def position(self) -> Position:
        """The position as the draft stands, before anything is drawn."""
        return self._boards[-1]

    @property
    def is_complete(self) -> bool:
        """Whether the decisions make a whole move."""
        position = self.position
        return bool(self.decisions) and not position.game.is_inside_turn(position.states)

    @property
    def choices(self) -> tuple[int, ...]:
        """The legal next decisions; empty once the move is complete."""
        return () if self.is_complete else self.position.decisions()

    @property
    def move(self) -> Any:
        """The typed move of a complete draft.

        Raises:
            IllegalMoveError: decisions are still missing.
        """
        if not self.is_complete:
            raise IllegalMoveError("The move is not complete.")
        return self.start.game.move_of(self.start, self.decisions)

    def choose(self, decision: int) -> None:
        """Take one of :attr:`choices`.

        Raises:
            IllegalMoveError: it is none of them.
        """
        if decision not in self.choices:
            raise IllegalMoveError(f"The decision {decision} is not legal now.")
        self._boards.append(self.position.after(decision))
        self.decisions = (*self.decisions, decision)

    def undo(self) -> bool:
        """Take the last decision back; False when there is none."""
        if not self.decisions:
            return False
        self._boards.pop()
        self.decisions = self.decisions[:-1]
        return True
