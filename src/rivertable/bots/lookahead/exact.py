"""Exact endings: every turn and all that chance may bring, to the end of the game, each as likely as it is.

A *frame* is a position in which something is open: a decision of a seat, one after the other to the end of its turn, or
what chance does next. Its value is a vector over seats, and so are the scores that come with it. A seat takes what is
best for itself; of turns that are equal for it, what brings it the most points, then what is worst for the seat that
asks and for those after it: so what each can expect is sure. Chance counts each outcome by its weight.

Frames lie on a stack, so that the work can be done in pieces; their values are remembered by the hash of the position,
as far as the same position can be come to in several ways.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...core.compiling.kernel import kernel_entry, kernel_part, wide
from .calls import forget, happen, list_first, list_outcomes, score, take
from .game import is_decided, is_inside
from .network import result_by
from .turns import Integers, key_of

NO_FRAME = -1
OWN, OTHER, CHANCE = 0, 1, 2
"""Kinds of frames: the turn that is asked about, a later turn, chance."""
DEPTH, LOOKED, KNOWN, STATUS = 0, 1, 2, 3
"""Places in ``Ledger.tally``."""
OPEN, SOLVED, TOO_LARGE, HIDDEN = 0, 1, 2, 3
"""What ``Ledger.tally[STATUS]`` says: going on; done; no room for it; it depends on what is not seen."""
NEXT, COUNT, KIND = 0, 1, 2
"""Rows of ``Ledger.place``."""
EQUAL = 1e-9
"""Values, and scores, that differ by less differ by rounding."""

Doubles = np.ndarray[Any, np.dtype[np.float64]]


class Ledger(NamedTuple):
    """The stack of frames, and the values that are known."""

    states: Any
    words: Any
    """the states as uint32"""
    choices: Integers
    """the decisions, or outcomes, of each frame"""
    weights: Integers
    place: Any
    """int32, shape (3, frames): which choice comes next, how many there are, what kind of frame it is"""
    keys: Any
    """uint64: a hash of each frame's position; 0 where its value is not remembered"""
    value: Doubles
    """shape (frames, 2 * seats): each seat's value, then its score: the best so far, or the sum over outcomes so far"""
    weight: Doubles
    """the sum of the outcomes' weights so far"""
    known: Any
    """uint64: positions whose values are remembered, by their hash; its length is a power of two"""
    known_value: Doubles
    """the same of these positions"""
    filled: Any
    """int32: the places of ``known`` in use"""
    tally: Any
    """int64: the depth now, how many positions were looked at, how many values are remembered, how it stands"""


