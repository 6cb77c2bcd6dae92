"""Turns told in numbers, compiled: their notation symbol by symbol, and what they used.

:mod:`rivertable.market.telling` says which text each symbol is, and in which table the names of cards stand. Uses are
numbered through the families of :func:`rivertable.market.study.list_uses`.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from ...core.compiling.kernel import call_by_address, kernel, kernel_entry, wide
from ...core.states import record_type
from ..printed.deck import CARDS, PLANKS_AT_MOST, TIMES_AT_MOST, CardKind
from ..printed.effects import Deed
from . import deeds, rules, scoring
from .chance import is_inside
from .effects import NO_PICK, card_of, picked, slot_of
from .powers import count_of, price
from .rules import is_forced
from .scoring import CATEGORIES, SHEET
from .state import COST_SLOT, ENDS, RESOURCES, Decision, Phase


class Symbol(IntEnum):
    """Symbols of notations: each kind's first number, and what is added to it."""

    CARD = 0
    """+ card: the card that a move is made with, or that is built."""
    HIRE = CARD + CARDS
    """+ card"""
    BOOTH = HIRE + CARDS
    """+ card: the Booth where the pawn stops."""
    TOKEN_BOOTH = BOOTH + CARDS
    """+ card: the same with the Zoom token."""
    SHED = TOKEN_BOOTH + CARDS
    """+ rank of the card's id: a further card that is spent. Ids are written in their order."""
    RESOURCE = SHED + CARDS
    """+ resource: one of it."""
    PLANK = RESOURCE + RESOURCES
    """+ plank: the first effect of a turn, a plank."""
    FURTHER_PLANK = PLANK + PLANKS_AT_MOST
    """+ plank: a plank after another effect."""
    ACTION = FURTHER_PLANK + PLANKS_AT_MOST
    """+ alternative: the first effect of a turn, the Action's."""
    FURTHER_ACTION = ACTION + PLANKS_AT_MOST
    """+ alternative: the Action's effect after another one."""
    TIMES = FURTHER_ACTION + PLANKS_AT_MOST
    """+ number: how often an effect is done."""
    END = TIMES + TIMES_AT_MOST + 1
    """+ end: where a Booth is built."""
    OPEN = END + ENDS
    NEXT = OPEN + 1
    """Another time of an effect follows."""
    CLOSE = NEXT + 1
    GAINED = CLOSE + 1
    """What is gained follows."""
    PASS = GAINED + 1
    KEEP = PASS + 1
    REDRAW = KEEP + 1


class Name(IntEnum):
    """The rows of the table that tells the numbers of names by card."""

    RANK = 0
    """The rank of its id among all."""
    PLAYED = 1
    """The use of building or hiring it."""
    STEP = 2
    VISIT = 3
    ATTEND = 4
    ACTION = 5
    PLANK = 6
    """+ plank: the use of it, or -1 where the Booth has no other."""


NAMES = Name.PLANK + PLANKS_AT_MOST


class Use(IntEnum):
    """The uses that are the same in all printed data."""

    MOVE, TOKEN, BUILD, HIRE, PASS = range(5)


_PLANKS = 16
"""More planks than are done in a turn."""

TELLER = record_type(
    __name__,
    "TELLER",
    [
        ("symbols", np.int64),  # symbols told by now
        ("uses", np.int64),
        ("card", np.int16),  # of the turn: the card used
        ("booth", np.int16),  # where the pawn stopped
        ("planks", np.int16),  # planks done, each with its Booth, its place there and whether a house was placed
        ("plank_booth", np.int16, _PLANKS),
        ("plank_slot", np.int16, _PLANKS),
        ("plank_house", np.int16, _PLANKS),
        ("has_effect", np.int8),  # whether one was done by now
        ("has_action", np.int8),  # whether the Action's was
        ("slot", np.int16),  # of the effect in progress, -1: none
        ("place", np.int16),  # the Booth where it began
        ("is_house", np.int8),  # whether it places a house
        ("times", np.int16),  # how often it was done
        ("is_alike", np.int8),  # whether each time was as the first
        ("first", np.int64),  # where the first time begins and ends in the symbols
        ("first_end", np.int64),
        ("is_waiting", np.int8),  # whether a time of it is in progress
        ("pay", np.int16),  # the picks of that time, -1: none
        ("gain", np.int16),
        ("paid", np.int16, RESOURCES),  # for a card that is built or hired
        ("sheds", np.int16),  # cards spent besides, sorted by rank
        ("shed", np.int16, CARDS),
        ("sheet", SHEET, 1),
    ],
)
"""What is known of a turn in the middle of it, and room for a score."""

