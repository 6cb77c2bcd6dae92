"""Position: a state as a person or program uses it. View: what one seat may know of it. Draft: a move in the making.

Both are boards: a state with its terms, read-only. A position never changes; playing gives a new one. It holds the
facts needed to go on and nothing else: no history, no generator, no order of what is still to be drawn.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterator, Mapping
from functools import cached_property
from typing import Any, ClassVar, Self, cast

import numpy as np

from .chance import Chance, FixedOrder, Referee, as_chance, seed_bytes
from .errors import ChanceError, IllegalMoveError, MoveError
from .game import Components, Game, Terms
from .options import OptionValue
from .states import copied, plain_values

_SPECTATOR = -1
"""Stands in the kernel for a viewer who has no seat."""


class Board:
    """A state with its terms, read-only: what positions and views have in common."""

    game: ClassVar[Game]

    def __init__(self, states: np.ndarray[Any, Any], terms: Terms) -> None:
        """Take over ``states``, an array of one state; nobody else may write to it."""
        states.flags.writeable = False
        self._states = states
        self.terms = terms
        """Number of players, options and printed data."""

    @property
    def state(self) -> Any:
        """The kernel's record, read-only; its dtype is documented in the game's ``state`` module."""
        return self._states[0]

    @property
    def states(self) -> np.ndarray[Any, Any]:
        """The same as an array of one record, as the kernel's entry points take it."""
        return self._states

    @cached_property
    def values(self) -> Any:
        """The state once more, as Python's own integers and lists by field: for reading many of them quickly."""
        return plain_values(self._states)

    def forget_values(self) -> None:
        """Let go of :attr:`values`, read anew when they are asked for: a long game keeps all its positions."""
        self.__dict__.pop("values", None)

    @property
    def players(self) -> int:
        """How many seats there are."""
        return self.terms.players

    @property
    def is_chance(self) -> bool:
        """Whether chance acts next."""
        return bool(self.outcomes())

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """Whether the game has ended."""

    @property
    @abstractmethod
    def is_turn_start(self) -> bool:
        """Whether a seat is to begin a turn: its decisions up to the next chance or turn make one move."""

    @property
    @abstractmethod
    def is_deciding(self) -> bool:
        """Whether a seat is to decide something, at the start of a turn or inside it."""

    @cached_property
    def seat(self) -> int | None:
        """The seat to decide, from 0; None while chance acts and when the game is over."""
        return int(self.state.seat) if self.is_deciding else None

    def decisions(self) -> tuple[int, ...]:
        """Return the legal decisions as rising integers; empty while chance acts and when the game is over."""
        kernel = self.game.kernel
        out = kernel.new_list()
        count = kernel.list_decisions(self._states, 0, self.terms.array, out)
        return tuple(out[:count].tolist())

    def moves(self) -> Moves:
        """Return the legal moves of the seat on turn, a lazy collection; from a view they are the viewer's own."""
        return Moves(self)

    def outcomes(self) -> tuple[tuple[int, int], ...]:
        """Return what chance can do as (outcome, weight), rising; an outcome's probability is weight over total."""
        kernel = self.game.kernel
        out, weights = kernel.new_list(), kernel.new_list()
        count = kernel.list_outcomes(self._states, 0, out, weights)
        return tuple(zip(out[:count].tolist(), weights[:count].tolist(), strict=True))

    def total(self, seat: int) -> int:
        """Return a seat's total as the position stands."""
        return int(self.game.kernel.total(self._states, 0, self.terms.array, seat))

    @cached_property
    def totals(self) -> tuple[int, ...]:
        """Every seat's total as the position stands."""
        return tuple(self.total(seat) for seat in range(self.players))

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the highest total, rising: they share the victory (while a game runs: the lead)."""
        totals = self.totals
        return tuple(seat for seat, total in enumerate(totals) if total == max(totals))

    def after(self, *choices: int) -> Self:
        """Return the board after choices that are known to be legal and possible; nothing is checked."""
        states = copied(self._states)
        for choice in choices:
            self.game.kernel.apply(states, 0, self.terms.array, choice)
        return self._replaced(states)

    def count_revealed(self, *decisions: int) -> int:
        """Return how many pieces or cards chance reveals once a whole turn's decisions are played.

        How many they are is known to everyone, whichever they will be: of a view nothing hidden is asked.
        """
        kernel, states = self.game.kernel, copied(self.after(*decisions).states)
        out, weights = kernel.new_list(), kernel.new_list()
        count = 0
        while kernel.list_outcomes(states, 0, out, weights):
            kernel.apply(states, 0, self.terms.array, int(out[0]))
            count += 1
        return count

    def _replaced(self, states: np.ndarray[Any, Any]) -> Self:
        """Return the same kind of board with other states."""
        return type(self)(states, self.terms)

    @cached_property
    def _key(self) -> bytes:
        return self._states.tobytes()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)):
            return NotImplemented
        return self._key == other._key and self.terms == other.terms

    def __str__(self) -> str:
        return self.game.pictures.draw_text(self, [f"Seat {seat}" for seat in range(self.players)])

    def _repr_svg_(self) -> str | None:
        return self.game.pictures.draw_svg(self)

    def __hash__(self) -> int:
        return hash(self._key)

    # By way of the constructor a copy is read-only too.
    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._states, self.terms)


class Position(Board):
    """A whole state, for the referee, for analysis, for programs."""

    @classmethod
    def new(
        cls,
        *,
        players: int = 2,
        seed: int | str | bytes | None = None,
        first_seat: int = 0,
        preset: str | None = None,
        options: Mapping[str, OptionValue] | None = None,
        components: Components | None = None,
    ) -> Self:
        """Set up a game; chance draws from ``seed`` as a real game would, or from fresh randomness.

        Raises:
            OptionError: a number of players, a preset or an option that the game does not have.
        """
        terms = cls.game.make_terms(players, cls.game.options.make(preset, options), components)
        source: Chance = as_chance(None) if seed is None else Referee(seed_bytes(seed))
        return cls.before_setup(terms, first_seat).resolve(source)

    @classmethod
    def from_states(cls, states: np.ndarray[Any, Any], terms: Terms) -> Self:
        """Return the position of an array of one state, which nobody else may write to, in its game's own class."""
        return cast("Self", terms.game.position_class(states, terms))

    @classmethod
    def before_setup(cls, terms: Terms, first_seat: int = 0) -> Self:
        """Return the position before anything is drawn, in its game's own class: chance acts first.

        Raises:
            IllegalMoveError: there is no such seat.
        """
        if not 0 <= first_seat < terms.players:
            raise IllegalMoveError(
                "There is no seat {seat} among {players}, counted from 0.", seat=first_seat, players=terms.players
            )
        kernel = terms.game.kernel
        states = kernel.new_states(1)
        kernel.start(states, 0, terms.array, terms.players, first_seat)
        return cls.from_states(states, terms)

    @classmethod
    def from_text(cls, text: str, components: Components | None = None) -> Self:
        """Read the one-line text of a position; ``components`` where it was not played with the standard data.

        Raises:
            PositionError: it is no such text, or no possible position.
        """
        return cast("Self", cls.game.pictures.read_text(text, components))

    @property
    def text(self) -> str:
        """The whole position in one line, as :meth:`from_text` reads it."""
        return self.game.pictures.write_text(self)

    def __repr__(self) -> str:
        return f"Position.from_text({self.text!r})"

    def play(self, move: Any, chance: Chance | int | None = None) -> Self:
        """Return the position after a move and all that chance then does.

        ``move`` is a typed move or its one-line notation. ``chance`` is a source of outcomes, or the seed of a
        :class:`~rivertable.core.chance.Simulator`; without it everything is drawn anew at each call, so that looking
        ahead can never foresee a real game.

        Raises:
            MoveError: one of its three exact cases.
        """
        if isinstance(move, str):
            move = self.game.moves.parse_move(self, move)
        return self.after(*self.game.moves.decisions_of(self, move)).resolve(chance)

    # Decisions: one small choice at a time.

    def apply(self, choice: int) -> Self:
        """Return the position after one legal decision, or one possible outcome of chance.

        Raises:
            IllegalMoveError: the decision is not legal now.
            ChanceError: the outcome cannot happen now.
        """
        if choice >= self.game.kernel.first_outcome:
            if choice not in {outcome for outcome, _ in self.outcomes()}:
                raise ChanceError(f"Chance cannot bring the outcome {choice} now.")
        elif choice not in self.decisions():
            raise IllegalMoveError("The decision {decision} is not legal now.", decision=choice)
        return self.after(choice)

    def resolve(self, chance: Chance | int | None = None, drawn: list[int] | None = None) -> Self:
        """Let chance act until a seat decides or the game is over; the outcomes are added to ``drawn``."""
        source = as_chance(chance)
        states = copied(self._states)
        kernel, terms = self.game.kernel, self.terms.array
        out, weights = kernel.new_list(), kernel.new_list()
        while count := kernel.list_outcomes(states, 0, out, weights):
            if isinstance(source, FixedOrder):
                source.look(states[0], terms[0])
            outcome = source.choose(out[:count].tolist(), weights[:count].tolist())
            kernel.apply(states, 0, terms, outcome)
            if drawn is not None:
                drawn.append(outcome)
        return type(self)(states, self.terms)

    # What may be known.

    def view(self, seat: int | None = None) -> View:
        """Return what a seat may know; a spectator's view for None."""
        return cast("View", self.game.view_class.of(self, seat))


