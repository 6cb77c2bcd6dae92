"""What is counted of one game: every turn is taken once more, and each step asked where its Goods and Coins come from.

A step is taken as it was, without the Helpers that give something, and without them and the Owner bonuses: what differs
is their doing. So nothing here repeats a rule, and what the sources give adds up to what a seat holds.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import Any

import numpy as np

from ...core.compiling.bits import bit, lowest
from ...core.compiling.kernel import kernel, kernel_entry, wide
from ...core.contract.metrics import Numbers, Turn
from ...core.states import copied, record_type
from ..kernel.chance import is_inside
from ..kernel.effects import slot_of
from ..kernel.powers import price
from ..kernel.rules import decide, decisions, is_forced
from ..kernel.scoring import SHEET, Category, fill_sheet, score
from ..kernel.state import (
    CHOICES_AT_MOST,
    COST,
    COST_SLOT,
    NO_EFFECT,
    RESOURCES,
    SEATS,
    Decision,
    Phase,
    new_states,
)
from ..printed.deck import CARDS, PLANKS_AT_MOST, TIMES_AT_MOST, CardKind
from ..printed.effects import Power


class TurnKind(IntEnum):
    """What a turn does; one turn may do several of these."""

    BUILD = 0
    HIRE = 1
    TRADE = 2
    """A plank or an Action's effect takes Goods or Coins and gives some."""
    ATTEND = 3
    """A house goes to a star space."""
    ACTION = 4
    """The effect of an Action is done."""
    SCORE = 5
    """The seat would score more after it than before."""
    GATHER = 6
    """Something is gained, and none of the above but SCORE is done."""
    NOTHING = 7
    """Nothing is gained, and none of the above is done."""


class Points(IntEnum):
    """What points are for."""

    ATTENDED = 0
    BOOTHS = 1
    HELPERS = 2
    BONUS = 3
    """Bonus scoring of Booths and Helpers."""
    STORED = 4
    COINS = 5
    BATCHES = 6


KINDS, SCORED = len(TurnKind), len(Points)
GAINED, SPENT, GIVEN = KINDS, KINDS + 1, KINDS + 2
"""Marks beside the kinds of a turn: planks or effects gave something, took something; a Helper or bonus gave some."""
_MAIN_KINDS = (1 << TurnKind.SCORE) - 1
_LASTING = {Power.REACH, Power.BACK, Power.ZOOM, Power.DISCOUNT, Power.HAND, Power.TIMES, Power.BOTH}
"""Powers that change what can be done and give nothing themselves."""
_GIVING = tuple(int(power) for power in Power if power not in _LASTING)

COUNTS = record_type(
    __name__,
    "COUNTS",
    [
        ("start", np.int16, (SEATS, RESOURCES)),
        ("gained", np.int16, (SEATS, CARDS, RESOURCES)),  # from planks, effects of Actions, Helpers
        ("spent", np.int16, (SEATS, CARDS, RESOURCES)),  # on planks and effects of Actions
        ("bonus", np.int16, (SEATS, CARDS, RESOURCES)),  # as the owner of a Booth
        ("cost", np.int16, (SEATS, CARDS, RESOURCES)),  # of building and hiring
        ("other", np.int16, (SEATS, RESOURCES)),  # any other change
        ("stored", np.int16, (SEATS, CARDS, RESOURCES)),  # at the end
        ("left", np.int16, (SEATS, RESOURCES)),  # at the end
        ("saved", np.int16, (CARDS, RESOURCES)),  # by discounts
        ("visits", np.int16, (SEATS, CARDS)),  # activations, by who activates
        ("bonuses", np.int16, (SEATS, CARDS)),  # Owner bonuses, by who receives them
        ("gifts", np.int16, CARDS),  # how often a Helper gave something
        ("used", np.int16, (CARDS, PLANKS_AT_MOST + 1)),  # how often a plank or alternative was done
        ("played", np.int16, (SEATS, CARDS)),  # built, hired, or the Action's effect done
        ("moved", np.int16, (SEATS, CARDS)),  # discarded to move
        ("seen", np.int8, (SEATS, CARDS)),  # in hand at the start of a turn
        ("is_able", np.int8, (SEATS, CARDS)),  # in hand, and could be played since it came there
        ("chances", np.int16, CARDS),  # how often a card came to a hand and could be played at some turn
        ("taken", np.int16, CARDS),  # how often it then was
        ("owner", np.int8, CARDS),  # the seat that built it, from 1; 0 for nobody
        ("kinds", np.int16, (SEATS, KINDS)),
        ("turns", np.int16, SEATS),
        ("points", np.int16, (SEATS, SCORED)),
        ("shuffles", np.int16),
    ],
)
"""What is counted of one game."""

