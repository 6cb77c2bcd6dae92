"""Collections of legal moves, and a move in the making."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from .errors import IllegalMoveError, MoveError
from .states import copied

if TYPE_CHECKING:
    from .position import Board


def walk_turns(board: Board) -> Iterator[tuple[tuple[int, ...], np.ndarray[Any, Any]]]:
    """Return every legal move from the start of a turn: its decisions in rising order, and the states after them.

    The states are an array of one, before anything is drawn; the caller may write to it.
    """
    if not board.is_turn_start:
        return
    game, terms = board.game, board.terms.array
    out = np.empty(game.choices_at_most, dtype=np.int16)
    waiting: list[tuple[tuple[int, ...], np.ndarray[Any, Any]]] = [((), board.states)]
    while waiting:
        decisions, states = waiting.pop()
        if decisions and not game.is_inside_turn(states):
            yield decisions, states
            continue
        count = game.engine.list_decisions(states, 0, terms, out)
        for decision in reversed(out[:count].tolist()):
            after = copied(states)
            game.engine.apply(after, 0, terms, decision)
            waiting.append(((*decisions, decision), after))


class Moves(Collection[Any]):
    """The legal moves of a board at the start of a turn, found only when they are asked for.

    It iterates, counts, tells membership (of a typed move or a notation) and shows its notations.
    """

    def __init__(self, board: Board) -> None:
        self._board = board

    def __iter__(self) -> Iterator[Any]:
        for decisions, _ in walk_turns(self._board):
            yield self._board.game.move_of(self._board, decisions)

    def __len__(self) -> int:
        return sum(1 for _ in walk_turns(self._board))

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
        IllegalMoveError: the board is not at the start of a turn.
    """

    def __init__(self, board: Board) -> None:
        if not board.is_turn_start:
            raise IllegalMoveError("A draft begins at the start of a turn.")
        self._boards = [board]
        self.decisions: tuple[int, ...] = ()
        """The decisions taken so far."""

    @property
    def start(self) -> Board:
        """The board that the turn began with."""
        return self._boards[0]

    @property
    def boards(self) -> tuple[Board, ...]:
        """The board before each decision, and last the one as the draft stands."""
        return tuple(self._boards)

    @property
    def board(self) -> Board:
        """The board as the draft stands, before anything is drawn."""
        return self._boards[-1]

    @property
    def is_complete(self) -> bool:
        """Whether the decisions make a whole move."""
        board = self.board
        return bool(self.decisions) and not board.game.is_inside_turn(board.states)

    @property
    def choices(self) -> tuple[int, ...]:
        """The legal next decisions; empty once the move is complete."""
        return () if self.is_complete else self.board.decisions()

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
            raise IllegalMoveError("The decision {decision} is not legal now.", decision=decision)
        self._boards.append(self.board.after(decision))
        self.decisions = (*self.decisions, decision)

    def undo(self) -> bool:
        """Take the last decision back; False when there is none."""
        if not self.decisions:
            return False
        self._boards.pop()
        self.decisions = self.decisions[:-1]
        return True
