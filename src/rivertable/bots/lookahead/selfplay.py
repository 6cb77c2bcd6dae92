"""Games that bots play against themselves, written down as what a network can learn from.

Each position after a turn gives a sample for every seat: which inputs are set, and what came of it. The share of the
win to learn is a mean of what came in the end and what was thought of it a turn, two turns, … later, each turn further
away counting ``Manner.fading`` times as much (R. Sutton, Learning to predict by the methods of temporal differences,
1988). What is thought of a position is what the search found below it, or without a search what the network says.

A search also says what other turns than the one taken are worth: those it took often enough give samples as well, for
the share of the win alone.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...core.compiling.addresses import call_by_address
from ...core.compiling.kernel import kernel_entry, kernel_part, wide
from ...core.compiling.random import below
from ..search.arguments import Judge, Network, Settings
from ..search.arguments import Manner as Manner
from .calls import finish, score, write_features
from .game import is_over
from .judging import result_of
from .network import LEAD_UNIT, SCORE_UNIT, SEATS_AT_MOST, forward, share_of, worth
from .tree import NOBODY, Tree
from .tree import search as search_entry
from .turns import Desk, follow
from .turns import list_turns as list_turns_entry

list_turns = call_by_address(list_turns_entry)
search = call_by_address(search_entry)

TURNS_AT_MOST = 400
"""Longer games are cut off."""
OTHERS_AT_MOST = 3
"""Turns not taken of which samples are written, at most."""
LISTED_ON_AVERAGE = 400
"""More inputs than a sample has on average."""
_FINE = 1 << 20


class Samples(NamedTuple):
    """Samples one after the other."""

    places: Any
    """int16: the inputs that are set, those of all samples"""
    amounts: Any
    """float32: to what they are set"""
    start: Any
    """int64: where each sample's inputs begin; one more than there are samples"""
    target: Any
    """float32, shape (samples, 3): the share of the win, final score / 50, final lead / 20"""
    is_played: Any
    """bool: whether score and lead are known, that is whether the turn was taken"""
    seats: Any
    """int8: the number of seats, so that games of many do not count more"""


class Scribe(NamedTuple):
    """Scratch for writing games down."""

    state: Any
    """one state"""
    first: Any
    """int64, shape (TURNS_AT_MOST,): the first sample of each turn taken"""
    seen: Any
    """float32, shape (TURNS_AT_MOST, SEATS_AT_MOST): the share of the win each seat was thought to have after it"""
    values: Any
    """float32, shape (SEATS_AT_MOST,)"""


def room_for_a_game(players: int, playouts: int) -> int:
    """Return more samples than a game makes."""
    return TURNS_AT_MOST * players * (1 + OTHERS_AT_MOST if playouts else 1)


def new_samples(samples: int) -> Samples:
    """Return room for so many samples."""
    listed = samples * LISTED_ON_AVERAGE
    return Samples(
        np.zeros(listed, np.int16),
        np.zeros(listed, np.float32),
        np.zeros(samples + 1, np.int64),
        np.zeros((samples, 3), np.float32),
        np.zeros(samples, np.bool_),
        np.zeros(samples, np.int8),
    )


def new_scribe(blank_states: Any) -> Scribe:
    """Return scratch; ``blank_states(n)`` gives n blank states."""
    return Scribe(
        blank_states(1),
        np.zeros(TURNS_AT_MOST, np.int64),
        np.zeros((TURNS_AT_MOST, SEATS_AT_MOST), np.float32),
        np.zeros(SEATS_AT_MOST, np.float32),
    )


@kernel_part
def draw_turn(values: Any, order: Any, kept: int, manner: Manner, generator: Any) -> int:
    """Return one of ``kept`` turns, those of a higher value more often; ``order[0]`` is the best."""
    if below(generator, _FINE) < manner.careless * _FINE:
        return int(order[below(generator, kept)])
    whole = 0.0
    chosen = int(order[0])
    for k in range(kept):
        likely = np.exp(manner.sharpness * (values[order[k]] - values[order[0]]))
        whole += likely
        if below(generator, _FINE) * whole < likely * _FINE:
            chosen = int(order[k])
    return chosen


@kernel_part
def draw_edge(tree: Tree, seat: int, manner: Manner, generator: Any) -> int:
    """Return a root turn of a search, those taken often and of a higher value more often."""
    first, edges = int(tree.nodes[0].first_edge), int(tree.nodes[0].edges)
    if below(generator, _FINE) < manner.careless * _FINE:
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
            likely = taken * np.exp(manner.sharpness * (float(tree.edges[edge].total[seat]) / taken - best))
            whole += likely
            if below(generator, _FINE) * whole < likely * _FINE:
                chosen = edge
    return chosen


@kernel_entry
def write_sample(state: Any, terms: Any, seat: int, network: Network, judge: Judge, samples: Samples, at: int) -> None:
    """Write the inputs of a position for a seat as sample ``at``; the outputs for it are left in ``judge``."""
    count = write_features(state, terms, seat, judge.places, judge.amounts)
    first = samples.start[at]
    for k in range(count):
        samples.places[first + k] = judge.places[k]
        samples.amounts[first + k] = judge.amounts[k]
    samples.start[at + 1] = first + count
    samples.seats[at] = state.players
    forward(network, judge, count)