def new_ledger(blank_states: Any, choices_at_most: int, players: int, frames: int, keys: int) -> Ledger:
    """Return a stack with room for so many frames.

    ``keys`` is a power of two: it remembers the values of a quarter as many positions, and of another quarter those
    that the turn asked about leads to. ``blank_states(n)`` gives n blank states.
    """
    states = blank_states(frames)
    return Ledger(
        states,
        states.view(np.uint32).reshape(frames, -1),
        np.zeros((frames, choices_at_most), np.int16),
        np.zeros((frames, choices_at_most), np.int16),
        np.zeros((3, frames), np.int32),
        np.zeros(frames, np.uint64),
        np.zeros((frames, 2 * players), np.float64),
        np.zeros(frames, np.float64),
        np.zeros(keys, np.uint64),
        np.zeros((keys, 2 * players), np.float64),
        np.zeros(keys // 2, np.int32),
        np.array([NO_FRAME, 0, 0, OPEN], np.int64),
    )


@kernel_part
def place_of(ledger: Ledger, key: Any) -> int:
    """Return where a position's value is remembered, or would be."""
    mask = wide(ledger.known.shape[0]) - 1
    place = wide(key & np.uint64(mask))
    while ledger.known[place] != 0 and ledger.known[place] != key:
        place = (place + 1) & mask
    return place


@kernel_part
def write_result(ledger: Ledger, terms: Any, depth: int, players: int) -> None:
    """Write the value and the scores of a position in which nothing can be decided any more."""
    for seat in range(players):
        ledger.value[depth, players + seat] = score(ledger.states[depth], terms[0], seat)
    for seat in range(players):
        own = int(ledger.value[depth, players + seat])
        best, tied = -10000, 1
        for other in range(players):
            if other != seat:
                points = int(ledger.value[depth, players + other])
                best = max(best, points)
                tied += int(points == own)
        ledger.value[depth, seat] = result_by(own, best, tied)


@kernel_part
def is_better(ledger: Ledger, new: int, old: int, seat: int, viewer: int) -> bool:
    """Return whether a seat takes what lies at depth ``new`` rather than what lies at depth ``old``."""
    scores = ledger.value.shape[1] // 2
    for place in (seat, scores + seat):
        better = ledger.value[new, place] - ledger.value[old, place]
        if abs(better) > EQUAL:
            return bool(better > 0)
    for k in range(scores):
        other = (viewer + k) % scores
        for place in (other, scores + other):
            worse = ledger.value[old, place] - ledger.value[new, place]
            if abs(worse) > EQUAL:
                return bool(worse > 0)
    return False


@kernel_part
def join(ledger: Ledger, depth: int, viewer: int) -> None:
    """Let a frame know the value that its last choice leads to, which lies one deeper."""
    if ledger.place[KIND, depth] == CHANCE:
        weight = float(ledger.weights[depth, ledger.place[NEXT, depth] - 1])
        ledger.weight[depth] += weight
        for k in range(ledger.value.shape[1]):
            ledger.value[depth, k] += weight * ledger.value[depth + 1, k]
    elif ledger.place[NEXT, depth] == 1 or is_better(ledger, depth + 1, depth, wide(ledger.states[depth].seat), viewer):
        for k in range(ledger.value.shape[1]):
            ledger.value[depth, k] = ledger.value[depth + 1, k]


@kernel_part
def close(ledger: Ledger, depth: int) -> None:
    """Settle the value of a frame of which every choice was followed, and remember it as far as there is room.

    What the turn that is asked about can lead to is remembered in any case, or nothing could be told of it.
    """
    if ledger.place[KIND, depth] == CHANCE:
        for k in range(ledger.value.shape[1]):
            ledger.value[depth, k] /= ledger.weight[depth]
    room = int(ledger.filled.shape[0]) - int(ledger.tally[KNOWN])
    is_needed = depth == 0 or ledger.place[KIND, depth - 1] == OWN
    if is_needed and room == 0:
        ledger.tally[STATUS] = TOO_LARGE
    elif ledger.keys[depth] != 0 and (is_needed or 2 * room > ledger.filled.shape[0]):
        place = place_of(ledger, ledger.keys[depth])
        ledger.known[place] = ledger.keys[depth]
        for k in range(ledger.value.shape[1]):
            ledger.known_value[place, k] = ledger.value[depth, k]
        ledger.filled[ledger.tally[KNOWN]] = place
        ledger.tally[KNOWN] += 1


@kernel_part
def open_frame(ledger: Ledger, terms: Any, depth: int, kind: int, count: int) -> bool:
    """Open a frame for the position at a depth, of which ``count`` choices are listed if it is inside a turn.

    Gives false where its value is known already; it is written then.
    """
    ledger.keys[depth] = 0
    if kind == OWN or not is_inside(ledger.states[depth]):
        ledger.keys[depth] = key_of(ledger.words, depth)
        place = place_of(ledger, ledger.keys[depth])
        if ledger.known[place] != 0:
            for k in range(ledger.value.shape[1]):
                ledger.value[depth, k] = ledger.known_value[place, k]
            return False
    if not is_inside(ledger.states[depth]):
        count = list_outcomes(ledger.states[depth], ledger.choices[depth], ledger.weights[depth])
        kind = CHANCE if count > 0 else kind
        if count == 0:
            count = list_first(ledger.states[depth], terms[0], ledger.choices[depth])
    ledger.place[NEXT, depth] = 0
    ledger.place[COUNT, depth] = count
    ledger.place[KIND, depth] = kind
    ledger.weight[depth] = 0.0
    for k in range(ledger.value.shape[1]):
        ledger.value[depth, k] = 0.0
    return True


@kernel_entry
def begin(ledger: Ledger, terms: Any) -> None:
    """Begin at ``ledger.states[0]``, the start of a turn, and forget all values."""
    for k in range(ledger.tally[KNOWN]):
        ledger.known[ledger.filled[k]] = 0
    ledger.tally[KNOWN] = 0
    ledger.tally[LOOKED] = 0
    ledger.tally[STATUS] = OPEN
    ledger.tally[DEPTH] = 0
    open_frame(ledger, terms, 0, OWN, 0)


@kernel_entry
def work(ledger: Ledger, terms: Any, viewer: int, has_hidden: bool, count: int) -> int:
    """Look at ``count`` more positions at most, and return how it stands: OPEN, SOLVED, TOO_LARGE or HIDDEN.

    ``viewer`` is the seat that asks; it may not know what is hidden.
    """
    players = wide(ledger.states[0].players)
    end = ledger.tally[LOOKED] + count
    while ledger.tally[STATUS] == OPEN and ledger.tally[LOOKED] < end:
        depth = int(ledger.tally[DEPTH])
        place = int(ledger.place[NEXT, depth])
        if place == ledger.place[COUNT, depth]:
            close(ledger, depth)
            ledger.tally[DEPTH] -= 1
            if depth == 0:
                ledger.tally[STATUS] = SOLVED
            else:
                join(ledger, depth - 1, viewer)
            continue
        ledger.place[NEXT, depth] += 1
        ledger.tally[LOOKED] += 1
        below = depth + 1
        ledger.states[below] = ledger.states[depth]
        kind = int(ledger.place[KIND, depth])
        choice = wide(ledger.choices[depth, place])
        listed = 0
        if kind == CHANCE:
            happen(ledger.states[below], terms[0], choice)
        else:
            listed = take(ledger.states[below], terms[0], choice, ledger.choices[below])
        if is_decided(ledger.states[below]):
            write_result(ledger, terms, below, players)
            join(ledger, depth, viewer)
            continue
        if not is_inside(ledger.states[below]):
            if has_hidden:
                ledger.tally[STATUS] = HIDDEN
                continue
            forget(ledger.states[below], terms[0])
            kind = OTHER
        if below == ledger.states.shape[0] - 1:
            ledger.tally[STATUS] = TOO_LARGE
        elif open_frame(ledger, terms, below, kind, listed):
            ledger.tally[DEPTH] = below
        else:
            join(ledger, depth, viewer)
    return int(ledger.tally[STATUS])


@kernel_entry
def recall(ledger: Ledger, terms: Any, depth: int) -> bool:
    """Write what is known of the position at a depth, inside or after the turn asked about; false: nothing is."""
    if is_decided(ledger.states[depth]):
        write_result(ledger, terms, depth, wide(ledger.states[depth].players))
        return True
    if not is_inside(ledger.states[depth]):
        forget(ledger.states[depth], terms[0])
    place = place_of(ledger, key_of(ledger.words, depth))
    for k in range(ledger.value.shape[1]):
        ledger.value[depth, k] = ledger.known_value[place, k]
    return bool(ledger.known[place] != 0)
