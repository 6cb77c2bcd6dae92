"""The Rival of River Market, for playing alone. This project invented it: no source gives rules.

It looks at nothing but its own turn, and at no card that it does not hold.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import repeat
from typing import Any

import numpy as np

from ..core.contract.study import Rival, Rivals, RivalTurn
from .board import MarketBoard, members
from .kernel import KERNEL, after, legal_now, price_of
from .kernel.state import PICK_AMOUNTS, Decision, Phase
from .printed.deck import CardKind

_STAR = 3
"""A house in a star space counts as so many resources."""
_NOTHING_TO_BUY = -9
"""How near a card is to a hand that has none to build or hire."""
_BUILD, _GROW = 1, 2

States = np.ndarray[Any, Any]


class _Turn:
    """A seat's turn as the Fox thinks about it."""

    def __init__(self, board: MarketBoard) -> None:
        self._cards = board.cards
        self._terms = board.terms.array
        self._states = board.states
        self._seat = int(board.state.seat)

    def decide(self) -> RivalTurn:
        """Return the whole turn."""
        legal = legal_now(self._states, self._terms)
        if int(self._states[0].phase) == Phase.MULLIGAN:
            return RivalTurn((Decision.KEEP,), 3)
        payable = [decision for decision in legal if Decision.PLAY <= decision < Decision.STOP]
        if payable:
            card = max(payable, key=lambda decision: (self._cards[decision - Decision.PLAY].points, -decision))
            return RivalTurn(self._finish((card,))[0], _BUILD)
        ways = [way for decision in legal if Decision.MOVE <= decision < Decision.TOKEN for way in self._ways(decision)]
        if not ways:
            return RivalTurn((legal[0],), _GROW)
        return RivalTurn(max(ways)[-1], _GROW)

    def _ways(self, decision: int) -> list[tuple[float, int, tuple[int, ...], tuple[int, ...]]]:
        """Return each way to use a card for moving: growth, points of the card, for the first of equals, decisions."""
        states = after(self._states, self._terms, (decision,))
        stops = legal_now(states, self._terms) if int(states[0].phase) == Phase.STOPPING else []
        found = []
        beginnings: list[tuple[int, ...]] = [(decision, stop) for stop in stops] or [(decision,)]
        for beginning in beginnings:
            decisions, end = self._finish(beginning)
            first = tuple(-number for number in decisions)
            found.append((self._wealth(end), -self._cards[decision - Decision.MOVE].points, first, decisions))
        return found

    def _finish(self, decisions: tuple[int, ...]) -> tuple[tuple[int, ...], States]:
        """Return a turn that begins with some decisions to its end, and the states after it."""
        states = after(self._states, self._terms, decisions)
        while KERNEL.is_inside_turn(states, 0):
            decision = self._pick(states, legal_now(states, self._terms))
            decisions = (*decisions, decision)
            states = after(states, self._terms, (decision,))
        return decisions, states

    def _pick(self, states: States, legal: Sequence[int]) -> int:
        """Return the next decision inside a turn."""
        phase, have = int(states[0].phase), states[0].resource[self._seat]
        if phase == Phase.PAYING:
            return max(legal, key=lambda decision: (_held(have, decision - Decision.PAY), -decision))
        if phase == Phase.GAINING:
            return min(legal, key=lambda decision: (_held(have, decision - Decision.GAIN), decision))
        if phase == Phase.SHEDDING:
            return min(legal, key=lambda decision: (self._cards[decision - Decision.SHED].points, decision))
        return max(legal, key=lambda decision: (self._wealth_by(states, decision), decision == Decision.END, -decision))

    def _wealth_by(self, states: States, decision: int) -> float:
        """Return the wealth after a decision and the payments and gains that belong to it."""
        states = after(states, self._terms, (decision,))
        while KERNEL.is_inside_turn(states, 0) and int(states[0].phase) in (
            Phase.PAYING,
            Phase.GAINING,
            Phase.SHEDDING,
        ):
            states = after(states, self._terms, (self._pick(states, legal_now(states, self._terms)),))
        return self._wealth(states)

    def _wealth(self, states: States) -> float:
        """Count half a point for each resource, more for houses in star spaces, and how near the best card is."""
        state = states[0]
        things = int(state.resource[self._seat].sum()) + _STAR * int(state.stars[:, self._seat].sum())
        nearest = max(map(self._nearness, self._wanted(state), repeat(states)), default=_NOTHING_TO_BUY)
        return nearest + things / 2

    def _wanted(self, state: Any) -> list[int]:
        """Return the cards in hand that could be built or hired if they were paid for."""
        kinds = (CardKind.HELPER, CardKind.BOOTH, CardKind.EVENT) if state.houses[self._seat] else (CardKind.HELPER,)
        return [card for card in members(int(state.hand[self._seat])) if self._cards[card].kind in kinds]

    def _nearness(self, card: int, states: States) -> int:
        """Return a card's printed points, less what is missing of its price."""
        have = states[0].resource[self._seat].tolist()
        price = price_of(states, self._terms, card)
        return self._cards[card].points - sum(max(0, cost - int(held)) for cost, held in zip(price, have, strict=True))


def _held(have: Any, pick: int) -> int:
    """Return how many of each Good of a pick a seat has, added up."""
    return sum(int(have[good]) * number for good, number in enumerate(PICK_AMOUNTS[pick]))


def decide(board: MarketBoard) -> RivalTurn:
    """Return the Fox's turn."""
    return _Turn(board).decide()


_FOX = Rival(
    "fox",
    "Fox",
    "Sets its heart on one card, runs where it finds what it lacks, and buys the moment it can pay.",
    (
        "If it can pay for a card in its hand, it builds or hires at once. It takes the card with the most printed "
        "points. It builds at the first end of the river that is free: top left, top right, bottom left, bottom "
        "right.",
        "Otherwise it moves to where it is best off afterwards. It counts one card still in its hand, the one for "
        "which this is highest: the printed points, minus one for each resource that it lacks for the card. It "
        "adds half a point for each Good and Coin that it has, and one and a half for each house in a star space. "
        "At the Booth it does one effect after another, as long as each leaves it better off. It pays with what it "
        "has most of and takes what it has least of.",
        "It keeps its opening hand and never uses the Zoom token. If two turns are equal, it discards the card "
        "with fewer printed points, and then the one that comes first in the deck's list.",
    ),
    decide,
)
RIVALS = Rivals((_FOX,))
"""The Rivals of River Market."""
