"""Typed moves, each a whole turn or an answer about an opening hand, and what decisions mean.

How a move becomes decisions again is in :mod:`rivertable.market.moves.matching`; why one is not legal is said by
:mod:`rivertable.market.moves.refusals`. Cards are named by their ids in the deck file.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np

from ...core.states import copied
from ..board import MarketBoard
from ..kernel.state import (
    AGAIN,
    BONUS,
    DO,
    DOING,
    END,
    GAIN,
    GAINING,
    KEEP,
    MAIN,
    MOVE,
    PASS,
    PAY,
    PAYING,
    PLACING,
    PLAY,
    REDRAW,
    SHED,
    SHEDDING,
    SPOT,
    STOP,
    STOPPING,
    TOKEN,
)
from ..kernel.steps import counted, price_of, walk
from ..printed.deck import TIMES_AT_MOST
from ..printed.effects import NOTHING, Bundle, Effect
from ..printed.terms import picks
from .notation import write_build, write_hire, write_move

END_NAMES = ("top-left", "top-right", "bottom-left", "bottom-right")
"""The end spots of the river in the order of their numbers (M76)."""

PICK_AMOUNTS = tuple(picks())
"""The chosen Goods that each pick number means, as amounts by Good."""


@dataclass(frozen=True, slots=True)
class Time:
    """One time that an effect is done: resources spent and gained, and ids of further cards spent, sorted."""

    spent: Bundle = NOTHING
    gained: Bundle = NOTHING
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Done:
    """An effect that is done: a plank of the Booth, or one alternative of the Action (M51, M69).

    Attributes:
        number: which plank or alternative, from 1.
        times: each time that it is done, in order (M54, M55).
        is_action: whether it is the Action's.
        has_house: whether a house is placed in a star space (M85).
    """

    number: int
    times: tuple[Time, ...]
    is_action: bool = False
    has_house: bool = False


@dataclass(frozen=True, slots=True)
class Move:
    """Discard a card, move along the river and do effects where the pawn stops (M36-M72).

    Attributes:
        card: the card discarded.
        booth: the Booth where the pawn stops.
        effects: what is done there, in order; the Action's effect is the first or the last of it (M70).
        has_token: whether the Zoom token is spent (M117).
    """

    card: str
    booth: str
    effects: tuple[Done, ...] = ()
    has_token: bool = False

    @property
    def planks(self) -> tuple[Done, ...]:
        """The planks done, in order."""
        return tuple(effect for effect in self.effects if not effect.is_action)

    @property
    def action(self) -> Done | None:
        """The Action's effect, where it is done."""
        return next((effect for effect in self.effects if effect.is_action), None)

    @property
    def is_action_last(self) -> bool:
        """Whether the Action's effect comes after planks."""
        return len(self.effects) > 1 and self.effects[-1].is_action

    def __str__(self) -> str:
        return write_move(self)


@dataclass(frozen=True, slots=True)
class Build:
    """Build a Booth at an end of the river (M73-M77): what is paid, and ids of further cards spent, sorted."""

    card: str
    end: str
    paid: Bundle = NOTHING
    cards: tuple[str, ...] = ()

    def __str__(self) -> str:
        return write_build(self)


@dataclass(frozen=True, slots=True)
class Hire:
    """Hire a Helper (M94, M95): what is paid, and ids of further cards spent, sorted."""

    card: str
    paid: Bundle = NOTHING
    cards: tuple[str, ...] = ()

    def __str__(self) -> str:
        return write_hire(self)


@dataclass(frozen=True, slots=True)
class Keep:
    """Keep the opening hand (M29)."""

    def __str__(self) -> str:
        return "keep"


