"""The learned evaluation inside compiled code: a small network over a list of inputs.

    inputs (sparse) -> first layer -> second layer -> win share, score, lead; of one seat, or of each in turn order

The first layer holds nearly all weights, and only the inputs that are set cost anything there. A position is evaluated
after a turn and before chance acts, so the network has learned the average over chance outcomes. A game says of how
many seats its outputs tell (``SEATS_TOLD``), and from whose side a position is seen (``viewpoint``).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...core.compiling.kernel import call_by_address, kernel, kernel_entry, wide
from ..search.arguments import Layers, Network
from .game import (
    FEATURES,
    LISTED_AT_MOST,
    NETWORK_WIDTH,
    SEATS_TOLD,
    is_decided,
    score,
    viewpoint,
    write_changing,
    write_features,
    write_lasting,
)

FIRST, SECOND = NETWORK_WIDTH, 32
"""Width of the two layers."""
OUTPUTS_A_SEAT = 3
"""The win share as a logit; the final score / 50; the final lead over the best other seat / 20."""
OUTPUTS = OUTPUTS_A_SEAT * SEATS_TOLD
"""Those of each seat that is told of, in turn order from the viewpoint."""
SCORE_UNIT, LEAD_UNIT = 50.0, 20.0
SEATS_AT_MOST = 5
PLACES = 0x7FFF
"""The most that the place of an input can be."""
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
    sizes = (LISTED_AT_MOST, FIRST, FIRST, SECOND, OUTPUTS)
    return Layers(np.zeros(LISTED_AT_MOST, np.int16), *(np.zeros(size, np.float32) for size in sizes))


@kernel
def natural_place(layers: Layers, number: int) -> int:
    """Return an input that is listed so that the compiler knows it is no negative number."""
    return wide(layers.places[number]) & PLACES


@kernel_entry
def forward(network: Network, layers: Layers, count: int) -> None:
    """Write the outputs for the first ``count`` inputs listed in ``layers``."""
    for k in range(FIRST):
        layers.first[k] = network.first[k]
    add_inputs(network, layers, layers.first, count)
    finish_forward(network, layers)


@kernel
def add_inputs(network: Network, layers: Layers, sums: Any, count: int) -> None:
    """Add the first ``count`` inputs listed to the sums of the first layer."""
    whole = count // 4 * 4
    for j in range(0, whole, 4):
        # Four at a time, so that the sums are loaded and stored less often than the weights.
        one, two = natural_place(layers, j), natural_place(layers, j + 1)
        three, four = natural_place(layers, j + 2), natural_place(layers, j + 3)
        first, second = layers.amounts[j], layers.amounts[j + 1]
        third, fourth = layers.amounts[j + 2], layers.amounts[j + 3]
        for k in range(FIRST):
            sums[k] += (first * network.inputs[one, k] + second * network.inputs[two, k]) + (
                third * network.inputs[three, k] + fourth * network.inputs[four, k]
            )
    for j in range(whole, count):
        place, amount = natural_place(layers, j), layers.amounts[j]
        for k in range(FIRST):
            sums[k] += amount * network.inputs[place, k]


@kernel
def finish_forward(network: Network, layers: Layers) -> None:
    """Write the second layer and the outputs from the sums of the first layer."""
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
def first_output(seat: int, view: int, players: int) -> int:
    """Return the first of the outputs that tell of a seat, in a position seen from the side of ``view``."""
    return OUTPUTS_A_SEAT * ((seat + players - view) % players)


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


@kernel
def value_told(layers: Layers, told: int) -> float:
    """Return the value that outputs say, of which the first is ``told``."""
    return value_of(share_of(layers.outputs[told]), float(layers.outputs[told + 2]) * LEAD_UNIT)


@kernel_entry
def evaluate_seat_entry(state: Any, terms: Any, seat: int, network: Network, layers: Layers) -> float:
    """Return the value of a position after a turn for one seat: the result itself if no decision is left."""
    if is_decided(state):
        return result_of_entry(state, terms, seat)
    view = wide(viewpoint(state, seat))
    forward(network, layers, write_features(state, terms, view, layers.places, layers.amounts))
    return value_told(layers, first_output(seat, view, wide(state.players)))


@kernel_entry
def prepare_entry(state: Any, terms: Any, network: Network, layers: Layers) -> None:
    """Add up what no turn of the seat on turn changes, for :func:`evaluate_turn_entry`; ``state`` is its start."""
    count = write_lasting(state, terms, wide(state.seat), layers.places, layers.amounts)
    for k in range(FIRST):
        layers.base[k] = network.first[k]
    add_inputs(network, layers, layers.base, count)


@kernel_entry
def evaluate_turn_entry(state: Any, terms: Any, seat: int, network: Network, layers: Layers) -> float:
    """Return what :func:`evaluate_seat_entry` does for the seat that took a turn, from the start that is prepared."""
    if is_decided(state):
        return result_of_entry(state, terms, seat)
    for k in range(FIRST):
        layers.first[k] = layers.base[k]
    count = write_changing(state, terms, seat, layers.places, layers.amounts)
    add_inputs(network, layers, layers.first, count)
    finish_forward(network, layers)
    return value_told(layers, wide(0))


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
    view = wide(-1)
    for seat in range(players):
        if wide(viewpoint(state, seat)) != view:
            view = wide(viewpoint(state, seat))
            forward(network, layers, write_features(state, terms, view, layers.places, layers.amounts))
        told = first_output(seat, view, players)
        share = share_of(layers.outputs[told])
        values[seat] = share
        values[SEATS_AT_MOST + seat] = value_of(0.0, float(layers.outputs[told + 2]) * LEAD_UNIT)
        values[2 * SEATS_AT_MOST + seat] = layers.outputs[told + 1] * SCORE_UNIT
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
evaluate_turn = call_by_address(evaluate_turn_entry)
prepare = call_by_address(prepare_entry)
result_of = call_by_address(result_of_entry)
