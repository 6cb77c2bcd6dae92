"""How a turn ends, and all that chance does: set-up (M16-M30), drawing cards, dealing anew what a seat does not know.

After the decisions of a turn come the trigger, the refill, and the next turn or the end of the game (M102-M121, R10,
R12).
"""

from __future__ import annotations

from typing import Any

from ...core.compiling.bits import below, bit, lowest, member, size_of
from ...core.compiling.kernel import kernel, kernel_entry, wide
from ..printed.deck import DECK_CARDS, STARTING_BOOTHS
from ..printed.effects import Power
from .powers import power_sum
from .state import COIN, DECK_MASK, NO_EFFECT, RESOURCES, RIVER, ActionEffect, CardUse, Outcome, Phase

_TRIES = 6
"""How often a card is drawn by guessing before the deck is counted."""


@kernel
def seat_after(state: Any, seat: int) -> int:
    """M31: return the next seat clockwise."""
    return 0 if seat + 1 == state.players else seat + 1


@kernel_entry
def close_turn(state: Any, terms: Any) -> None:
    """The decisions of a turn are over: count it, or trigger the end (M110); then the hand is refilled (M102, M104)."""
    seat = wide(state.seat)
    clear_turn(state)
    if state.end_seat >= 0:
        state.turns_left -= 1
    elif state.houses[seat] == 0:
        state.end_seat = seat
        state.turns_left = 2 * int(state.players) + unfinished_round(state, terms)
        for other in range(wide(state.players)):
            state.tokens[other] = 1
    state.phase = Phase.REFILL
    limit = int(terms.hand) + power_sum(state, terms, seat, Power.HAND)
    state.due += max(limit - size_of(state.hand[seat]), 0)
    draw_on(state, terms)


@kernel
def unfinished_round(state: Any, terms: Any) -> int:
    """Return how many turns the round lacks after this one, where the options finish it; else 0 (R10)."""
    if terms.equal_turns == 0:
        return 0
    place = (wide(state.seat) - wide(state.first_seat)) % wide(state.players)
    return wide(state.players) - 1 - place


@kernel
def clear_turn(state: Any) -> None:
    """Set back what is only of use inside a turn."""
    state.card = 0
    state.used = CardUse.UNUSED
    state.plank = NO_EFFECT
    state.last_plank = -1
    state.done = 0
    state.bonus = ActionEffect.NONE
    state.last_shed = 0
    state.yielded = 0
    state.deeds = 0
    for resource in range(RESOURCES):
        state.start[resource] = 0
        state.low[resource] = 0
        state.prior[resource] = 0
        state.dip[resource] = 0


@kernel
def clear_effect(state: Any) -> None:
    """Set back what is only of use inside an effect."""
    state.plank = NO_EFFECT
    state.times_left = 0
    state.last_pay = 0
    state.last_gain = 0
    state.given = 0
    for resource in range(RESOURCES):
        state.before[resource] = 0


@kernel_entry
def draw_on(state: Any, terms: Any) -> None:
    """Go on to the next card to be drawn, or to what follows when none is due."""
    while state.due == 0 or state.deck == 0:
        if state.due > 0 and state.discard != 0:
            reshuffle(state)
            return
        state.due = 0
        phase = int(state.phase)
        if phase == Phase.REFILL:
            end_turn(state)
            return
        if phase == Phase.REDEAL or seat_after(state, wide(state.seat)) == state.first_seat:
            if phase == Phase.DEAL:
                state.seat = state.first_seat
            state.phase = Phase.MULLIGAN
            return
        state.seat = seat_after(state, wide(state.seat))
        state.due = terms.hand


@kernel
def reshuffle(state: Any) -> None:
    """M105: the discard pile becomes the deck."""
    state.shuffles += 1
    cards = state.discard
    state.deck = cards
    state.discard = 0
    while cards != 0:
        state.era[lowest(cards)] = state.shuffles
        cards = cards & (cards - 1)


@kernel
def receive(state: Any, terms: Any, card: int) -> None:
    """A card is drawn from the deck into the hand of the seat on turn."""
    state.deck ^= bit(card)
    state.hand[state.seat] |= bit(card)
    state.due -= 1
    if state.due == 0 or state.deck == 0:
        draw_on(state, terms)


@kernel
def end_turn(state: Any) -> None:
    """M31: the next seat is on turn; M116: or the game is over."""
    if state.turns_left == 0:
        state.phase = Phase.OVER
        return
    state.seat = seat_after(state, wide(state.seat))
    state.turn += 1
    state.phase = Phase.MAIN


# Chance.


@kernel_entry
def start(state: Any, terms: Any, players: int, first_seat: int) -> None:
    """Make a blank state the start of set-up: all 56 cards in the deck (M21), the river still to be laid (M16)."""
    state.players = players
    state.first_seat = first_seat
    state.seat = first_seat
    state.phase = Phase.RIVER
    state.end_seat = -1
    state.turns_left = -1
    state.due = STARTING_BOOTHS
    state.deck = DECK_MASK
    clear_turn(state)
    clear_effect(state)
    for place in range(RIVER):
        state.river[place] = -1
        state.owner[place] = -1
    for seat in range(players):
        state.houses[seat] = terms.houses
        place = (seat - first_seat) % players
        steps = max(place - 1, 0) if terms.later_seats_from_third else place
        state.resource[seat, COIN] = int(terms.coins) + steps * int(terms.later_seats_coins)


