"""The compiled rules, and turns one decision at a time, those included that nobody is asked about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ...core.compiling.kernel import kernel_entry, wide
from ...core.compiling.template import Kernel
from ...core.states import copied
from ..printed.deck import CARDS
from ..printed.effects import Bundle
from . import primitives
from .deeds import do_deed
from .effects import card_of, slot_of
from .powers import count_of, price, reachable
from .rules import decide, is_forced
from .state import CHOICES_AT_MOST, RESOURCES, CardUse

__all__ = ["KERNEL"]


KERNEL = Kernel("market", primitives)
"""The compiled rules of River Market."""


@kernel_entry
def take(states: Any, index: int, terms: Any, decision: int) -> None:
    """Do one decision and nothing that would follow by itself."""
    decide(states[index], terms[0], decision)


@kernel_entry
def count_after(states: Any, index: int, terms: Any, slot: int, spent: Any, is_first: int) -> int:
    """Spend this for an effect, do its deed the first time, and return what its gain is then multiplied by."""
    state = states[index]
    for resource in range(RESOURCES):
        state.resource[state.seat, resource] -= spent[resource]
    effect = terms[0].card[card_of(state, terms[0], wide(slot))].effect[slot_of(wide(slot))]
    if is_first != 0:
        do_deed(state, terms[0], int(effect.deed))
    return count_of(state, terms[0], wide(state.seat), wide(effect.for_each))


@kernel_entry
def card_at(states: Any, index: int, terms: Any, slot: int) -> int:
    """Return the card of an effect: of the Booth where the pawn has stopped, or of the Action used."""
    return card_of(states[index], terms[0], wide(slot))


@kernel_entry
def write_price(states: Any, index: int, terms: Any, card: int, out: Any) -> None:
    """Write the fixed part of what a card costs the seat on turn, discounts taken off, to ``out`` (six numbers)."""
    for resource in range(RESOURCES):
        out[resource] = price(states[index], terms[0], card, resource)


@kernel_entry
def stops_of(states: Any, index: int, terms: Any, seat: int, card: int) -> int:
    """Return the Booths, as a set, where a seat's pawn could stop with a card; the state is as before afterwards."""
    state = states[index]
    on_turn, used, now = wide(state.seat), wide(state.used), wide(state.card)
    state.seat, state.used, state.card = seat, CardUse.MOVED, card
    found = reachable(state, terms[0])
    state.seat, state.used, state.card = on_turn, used, now
    return found


@kernel_entry
def is_left_unasked(states: Any, index: int, count: int) -> bool:
    """Return whether what is asked, with so many legal decisions, is decided without asking."""
    return is_forced(states[index], count)


def stops_with(states: np.ndarray[Any, Any], terms: np.ndarray[Any, Any], seat: int, card: int) -> frozenset[int]:
    """Return the Booths, by card number, where a seat's pawn could stop with a card of its hand."""
    found = int(stops_of(copied(states), 0, terms, seat, card))
    return frozenset(number for number in range(CARDS) if found >> number & 1)


def price_of(states: np.ndarray[Any, Any], terms: np.ndarray[Any, Any], card: int) -> Bundle:
    """Return the fixed part of what a card costs the seat on turn, discounts taken off (M75)."""
    out = np.zeros(RESOURCES, dtype=np.int16)
    write_price(states, 0, terms, card, out)
    veggies, fish, cloth, tools, lilies, coins = (int(amount) for amount in out)
    return veggies, fish, cloth, tools, lilies, coins


def legal_now(states: np.ndarray[Any, Any], terms: np.ndarray[Any, Any]) -> list[int]:
    """Return the legal decisions of ``states[0]``, rising."""
    out = np.empty(CHOICES_AT_MOST, dtype=np.int16)
    legal: list[int] = out[: KERNEL.list_decisions(states, 0, terms, out)].tolist()
    return legal


def is_asked(states: np.ndarray[Any, Any], legal: Sequence[int]) -> bool:
    """Return whether a player is asked, or the only legal decision is taken without asking."""
    return not is_left_unasked(states, 0, len(legal))


def walk(
    states: np.ndarray[Any, Any], terms: np.ndarray[Any, Any], decisions: Sequence[int]
) -> Iterator[tuple[int, np.ndarray[Any, Any]]]:
    """Return every decision of a whole turn with the states before it, those included that nobody is asked about.

    ``decisions`` are those that a player takes. The array given is the walk's own: it changes after each step, and
    at the end holds the state before anything is drawn. The caller reads it and does not keep it.
    """
    states = copied(states)
    waiting = list(decisions)[::-1]
    while waiting or KERNEL.is_inside_turn(states, 0):
        legal = legal_now(states, terms)
        decision = waiting.pop() if is_asked(states, legal) else legal[0]
        yield decision, states
        take(states, 0, terms, decision)


def after(states: np.ndarray[Any, Any], terms: np.ndarray[Any, Any], decisions: Sequence[int]) -> np.ndarray[Any, Any]:
    """Return the states after the decisions that a player takes, a new array of one."""
    states = copied(states)
    for decision in decisions:
        KERNEL.apply(states, 0, terms, decision)
    return states
