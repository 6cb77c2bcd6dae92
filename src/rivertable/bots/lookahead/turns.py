"""The whole turns of a seat with their one-ply values, the best first, and what a position is worth without a search.

Turns that lead to the same position are one turn. If a seat has very many, not all are evaluated: the budget is divided
among the alternatives at each step, so that every way to begin a turn is tried.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...core.compiling.kernel import call_by_address, kernel, kernel_entry, kernel_part, wide
from ..search.arguments import Layers, Network, SearchSettings
from .game import (
    CHOICES_AT_MOST,
    TURN_AT_MOST,
    deal_hidden,
    decisions,
    finish,
    is_inside,
    is_over,
    new_states,
    playout,
    project,
    sensible,
    take,
)
from .network import SEATS_AT_MOST, evaluate_all, evaluate_result, evaluate_turn, prepare, result_of

KEYS = 1 << 14
"""Room for positions reached while listing; a power of two."""
SEEN, KEPT = 0, 1
"""Indices of ``Listing.tally``."""
NEW_COST, KNOWN_COST = 8, 1
"""The parts of the budget that it takes to evaluate a new position, and to meet a known one."""
_FIRST_KEYS = (
    np.uint64(0xCBF29CE484222325),
    np.uint64(0x9E3779B97F4A7C15),
    np.uint64(0xBF58476D1CE4E5B9),
    np.uint64(0x94D049BB133111EB),
)
_PRIME = np.uint64(0x100000001B3)
_SHIFT = np.uint64(29)

Integers = np.ndarray[Any, np.dtype[np.int16]]


class Listing(NamedTuple):
    """The turns listed in one position, and the scratch for listing them."""

    states: Any
    """the state after each decision of the current turn; the start of the turn at 0"""
    words: Any
    """the same as uint32, shape (states, words)"""
    lists: Integers
    """the legal decisions in each state"""
    path: Integers
    """shape (2, states): the index of the decision being followed, and how many there are"""
    limit: Any
    """int64: the total cost at which the decisions at this depth are abandoned"""
    tally: Any
    """int64: how many positions were evaluated, and how many turns are kept"""
    keys: Any
    """uint64, shape (KEYS,): the hashes of the positions reached"""
    filled: Any
    """int32, shape (KEYS,): the indices of ``keys`` in use"""
    value: Any
    """float32: the value of each kept turn to the seat that takes it"""
    length: Integers
    """the number of decisions of each kept turn"""
    turn: Integers
    """shape (kept, decisions): the kept turns"""
    order: Integers
    """the kept turns by value, the best first"""


class Workspace(NamedTuple):
    """Everything that evaluates turns under the same terms."""

    listing: Listing
    terms: Any
    """the terms' array"""
    network: Network
    layers: Layers
    generator: Any
    """of random numbers, an array of one"""
    settings: SearchSettings


def new_listing(kept: int) -> Listing:
    """Return room for at most ``kept`` turns."""
    room = TURN_AT_MOST + 1
    states = new_states(room)
    return Listing(
        states,
        states.view(np.uint32).reshape(room, -1),
        np.zeros((room, CHOICES_AT_MOST), np.int16),
        np.zeros((2, room), np.int16),
        np.zeros(room, np.int64),
        np.zeros(2, np.int64),
        np.zeros(KEYS, np.uint64),
        np.zeros(KEYS, np.int32),
        np.zeros(kept, np.float32),
        np.zeros(kept, np.int16),
        np.zeros((kept, TURN_AT_MOST), np.int16),
        np.zeros(kept, np.int16),
    )


@kernel
def key_of(words: Any, index: int) -> Any:
    """Return a hash of a state, never 0. Four chains run side by side: one alone would wait for each multiplication."""
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
    """Return a hash with one more word in it (FNV-1a by words, with a shift that carries high bits into low ones)."""
    key = (key ^ np.uint64(word)) * _PRIME
    return key ^ (key >> _SHIFT)


