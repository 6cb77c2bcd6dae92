"""Self-play: games in which one player has all seats, written as samples for a network.

Each position after a turn gives a sample for every side that it is seen from: the inputs that are set, and the targets
of the seats that the network tells of. The target win share
is a weighted mean of the result and the win shares estimated one turn, two turns, … later, with weights that decay by
``SelfPlaySettings.td_lambda`` per turn (R. Sutton, Learning to predict by the methods of temporal differences, 1988).
The estimate is what the search found below the position, or without a search the output of the network.

A search also evaluates other turns than the one taken. Those with enough visits give samples too, for the win share
alone.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...core.compiling.bits import below
from ...core.compiling.kernel import call_by_address, kernel, kernel_entry, kernel_part, wide
from ..search.arguments import SelfPlaySettings
from .game import (
    SEATS_TOLD,
    decisions,
    finish,
    is_inside,
    is_over,
    new_states,
    score,
    sensible,
    take,
    viewpoint,
    write_features,
)
from .network import (
    LEAD_UNIT,
    OUTPUTS,
    OUTPUTS_A_SEAT,
    SCORE_UNIT,
    SEATS_AT_MOST,
    first_output,
    forward,
    result_of,
    share_of,
    value_of,
)
from .tree import NOBODY, Tree, take_edge
from .tree import search as search_entry
from .turns import Workspace, follow
from .turns import list_turns_by_address as list_turns

search = call_by_address(search_entry)

TURNS_AT_MOST = 400
"""Longer games are cut off."""
OTHERS_AT_MOST = 3
"""The most turns not taken of which samples are written."""
LISTED_ON_AVERAGE = 600
"""More inputs than a sample has on average."""
_FINE = 1 << 20


class Samples(NamedTuple):
    """Samples, one after another."""

    places: Any
    """int16: the inputs that are set, of all samples"""
    amounts: Any
    """float32: their values"""
    start: Any
    """int64: where each sample's inputs begin; one entry more than samples"""
    target: Any
    """float32, shape (samples, outputs): win share, final score / 50, final lead / 20 of each seat told of"""
    is_played: Any
    """bool: whether score and lead are known, that is, whether the turn was taken"""
    seats: Any
    """int8: the number of seats, so that games of many do not weigh more"""


class Recording(NamedTuple):
    """The samples of a game, and scratch for writing them."""

    samples: Samples
    state: Any
    """one state"""
    first: Any
    """int64, shape (TURNS_AT_MOST,): the first sample of each turn taken"""
    seen_from: Any
    """int64, shape (TURNS_AT_MOST,): the side from which that sample is seen"""
    seen: Any
    """float32, shape (2, TURNS_AT_MOST, SEATS_AT_MOST): each seat's win share and lead / 20 as estimated after it"""
    values: Any
    """float32, shape (SEATS_AT_MOST,)"""


@kernel
def samples_a_position(players: int) -> int:
    """Return how many samples a position gives: one that tells of all seats, or one for each seat."""
    return players if SEATS_TOLD == 1 else 1


def room_for_a_game(players: int, playouts: int) -> int:
    """Return an upper bound of the samples of a game."""
    return TURNS_AT_MOST * int(samples_a_position(players)) * (1 + OTHERS_AT_MOST if playouts else 1)


def new_recording(samples: int) -> Recording:
    """Return room for so many samples."""
    listed = samples * LISTED_ON_AVERAGE
    return Recording(
        Samples(
            np.zeros(listed, np.int16),
            np.zeros(listed, np.float32),
            np.zeros(samples + 1, np.int64),
            np.zeros((samples, OUTPUTS), np.float32),
            np.zeros(samples, np.bool_),
            np.zeros(samples, np.int8),
        ),
        new_states(1),
        np.zeros(TURNS_AT_MOST, np.int64),
        np.zeros(TURNS_AT_MOST, np.int64),
        np.zeros((2, TURNS_AT_MOST, SEATS_AT_MOST), np.float32),
        np.zeros(SEATS_AT_MOST, np.float32),
    )


@kernel_part
def draw_turn(values: Any, order: Any, kept: int, playing: SelfPlaySettings, generator: Any) -> int:
    """Return one of ``kept`` turns at random, by the softmax of their values; ``order[0]`` is the best."""
    if below(generator, _FINE) < playing.exploration * _FINE:
        return int(order[below(generator, kept)])
    whole = 0.0
    chosen = int(order[0])
    for k in range(kept):
        likely = np.exp(playing.inverse_temperature * (values[order[k]] - values[order[0]]))
        whole += likely
        if below(generator, _FINE) * whole < likely * _FINE:
            chosen = int(order[k])
    return chosen