decide = call_by_address(rules.decide)
decisions = call_by_address(rules.decisions)
do_deed = call_by_address(deeds.do_deed)
fill_sheet = call_by_address(scoring.fill_sheet)


@kernel_entry
def write(teller: Any, told: Any, symbol: int) -> None:
    """Write a symbol, where there is room."""
    if teller.symbols < told.symbols.shape[0]:
        told.symbols[teller.symbols] = symbol
    teller.symbols += 1


@kernel_entry
def use(teller: Any, told: Any, used: int) -> None:
    """Write a use, where there is room."""
    if teller.uses < told.uses.shape[0]:
        told.uses[teller.uses] = used
    teller.uses += 1


@kernel
def write_resource(teller: Any, told: Any, resource: int, amount: int) -> None:
    """Write a letter for each of an amount."""
    for _ in range(amount):
        write(teller, told, Symbol.RESOURCE + resource)


@kernel
def add_shed(teller: Any, rank: int) -> None:
    """Remember a further card that is spent."""
    place = wide(teller.sheds)
    while place > 0 and teller.shed[place - 1] > rank:
        teller.shed[place] = teller.shed[place - 1]
        place -= 1
    teller.shed[place] = rank
    teller.sheds += 1


@kernel
def write_sheds(teller: Any, told: Any) -> None:
    """Write the further cards that are spent, and forget them."""
    for k in range(wide(teller.sheds)):
        write(teller, told, Symbol.SHED + wide(teller.shed[k]))
    teller.sheds = 0


@kernel
def is_as_first(teller: Any, told: Any, start: int) -> bool:
    """Return whether the symbols from ``start`` on are those of the first time of the effect in progress."""
    length = wide(teller.first_end) - wide(teller.first)
    if teller.symbols - start != length:
        return False
    if teller.symbols > told.symbols.shape[0]:
        return True
    is_alike = True
    for k in range(length):
        is_alike = is_alike and told.symbols[start + k] == told.symbols[teller.first + k]
    return is_alike


@kernel_entry
def close_time(states: Any, terms: Any, told: Any, tellers: Any) -> None:
    """Write what one time of the effect in progress spent and gained; ``states[1]`` is the state before it."""
    teller, at = tellers[0], states[1]
    if teller.is_waiting == 0:
        return
    teller.is_waiting = 0
    seat, slot = wide(at.seat), wide(teller.slot)
    effect = terms[0].card[card_of(at, terms[0], slot)].effect[slot_of(slot)]
    write(teller, told, Symbol.NEXT if teller.times > 0 else Symbol.OPEN)
    start = wide(teller.symbols)
    for resource in range(RESOURCES):
        spent = wide(effect.pay[resource]) + picked(terms[0], wide(teller.pay), resource)
        write_resource(teller, told, resource, spent)
        at.resource[seat, resource] -= spent
    write_sheds(teller, told)
    write(teller, told, Symbol.GAINED)
    if teller.times == 0:
        do_deed(at, terms[0], wide(effect.deed))
    count = count_of(at, terms[0], seat, wide(effect.for_each))
    for resource in range(RESOURCES):
        gained = wide(effect.gain[resource]) * count + picked(terms[0], wide(teller.gain), resource)
        write_resource(teller, told, resource, gained)
    if teller.times == 0:
        teller.first, teller.first_end, teller.is_alike = start, teller.symbols, 1
    elif not is_as_first(teller, told, start):
        teller.is_alike = 0
    teller.times += 1


