"""The learned evaluation inside compiled code: a small network over a list of inputs.

    inputs (sparse) -> first layer -> second layer -> share of the win, score, lead

Only the inputs that are set cost anything in the first layer, which holds nearly all weights. A position is judged
after a turn and before chance acts: what will be drawn is averaged by what was learned.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...core.compiling.kernel import kernel, kernel_entry, wide
from ..search.arguments import Judge, Network
from .calls import score, write_features
from .game import FEATURES, LISTED_AT_MOST, is_decided

FIRST, SECOND = 64, 32
"""Width of the two layers."""
OUTPUTS = 3
"""The share of the win as a logit; the final score / 50; the final lead over the best other seat / 20."""
SCORE_UNIT, LEAD_UNIT = 50.0, 20.0
SEATS_AT_MOST = 5
BENDS = 9
"""A curve of shares is straight between its points, which lie at (k / BENDS) ** 2: closer where shares are small."""
_NOTHING = np.float32(0)
LEAD_PART = 0.05
"""How much of a value is the lead, as far as one unit: so that also who has won or lost plays on sensibly."""


def blank_network() -> Network:
    """Return a network whose weights are all 0; shares are told as they were learned."""
    shapes = ((FEATURES, FIRST), (FIRST,), (FIRST, SECOND), (SECOND,), (SECOND, OUTPUTS), (OUTPUTS,))
    network = Network(*(np.zeros(shape, np.float32) for shape in (*shapes, (SEATS_AT_MOST + 1, BENDS + 1))))
    network.curves[:] = (np.arange(BENDS + 1) / BENDS) ** 2
    return network


def new_judge() -> Judge:
    """Return scratch for :func:`forward`."""
    sizes = (LISTED_AT_MOST, FIRST, SECOND, OUTPUTS)
    return Judge(np.zeros(LISTED_AT_MOST, np.int16), *(np.zeros(size, np.float32) for size in sizes))


@kernel_entry
def forward(network: Network, judge: Judge, count: int) -> None:
    """Write the outputs for the ``count`` inputs that are listed in ``judge``."""
    for k in range(FIRST):
        judge.first[k] = network.first[k]
    for j in range(count):
        place = judge.places[j]
        amount = judge.amounts[j]
        for k in range(FIRST):
            judge.first[k] += amount * network.inputs[place, k]
    for k in range(SECOND):
        judge.second[k] = network.second[k]
    for j in range(0, FIRST, 4):
        # Four at a time, and what is not positive as 0: branches and stores would cost more than the sums.
        one, two = max(judge.first[j], _NOTHING), max(judge.first[j + 1], _NOTHING)
        three, four = max(judge.first[j + 2], _NOTHING), max(judge.first[j + 3], _NOTHING)
        for k in range(SECOND):
            judge.second[k] += (one * network.middle[j, k] + two * network.middle[j + 1, k]) + (
                three * network.middle[j + 2, k] + four * network.middle[j + 3, k]
            )
    for k in range(OUTPUTS):
        judge.outputs[k] = network.outputs[k]
    for j in range(SECOND):
        amount = judge.second[j]
        if amount > 0:
            for k in range(OUTPUTS):
                judge.outputs[k] += amount * network.last[j, k]


@kernel
def share_of(logit: float) -> float:
    """Return the probability that a logit means."""
    return 1.0 / (1.0 + math.exp(-logit))


@kernel
def honest(curve: Any, share: float) -> float:
    """Return what a curve says to a share that was learned; what it says to all seats is made to add up to 1 again."""
    bend = min(int(BENDS * math.sqrt(share)), BENDS - 1)
    part = (share * (BENDS * BENDS) - bend * bend) / (2 * bend + 1)
    return float(curve[bend]) * (1.0 - part) + float(curve[bend + 1]) * part


@kernel
def worth(share: float, lead: float) -> float:
    """Return the value of a share of the win and a lead in points."""
    return share + LEAD_PART * min(max(lead / LEAD_UNIT, -1.0), 1.0)


@kernel_entry
def judge_seat(state: Any, terms: Any, seat: int, network: Network, judge: Judge) -> float:
    """Return the value of a position after a turn for one seat; exactly where nothing can be decided any more."""
    if is_decided(state):
        return result_of(state, terms, seat)
    forward(network, judge, write_features(state, terms, seat, judge.places, judge.amounts))
    return worth(share_of(judge.outputs[0]), float(judge.outputs[2]) * LEAD_UNIT)


@kernel_entry
def result_of(state: Any, terms: Any, seat: int) -> float:
    """Return the value of a game that is over, or as good as over, for one seat: ties share the win."""
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
    """Return the share of the win of a seat's points, the others' most, and how many seats have as many."""
    return 0.0 if own < best else (1.0 / tied if own == best else 1.0)


@kernel
def result_by(own: int, best: int, tied: int) -> float:
    """Return the value of a result, from the same numbers as :func:`share_by`."""
    return worth(share_by(own, best, tied), float(own - best))


@kernel_entry
def judge_result(state: Any, terms: Any, values: Any) -> None:
    """Write what a game that is over, or as good as over, brought every seat, as :func:`judge_all` does."""
    players = wide(state.players)
    best, tied = -10000, 0
    for seat in range(players):
        values[seat] = result_of(state, terms, seat)
        points = score(state, terms, seat)
        values[2 * SEATS_AT_MOST + seat] = points
        tied = 1 if points > best else tied + int(points == best)
        best = max(best, points)
    for seat in range(players):
        values[SEATS_AT_MOST + seat] = share_by(int(values[2 * SEATS_AT_MOST + seat]), best, tied)


@kernel_entry
def judge_all(state: Any, terms: Any, network: Network, judge: Judge, values: Any) -> None:
    """Write the value of a position after a turn for every seat, then its share of the win, then its score.

    ``values`` is float32 with three times room for the most seats. The share in a value is as it was learned, the
    other is as it comes true.
    """
    if is_decided(state):
        judge_result(state, terms, values)
        return
    players = wide(state.players)
    total, told = 0.0, 0.0
    for seat in range(players):
        forward(network, judge, write_features(state, terms, seat, judge.places, judge.amounts))
        share = share_of(judge.outputs[0])
        values[seat] = share
        values[SEATS_AT_MOST + seat] = worth(0.0, float(judge.outputs[2]) * LEAD_UNIT)
        values[2 * SEATS_AT_MOST + seat] = judge.outputs[1] * SCORE_UNIT
        total += share
    for seat in range(players):
        told += honest(network.curves[players], float(values[seat]) / total)
    for seat in range(players):
        share = float(values[seat]) / total
        values[seat] = share + values[SEATS_AT_MOST + seat]
        values[SEATS_AT_MOST + seat] = honest(network.curves[players], share) / told