@kernel_part
def draw_edge(tree: Tree, seat: int, playing: SelfPlaySettings, generator: Any) -> int:
    """Return a root turn of a search at random, by its visits times the softmax of the values."""
    first, edges = int(tree.nodes[0].first_edge), int(tree.nodes[0].edges)
    if below(generator, _FINE) < playing.exploration * _FINE:
        return first + below(generator, edges)
    best = -1e9
    for edge in range(first, first + edges):
        if tree.edges[edge].taken > 0:
            best = max(best, float(tree.edges[edge].total[seat]) / int(tree.edges[edge].taken))
    whole = 0.0
    chosen = first
    for edge in range(first, first + edges):
        taken = int(tree.edges[edge].taken)
        if taken > 0:
            likely = taken * np.exp(playing.inverse_temperature * (float(tree.edges[edge].total[seat]) / taken - best))
            whole += likely
            if below(generator, _FINE) * whole < likely * _FINE:
                chosen = edge
    return chosen


@kernel_entry
def write_sample(work: Workspace, view: int, samples: Samples, at: int) -> None:
    """Write the inputs of ``work.listing.states[0]`` seen from a seat as sample ``at``; outputs in ``work.layers``."""
    state, layers = work.listing.states[0], work.layers
    count = write_features(state, work.terms[0], view, layers.places, layers.amounts)
    first = samples.start[at]
    for k in range(count):
        samples.places[first + k] = layers.places[k]
        samples.amounts[first + k] = layers.amounts[k]
    samples.start[at + 1] = first + count
    samples.seats[at] = state.players
    forward(work.network, layers, count)


@kernel_part
def write_position(work: Workspace, recording: Recording, at: int, is_searched: bool) -> int:
    """Write the samples of ``work.listing.states[0]`` from ``at`` on, and return the number of samples.

    The target is each seat's win share: if the turn ``is_searched``, from ``recording.values``, else from the network.
    """
    samples, outputs = recording.samples, work.layers.outputs
    players = wide(work.listing.states[0].players)
    for seat in range(samples_a_position(players)):
        view = wide(viewpoint(work.listing.states[0], wide(seat)))
        write_sample(work, view, samples, at)
        samples.target[at] = 0.0
        for k in range(min(SEATS_TOLD, players)):
            first = OUTPUTS_A_SEAT * k
            share = share_of(outputs[first])
            if is_searched:
                value = float(recording.values[(view + k) % players])
                share = min(max(value - value_of(0.0, float(outputs[first + 2]) * LEAD_UNIT), 0.0), 1.0)
            samples.target[at, first] = share
            samples.target[at, first + 2] = outputs[first + 2]
        samples.is_played[at] = False
        at += 1
    return at


@kernel
def place_of(recording: Recording, turn: int, seat: int, players: int) -> tuple[int, int]:
    """Return which sample of a turn tells of a seat, and the first of its targets that do."""
    if SEATS_TOLD == 1:
        return recording.first[turn] + seat, 0
    return recording.first[turn], first_output(seat, recording.seen_from[turn], players)


@kernel_part
def write_results(recording: Recording, terms: Any, turns: int, td_lambda: float) -> None:
    """Write the targets of the turns that were taken in a game that is over."""
    state, samples = recording.state[0], recording.samples
    players = wide(state.players)
    for seat in range(players):
        own = score(state, terms[0], seat)
        best = -10000
        for other in range(players):
            if other != seat:
                best = max(best, score(state, terms[0], other))
        lead = float(own - best) / LEAD_UNIT
        share = result_of(state, terms[0], seat) - value_of(0.0, lead * LEAD_UNIT)
        for turn in range(turns - 1, -1, -1):
            at, told = place_of(recording, turn, seat, players)
            samples.target[at, told] = share
            samples.target[at, told + 1] = own / SCORE_UNIT
            samples.target[at, told + 2] = lead
            samples.is_played[at] = True
            share = td_lambda * share + (1.0 - td_lambda) * recording.seen[0, turn, seat]
            lead = td_lambda * lead + (1.0 - td_lambda) * recording.seen[1, turn, seat]


@kernel_entry
def draw_wasteful(work: Workspace) -> int:
    """Draw one of the decisions that are not sensible to begin with; put it first in ``lists[0]``, -1 without any."""
    state, terms, lists = work.listing.states[0], work.terms[0], work.listing.lists
    count, kept = wide(decisions(state, terms, lists[0])), wide(sensible(state, terms, lists[1]))
    found, left = wide(-1), count - kept
    place = wide(0)
    for k in range(count):
        # Both lists rise.
        if place < kept and lists[1, place] == lists[0, k]:
            place += 1
        elif found < 0 and below(work.generator, left) == 0:
            found = wide(lists[0, k])
        else:
            left -= 1
    lists[0, 0] = found
    return found


