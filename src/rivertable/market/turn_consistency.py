"""Whether the numbers of a running turn belong together: the compiled rules trust them and check no index."""

from __future__ import annotations

from typing import Any, cast

from ..core.errors import PositionError
from ..core.game import Terms
from .board import members
from .kernel.state import (
    AGAIN,
    BUILT,
    COST,
    COST_SLOT,
    DEAL,
    DOING,
    GAINING,
    HIRED,
    MOVED,
    NO_BONUS,
    NO_EFFECT,
    PAYING,
    PLACING,
    REDEAL,
    REFILL,
    SET_RIVER,
    SHEDDING,
    STOPPING,
    ZOOMED,
    new_states,
)
from .kernel.turn.ending import clear_turn
from .printed.components import MarketComponents
from .printed.deck import STARTING_BOOTHS, TIMES_AT_MOST, Card, Kind

_CHANCE = (SET_RIVER, DEAL, REDEAL, REFILL)
_IN_EFFECT = (AGAIN, PAYING, SHEDDING, GAINING)
_NUMBERS = (
    "card",
    "used",
    "times_left",
    "need",
    "last_shed",
    "done",
    "bonus",
    "given",
    "last_pay",
    "last_gain",
    "yielded",
)
_PLACES = ("plank", "last_plank")
_LEVELS = ("start", "low", "prior", "dip", "before")


def check_turn(state: Any, terms: Terms) -> None:
    """Check the numbers of the running turn against each other and against what lies on the table.

    Raises:
        PositionError: they do not fit.
    """
    if (state.phase in _CHANCE) != (state.due > 0):
        raise PositionError("Cards are due only while they are drawn.")
    cards = cast("MarketComponents", terms.components).cards
    if STOPPING <= state.phase <= PLACING:
        is_right = _is_card_right(state, cards) and _is_effect_right(state, cards) and _are_marks_right(state, cards)
    else:
        is_right = _is_clear(state)
    if not is_right:
        raise PositionError("The numbers of the running turn do not fit what lies on the table.")


def _is_clear(state: Any) -> bool:
    """Return whether all numbers of a turn are as they are between two turns."""
    plain = new_states(1)[0]
    clear_turn(plain)
    levels = any(state[name].any() for name in _LEVELS)
    return not levels and all(state[name] == plain[name] for name in _NUMBERS) and state.plank == state.last_plank == -1


def _is_card_right(state: Any, cards: tuple[Card, ...]) -> bool:
    """Return whether the card of the turn can be used as it is."""
    if state.card < STARTING_BOOTHS:
        return False
    card = cards[int(state.card)]
    if state.used in (MOVED, ZOOMED):
        return bool(int(state.discard) >> int(state.card) & 1) and state.phase != PLACING
    if state.phase not in (PAYING, SHEDDING, PLACING):
        return False
    if state.used == BUILT:
        return card.is_booth and state.houses[state.seat] > 0
    return bool(state.used == HIRED and card.kind is Kind.HELPER and state.phase != PLACING)


def _is_effect_right(state: Any, cards: tuple[Card, ...]) -> bool:
    """Return whether the effect in progress is there to be done."""
    slot = int(state.plank)
    if state.phase not in _IN_EFFECT:
        return slot == NO_EFFECT and state.times_left == 0
    if state.used in (BUILT, HIRED):
        return slot == COST and _is_asking(
            state, cards[int(state.card)].cost.number, cards[int(state.card)].cost.cards, 0
        )
    action, booth = cards[int(state.card)], cards[int(state.river[state.pawn[state.seat]])]
    planks = (action.planks if action.kind is Kind.ACTION else ()) if slot >= COST_SLOT else booth.planks
    if slot in (NO_EFFECT, COST) or slot % COST_SLOT >= len(planks):
        return False
    effect = planks[slot % COST_SLOT]
    is_counted = 1 <= state.times_left <= TIMES_AT_MOST
    return bool(is_counted) and _is_asking(state, effect.spend.number, effect.spend.cards, effect.gain.number)


def _is_asking(state: Any, paid: int, cards: int, gained: int) -> bool:
    """Return whether there is something to choose in the phase; cards to shed are still in the hand."""
    if state.phase == PAYING:
        return paid > 0
    if state.phase == GAINING:
        return gained > 0
    if state.phase == SHEDDING:
        higher = [card for card in members(int(state.hand[state.seat])) if card > state.last_shed]
        return 0 < int(state.need) <= min(cards, len(higher))
    return True


def _are_marks_right(state: Any, cards: tuple[Card, ...]) -> bool:
    """Return whether what is noted as done can have been done."""
    planks = len(cards[int(state.river[state.pawn[state.seat]])].planks)
    is_action = cards[int(state.card)].kind is Kind.ACTION and state.used in (MOVED, ZOOMED)
    is_open = state.phase != STOPPING and is_action
    if (state.bonus != NO_BONUS) != is_open or int(state.done) >> planks:
        return False
    if (state.last_plank < 0) != (state.done == 0) or (state.done and not int(state.done) >> int(state.last_plank) & 1):
        return False
    if state.phase in (STOPPING, PLACING) and (state.done or state.last_pay or state.last_gain):
        return False
    is_shed = state.last_shed == 0 or bool(int(state.discard) >> int(state.last_shed) & 1)
    is_yielded = int(state.yielded) & ~int(state.helpers[state.seat]) == 0
    return is_shed and is_yielded and (state.phase != DOING or state.given == 0)