NOW, BEFORE, PLAIN, BARE, TRIAL = 0, 1, 2, 3, 4
"""States in use: the game; before a step; after it without Helpers' gifts; without Owner bonuses besides; a trial."""
_ROOM = 5


@kernel
def giving(terms: Any) -> int:
    """Return the Helpers that give something, as a set."""
    found = wide(0)
    for power in _GIVING:
        found |= wide(terms.power[power])
    return found


@kernel_entry
def note_hand(state: Any, terms: Any, seat: int, counts: Any, out: Any) -> None:
    """Note which cards a seat has at the start of a turn, and which of them it could play."""
    for card in range(CARDS):
        if state.hand[seat] & bit(card):
            counts.seen[seat, card] = 1
            if int(terms.card[card].kind) == CardKind.ACTION:
                note_chance(counts, seat, card)
        else:
            counts.is_able[seat, card] = 0
    for place in range(wide(decisions(state, terms, out))):
        choice = int(out[place])
        if Decision.PLAY <= choice < Decision.STOP:
            note_chance(counts, seat, choice - Decision.PLAY)


@kernel
def note_chance(counts: Any, seat: int, card: int) -> None:
    """Note that a seat could play a card; once for each time that it comes to a hand."""
    if counts.is_able[seat, card] == 0:
        counts.is_able[seat, card] = 1
        counts.chances[card] += 1


@kernel
def note_played(counts: Any, seat: int, card: int) -> None:
    """Note that a seat plays a card."""
    counts.played[seat, card] += 1
    if counts.is_able[seat, card] != 0:
        counts.taken[card] += 1
        counts.is_able[seat, card] = 0


@kernel_entry
def note_choice(state: Any, terms: Any, choice: int, counts: Any) -> int:
    """Note a decision of a turn before it is taken, and return what kind of turn it makes, as a set."""
    seat = wide(state.seat)
    if Decision.MOVE <= choice < Decision.PLAY:
        counts.moved[seat, (choice - Decision.MOVE) % CARDS] += 1
    elif Decision.PLAY <= choice < Decision.STOP:
        card = choice - Decision.PLAY
        note_played(counts, seat, card)
        if int(terms.card[card].kind) == CardKind.HELPER:
            return 1 << TurnKind.HIRE
        counts.owner[card] = seat + 1
        return 1 << TurnKind.BUILD
    elif Decision.DO <= choice < Decision.PAY and int(state.phase) == Phase.DOING:
        plank = (choice - Decision.DO) // TIMES_AT_MOST
        card = card_at(state, plank)
        counts.used[card, slot_of(plank)] += 1
        if plank >= COST_SLOT:
            note_played(counts, seat, card)
            return 1 << TurnKind.ACTION
    return 0


@kernel
def card_at(state: Any, plank: int) -> int:
    """Return the card of an effect: the Booth where the pawn is, whatever planks it has, or the card of the turn."""
    return wide(state.river[state.pawn[state.seat]]) if plank < COST_SLOT else wide(state.card)


@kernel
def plank_asked(state: Any, choice: int) -> int:
    """Return the effect that a decision begins or goes on with; NO_EFFECT where there is none."""
    if Decision.PLAY <= choice < Decision.STOP:
        return wide(COST)
    if Decision.DO <= choice < Decision.PAY and int(state.phase) == Phase.DOING:
        return (choice - Decision.DO) // TIMES_AT_MOST
    return wide(state.plank)