@kernel_part
def take_any_turn(work: Workspace, decision: int) -> None:
    """Take a turn in ``work.listing.states[0]`` that begins with a decision and goes on by random ones."""
    states, out = work.listing.states, work.listing.lists[0]
    count = wide(take(states[0], work.terms[0], decision, out))
    while is_inside(states[0]):
        count = wide(take(states[0], work.terms[0], wide(out[below(work.generator, count)]), out))


@kernel_entry
def take_one_ply_turn(work: Workspace, playing: SelfPlaySettings, recording: Recording, written: int) -> int:
    """Take a turn from ``recording.state`` by one-ply values and write it; return the number of samples."""
    listing = work.listing
    listing.states[0] = recording.state[0]
    if playing.senseless > 0 and below(work.generator, _FINE) < playing.senseless * _FINE:
        count = wide(decisions(listing.states[0], work.terms[0], listing.lists[0]))
        take_any_turn(work, wide(listing.lists[0, below(work.generator, count)]))
    elif playing.wasteful > 0 and below(work.generator, _FINE) < playing.wasteful * _FINE and draw_wasteful(work) >= 0:
        take_any_turn(work, wide(listing.lists[0, 0]))
    else:
        kept = list_turns(work, work.settings.root_candidates, True)
        turn = draw_turn(listing.value, listing.order, kept, playing, work.generator)
        listing.states[0] = recording.state[0]
        follow(work, listing.turn[turn], int(listing.length[turn]))
    return write_position(work, recording, written, False)


@kernel_entry
def take_searched_turn(
    tree: Tree, work: Workspace, playing: SelfPlaySettings, recording: Recording, written: int, has_hidden: bool
) -> int:
    """Take a turn from ``recording.state`` by a search; write others with many visits, then it; return as above."""
    seat = wide(recording.state[0].seat)
    tree.used[:] = 0
    work.listing.states[0] = recording.state[0]
    search(tree, work, seat if has_hidden else NOBODY, playing.playouts)
    first, edges = int(tree.nodes[0].first_edge), int(tree.nodes[0].edges)
    chosen = draw_edge(tree, seat, playing, work.generator)
    others = 0
    for edge in range(first, first + edges):
        taken = int(tree.edges[edge].taken)
        if edge != chosen and others < OTHERS_AT_MOST and taken * 8 >= playing.playouts:
            others += 1
            written = write_edge(tree, work, recording, edge, written)
    return write_edge(tree, work, recording, chosen, written)


@kernel_entry
def write_edge(tree: Tree, work: Workspace, recording: Recording, edge: int, written: int) -> int:
    """Write the position after a root turn of a search, and return the number of samples."""
    taken = int(tree.edges[edge].taken)
    for seat in range(SEATS_AT_MOST):
        recording.values[seat] = tree.edges[edge].total[seat] / max(taken, 1)
    work.listing.states[0] = recording.state[0]
    take_edge(tree, work, edge)
    return write_position(work, recording, written, taken > 0)


@kernel_entry
def play_game(
    tree: Tree, work: Workspace, playing: SelfPlaySettings, start: Any, recording: Recording, has_hidden: bool
) -> int:
    """Play a game from ``start[0]``, a state after set-up, and return the number of samples written.

    ``recording.samples`` has room for a game (:func:`room_for_a_game`).
    """
    states, state = work.listing.states, recording.state
    state[0] = start[0]
    players = wide(state[0].players)
    written, turns = 0, 0
    while not is_over(state[0]) and turns < TURNS_AT_MOST:
        if playing.playouts > 0:
            written = take_searched_turn(tree, work, playing, recording, written, has_hidden)
        else:
            written = take_one_ply_turn(work, playing, recording, written)
        # The samples of the turn that was taken are the last.
        recording.first[turns] = written - samples_a_position(players)
        recording.seen_from[turns] = viewpoint(states[0], wide(0))
        for seat in range(players):
            at, told = place_of(recording, turns, seat, players)
            recording.seen[0, turns, seat] = recording.samples.target[at, told]
            recording.seen[1, turns, seat] = recording.samples.target[at, told + 2]
        turns += 1
        finish(states[0], work.terms[0], work.generator)
        state[0] = states[0]
    write_results(recording, work.terms, turns, playing.td_lambda)
    return written