@kernel_part
def is_new(listing: Listing, key: Any, seen: int) -> bool:
    """Return whether a position was not reached before, and remember it as number ``seen``."""
    place = wide(key & np.uint64(KEYS - 1))
    while listing.keys[place] != 0:
        if listing.keys[place] == key:
            return False
        place = (place + 1) & (KEYS - 1)
    listing.keys[place] = key
    listing.filled[seen] = place
    return True


@kernel_part
def keep(listing: Listing, value: float, length: int, kept: int) -> int:
    """Keep the current turn if it is among the best, and return how many are kept."""
    room = int(listing.value.shape[0])
    place = kept
    if kept == room:
        place = 0
        for k in range(1, room):
            if listing.value[k] < listing.value[place]:
                place = k
        if value <= listing.value[place]:
            return kept
    listing.value[place] = value
    listing.length[place] = length
    for k in range(length):
        listing.turn[place, k] = listing.lists[k, listing.path[0, k]]
    return min(kept + 1, room)


@kernel_part
def sort_kept(listing: Listing, kept: int) -> None:
    """Sort the kept turns, the best first; equal ones stay in the order in which they were found."""
    for k in range(kept):
        place = k
        while place > 0 and listing.value[k] > listing.value[listing.order[place - 1]]:
            listing.order[place] = listing.order[place - 1]
            place -= 1
        listing.order[place] = k


@kernel_part
def walk(work: Workspace, budget: int, is_shared_out: bool) -> bool:
    """Walk the turns depth first and keep the best, until ``budget`` is spent; return whether all were walked.

    The first decisions are in ``listing.lists[0]``, their number in ``listing.path[1, 0]``. If the budget
    ``is_shared_out``, each decision may spend an equal part of what is left to it and its alternatives.
    """
    listing, terms = work.listing, work.terms
    seat = wide(listing.states[0].seat)
    spent, depth = 0, 0
    listing.limit[0] = budget
    listing.path[0, 0] = -1
    while depth >= 0:
        listing.path[0, depth] += 1
        left = int(listing.path[1, depth]) - int(listing.path[0, depth])
        if left > 0 and spent >= listing.limit[depth]:
            if not is_shared_out:
                return False
            left = 0 if listing.path[0, depth] > 0 else left
        if left <= 0:
            depth -= 1
            continue
        listing.states[depth + 1] = listing.states[depth]
        decision = wide(listing.lists[depth, listing.path[0, depth]])
        count = take(listing.states[depth + 1], terms[0], decision, listing.lists[depth + 1])
        if is_inside(listing.states[depth + 1]):
            part = (listing.limit[depth] - spent) // left if is_shared_out else listing.limit[depth] - spent
            listing.limit[depth + 1] = spent + max(part, 0)
            depth += 1
            listing.path[1, depth] = count
            listing.path[0, depth] = -1
            continue
        spent += KNOWN_COST
        if listing.tally[SEEN] < KEYS // 2 and is_new(
            listing, key_of(listing.words, depth + 1), int(listing.tally[SEEN])
        ):
            listing.tally[SEEN] += 1
            spent += NEW_COST - KNOWN_COST
            if work.settings.has_network:
                value = evaluate_turn(listing.states[depth + 1], terms[0], seat, work.network, work.layers)
            else:
                value = project(listing.states, depth + 1, terms, seat)
            listing.tally[KEPT] = keep(listing, value, depth + 1, int(listing.tally[KEPT]))
    return True