@kernel_entry
def note_step(states: Any, terms: Any, choice: int, counts: Any) -> int:
    """Take a step in ``states[NOW]``, note what it changes and why, and return what kind of turn that makes."""
    states[BEFORE] = states[NOW]
    before = states[BEFORE]
    seat, plank = wide(before.seat), plank_asked(before, choice)
    here = wide(before.river[before.pawn[seat]])
    card = wide(-1) if plank == NO_EFFECT else card_at(before, plank)
    if Decision.PLAY <= choice < Decision.STOP:
        card = choice - Decision.PLAY
    gifts = giving(terms[0])
    for place in (PLAIN, BARE, NOW):
        states[place] = states[BEFORE]
        for other in range(SEATS):
            if place != NOW:
                states[place].helpers[other] &= ~gifts
        decide(states[place], terms[int(place == BARE)], choice)
    kinds, has_gift = 0, False
    for other in range(wide(before.players)):
        has_bonus = False
        for resource in range(RESOURCES):
            bare = wide(states[BARE].resource[other, resource])
            bonus = states[PLAIN].resource[other, resource] - bare
            gift = states[NOW].resource[other, resource] - states[PLAIN].resource[other, resource]
            has_gift = has_gift or gift != 0
            if other == seat:  # an effect of the turn brings it
                counts.gained[seat, before.card, resource] += bonus
            else:
                counts.bonus[other, here, resource] += bonus
                has_bonus = has_bonus or bonus != 0
            if other == seat and gift + bonus > 0:
                kinds |= 1 << GIVEN
            change = bare - before.resource[other, resource]
            kinds |= note_change(counts, seat, other, card, plank == COST, resource, change)
        counts.bonuses[other, here] += int(has_bonus)
    if before.done == 0 and 0 <= plank < COST_SLOT and states[NOW].plank == NO_EFFECT:
        counts.visits[seat, here] += 1
    if has_gift:
        note_gifts(states, terms, gifts, choice, counts)
    return kinds


@kernel
def note_change(counts: Any, seat: int, other: int, card: int, is_cost: bool, resource: int, change: int) -> int:
    """Note a change that neither a Helper nor an Owner bonus made, and return whether something was gained, spent."""
    if change == 0:
        return 0
    if other != seat or card < 0:
        counts.other[other, resource] += change
        return 0
    if is_cost:
        counts.cost[seat, card, resource] -= change
        return 0
    if change > 0:
        counts.gained[seat, card, resource] += change
        return 1 << GAINED
    counts.spent[seat, card, resource] -= change
    return 1 << SPENT


@kernel_entry
def note_gifts(states: Any, terms: Any, gifts: int, choice: int, counts: Any) -> None:
    """Note which Helpers gave what in a step: one after the other is left out, until none gives anything."""
    before = states[BEFORE]
    states[PLAIN] = states[NOW]
    left_out = 0
    for owner in range(wide(before.players)):
        helpers = before.helpers[owner] & gifts
        while helpers != 0:
            helper = lowest(helpers)
            helpers = helpers & (helpers - 1)
            left_out |= bit(helper)
            states[TRIAL] = states[BEFORE]
            for other in range(wide(before.players)):
                states[TRIAL].helpers[other] &= ~left_out
            decide(states[TRIAL], terms[0], choice)
            has_given = False
            for other in range(wide(before.players)):
                for resource in range(RESOURCES):
                    gift = states[PLAIN].resource[other, resource] - states[TRIAL].resource[other, resource]
                    counts.gained[other, helper, resource] += gift
                    has_given = has_given or gift != 0
            counts.gifts[helper] += int(has_given)
            states[PLAIN] = states[TRIAL]


@kernel_entry
def note_savings(states: Any, terms: Any, choice: int, counts: Any) -> None:
    """Note what each discount saves where a card is built or hired."""
    if not Decision.PLAY <= choice < Decision.STOP:
        return
    seat, card = wide(states[NOW].seat), choice - Decision.PLAY
    helpers = states[NOW].helpers[seat] & terms[0].power[Power.DISCOUNT]
    while helpers != 0:
        helper = lowest(helpers)
        helpers = helpers & (helpers - 1)
        states[PLAIN] = states[NOW]
        states[PLAIN].helpers[seat] ^= bit(helper)
        for resource in range(RESOURCES):
            without = price(states[PLAIN], terms[0], card, resource)
            counts.saved[helper, resource] += without - price(states[NOW], terms[0], card, resource)


@kernel_entry
def count_turn(states: Any, terms: Any, asked: Any, counts: Any, out: Any) -> None:
    """Take a turn in ``states[NOW]``, the refill not included, and count it.

    Args:
        states: room for four, the game in the first.
        terms: two records: the terms of the game, and the same without Owner bonuses.
        asked: the decisions that the player took.
        counts: a record of :data:`COUNTS`.
        out: room for a list of decisions.
    """
    state = states[NOW]
    seat = wide(state.seat)
    is_turn = int(state.phase) == Phase.MAIN
    total, houses = wide(0), wide(0)
    if is_turn:
        note_hand(state, terms[0], seat, counts, out)
        total = score(state, terms[0], seat)
        for place in range(wide(state.river_count)):
            houses += int(state.stars[place, seat])
    kinds, taken = 0, 0
    while taken == 0 or is_inside(state):
        count = wide(decisions(state, terms[0], out))
        choice = int(out[0])
        if not is_forced(state, count):
            choice = int(asked[taken])
            taken += 1
        if is_turn:
            kinds |= note_choice(state, terms[0], choice, counts)
            note_savings(states, terms, choice, counts)
            kinds |= note_step(states, terms, choice, counts)
        else:
            decide(state, terms[0], choice)
    if is_turn:
        for place in range(wide(state.river_count)):
            houses -= int(state.stars[place, seat])
        note_turn(counts, seat, kinds, houses < 0, score(state, terms[0], seat) > total)


