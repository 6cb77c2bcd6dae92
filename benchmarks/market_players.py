"""Compiled players of River Market for the balance measurement: greedy, flat Monte Carlo, random.

A whole turn is searched depth first over a stack of states, all through the rules' own ``decide`` and ``settle``.
Turns that use the same card in the same way and stop at the same Booth form one group, of which the best stays.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rivertable.core.compiling.bits import bit, lowest, wide
from rivertable.core.compiling.kernel import kernel_entry
from rivertable.core.compiling.random import below
from rivertable.market.kernel.engine import let_chance
from rivertable.market.kernel.outlook import project
from rivertable.market.kernel.rules import decide, settle
from rivertable.market.kernel.scoring import score
from rivertable.market.kernel.state import (
    BONUS,
    CARDS,
    CHOICES_AT_MOST,
    DO,
    KEEP,
    MULLIGAN,
    OVER,
    PAY,
    PLACING,
    REDRAW,
    SEATS,
    STOPPING,
    new_states,
)
from rivertable.market.kernel.turn.legality import decisions

DEPTH = 64
"""Room for the decisions of one turn."""
FIRST_KEPT = DEPTH + 1
"""Where kept turns begin in the array of states; before it lie the game (0) and the stack."""
KEPT_AT_MOST = 16
GROUP_BEST = FIRST_KEPT + KEPT_AT_MOST
"""The best turn of the group that is being searched."""
TRIAL, TRIED, PLAYOUT = GROUP_BEST + 1, GROUP_BEST + 2, GROUP_BEST + 3
STATES = GROUP_BEST + 4
"""States a player needs."""
NODES_AT_MOST = 6000
"""Decisions looked at in one turn; beyond that the search stops with the best found."""

FIRST, HAS_PLANK, HAS_BONUS = 0, 1, 2
"""What is told of a kept turn: its first decision, whether a plank was done, whether the Action's effect was."""

_SMALL = 1e-7
_SCALE = 1 << 20
_MARGIN = 0.01
"""Worth of a point more than the best of the others, beside winning."""
_MARGIN_AT_MOST = 30


def new_room() -> tuple[Any, Any, Any, Any]:
    """Return scratch room: states, lists of decisions by depth, values of kept turns, and what is told of them."""
    return (
        new_states(STATES),
        np.zeros((DEPTH + 1, CHOICES_AT_MOST), np.int16),
        np.zeros(KEPT_AT_MOST + 1),
        np.zeros((KEPT_AT_MOST + 1, 3), np.int64),
    )


@kernel_entry
def is_inside_turn(state: Any) -> bool:
    """Return whether a turn has begun and is not over."""
    return bool(state.phase >= STOPPING and state.phase <= PLACING)


@kernel_entry
def keep_turn(states: Any, values: Any, told: Any, kept: int, limit: int, generator: Any) -> int:
    """Add the group's best turn to the kept ones, in place of the worst if need be, and return how many there are."""
    value = values[KEPT_AT_MOST] + _SMALL * float(below(generator, _SCALE)) / _SCALE
    slot = kept
    if kept == limit:
        slot = 0
        for other in range(1, kept):
            if values[other] < values[slot]:
                slot = other
        if values[slot] >= value:
            return kept
    states[FIRST_KEPT + slot] = states[GROUP_BEST]
    values[slot] = value
    told[slot] = told[KEPT_AT_MOST]
    return min(kept + 1, limit)


@kernel_entry
def search_turn(states: Any, terms: Any, lists: Any, values: Any, told: Any, limit: int, generator: Any) -> int:
    """Look at all turns of the seat to move in ``states[0]``; keep the best of the ``limit`` best groups."""
    seat = int(states[0].seat)
    counts = np.zeros(DEPTH + 1, np.int64)
    cursor = np.zeros(DEPTH + 1, np.int64)
    states[1] = states[0]
    counts[0] = decisions(states[1], terms[0], lists[0])
    depth = wide(0)
    kept, nodes, grouped = wide(0), wide(0), wide(0)
    while depth >= 0:
        if cursor[depth] == counts[depth] or nodes > NODES_AT_MOST:
            if depth <= 2 and grouped > 0:
                kept = keep_turn(states, values, told, kept, limit, generator)
                grouped = wide(0)
            depth -= 1
            continue
        choice = int(lists[depth, cursor[depth]])
        cursor[depth] += 1
        nodes += 1
        child = states[depth + 2]
        states[depth + 2] = states[depth + 1]
        decide(child, terms[0], choice)
        count = settle(child, terms[0], lists[depth + 1])
        if is_inside_turn(child) and depth + 2 < DEPTH:
            depth += 1
            counts[depth] = count
            cursor[depth] = 0
            continue
        value = project(states, depth + 2, terms, seat) + _SMALL * float(below(generator, _SCALE)) / _SCALE
        if grouped == 0 or value > values[KEPT_AT_MOST]:
            values[KEPT_AT_MOST] = value
            states[GROUP_BEST] = states[depth + 2]
            told[KEPT_AT_MOST, FIRST] = lists[0, cursor[0] - 1]
            told[KEPT_AT_MOST, HAS_PLANK] = 0
            told[KEPT_AT_MOST, HAS_BONUS] = 0
            for level in range(1, depth + 1):
                done = int(lists[level, cursor[level] - 1])
                if done >= DO and done < BONUS:
                    told[KEPT_AT_MOST, HAS_PLANK] = 1
                if done >= BONUS and done < PAY:
                    told[KEPT_AT_MOST, HAS_BONUS] = 1
        grouped += 1
        if depth <= 1:
            kept = keep_turn(states, values, told, kept, limit, generator)
            grouped = wide(0)
    return kept