@kernel_entry
def close_effect(states: Any, terms: Any, told: Any, tellers: Any) -> None:
    """Finish the effect in progress, if there is one: times that are alike are written once."""
    close_time(states, terms, told, tellers)
    teller = tellers[0]
    if teller.slot < 0:
        return
    if teller.is_alike == 0:
        write(teller, told, Symbol.CLOSE)
    else:
        teller.symbols = teller.first_end
        if teller.first_end - teller.first == 1:
            teller.symbols = teller.first - 1
        else:
            write(teller, told, Symbol.CLOSE)
        if teller.times > 1:
            write(teller, told, Symbol.TIMES + wide(teller.times))
    if teller.slot >= COST_SLOT:
        teller.has_action = 1
    else:
        k = wide(teller.planks)
        teller.plank_booth[k], teller.plank_slot[k], teller.plank_house[k] = teller.place, teller.slot, teller.is_house
        teller.planks += 1
    teller.slot = -1


@kernel
def begin_effect(states: Any, terms: Any, told: Any, tellers: Any, decision: int) -> None:
    """Begin an effect with its number; one that is not asked about is done at once."""
    teller, state = tellers[0], states[0]
    slot, further = (decision - Decision.DO) // TIMES_AT_MOST, (decision - Decision.DO) % TIMES_AT_MOST
    effect = terms[0].card[card_of(state, terms[0], slot)].effect[slot_of(slot)]
    first = wide(Symbol.FURTHER_PLANK if teller.has_effect else Symbol.PLANK)
    if slot >= COST_SLOT:
        first = wide(Symbol.FURTHER_ACTION if teller.has_effect else Symbol.ACTION)
    write(teller, told, first + slot % COST_SLOT)
    teller.has_effect = 1
    teller.slot, teller.times = slot, 0
    teller.place = state.river[state.pawn[state.seat]]
    teller.is_house = int(effect.deed == Deed.ATTEND)
    begin_time(states, tellers)
    if effect.is_asked == 0:
        close_time(states, terms, told, tellers)
        teller.times += further


@kernel
def begin_time(states: Any, tellers: Any) -> None:
    """Begin one time of an effect."""
    states[1] = states[0]
    tellers[0].is_waiting = 1
    tellers[0].pay, tellers[0].gain = NO_PICK, NO_PICK


@kernel
def begin_turn(states: Any, terms: Any, told: Any, tellers: Any, decision: int) -> None:
    """Write the card that a turn is taken with, and remember its price."""
    teller = tellers[0]
    if decision < Decision.PLAY:
        card = decision - (Decision.TOKEN if decision >= Decision.TOKEN else Decision.MOVE)
        write(teller, told, Symbol.CARD + card)
    else:
        card = decision - Decision.PLAY
        is_hired = int(terms[0].card[card].kind) == CardKind.HELPER
        write(teller, told, (Symbol.HIRE if is_hired else Symbol.CARD) + card)
        for resource in range(RESOURCES):
            teller.paid[resource] = price(states[0], terms[0], card, resource)
    teller.card = card


@kernel_entry
def hear(states: Any, terms: Any, decision: int, first: int, numbers: Any, told: Any, tellers: Any) -> None:
    """Take one decision of a turn that began with ``first``, with the state before it."""
    teller, phase = tellers[0], int(states[0].phase)
    if phase == Phase.MAIN:
        begin_turn(states, terms, told, tellers, decision)
    elif phase == Phase.STOPPING:
        teller.booth = decision - Decision.STOP
        write(teller, told, (Symbol.TOKEN_BOOTH if first >= Decision.TOKEN else Symbol.BOOTH) + wide(teller.booth))
    elif phase == Phase.DOING:
        close_effect(states, terms, told, tellers)
        if decision != Decision.END:
            begin_effect(states, terms, told, tellers, decision)
    elif phase == Phase.AGAIN:
        close_time(states, terms, told, tellers)
        if decision != Decision.END:
            begin_time(states, tellers)
    elif phase == Phase.PAYING and teller.slot >= 0:
        teller.pay = decision - Decision.PAY
    elif phase == Phase.PAYING:
        for resource in range(RESOURCES):
            teller.paid[resource] += picked(terms[0], decision - Decision.PAY, resource)
    elif phase == Phase.SHEDDING:
        add_shed(teller, wide(numbers[Name.RANK, decision - Decision.SHED]))
    elif phase == Phase.GAINING:
        teller.gain = decision - Decision.GAIN