@kernel_part
def write_position(
    desk: Desk, terms: Any, network: Network, judge: Judge, samples: Samples, at: int, values: Any, is_searched: bool
) -> None:
    """Write samples from ``at`` on of ``desk.states[0]``, and each seat's share of the win as target.

    ``values`` are what a search found; else the network says.
    """
    for seat in range(wide(desk.states[0].players)):
        write_sample(desk.states[0], terms[0], seat, network, judge, samples, at + seat)
        share = share_of(judge.outputs[0])
        if is_searched:
            share = min(max(float(values[seat]) - worth(0.0, float(judge.outputs[2]) * LEAD_UNIT), 0.0), 1.0)
        samples.target[at + seat, 0] = share
        samples.is_played[at + seat] = False


@kernel_part
def write_results(state: Any, terms: Any, samples: Samples, scribe: Scribe, turns: int, fading: float) -> None:
    """Write what came of the turns that were taken in a game that is over."""
    players = wide(state.players)
    for seat in range(players):
        own = score(state, terms, seat)
        best = -10000
        for other in range(players):
            if other != seat:
                best = max(best, score(state, terms, other))
        lead = float(own - best)
        target = result_of(state, terms, seat) - worth(0.0, lead)
        for turn in range(turns - 1, -1, -1):
            at = scribe.first[turn] + seat
            samples.target[at, 0] = target
            samples.target[at, 1] = own / SCORE_UNIT
            samples.target[at, 2] = lead / LEAD_UNIT
            samples.is_played[at] = True
            target = fading * target + (1.0 - fading) * scribe.seen[turn, seat]


@kernel_entry
def take_seen(
    desk: Desk,
    terms: Any,
    network: Network,
    judge: Judge,
    generator: Any,
    settings: Settings,
    manner: Manner,
    samples: Samples,
    scribe: Scribe,
    turns: int,
    written: int,
) -> int:
    """Take a turn from ``scribe.state`` at first sight and write it down; return how many samples there are then."""
    desk.states[0] = scribe.state[0]
    kept = list_turns(desk, terms, network, judge, settings.has_network, False, settings.looked_at_most)
    turn = draw_turn(desk.value, desk.order, kept, manner, generator)
    desk.states[0] = scribe.state[0]
    follow(desk, terms, desk.turn[turn], int(desk.length[turn]))
    write_position(desk, terms, network, judge, samples, written, scribe.values, False)
    scribe.first[turns] = written
    for seat in range(wide(desk.states[0].players)):
        scribe.seen[turns, seat] = samples.target[written + seat, 0]
    return written + wide(desk.states[0].players)


@kernel_entry
def take_searched(
    tree: Tree,
    desk: Desk,
    terms: Any,
    network: Network,
    judge: Judge,
    generator: Any,
    settings: Settings,
    manner: Manner,
    samples: Samples,
    scribe: Scribe,
    turns: int,
    written: int,
    has_hidden: bool,
) -> int:
    """Take a turn from ``scribe.state`` after a search and write it down, and others that were looked at often."""
    seat = wide(scribe.state[0].seat)
    tree.used[:] = 0
    desk.states[0] = scribe.state[0]
    search(tree, desk, terms, network, judge, generator, settings, seat if has_hidden else NOBODY, manner.playouts)
    first, edges = int(tree.nodes[0].first_edge), int(tree.nodes[0].edges)
    chosen = draw_edge(tree, seat, manner, generator)
    players = wide(scribe.state[0].players)
    others = 0
    for edge in range(first, first + edges):
        taken = int(tree.edges[edge].taken)
        if edge != chosen and others < OTHERS_AT_MOST and taken * 8 >= manner.playouts:
            others += 1
            written = write_edge(tree, desk, terms, network, judge, samples, scribe, edge, written)
    scribe.first[turns] = written
    written = write_edge(tree, desk, terms, network, judge, samples, scribe, chosen, written)
    for seat in range(players):
        scribe.seen[turns, seat] = samples.target[written - players + seat, 0]
    return written


@kernel_entry
def write_edge(
    tree: Tree,
    desk: Desk,
    terms: Any,
    network: Network,
    judge: Judge,
    samples: Samples,
    scribe: Scribe,
    edge: int,
    written: int,
) -> int:
    """Write the position after a root turn of a search, and return how many samples there are then."""
    taken = int(tree.edges[edge].taken)
    for seat in range(SEATS_AT_MOST):
        scribe.values[seat] = tree.edges[edge].total[seat] / max(taken, 1)
    desk.states[0] = scribe.state[0]
    start = int(tree.edges[edge].start)
    follow(desk, terms, tree.decisions[start : start + int(tree.edges[edge].length)], int(tree.edges[edge].length))
    write_position(desk, terms, network, judge, samples, written, scribe.values, taken > 0)
    return written + wide(desk.states[0].players)


@kernel_entry
def play_game(
    tree: Tree,
    desk: Desk,
    terms: Any,
    network: Network,
    judge: Judge,
    generator: Any,
    settings: Settings,
    manner: Manner,
    start: Any,
    samples: Samples,
    scribe: Scribe,
    has_hidden: bool,
) -> int:
    """Play a game from ``start[0]``, a state after set-up, and return the number of samples written.

    ``samples`` has room for a game (:func:`room_for_a_game`).
    """
    written, turns = 0, 0
    scribe.state[0] = start[0]
    while not is_over(scribe.state[0]) and turns < TURNS_AT_MOST:
        if manner.playouts > 0:
            written = take_searched(
                tree, desk, terms, network, judge, generator, settings, manner, samples, scribe, turns, written,
                has_hidden,
            )  # fmt: skip
        else:
            written = take_seen(
                desk, terms, network, judge, generator, settings, manner, samples, scribe, turns, written
            )
        turns += 1
        finish(desk.states[0], terms[0], generator)
        scribe.state[0] = desk.states[0]
    write_results(scribe.state[0], terms[0], samples, scribe, turns, manner.fading)
    return written
