"""What a beginner thinks a position is worth: the score as it stands, and what lies ready for later."""

from __future__ import annotations

from typing import Any

from ...core.compiling.bits import lowest, wide
from ...core.compiling.kernel import kernel, kernel_entry
from ..printed.deck import Kind
from .scoring import event_points, score
from .state import COIN, GOODS, RESOURCES
from .turn.powers import price

_ACTION, _HELPER, _EVENT = wide(Kind.ACTION), wide(Kind.HELPER), wide(Kind.EVENT)

_COIN = 0.5
"""Points that a Coin promises beyond what it scores now, at the start of the game."""
_GOOD = 0.3
_PLACED = 1.2
"""A house on a Booth or in a star space at the start of the game."""
_URGENT = 2.5
"""What is added to that late in the game, so that it comes to an end."""
_HIRED = 3.0
"""What a Helper's ability may bring in a whole game."""
_BONUS = 0.4
"""A resource that an Owner bonus gives."""
_VISITS = 12.0
"""Activations by each other player in a whole game."""
_PLAN = 0.5
"""The part of a card's worth that counts while it is still in hand."""
_OTHER_PLANS = 0.25
"""The same for all cards but the best."""
_MISSING_COIN = 0.9
"""How much further off a card is for each Coin that is missing; a Good counts as half."""
_LONG = 24.0
"""Turns of one seat in a long game; what is promised fades until then."""
_SOON = 0.15
"""The part that is promised as long as the end is not triggered, however long the game has lasted."""
_ENOUGH_COINS, _ENOUGH_GOODS = 8, 4
"""More Coins, and more of one Good, promise nothing beyond what they score."""


@kernel
def part_to_come(state: Any, seat: int) -> float:
    """Return the part of the game that a seat has still before it: 0 only if it has no turn any more (R10).

    It depends on the turns taken, not on the houses left: else nobody who has gathered much would ever build.
    """
    if state.end_seat >= 0:
        return min(float(int(state.turns_left) // int(state.players)), 2.0) / _LONG
    return max(1.0 - float(state.turn) / (float(state.players) * _LONG), _SOON)


@kernel
def worth_in_hand(state: Any, terms: Any, seat: int, part: float) -> float:
    """Return what the cards in hand that can be built or hired promise: the more, the less is missing for them."""
    best, rest = 0.0, 0.0
    cards = state.hand[seat]
    while cards != 0:
        card = lowest(cards)
        cards = cards & (cards - 1)
        kind = int(terms.card[card].kind)
        if kind == _ACTION or (kind != _HELPER and state.houses[seat] == 0):
            continue
        missing = 0.0
        for resource in range(RESOURCES):
            lack = price(state, terms, card, resource) - wide(state.resource[seat, resource])
            if lack > 0:
                missing += float(lack) * (_MISSING_COIN if resource == COIN else _MISSING_COIN / 2)
        worth = (float(terms.card[card].points) + (_HIRED * part if kind == _HELPER else _PLACED)) / (1.0 + missing)
        if worth > best:
            best, worth = worth, best
        rest += worth
    return _PLAN * best + _OTHER_PLANS * _PLAN * rest


@kernel
def promise_of_places(state: Any, terms: Any, seat: int, part: float) -> float:
    """Return what a seat's Owner bonuses promise, less what its pawn scores only while it stands there."""
    promise = 0.0
    visits = float(state.players - 1) * part * _VISITS / float(state.river_count)
    for place in range(wide(state.river_count)):
        card = wide(state.river[place])
        if state.owner[place] == seat:
            for resource in range(RESOURCES):
                promise += visits * _BONUS * float(terms.card[card].bonus[resource])
        if state.pawn[seat] == place and terms.card[card].kind == _EVENT and state.stars[place, seat] == 0:
            promise -= float(event_points(state, terms, seat, card))
    return promise


@kernel_entry
def project(states: Any, index: int, terms: Any, seat: int) -> float:
    """Return a seat's projected points: the score as it stands, and what resources, cards and placed houses promise.

    The nearer the end, the less is promised; when the seat has no turn left only the score counts.
    """
    state = states[index]
    points = float(score(state, terms[0], seat))
    part = part_to_come(state, seat)
    if part == 0.0:
        return points
    promise = _COIN * float(min(wide(state.resource[seat, COIN]), _ENOUGH_COINS))
    for good in range(GOODS):
        promise += _GOOD * float(min(wide(state.resource[seat, good]), _ENOUGH_GOODS))
    helpers = state.helpers[seat]
    while helpers != 0:
        promise += _HIRED
        helpers = helpers & (helpers - 1)
    points += (_PLACED + _URGENT * (1.0 - part)) * float(terms[0].houses - state.houses[seat])
    points += promise * part + worth_in_hand(state, terms[0], seat, part)
    return points + promise_of_places(state, terms[0], seat, part)
