"""Exact endings (expectimax): every turn and every chance outcome to the end of the game.

A *frame* is a position in which a decision or a chance outcome is open. Its value is a vector over seats, and so is
the score that goes with it. A seat takes the turn with the highest value for itself. Among equal turns it takes the
one with the most points for itself, then the one that is worst for the asking seat and for those after it. Chance
weights each outcome by its probability.

Frames are on a stack, so the work can be done in pieces. Values are remembered by the hash of the position.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...core.compiling.kernel import kernel_entry, kernel_part, wide
from .game import (
    CHOICES_AT_MOST,
    canonicalize,
    decisions,
    happen,
    is_decided,
    is_inside,
    new_states,
    outcomes,
    score,
    take,
)
from .network import result_by
from .turns import Integers, key_of

NO_FRAME = -1
OWN, OTHER, CHANCE = 0, 1, 2
"""Kinds of frames: the turn that is asked about, a later turn, chance."""
DEPTH, EXAMINED, KNOWN, STATUS = 0, 1, 2, 3
"""Indices of ``Stack.tally``."""
OPEN, SOLVED, TOO_LARGE, HIDDEN = 0, 1, 2, 3
"""Values of ``Stack.tally[STATUS]``: unfinished; done; too little room; the result depends on hidden information."""
NEXT, COUNT, KIND = 0, 1, 2
"""Rows of ``Stack.place``."""
EQUAL = 1e-9
"""Values or scores that differ by less are equal except for rounding."""

Doubles = np.ndarray[Any, np.dtype[np.float64]]


class Stack(NamedTuple):
    """The stack of frames, and the values that are known."""

    states: Any
    words: Any
    """the states as uint32"""
    choices: Integers
    """the decisions or outcomes of each frame"""
    weights: Integers
    place: Any
    """int32, shape (3, frames): which choice is next, how many there are, the kind of frame"""
    keys: Any
    """uint64: a hash of each frame's position; 0 if its value is not to be remembered"""
    value: Doubles
    """shape (frames, 2 * seats): each seat's value, then its score: the best so far, or the sum over outcomes so far"""
    weight: Doubles
    """the sum of the outcomes' weights so far"""
    known: Any
    """uint64: the hashes of the positions whose values are remembered; the length is a power of two"""
    known_value: Doubles
    """the values of these positions"""
    filled: Any
    """int32: the indices of ``known`` in use"""
    tally: Any
    """int64: the current depth, how many positions were examined, how many values are remembered, the status"""