@kernel_entry
def list_turns(work: Workspace, candidates: int, is_sensible: bool) -> int:
    """List the best turns of ``work.listing.states[0]``, the start of a turn, and return how many are kept.

    Without a network, the value of a turn is the heuristic evaluation, in points. About ``candidates`` different turns
    are evaluated, and up to twice as many if that is not enough for all. With ``is_sensible``, turns that no sensible
    player considers are left out.
    """
    listing, terms = work.listing, work.terms
    budget = min(candidates, KEYS // 2) * NEW_COST
    listing.tally[SEEN] = 0
    listing.tally[KEPT] = 0
    if is_sensible:
        listing.path[1, 0] = sensible(listing.states[0], terms[0], listing.lists[0])
    else:
        listing.path[1, 0] = decisions(listing.states[0], terms[0], listing.lists[0])
    if work.settings.has_network:
        prepare(listing.states[0], terms[0], work.network, work.layers)
    is_whole = False
    for is_shared_out in (False, True):
        if not is_whole:
            is_whole = walk(work, budget, is_shared_out)
    for k in range(int(listing.tally[SEEN])):
        listing.keys[listing.filled[k]] = 0
    kept = int(listing.tally[KEPT])
    sort_kept(listing, kept)
    return kept


@kernel_part
def follow(work: Workspace, turn: Any, length: int) -> None:
    """Take a turn's decisions in ``work.listing.states[0]``."""
    for k in range(length):
        take(work.listing.states[0], work.terms[0], wide(turn[k]), work.listing.lists[0])


@kernel_part
def follow_best(work: Workspace) -> None:
    """Take the first of the turns that are listed."""
    best = work.listing.order[0]
    follow(work, work.listing.turn[best], int(work.listing.length[best]))


list_turns_by_address = call_by_address(list_turns)


@kernel_entry
def evaluate_one_ply(
    work: Workspace, start: Any, is_chance_due: bool, is_to_the_end: bool, values: Any, shares: Any, scores: Any
) -> None:
    """Evaluate ``start[0]`` once for each row of ``shares`` and ``scores`` (float32, shape (rows, SEATS_AT_MOST)).

    ``start[0]`` is the start of a turn or the end of a game. With ``is_chance_due`` it is the position after a turn,
    and chance acts first, anew for each row. Every seat then takes the turn with the best one-ply value. The network
    evaluates the position after the first such turn; without a network, or with ``is_to_the_end``, the game is played
    to its end and the result counts. A row gets each seat's win share and score. ``values`` is scratch as
    :func:`~.network.evaluate_all` takes it.
    """
    players = wide(start[0].players)
    states, terms, has_network = work.listing.states, work.terms, work.settings.has_network
    for row in range(shares.shape[0]):
        states[0] = start[0]
        if is_chance_due:
            finish(states[0], terms[0], work.generator)
        is_evaluated = False
        while not is_evaluated and not is_over(states[0]):
            list_turns_by_address(work, work.settings.root_candidates, False)
            follow_best(work)
            is_evaluated = has_network and not is_to_the_end
            if not is_evaluated:
                finish(states[0], terms[0], work.generator)
        if is_evaluated:
            evaluate_all(states[0], terms[0], work.network, work.layers, values)
        else:
            evaluate_result(states[0], terms[0], values)
        for seat in range(players):
            shares[row, seat] = values[SEATS_AT_MOST + seat]
            scores[row, seat] = values[2 * SEATS_AT_MOST + seat]


@kernel_entry
def evaluate_by_random_games(
    states: Any, terms: Any, decision: int, viewer: int, count: int, generator: Any, out: Any
) -> float:
    """Return the mean value to the seat on turn of ``count`` random games after a decision.

    The decision is taken in ``states[0]``; ``states[1]`` and ``out`` (int16) are scratch. ``viewer`` is the seat that
    does not know what is hidden, -1 if nothing is.
    """
    seat = wide(states[0].seat)
    whole = 0.0
    for _ in range(count):
        states[1] = states[0]
        if viewer >= 0:
            deal_hidden(states[1], terms[0], viewer, generator)
        take(states[1], terms[0], wide(decision), out)
        if not is_inside(states[1]):
            finish(states[1], terms[0], generator)
        if not is_over(states[1]):
            playout(states[1], terms[0], generator, out)
        whole += result_of(states[1], terms[0], seat)
    return whole / count