@kernel_entry
def random_turn(states: Any, index: int, terms: Any, out: Any, generator: Any) -> None:
    """Do one turn by random decisions in a state where one begins, without the refill."""
    state = states[index]
    count = decisions(state, terms[0], out)
    while True:
        decide(state, terms[0], int(out[below(generator, count)]))
        count = settle(state, terms[0], out)
        if not is_inside_turn(state):
            return


@kernel_entry
def play_out(states: Any, index: int, terms: Any, tries: int, out: Any, generator: Any) -> None:
    """Play a game to its end: each turn the best of a few random ones, by projection."""
    state = states[index]
    while True:
        let_chance(state, terms[0], generator)
        if state.phase == OVER:
            return
        seat = int(state.seat)
        best = -1.0e9
        for _ in range(tries):
            states[TRIAL] = states[index]
            random_turn(states, TRIAL, terms, out, generator)
            value = project(states, TRIAL, terms, seat)
            if value > best:
                best = value
                states[TRIED] = states[TRIAL]
        states[index] = states[TRIED]


@kernel_entry
def shuffle_hidden(state: Any, seat: int, generator: Any) -> None:
    """Deal what a seat cannot see anew: the other hands and the deck, within each shuffle a card belongs to."""
    cards = np.empty(CARDS, np.int64)
    holder = np.empty(CARDS, np.int64)
    count = 0
    for other in range(SEATS + 1):
        if other == seat:
            continue
        rest = int(state.deck) if other == SEATS else int(state.hand[other])
        while rest != 0:
            cards[count] = lowest(rest)
            holder[count] = other
            count += 1
            rest = rest & (rest - 1)
    state.deck = 0
    for other in range(wide(state.players)):
        if other != seat:
            state.hand[other] = 0
    for k in range(count):
        same = 0
        for later in range(k, count):
            same += int(state.era[cards[later]] == state.era[cards[k]])
        skip = below(generator, same)
        for later in range(k, count):
            if state.era[cards[later]] == state.era[cards[k]]:
                if skip == 0:
                    holder[k], holder[later] = holder[later], holder[k]
                    break
                skip -= 1
        if holder[k] == SEATS:
            state.deck |= bit(cards[k])
        else:
            state.hand[holder[k]] |= bit(cards[k])


@kernel_entry
def result(state: Any, terms: Any, seat: int) -> float:
    """Return what a finished game is worth to a seat: its share of the victory, and a little for the margin."""
    mine = score(state, terms[0], seat)
    others, winners = wide(-1), 1
    for other in range(wide(state.players)):
        if other != seat:
            theirs = score(state, terms[0], other)
            winners += int(theirs == mine)
            others = max(others, theirs)
    margin = max(min(mine - others, _MARGIN_AT_MOST), -_MARGIN_AT_MOST)
    share = 1.0 / winners if mine >= others else 0.0
    return share + _MARGIN * float(margin)


@kernel_entry
def try_turns(
    states: Any, terms: Any, lists: Any, values: Any, kept: int, playouts: int, tries: int, generator: Any
) -> None:
    """Give each kept turn the mean result of some playouts, hidden cards dealt anew, as its value."""
    seat = int(states[0].seat)
    for slot in range(kept):
        total = 0.0
        for _ in range(playouts):
            states[PLAYOUT] = states[FIRST_KEPT + slot]
            shuffle_hidden(states[PLAYOUT], seat, generator)
            play_out(states, PLAYOUT, terms, tries, lists[0], generator)
            total += result(states[PLAYOUT], terms, seat)
        values[slot] = total / playouts + _SMALL * values[slot]


@kernel_entry
def take_turn(states: Any, terms: Any, lists: Any, values: Any, told: Any, level: Any, generator: Any) -> int:
    """Do one turn in ``states[0]``, refill not included, and return the slot that tells of it.

    ``level`` is (turns kept, playouts a turn kept, random turns a playout looks at); (1, 0, 0) is greedy, (0, 0, 0)
    random. A hand without a Booth is always drawn anew.
    """
    state = states[0]
    if state.phase == MULLIGAN:
        told[0, FIRST] = KEEP
        decide(state, terms[0], REDRAW if decisions(state, terms[0], lists[0]) > 1 else KEEP)
        return 0
    if level[0] == 0:
        told[0, FIRST] = KEEP
        random_turn(states, 0, terms, lists[0], generator)
        return 0
    kept = search_turn(states, terms, lists, values, told, wide(level[0]), generator)
    if kept > 1 and level[1] > 0:
        try_turns(states, terms, lists, values, kept, wide(level[1]), wide(level[2]), generator)
    best = 0
    for slot in range(1, kept):
        if values[slot] > values[best]:
            best = slot
    states[0] = states[FIRST_KEPT + best]
    return best