def new_stack(players: int, frames: int, keys: int) -> Stack:
    """Return a stack with room for so many frames.

    ``keys`` is a power of two. The stack remembers the values of a quarter as many positions, and another quarter is
    reserved for those that the turn asked about leads to.
    """
    states = new_states(frames)
    return Stack(
        states,
        states.view(np.uint32).reshape(frames, -1),
        np.zeros((frames, CHOICES_AT_MOST), np.int16),
        np.zeros((frames, CHOICES_AT_MOST), np.int16),
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
def place_of(stack: Stack, key: Any) -> int:
    """Return the index at which a position's value is or would be remembered."""
    mask = wide(stack.known.shape[0]) - 1
    place = wide(key & np.uint64(mask))
    while stack.known[place] != 0 and stack.known[place] != key:
        place = (place + 1) & mask
    return place


@kernel_part
def write_result(stack: Stack, terms: Any, depth: int, players: int) -> None:
    """Write the value and the score of a position in which no decision is left."""
    for seat in range(players):
        stack.value[depth, players + seat] = score(stack.states[depth], terms[0], seat)
    for seat in range(players):
        own = int(stack.value[depth, players + seat])
        best, tied = -10000, 1
        for other in range(players):
            if other != seat:
                points = int(stack.value[depth, players + other])
                best = max(best, points)
                tied += int(points == own)
        stack.value[depth, seat] = result_by(own, best, tied)


@kernel_part
def is_better(stack: Stack, new: int, old: int, seat: int, viewer: int) -> bool:
    """Return whether a seat prefers the position at depth ``new`` to the one at depth ``old``."""
    scores = stack.value.shape[1] // 2
    for place in (seat, scores + seat):
        better = stack.value[new, place] - stack.value[old, place]
        if abs(better) > EQUAL:
            return bool(better > 0)
    for k in range(scores):
        other = (viewer + k) % scores
        for place in (other, scores + other):
            worse = stack.value[old, place] - stack.value[new, place]
            if abs(worse) > EQUAL:
                return bool(worse > 0)
    return False


@kernel_part
def join(stack: Stack, depth: int, viewer: int) -> None:
    """Pass the value that a frame's last choice leads to, one level deeper, up to the frame."""
    if stack.place[KIND, depth] == CHANCE:
        weight = float(stack.weights[depth, stack.place[NEXT, depth] - 1])
        stack.weight[depth] += weight
        for k in range(stack.value.shape[1]):
            stack.value[depth, k] += weight * stack.value[depth + 1, k]
    elif stack.place[NEXT, depth] == 1 or is_better(stack, depth + 1, depth, wide(stack.states[depth].seat), viewer):
        for k in range(stack.value.shape[1]):
            stack.value[depth, k] = stack.value[depth + 1, k]


@kernel_part
def close(stack: Stack, depth: int) -> None:
    """Finish a frame whose choices have all been followed, and remember its value if there is room.

    Positions that the turn asked about can lead to are always remembered, because they are asked for afterwards.
    """
    if stack.place[KIND, depth] == CHANCE:
        for k in range(stack.value.shape[1]):
            stack.value[depth, k] /= stack.weight[depth]
    room = int(stack.filled.shape[0]) - int(stack.tally[KNOWN])
    is_needed = depth == 0 or stack.place[KIND, depth - 1] == OWN
    if is_needed and room == 0:
        stack.tally[STATUS] = TOO_LARGE
    elif stack.keys[depth] != 0 and (is_needed or 2 * room > stack.filled.shape[0]):
        place = place_of(stack, stack.keys[depth])
        stack.known[place] = stack.keys[depth]
        for k in range(stack.value.shape[1]):
            stack.known_value[place, k] = stack.value[depth, k]
        stack.filled[stack.tally[KNOWN]] = place
        stack.tally[KNOWN] += 1


@kernel_part
def open_frame(stack: Stack, terms: Any, depth: int, kind: int, count: int) -> bool:
    """Open a frame for the position at a depth; inside a turn, its ``count`` choices are already listed.

    Return false if the value is already known; then it is written at once.
    """
    stack.keys[depth] = 0
    if kind == OWN or not is_inside(stack.states[depth]):
        stack.keys[depth] = key_of(stack.words, depth)
        place = place_of(stack, stack.keys[depth])
        if stack.known[place] != 0:
            for k in range(stack.value.shape[1]):
                stack.value[depth, k] = stack.known_value[place, k]
            return False
    if not is_inside(stack.states[depth]):
        count = outcomes(stack.states[depth], stack.choices[depth], stack.weights[depth])
        kind = CHANCE if count > 0 else kind
        if count == 0:
            count = decisions(stack.states[depth], terms[0], stack.choices[depth])
    stack.place[NEXT, depth] = 0
    stack.place[COUNT, depth] = count
    stack.place[KIND, depth] = kind
    stack.weight[depth] = 0.0
    for k in range(stack.value.shape[1]):
        stack.value[depth, k] = 0.0
    return True


@kernel_entry
def begin(stack: Stack, terms: Any) -> None:
    """Start at ``stack.states[0]``, the start of a turn, with no known values."""
    for k in range(stack.tally[KNOWN]):
        stack.known[stack.filled[k]] = 0
    stack.tally[KNOWN] = 0
    stack.tally[EXAMINED] = 0
    stack.tally[STATUS] = OPEN
    stack.tally[DEPTH] = 0
    open_frame(stack, terms, 0, OWN, 0)


@kernel_entry
def work(stack: Stack, terms: Any, viewer: int, has_hidden: bool, count: int) -> int:
    """Examine at most ``count`` more positions, and return the status: OPEN, SOLVED, TOO_LARGE or HIDDEN.

    ``viewer`` is the asking seat, which may not know what is hidden.
    """
    players = wide(stack.states[0].players)
    end = stack.tally[EXAMINED] + count
    while stack.tally[STATUS] == OPEN and stack.tally[EXAMINED] < end:
        depth = int(stack.tally[DEPTH])
        place = int(stack.place[NEXT, depth])
        if place == stack.place[COUNT, depth]:
            close(stack, depth)
            stack.tally[DEPTH] -= 1
            if depth == 0:
                stack.tally[STATUS] = SOLVED
            else:
                join(stack, depth - 1, viewer)
            continue
        stack.place[NEXT, depth] += 1
        stack.tally[EXAMINED] += 1
        below = depth + 1
        stack.states[below] = stack.states[depth]
        kind = int(stack.place[KIND, depth])
        choice = wide(stack.choices[depth, place])
        listed = 0
        if kind == CHANCE:
            happen(stack.states[below], terms[0], choice)
        else:
            listed = take(stack.states[below], terms[0], choice, stack.choices[below])
        if is_decided(stack.states[below]):
            write_result(stack, terms, below, players)
            join(stack, depth, viewer)
            continue
        if not is_inside(stack.states[below]):
            if has_hidden:
                stack.tally[STATUS] = HIDDEN
                continue
            canonicalize(stack.states[below], terms[0])
            kind = OTHER
        if below == stack.states.shape[0] - 1:
            stack.tally[STATUS] = TOO_LARGE
        elif open_frame(stack, terms, below, kind, listed):
            stack.tally[DEPTH] = below
        else:
            join(stack, depth, viewer)
    return int(stack.tally[STATUS])


@kernel_entry
def recall(stack: Stack, terms: Any, depth: int) -> bool:
    """Write the known value of the position at a depth, inside or after the turn asked about; false: there is none."""
    if is_decided(stack.states[depth]):
        write_result(stack, terms, depth, wide(stack.states[depth].players))
        return True
    if not is_inside(stack.states[depth]):
        canonicalize(stack.states[depth], terms[0])
    place = place_of(stack, key_of(stack.words, depth))
    for k in range(stack.value.shape[1]):
        stack.value[depth, k] = stack.known_value[place, k]
    return bool(stack.known[place] != 0)
