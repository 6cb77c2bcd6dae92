"""Position: a state as a person or program uses it. View: what one seat may know of it.

Both are boards: a state with its terms, read-only. A position never changes; playing gives a new one. It holds the
facts needed to go on and nothing else: no history, no generator, no order of what is still to be drawn.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from .chance import Chance, Referee, as_chance, seed_bytes
from .errors import ChanceError, IllegalMoveError
from .moves import Moves
from .options import OptionValue
from .states import copied

if TYPE_CHECKING:
    from .game import Components, Game, Terms


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
        out = np.empty(self.game.choices_at_most, dtype=np.int16)
        count = self.game.engine.list_decisions(self._states, 0, self.terms.array, out)
        return tuple(out[:count].tolist())

    def moves(self) -> Moves:
        """Return the legal moves of the seat on turn, a lazy collection; from a view they are the viewer's own."""
        return Moves(self)

    def outcomes(self) -> tuple[tuple[int, int], ...]:
        """Return what chance can do as (outcome, weight), rising; an outcome's probability is weight over total."""
        out = np.empty(self.game.choices_at_most, dtype=np.int16)
        weights = np.empty(self.game.choices_at_most, dtype=np.int16)
        count = self.game.engine.list_outcomes(self._states, 0, out, weights)
        return tuple(zip(out[:count].tolist(), weights[:count].tolist(), strict=True))

    def total(self, seat: int) -> int:
        """Return a seat's total as the position stands."""
        return int(self.game.engine.total(self._states, 0, self.terms.array, seat))

    @property
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
            self.game.engine.apply(states, 0, self.terms.array, choice)
        return self._replaced(states)

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
        terms = cls.game.make_terms(players, cls.game.make_options(preset, options), components)
        source: Chance = as_chance(None) if seed is None else Referee(seed_bytes(seed))
        return cls.before_setup(terms, first_seat).resolve(source)

    @classmethod
    def before_setup(cls, terms: Terms, first_seat: int = 0) -> Self:
        """Return the position before anything is drawn: chance acts first.

        Raises:
            IllegalMoveError: there is no such seat.
        """
        if not 0 <= first_seat < terms.players:
            raise IllegalMoveError(
                "There is no seat {seat} among {players}, counted from 0.", seat=first_seat, players=terms.players
            )
        states = cls.game.blank_states(1)
        cls.game.engine.start(states, 0, terms.array, terms.players, first_seat)
        return cls(states, terms)

    @classmethod
    @abstractmethod
    def from_text(cls, text: str, components: Components | None = None) -> Self:
        """Read the one-line text of a position.

        Raises:
            PositionError: it is no such text, or no possible position.
        """

    @property
    @abstractmethod
    def text(self) -> str:
        """The whole position in one line, as :meth:`from_text` reads it."""

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
            move = self.game.parse_move(self, move)
        return self.after(*self.game.decisions_of(self, move)).resolve(chance)

    # Decisions: one small choice at a time.

    def apply(self, choice: int) -> Self:
        """Return the position after one legal decision, or one possible outcome of chance.

        Raises:
            IllegalMoveError: the decision is not legal now.
            ChanceError: the outcome cannot happen now.
        """
        if choice >= self.game.first_outcome:
            if choice not in {outcome for outcome, _ in self.outcomes()}:
                raise ChanceError(f"Chance cannot bring the outcome {choice} now.")
        elif choice not in self.decisions():
            raise IllegalMoveError("The decision {decision} is not legal now.", decision=choice)
        return self.after(choice)

    def resolve(self, chance: Chance | int | None = None, drawn: list[int] | None = None) -> Self:
        """Let chance act until a seat decides or the game is over; the outcomes are added to ``drawn``."""
        source = as_chance(chance)
        states = copied(self._states)
        engine, terms = self.game.engine, self.terms.array
        out = np.empty(self.game.choices_at_most, dtype=np.int16)
        weights = np.empty(self.game.choices_at_most, dtype=np.int16)
        while count := engine.list_outcomes(states, 0, out, weights):
            outcome = source.choose(out[:count].tolist(), weights[:count].tolist())
            engine.apply(states, 0, terms, outcome)
            if drawn is not None:
                drawn.append(outcome)
        return type(self)(states, self.terms)

    # What may be known.

    def view(self, seat: int | None = None) -> View:
        """Return what a seat may know; a spectator's view for None."""
        return self.game.view_class.of(self, seat)


class View(Board):
    """What one seat, or a spectator (``viewer`` None), may know: all that bots and the wire ever see."""

    def __init__(self, states: np.ndarray[Any, Any], terms: Terms, viewer: int | None) -> None:
        super().__init__(states, terms)
        self.viewer = viewer
        """The seat whose view this is, from 0; None for a spectator."""

    def _replaced(self, states: np.ndarray[Any, Any]) -> Self:
        return type(self)(states, self.terms, self.viewer)

    @classmethod
    @abstractmethod
    def of(cls, position: Position, viewer: int | None) -> Self:
        """Return a seat's view of a position: what it may not know is taken out of the state."""

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
