"""From a position of the reference to the same position of the compiled rules."""

from typing import Any

import numpy as np

from rivertable.market.kernel.state import Phase

from .made_up_decks import Table
from .parity import KernelGame, mask
from .reference import ReferenceGame
from .reference_cards import Ability, Amounts, Effect, Payment


def payment_table(payment: Payment) -> Amounts:
    """A payment as a deck file writes it."""
    chosen = {payment.look: payment.number} if payment.look else {}
    return dict(payment.named) | chosen | ({"card": payment.cards} if payment.cards else {})


def effect_table(effect: Effect) -> Table:
    """An effect as a deck file writes it."""
    table: Table = {}
    if gain := dict(effect.gain) | ({effect.gain_look: effect.gain_number} if effect.gain_look else {}):
        table["gain"] = gain
    if not effect.pay.is_free():
        table["spend"] = payment_table(effect.pay)
    if effect.for_each != "one":
        table["for_each"] = effect.for_each
    if effect.times > 1:
        table["times"] = effect.times
    if effect.also:
        table["also"] = effect.also
    return table


def ability_table(ability: Ability) -> Table:
    """An ability of a number or an occasion as a deck file writes it."""
    table: Table = {"power": ability.power}
    for key, value in (
        *(("number", ability.number), ("when", ability.when)),
        *(("resource", ability.resource), ("gain", ability.amounts)),
    ):
        if value:
            table[key] = value
    return table


def kernel_at(reference: ReferenceGame, terms: np.ndarray[Any, Any]) -> KernelGame:
    """The position of a reference game that is at the start of a turn, the end not triggered."""
    assert reference.stage == "main" and reference.end_seat is None
    table = reference.table
    game = KernelGame(terms, len(table.seats), reference.first_seat)
    state = game.states[0]
    loop = table.loop()
    state.phase, state.turn, state.seat, state.due = Phase.MAIN, reference.turn, reference.seat, 0
    state.river_count, state.upper_count = len(loop), len(table.upper)
    for place, booth in enumerate(loop):
        state.river[place] = booth
        state.owner[place] = table.owner.get(booth, -1)
        for seat in table.stars.get(booth, []):
            state.stars[place, seat] += 1
    for number, seat in enumerate(table.seats):
        state.resource[number] = list(seat.resources.values())
        state.hand[number], state.helpers[number] = mask(seat.hand), mask(seat.helpers)
        state.pawn[number], state.houses[number] = loop.index(seat.pawn), seat.houses
        state.tokens[number] = seat.tokens
    state.deck, state.discard = mask(table.deck), mask(table.discard)
    return game