@dataclass(frozen=True, slots=True)
class Redraw:
    """Discard an opening hand without a Booth and draw a new one (M29, R2)."""

    def __str__(self) -> str:
        return "redraw"


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing, because there is no card in hand (R12)."""

    def __str__(self) -> str:
        return "pass"


MarketMove = Move | Build | Hire | Keep | Redraw | Pass
"""A whole turn, or an answer about an opening hand."""


def plus(first: Sequence[int], second: Sequence[int], times: int = 1) -> Bundle:
    """Return ``first`` and ``times`` times ``second``; a second one of five Goods holds no Coins."""
    longer = [*second, *[0] * (len(first) - len(second))]
    return cast("Bundle", tuple(a + times * b for a, b in zip(first, longer, strict=True)))


def fixed_gain(
    states: np.ndarray[Any, Any], terms: np.ndarray[Any, Any], effect: Effect, spent: Bundle, *, is_first: bool
) -> Bundle:
    """Return what one time of an effect gives besides chosen Goods, when this is spent for it; changes ``states``."""
    state = states[0]
    state.resource[state.seat] -= np.array(spent, dtype=np.int16)
    if effect.is_attending and is_first:
        state.houses[state.seat] -= 1
        state.stars[state.pawn[state.seat], state.seat] += 1
    return plus(NOTHING, effect.gain.fixed, counted(states, 0, terms, int(effect.gain.for_each)))


class TurnListener:
    """Takes the decisions of a turn one after the other and gathers what they mean."""

    def __init__(self, board: MarketBoard) -> None:
        self._cards = board.cards
        self._terms = board.terms.array
        self.card = 0
        self.booth = 0
        self.end = 0
        self.has_token = False
        self.paid: Bundle = NOTHING
        self.shed: list[str] = []
        self.effects: list[Done] = []
        self._slot = -1
        self._times: list[Time] = []
        self._at: np.ndarray[Any, Any] | None = None
        self._pay = self._gain = -1

    def hear(self, decision: int, states: np.ndarray[Any, Any]) -> None:
        """Take one decision, with the states before it."""
        phase = int(states[0].phase)
        if phase == MAIN:
            self._use(decision, states)
        elif phase == STOPPING:
            self.booth = decision - STOP
        elif phase in (DOING, AGAIN):
            self._do(decision, states, phase)
        elif phase == PAYING and self._slot >= 0:
            self._pay = decision - PAY
        elif phase == PAYING:
            self.paid = plus(self.paid, PICK_AMOUNTS[decision - PAY])
        elif phase == SHEDDING:
            self.shed.append(self._cards[decision - SHED].id)
        elif phase == GAINING:
            self._gain = decision - GAIN
        elif phase == PLACING:
            self.end = decision - SPOT

    def _use(self, decision: int, states: np.ndarray[Any, Any]) -> None:
        self.has_token = TOKEN <= decision < PLAY
        self.card = decision - (PLAY if decision >= PLAY else TOKEN if self.has_token else MOVE)
        if decision >= PLAY:
            self.paid = price_of(states, self._terms, self.card)

    def _do(self, decision: int, states: np.ndarray[Any, Any], phase: int) -> None:
        self._close_time()
        if phase == DOING:
            self.close_effect()
        if decision == END:
            return
        if phase == DOING:
            self._slot = (decision - DO) // TIMES_AT_MOST
        self._at = copied(states)
        self._pay = self._gain = -1
        if not self._effect_record.is_asked:
            self._close_time()
            self._times *= (decision - DO) % TIMES_AT_MOST + 1

    @property
    def _effect(self) -> Effect:
        if self._slot < _ACTION_SLOT:
            return self._cards[self.booth].planks[self._slot]
        return self._cards[self.card].planks[self._slot - _ACTION_SLOT]

    @property
    def _effect_record(self) -> Any:
        card = self.booth if self._slot < _ACTION_SLOT else self.card
        return self._terms[0].card[card].effect[self._slot % _ACTION_SLOT]

    def _close_time(self) -> None:
        """Add up what one time of the effect in progress spent and gained."""
        if self._at is None:
            return
        effect = self._effect
        spent = effect.spend.fixed
        if self._pay >= 0:
            spent = plus(spent, PICK_AMOUNTS[self._pay])
        gained = fixed_gain(self._at, self._terms, effect, spent, is_first=not self._times)
        if self._gain >= 0:
            gained = plus(gained, PICK_AMOUNTS[self._gain])
        self._times.append(Time(spent, gained, tuple(sorted(self.shed))))
        self.shed = []
        self._at = None

    def close_effect(self) -> None:
        """Finish the effect in progress, if there is one."""
        self._close_time()
        if self._slot >= 0:
            is_action = self._slot >= _ACTION_SLOT
            number = self._slot % _ACTION_SLOT + 1
            self.effects.append(Done(number, tuple(self._times), is_action, self._effect.is_attending))
        self._slot = -1
        self._times = []


_ACTION_SLOT = (BONUS - DO) // TIMES_AT_MOST


def move_of(board: MarketBoard, decisions: Sequence[int]) -> MarketMove:
    """Return the move that a whole turn's decisions mean."""
    first = decisions[0]
    if first in _SHORT:
        return _SHORT[first]
    turn = TurnListener(board)
    for decision, states in walk(board.states, board.terms.array, decisions):
        turn.hear(decision, states)
    turn.close_effect()
    card = board.cards[turn.card]
    if first < PLAY:
        return Move(card.id, board.cards[turn.booth].id, tuple(turn.effects), turn.has_token)
    cards = tuple(sorted(turn.shed))
    if card.is_booth:
        return Build(card.id, END_NAMES[turn.end], turn.paid, cards)
    return Hire(card.id, turn.paid, cards)


_SHORT: dict[int, MarketMove] = {PASS: Pass(), KEEP: Keep(), REDRAW: Redraw()}