@kernel
def use_planks(teller: Any, numbers: Any, told: Any) -> None:
    """Write the Booths visited in their order, each with its planks done."""
    for k in range(wide(teller.planks)):
        booth = wide(teller.plank_booth[k])
        is_first = True
        for other in range(k):
            is_first = is_first and teller.plank_booth[other] != booth
        if not is_first:
            continue
        use(teller, told, wide(numbers[Name.VISIT, booth]))
        has_house = False
        for other in range(k, wide(teller.planks)):
            if teller.plank_booth[other] == booth:
                used = wide(numbers[Name.PLANK + wide(teller.plank_slot[other]), booth])
                if used >= 0:
                    use(teller, told, used)
                has_house = has_house or teller.plank_house[other] != 0
        if has_house:
            use(teller, told, wide(numbers[Name.ATTEND, booth]))


@kernel
def end_move(teller: Any, first: int, numbers: Any, told: Any) -> None:
    """Write what a turn used in which the pawn moved."""
    use(teller, told, Use.TOKEN if first >= Decision.TOKEN else Use.MOVE)
    use(teller, told, wide(numbers[Name.STEP, teller.card]))
    use_planks(teller, numbers, told)
    if teller.has_action:
        use(teller, told, wide(numbers[Name.ACTION, teller.card]))


@kernel
def end_play(terms: Any, teller: Any, end: int, numbers: Any, told: Any) -> None:
    """Write what was paid for a card built or hired, where it was built, and what the turn used."""
    opened = wide(teller.symbols)
    write(teller, told, Symbol.OPEN)
    for resource in range(RESOURCES):
        write_resource(teller, told, resource, wide(teller.paid[resource]))
    write_sheds(teller, told)
    if teller.symbols == opened + 1:
        teller.symbols = opened
    else:
        write(teller, told, Symbol.CLOSE)
    is_hired = int(terms[0].card[teller.card].kind) == CardKind.HELPER
    if not is_hired:
        write(teller, told, Symbol.END + end)
    use(teller, told, Use.HIRE if is_hired else Use.BUILD)
    use(teller, told, wide(numbers[Name.PLAYED, teller.card]))


@kernel
def tell_word(teller: Any, told: Any, decision: int) -> None:
    """Write a turn or answer that is one word."""
    if decision == Decision.PASS:
        write(teller, told, Symbol.PASS)
        use(teller, told, Use.PASS)
    else:
        write(teller, told, Symbol.KEEP if decision == Decision.KEEP else Symbol.REDRAW)


@kernel_entry
def tell_turn(
    states: Any, terms: Any, choices: Any, first: int, last: int, numbers: Any, told: Any, tellers: Any, out: Any
) -> None:
    """Tell a turn; see ``lab/simulation/telling/game.pyi``."""
    teller, beginning, end = tellers[0], wide(choices[first]), wide(0)
    if beginning < Decision.END:
        tell_word(teller, told, beginning)
        return
    teller.planks, teller.has_effect, teller.has_action, teller.is_waiting, teller.sheds = 0, 0, 0, 0, 0
    teller.slot = -1
    place = first
    while place < last or is_inside(states[0]):
        count = wide(decisions(states[0], terms[0], out))
        decision = wide(out[0])
        if not is_forced(states[0], count):
            decision = wide(choices[place])
            place += 1
        if int(states[0].phase) == Phase.PLACING:
            end = decision - Decision.SPOT
        hear(states, terms, decision, beginning, numbers, told, tellers)
        decide(states[0], terms[0], decision)
    close_effect(states, terms, told, tellers)
    if beginning < Decision.PLAY:
        end_move(teller, beginning, numbers, told)
    else:
        end_play(terms, teller, end, numbers, told)


@kernel_entry
def write_categories(states: Any, index: int, terms: Any, seat: int, tellers: Any, out: Any) -> None:
    """Write a seat's points by category (M122)."""
    sheet = tellers[0].sheet[0]
    for category in range(CATEGORIES):
        sheet.category[category] = 0
    fill_sheet(states[index], terms[0], seat, sheet)
    for category in range(CATEGORIES):
        out[category] = sheet.category[category]
