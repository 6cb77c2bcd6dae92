"""The learned evaluation inside compiled code: a small network over a list of inputs.

    inputs (sparse) -> first layer -> second layer -> win share, score, lead

The first layer holds nearly all weights, and only the inputs that are set cost anything there. A position is evaluated
after a turn and before chance acts, so the network has learned the average over chance outcomes.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...core.compiling.kernel import call_by_address, kernel, kernel_entry, wide
from ..search.arguments import Layers, Network
from .game import FEATURES, LISTED_AT_MOST, is_decided, score, write_features

FIRST, SECOND = 64, 32
"""Width of the two layers."""
OUTPUTS = 3
"""The win share as a logit; the final score / 50; the final lead over the best other seat / 20."""
SCORE_UNIT, LEAD_UNIT = 50.0, 20.0
SEATS_AT_MOST = 5
BENDS = 9
"""A calibration curve is linear between its points at (k / BENDS) ** 2, which are denser where win shares are small."""
_NOTHING = np.float32(0)
LEAD_PART = 0.05
"""The weight of the lead in a value, up to one unit: so a seat that has already won or lost still plays on sensibly."""


def blank_network() -> Network:
    """Return a network whose weights are all 0 and whose calibration changes nothing."""
    shapes = ((FEATURES, FIRST), (FIRST,), (FIRST, SECOND), (SECOND,), (SECOND, OUTPUTS), (OUTPUTS,))
    network = Network(*(np.zeros(shape, np.float32) for shape in (*shapes, (SEATS_AT_MOST + 1, BENDS + 1))))
    network.curves[:] = (np.arange(BENDS + 1) / BENDS) ** 2
    return network


def new_layers() -> Layers:
    """Return scratch for :func:`forward`."""
    sizes = (LISTED_AT_MOST, FIRST, SECOND, OUTPUTS)
    return Layers(np.zeros(LISTED_AT_MOST, np.int16), *(np.zeros(size, np.float32) for size in sizes))


@kernel_entry
def forward(network: Network, layers: Layers, count: int) -> None:
    """Write the outputs for the first ``count`` inputs listed in ``layers``."""
    for k in range(FIRST):
        layers.first[k] = network.first[k]
    for j in range(count):
        place = layers.places[j]
        amount = layers.amounts[j]
        for k in range(FIRST):
            layers.first[k] += amount * network.inputs[place, k]
    for k in range(SECOND):
        layers.second[k] = network.second[k]
    for j in range(0, FIRST, 4):
        # Four at a time, with negative numbers as 0: branches and stores would cost more than the sums.
        one, two = max(layers.first[j], _NOTHING), max(layers.first[j + 1], _NOTHING)
        three, four = max(layers.first[j + 2], _NOTHING), max(layers.first[j + 3], _NOTHING)
        for k in range(SECOND):
            layers.second[k] += (one * network.middle[j, k] + two * network.middle[j + 1, k]) + (
                three * network.middle[j + 2, k] + four * network.middle[j + 3, k]
            )
    for k in range(OUTPUTS):
        layers.outputs[k] = network.outputs[k]
    for j in range(SECOND):
        amount = layers.second[j]
        if amount > 0:
            for k in range(OUTPUTS):
                layers.outputs[k] += amount * network.last[j, k]


@kernel
def share_of(logit: float) -> float:
    """Return the probability of a logit."""
    return 1.0 / (1.0 + math.exp(-logit))


@kernel
def calibrated(curve: Any, share: float) -> float:
    """Return the point of a calibration curve at a learned win share; the caller normalises the sum over seats to 1."""
    bend = min(int(BENDS * math.sqrt(share)), BENDS - 1)
    part = (share * (BENDS * BENDS) - bend * bend) / (2 * bend + 1)
    return float(curve[bend]) * (1.0 - part) + float(curve[bend + 1]) * part


@kernel
def value_of(share: float, lead: float) -> float:
    """Return the value of a win share and a lead in points."""
    return share + LEAD_PART * min(max(lead / LEAD_UNIT, -1.0), 1.0)


@kernel_entry
def evaluate_seat_entry(state: Any, terms: Any, seat: int, network: Network, layers: Layers) -> float:
    """Return the value of a position after a turn for one seat: the result itself if no decision is left."""
    if is_decided(state):
        return result_of_entry(state, terms, seat)
    forward(network, layers, write_features(state, terms, seat, layers.places, layers.amounts))
    return value_of(share_of(layers.outputs[0]), float(layers.outputs[2]) * LEAD_UNIT)


@kernel_entry
def result_of_entry(state: Any, terms: Any, seat: int) -> float:
    """Return the value for one seat of a game in which no decision is left; ties share the win."""
    own = score(state, terms, seat)
    best, tied = -10000, 1
    for other in range(wide(state.players)):
        if other != seat:
            points = score(state, terms, other)
            best = max(best, points)
            tied += int(points == own)
    return result_by(own, best, tied)


@kernel
def share_by(own: int, best: int, tied: int) -> float:
    """Return the win share for a seat's points, the most points of the others, and how many seats have as many."""
    return 0.0 if own < best else (1.0 / tied if own == best else 1.0)


@kernel
def result_by(own: int, best: int, tied: int) -> float:
    """Return the value of a result, from the same numbers as :func:`share_by`."""
    return value_of(share_by(own, best, tied), float(own - best))


@kernel_entry
def evaluate_result_entry(state: Any, terms: Any, values: Any) -> None:
    """Write the result of a game in which no decision is left, as :func:`evaluate_all` does."""
    players = wide(state.players)
    best, tied = -10000, 0
    for seat in range(players):
        values[seat] = result_of_entry(state, terms, seat)
        points = score(state, terms, seat)
        values[2 * SEATS_AT_MOST + seat] = points
        tied = 1 if points > best else tied + int(points == best)
        best = max(best, points)
    for seat in range(players):
        values[SEATS_AT_MOST + seat] = share_by(int(values[2 * SEATS_AT_MOST + seat]), best, tied)


@kernel_entry
def evaluate_all_entry(state: Any, terms: Any, network: Network, layers: Layers, values: Any) -> None:
    """Write the value of a position after a turn for every seat, then the win shares, then the scores.

    ``values`` is float32 with three times room for the most seats. The win share inside a value is as learned; the
    separate one is calibrated.
    """
    if is_decided(state):
        evaluate_result_entry(state, terms, values)
        return
    players = wide(state.players)
    total, whole = 0.0, 0.0
    for seat in range(players):
        forward(network, layers, write_features(state, terms, seat, layers.places, layers.amounts))
        share = share_of(layers.outputs[0])
        values[seat] = share
        values[SEATS_AT_MOST + seat] = value_of(0.0, float(layers.outputs[2]) * LEAD_UNIT)
        values[2 * SEATS_AT_MOST + seat] = layers.outputs[1] * SCORE_UNIT
        total += share
    for seat in range(players):
        whole += calibrated(network.curves[players], float(values[seat]) / total)
    for seat in range(players):
        share = float(values[seat]) / total
        values[seat] = share + values[SEATS_AT_MOST + seat]
        values[SEATS_AT_MOST + seat] = calibrated(network.curves[players], share) / whole


# What the search calls: each compiled once, not as a part of every caller.
evaluate_all = call_by_address(evaluate_all_entry)
evaluate_result = call_by_address(evaluate_result_entry)
evaluate_seat = call_by_address(evaluate_seat_entry)
result_of = call_by_address(result_of_entry)
