"""Games that the network plays against itself, written down as what it can learn from.

Each position after a turn gives a sample for every seat: which inputs are set, and what came of it. The share of the
win to learn is a mean of what came in the end and what the network itself thought a turn, two turns, … later, each turn
further away counting :data:`FADING` times as much (R. Sutton, Learning to predict by the methods of temporal
differences, 1988).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...core.kernel import kernel, kernel_entry
from ...core.random import below
from .game import finish, is_over, score, write_features
from .network import LEAD_UNIT, SCORE_UNIT, Judge, Network, forward, share_of
from .turns import Desk, follow, list_turns

FADING = 0.95
TURNS_AT_MOST = 1000
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
    weight: Any
    """int8: the number of seats, so that games of many do not count more"""


class Manner(NamedTuple):
    """How self-play chooses its turns."""

    has_network: bool
    sharpness: float
    """a turn is as likely as exp(value * sharpness)"""
    careless: float
    """the part of turns that is taken from all kept ones alike"""
    looked_at_most: int


def new_samples(samples: int, listed: int) -> Samples:
    """Give room for so many samples with so many set inputs in all."""
    return Samples(
        np.zeros(listed, np.int16),
        np.zeros(listed, np.float32),
        np.zeros(samples + 1, np.int64),
        np.zeros((samples, 3), np.float32),
        np.zeros(samples, np.int8),
    )


@kernel
def pick_turn(desk: Desk, kept: int, manner: Manner, generator: Any) -> int:
    """Give one of the kept turns, better ones more often."""
    if below(generator, _FINE) < manner.careless * _FINE:
        return int(desk.order[below(generator, kept)])
    best = desk.value[desk.order[0]]
    whole = 0.0
    for k in range(kept):
        whole += np.exp(manner.sharpness * (desk.value[k] - best))
    ticket = whole * below(generator, _FINE) / _FINE
    for k in range(kept):
        ticket -= np.exp(manner.sharpness * (desk.value[k] - best))
        if ticket < 0:
            return k
    return int(desk.order[0])


@kernel
def write_sample(state: Any, terms: Any, seat: int, network: Network, judge: Judge, samples: Samples, at: int) -> float:
    """Write the inputs of a position as sample ``at``; give the share of the win that the network sees."""
    count = write_features(state, terms, seat, judge.places, judge.amounts)
    first = samples.start[at]
    for k in range(count):
        samples.places[first + k] = judge.places[k]
        samples.amounts[first + k] = judge.amounts[k]
    samples.start[at + 1] = first + count
    samples.weight[at] = state.players
    forward(network, judge, count)
    return share_of(judge.outputs[0])


@kernel
def write_targets(state: Any, terms: Any, samples: Samples, first: int, turns: int, seen: Any, fading: float) -> None:
    """Write what came of the samples of a game that is over; ``seen`` is what the network saw, by turn and seat."""
    players = int(state.players)
    for seat in range(players):
        own = score(state, terms, seat)
        best, tied = -10000, 1
        for other in range(players):
            if other != seat:
                points = score(state, terms, other)
                best = max(best, points)
                tied += int(points == own)
        target = 0.0 if own < best else (1.0 / tied if own == best else 1.0)
        for turn in range(turns - 1, -1, -1):
            at = first + turn * players + seat
            samples.target[at, 0] = target
            samples.target[at, 1] = own / SCORE_UNIT
            samples.target[at, 2] = (own - best) / LEAD_UNIT
            target = fading * target + (1.0 - fading) * seen[turn, seat]


@kernel_entry
def play_games(
    desk: Desk,
    blank: Any,
    terms: Any,
    network: Network,
    judge: Judge,
    generator: Any,
    manner: Manner,
    starts: Any,
    samples: Samples,
    seen: Any,
) -> int:
    """Play a game from each of ``starts`` (states after set-up); give the number of samples written.

    ``seen`` is scratch, float32, shape (TURNS_AT_MOST, SEATS_AT_MOST). Ends early when there is no room for one more.
    """
    written = 0
    fading = FADING if manner.has_network else 1.0
    for game in range(starts.shape[0]):
        players = int(starts[game].players)
        room = samples.target.shape[0] - written
        if room < TURNS_AT_MOST * players or samples.places.shape[0] - samples.start[written] < room // 2:
            return written
        blank[0] = starts[game]
        turns = 0
        while not is_over(blank[0]) and turns < TURNS_AT_MOST:
            desk.states[0] = blank[0]
            kept = list_turns(desk, terms, network, judge, manner.has_network, manner.looked_at_most)
            turn = pick_turn(desk, kept, manner, generator)
            desk.states[0] = blank[0]
            follow(desk, terms, desk.turn[turn], int(desk.length[turn]))
            for seat in range(players):
                at = written + turns * players + seat
                seen[turns, seat] = write_sample(desk.states[0], terms[0], seat, network, judge, samples, at)
            turns += 1
            finish(desk.states[0], terms[0], generator)
            blank[0] = desk.states[0]
        write_targets(blank[0], terms[0], samples, written, turns, seen, fading)
        written += turns * players
    return written
