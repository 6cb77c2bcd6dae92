"""All whole turns of a seat, each judged by what it leads to: the best of them, the best first.

Turns that lead to the same position are one turn. Where a seat has very many, not all are looked at: what may be spent
is shared out among the choices beside each other, so that every way to begin a turn is tried.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...core.compiling.kernel import kernel, kernel_entry, kernel_part, wide
from ..search.arguments import Judge, Network
from .calls import list_first, list_sensible, project, take
from .game import is_inside
from .judging import judge_seat

KEYS = 1 << 14
"""Room for positions seen while listing; a power of two."""
SEEN, KEPT = 0, 1
"""Places in ``Desk.tally``."""
LOOK, STEP = 8, 1
"""What it costs to judge a position, and to meet one that is known."""
_FIRST_KEYS = (
    np.uint64(0xCBF29CE484222325),
    np.uint64(0x9E3779B97F4A7C15),
    np.uint64(0xBF58476D1CE4E5B9),
    np.uint64(0x94D049BB133111EB),
)
_PRIME = np.uint64(0x100000001B3)
_SHIFT = np.uint64(29)

Integers = np.ndarray[Any, np.dtype[np.int16]]


class Desk(NamedTuple):
    """Scratch for listing the turns of one position, and the list."""

    states: Any
    """one state a decision of a turn, the start of the turn at 0"""
    words: Any
    """the same as uint32, shape (states, words)"""
    lists: Integers
    """the decisions listed beside each state"""
    path: Integers
    """shape (2, states): which of them is being followed, and how many there are"""
    limit: Any
    """int64: how much may be spent in all before the choices at this depth are left"""
    tally: Any
    """int64: how many positions were judged, and how many turns are kept"""
    keys: Any
    """uint64, shape (KEYS,): positions that were reached, by a hash"""
    filled: Any
    """int32, shape (KEYS,): the places of ``keys`` in use"""
    value: Any
    """float32: of each kept turn, the value to the seat that takes it"""
    length: Integers
    """of each kept turn, how many decisions it has"""
    turn: Integers
    """shape (kept, decisions): the kept turns"""
    order: Integers
    """the kept turns by value, the best first"""


def new_desk(blank_states: Any, choices_at_most: int, turn_at_most: int, kept: int) -> Desk:
    """Return scratch for lists of at most ``kept`` turns; ``blank_states(n)`` gives n blank states."""
    room = turn_at_most + 1
    states = blank_states(room)
    return Desk(
        states,
        states.view(np.uint32).reshape(room, -1),
        np.zeros((room, choices_at_most), np.int16),
        np.zeros((2, room), np.int16),
        np.zeros(room, np.int64),
        np.zeros(2, np.int64),
        np.zeros(KEYS, np.uint64),
        np.zeros(KEYS, np.int32),
        np.zeros(kept, np.float32),
        np.zeros(kept, np.int16),
        np.zeros((kept, turn_at_most), np.int16),
        np.zeros(kept, np.int16),
    )


@kernel
def key_of(words: Any, index: int) -> Any:
    """Return a hash of a state, never 0. Four run side by side: one alone would wait for each multiplication."""
    one, two, three, four = _FIRST_KEYS
    whole = words.shape[1] // 4 * 4
    for k in range(0, whole, 4):
        one = mixed(one, words[index, k])
        two = mixed(two, words[index, k + 1])
        three = mixed(three, words[index, k + 2])
        four = mixed(four, words[index, k + 3])
    for k in range(whole, words.shape[1]):
        one = mixed(one, words[index, k])
    return mixed(mixed(mixed(one, two), three), four) | np.uint64(1)


@kernel
def mixed(key: Any, word: Any) -> Any:
    """Return a hash with one more word in it (FNV-1a by words, and a shift so that high bits count below too)."""
    key = (key ^ np.uint64(word)) * _PRIME
    return key ^ (key >> _SHIFT)


@kernel_part
def is_new(desk: Desk, key: Any, seen: int) -> bool:
    """Return whether a position was not reached before, and remember it as the ``seen``-th."""
    place = wide(key & np.uint64(KEYS - 1))
    while desk.keys[place] != 0:
        if desk.keys[place] == key:
            return False
        place = (place + 1) & (KEYS - 1)
    desk.keys[place] = key
    desk.filled[seen] = place
    return True


@kernel_part
def keep(desk: Desk, value: float, length: int, kept: int) -> int:
    """Keep the turn that is being followed if it is among the best, and return how many are kept then."""
    room = int(desk.value.shape[0])
    place = kept
    if kept == room:
        place = 0
        for k in range(1, room):
            if desk.value[k] < desk.value[place]:
                place = k
        if value <= desk.value[place]:
            return kept
    desk.value[place] = value
    desk.length[place] = length
    for k in range(length):
        desk.turn[place, k] = desk.lists[k, desk.path[0, k]]
    return min(kept + 1, room)


@kernel_part
def sort_kept(desk: Desk, kept: int) -> None:
    """Put the kept turns in order, the best first, equal ones as they were found."""
    for k in range(kept):
        place = k
        while place > 0 and desk.value[k] > desk.value[desk.order[place - 1]]:
            desk.order[place] = desk.order[place - 1]
            place -= 1
        desk.order[place] = k


@kernel_part
def walk(
    desk: Desk, terms: Any, network: Network, judge: Judge, has_network: bool, budget: int, is_shared_out: bool
) -> bool:
    """Walk the turns depth first and keep the best, until ``budget`` is spent; tell whether all were met.

    What a turn can begin with is in ``desk.lists[0]``, and how many that are in ``desk.path[1, 0]``.

    Where it ``is_shared_out``, each choice may spend its part of what is left to those beside it.
    """
    seat = wide(desk.states[0].seat)
    spent, depth = 0, 0
    desk.limit[0] = budget
    desk.path[0, 0] = -1
    while depth >= 0:
        desk.path[0, depth] += 1
        left = int(desk.path[1, depth]) - int(desk.path[0, depth])
        if left > 0 and spent >= desk.limit[depth]:
            if not is_shared_out:
                return False
            left = 0 if desk.path[0, depth] > 0 else left
        if left <= 0:
            depth -= 1
            continue
        desk.states[depth + 1] = desk.states[depth]
        decision = wide(desk.lists[depth, desk.path[0, depth]])
        count = take(desk.states[depth + 1], terms[0], decision, desk.lists[depth + 1])
        if is_inside(desk.states[depth + 1]):
            part = (desk.limit[depth] - spent) // left if is_shared_out else desk.limit[depth] - spent
            desk.limit[depth + 1] = spent + max(part, 0)
            depth += 1
            desk.path[1, depth] = count
            desk.path[0, depth] = -1
            continue
        spent += STEP
        if desk.tally[SEEN] < KEYS // 2 and is_new(desk, key_of(desk.words, depth + 1), int(desk.tally[SEEN])):
            desk.tally[SEEN] += 1
            spent += LOOK - STEP
            if has_network:
                value = judge_seat(desk.states[depth + 1], terms[0], seat, network, judge)
            else:
                value = project(desk.states, depth + 1, terms, seat)
            desk.tally[KEPT] = keep(desk, value, depth + 1, int(desk.tally[KEPT]))
    return True


@kernel_entry
def list_turns(
    desk: Desk,
    terms: Any,
    network: Network,
    judge: Judge,
    has_network: bool,
    is_sensible: bool,
    looked_at_most: int,
) -> int:
    """List the best turns of ``desk.states[0]``, the start of a turn, and return how many are kept.

    Without a network a turn's value is what a beginner thinks, in points. ``looked_at_most`` is about how many
    different turns are judged; twice as many where that is not enough for all. Where it ``is_sensible``, turns that a
    seat with a little sense does not consider are left out.
    """
    budget = min(looked_at_most, KEYS // 2) * LOOK
    desk.tally[SEEN] = 0
    desk.tally[KEPT] = 0
    if is_sensible:
        desk.path[1, 0] = list_sensible(desk.states[0], terms[0], desk.lists[0])
    else:
        desk.path[1, 0] = list_first(desk.states[0], terms[0], desk.lists[0])
    is_whole = False
    for is_shared_out in (False, True):
        if not is_whole:
            is_whole = walk(desk, terms, network, judge, has_network, budget, is_shared_out)
    for k in range(int(desk.tally[SEEN])):
        desk.keys[desk.filled[k]] = 0
    kept = int(desk.tally[KEPT])
    sort_kept(desk, kept)
    return kept


@kernel_part
def follow(desk: Desk, terms: Any, turn: Any, length: int) -> None:
    """Do a turn's decisions to ``desk.states[0]``."""
    for k in range(length):
        take(desk.states[0], terms[0], wide(turn[k]), desk.lists[0])