@kernel
def note_turn(counts: Any, seat: int, kinds: int, has_attended: bool, has_scored: bool) -> None:
    """Count a turn among its kinds."""
    if kinds & (1 << GAINED) and kinds & (1 << SPENT):
        kinds |= 1 << TurnKind.TRADE
    if has_attended:
        kinds |= 1 << TurnKind.ATTEND
    if kinds & _MAIN_KINDS == 0:
        kinds |= 1 << (TurnKind.GATHER if kinds & (1 << GAINED | 1 << GIVEN) else TurnKind.NOTHING)
    if has_scored:
        kinds |= 1 << TurnKind.SCORE
    counts.turns[seat] += 1
    for kind in range(KINDS):
        counts.kinds[seat, kind] += (kinds >> kind) & 1


@kernel_entry
def count_start(state: Any, counts: Any) -> None:
    """Count what the seats have before the first turn."""
    for seat in range(wide(state.players)):
        for resource in range(RESOURCES):
            counts.start[seat, resource] = state.resource[seat, resource]


@kernel_entry
def count_end(state: Any, terms: Any, sheets: Any, counts: Any) -> None:
    """Count what lies there at the end, and the points; ``sheets`` are one in use and one blank."""
    counts.shuffles = state.shuffles
    for seat in range(wide(state.players)):
        sheets[0] = sheets[1]
        fill_sheet(state, terms, seat, sheets[0])
        sheet = sheets[0]
        points = counts.points[seat]
        points[Points.ATTENDED] = sheet.category[Category.EVENTS]
        points[Points.COINS] = sheet.category[Category.COINS]
        points[Points.BATCHES] = sheet.category[Category.BATCHES]
        for card in range(CARDS):
            is_helper = int(terms.card[card].kind) == CardKind.HELPER
            points[Points.HELPERS if is_helper else Points.BOOTHS] += sheet.printed[card]
            points[Points.BONUS] += sheet.extra[card]
            points[Points.STORED] += sheet.lot_points[card]
            for resource in range(RESOURCES):
                counts.stored[seat, card, resource] = sheet.stored[card, resource]
        for resource in range(RESOURCES):
            counts.left[seat, resource] = sheet.left[resource]


@kernel_entry
def count_first(states: Any, counts: Any) -> None:
    """Begin to count: see :func:`count_start`."""
    count_start(states[NOW], counts[0])


@kernel_entry
def count_next(states: Any, terms: Any, asked: Any, counts: Any, out: Any) -> None:
    """Count a turn: see :func:`count_turn`."""
    count_turn(states, terms, asked, counts[0], out)


@kernel_entry
def count_last(states: Any, terms: Any, sheets: Any, counts: Any) -> None:
    """Count the end: see :func:`count_end`."""
    count_end(states[NOW], terms[0], sheets, counts[0])


def counting_terms(terms: Numbers) -> Numbers:
    """Return terms as they are counted with: two records, as they are and without Owner bonuses."""
    both = copied(np.concatenate([terms, terms]))
    both["card"]["bonus"][1] = 0
    return both


def new_room() -> np.ndarray[Any, Any]:
    """Return room for the states that are counted with."""
    return new_states(_ROOM)


def count(terms: Numbers, start: Numbers, turns: Iterable[Turn]) -> Numbers:
    """Return what is counted of a game that is over: an array of one record of :data:`COUNTS`."""
    counts = np.zeros(1, dtype=COUNTS)
    both, states = counting_terms(terms), new_room()
    room = states.view(np.uint8).reshape(_ROOM, -1)
    out = np.empty(CHOICES_AT_MOST, dtype=np.int16)
    room[NOW] = start.view(np.uint8)
    count_first(states, counts)
    for taken, after in turns:
        count_next(states, both, taken, counts, out)
        room[NOW] = after.view(np.uint8)
    count_last(states, both, np.zeros(2, dtype=SHEET), counts)
    return counts