@kernel
def is_chance(state: Any) -> bool:
    """Return whether chance is to act."""
    return bool(int(state.phase) < Phase.MULLIGAN or int(state.phase) == Phase.REFILL)


@kernel
def is_inside(state: Any) -> bool:
    """Return whether a decision of a turn begun before is asked for."""
    return bool(Phase.STOPPING <= int(state.phase) <= Phase.PLACING)


@kernel
def is_over(state: Any) -> bool:
    """Return whether the game is over (M116)."""
    return bool(int(state.phase) == Phase.OVER)


@kernel
def is_decided(state: Any) -> bool:
    """Return whether no decision can come any more (R10), though cards may still be drawn."""
    return bool(int(state.phase) == Phase.OVER or (int(state.phase) == Phase.REFILL and state.turns_left == 0))


@kernel_entry
def outcomes(state: Any, out: Any, weights: Any) -> int:
    """Write what chance can do to ``out`` (int16, rising) and ``weights``, and return how many there are."""
    if not is_chance(state):
        return 0
    first = Outcome.DRAWN
    cards = int(state.deck)
    if int(state.phase) == Phase.RIVER:
        first = Outcome.LAY
        cards = (1 << STARTING_BOOTHS) - 1
        for place in range(wide(state.river_count)):
            cards ^= bit(wide(state.river[place]))
    count = 0
    while cards != 0:
        out[count] = first + lowest(cards)
        weights[count] = 1
        count += 1
        cards = cards & (cards - 1)
    return count


@kernel_entry
def happen(state: Any, terms: Any, outcome: int) -> None:
    """Apply one outcome of chance: a Starting Booth laid (M16) or a card drawn."""
    if outcome < Outcome.LAY:
        receive(state, terms, outcome - Outcome.DRAWN)
        return
    place = int(state.river_count)
    state.river[place] = outcome - Outcome.LAY
    state.river_count = place + 1
    state.due -= 1
    if outcome - Outcome.LAY == terms.pawns_start:
        for seat in range(wide(state.players)):
            state.pawn[seat] = place
    if state.due == 0:
        state.upper_count = STARTING_BOOTHS // 2
        state.phase = Phase.DEAL
        state.due = terms.hand


@kernel
def sample_card(state: Any, generator: Any) -> int:
    """Return one card of the deck, all as likely."""
    for _ in range(_TRIES):
        card = STARTING_BOOTHS + below(generator, wide(DECK_CARDS))
        if state.deck & bit(card):
            return card
    return member(state.deck, wide(below(generator, size_of(state.deck))))


@kernel
def sample_booth(state: Any, generator: Any) -> int:
    """Return one of the Starting Booths that are not laid yet, all as likely."""
    cards = (1 << STARTING_BOOTHS) - 1
    for place in range(wide(state.river_count)):
        cards ^= bit(wide(state.river[place]))
    return member(cards, wide(below(generator, wide(state.due))))


@kernel_entry
def let_chance(state: Any, terms: Any, generator: Any) -> None:
    """Let chance act until a player decides or the game is over; as a run of sampled :func:`happen`, only quicker."""
    while is_chance(state):
        if int(state.phase) == Phase.RIVER:
            happen(state, terms, Outcome.LAY + sample_booth(state, generator))
        else:
            receive(state, terms, sample_card(state, generator))


@kernel
def of_era(state: Any, cards: Any, era: int) -> int:
    """Return those of a set of cards that last went into the deck at the same reshuffle."""
    found = 0
    while cards != 0:
        card = lowest(cards)
        if state.era[card] == era:
            found |= bit(card)
        cards = cards & (cards - 1)
    return found


@kernel_entry
def conceal(state: Any, viewer: int) -> None:
    """M28: give the other hands by seat, then the deck, the lowest of the unseen cards of each reshuffle they hold."""
    unseen = int(state.deck)
    for seat in range(wide(state.players)):
        if seat != viewer:
            unseen |= int(state.hand[seat])
    for seat in range(wide(state.players)):
        if seat != viewer:
            old, new = int(state.hand[seat]), 0
            while old != 0:
                card = bit(lowest(of_era(state, unseen, wide(state.era[lowest(old)]))))
                new |= card
                unseen ^= card
                old = old & (old - 1)
            state.hand[seat] = new
    state.deck = unseen


@kernel_entry
def deal_hidden(state: Any, terms: Any, viewer: int, generator: Any) -> None:
    """Deal anew what the viewer does not know, the other hands and the deck, within each reshuffle."""
    unseen = int(state.deck)
    for seat in range(wide(state.players)):
        if seat != viewer:
            unseen |= int(state.hand[seat])
    for seat in range(wide(state.players)):
        if seat != viewer:
            old, new = int(state.hand[seat]), 0
            while old != 0:
                pool = of_era(state, unseen, wide(state.era[lowest(old)]))
                card = bit(member(pool, wide(below(generator, size_of(pool)))))
                new |= card
                unseen ^= card
                old = old & (old - 1)
            state.hand[seat] = new
    state.deck = unseen