class View(Board):
    """What one seat, or a spectator (``viewer`` None), may know: all that bots and the wire ever see."""

    def __init__(self, states: np.ndarray[Any, Any], terms: Terms, viewer: int | None) -> None:
        super().__init__(states, terms)
        self.viewer = viewer
        """The seat whose view this is, from 0; None for a spectator."""

    def _replaced(self, states: np.ndarray[Any, Any]) -> Self:
        return type(self)(states, self.terms, self.viewer)

    @classmethod
    def of(cls, position: Position, viewer: int | None) -> Self:
        """Return a seat's view, a spectator's for None: what it may not know is taken out of the state."""
        states = position.states
        if cls.game.has_hidden:
            states = copied(states)
            conceal(cls.game, states, viewer)
        return cls(states, position.terms, viewer)

    @abstractmethod
    def sample(self, chance: Chance | int | None = None) -> Position:
        """Return a whole position that could be true, each as likely as the viewer must think."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)):
            return NotImplemented
        return self.viewer == other.viewer and super().__eq__(other)

    def __hash__(self) -> int:
        return super().__hash__()

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._states, self.terms, self.viewer)


def conceal(game: Game, states: np.ndarray[Any, Any], viewer: int | None) -> None:
    """Make the first of some states what a seat may know, or a spectator for None."""
    game.kernel.conceal(states, 0, _SPECTATOR if viewer is None else viewer)


def walk_turns(board: Board) -> Iterator[tuple[tuple[int, ...], np.ndarray[Any, Any]]]:
    """Return every legal move from the start of a turn: its decisions in rising order, and the states after them.

    The states are an array of one, before anything is drawn; the caller may write to it.
    """
    if not board.is_turn_start:
        return
    kernel, terms = board.game.kernel, board.terms.array
    out = kernel.new_list()
    waiting: list[tuple[tuple[int, ...], np.ndarray[Any, Any]]] = [((), board.states)]
    while waiting:
        decisions, states = waiting.pop()
        if decisions and not kernel.is_inside_turn(states, 0):
            yield decisions, states
            continue
        count = kernel.list_decisions(states, 0, terms, out)
        for decision in reversed(out[:count].tolist()):
            after = copied(states)
            kernel.apply(after, 0, terms, decision)
            waiting.append(((*decisions, decision), after))


class Moves(Collection[Any]):
    """The legal moves of a board at the start of a turn, found only when they are asked for.

    It iterates, counts, tells membership (of a typed move or a notation) and shows its notations.
    """

    def __init__(self, board: Board) -> None:
        self._board = board

    def __iter__(self) -> Iterator[Any]:
        for decisions, _ in walk_turns(self._board):
            yield self._board.game.moves.move_of(self._board, decisions)

    def __len__(self) -> int:
        return sum(1 for _ in walk_turns(self._board))

    def __bool__(self) -> bool:
        return self._board.is_turn_start

    def __contains__(self, move: object) -> bool:
        game = self._board.game
        try:
            if isinstance(move, str):
                move = game.moves.parse_move(self._board, move)
            game.moves.decisions_of(self._board, move)
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
        return bool(self.decisions) and not board.game.kernel.is_inside_turn(board.states, 0)

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
        return self.start.game.moves.move_of(self.start, self.decisions)

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
