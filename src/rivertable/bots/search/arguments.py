"""The arguments of compiled searches that are the same for every game.

Numba recognises a named tuple by its fields. If each game had classes of its own with equal fields, Numba would take
them for one another, and each call with the second would look up its types anew, at a hundred times the cost.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

Floats = np.ndarray[Any, np.dtype[np.float32]]


class Network(NamedTuple):
    """Weights, all float32, in the order of the layers."""

    inputs: Floats
    """shape (features, width of the first layer)"""
    first: Floats
    """the biases of the first layer"""
    middle: Floats
    """from the first layer to the second"""
    second: Floats
    """the biases of the second layer"""
    last: Floats
    """from the second layer to the outputs"""
    outputs: Floats
    """the biases of the outputs"""
    curves: Floats
    """the calibration curve for each number of seats: which win share a learned one means
    (``benchmarks/study.py --part curves``). Choices do not use it."""


class Layers(NamedTuple):
    """Scratch for evaluating one position: the inputs that are set, their values, and each layer."""

    places: np.ndarray[Any, np.dtype[np.int16]]
    amounts: Floats
    base: Floats
    """the first layer as far as no turn of the position being listed changes it, before the negative sums are 0"""
    first: Floats
    second: Floats
    outputs: Floats


class SearchSettings(NamedTuple):
    """How the compiled search evaluates and explores."""

    has_network: bool
    """whether the network evaluates turns and positions; if not, the heuristic evaluation and random games do"""
    c_puct: float
    """the weight of an edge's prior against its value"""
    prior_temperature: float
    """the prior is the softmax of the one-ply values at this temperature"""
    widening: float
    """an edge taken n times has at most 1 + widening * sqrt(n) nodes below it"""
    root_candidates: int
    """the most different turns that are evaluated at the root"""
    node_candidates: int
    """the same at every node below"""


class SelfPlaySettings(NamedTuple):
    """How self-play chooses its turns, and what it learns from them."""

    playouts: int
    """of a search before each turn; 0: turns are chosen by one-ply values"""
    inverse_temperature: float
    """a turn is as likely as exp(value * inverse_temperature)"""
    exploration: float
    """the part of turns that is drawn from all kept ones with equal probability"""
    td_lambda: float
    """the weight of later turns in a target; 1: only the result counts"""
    senseless: float
    """the part of turns whose decisions are drawn from all legal ones with equal probability"""
    wasteful: float
    """the same of turns that begin with a decision which no sensible player considers, where there is one"""


class SeatedBots(NamedTuple):
    """The bots of a game by seat, as compiled code plays them."""

    is_random: np.ndarray[Any, Any]
    """bool: whether each decision is taken at random; if not, turns are chosen by one-ply values"""
    has_network: np.ndarray[Any, Any]
    """bool: whether the network evaluates the turns; if not, the heuristic evaluation does"""
    candidates: np.ndarray[Any, Any]
    """int64: about how many different turns are evaluated"""
    tolerance: np.ndarray[Any, Any]
    """float64: how much worse than the best a turn may be that counts as equal, in average differences"""
    seeds: np.ndarray[Any, Any]
    """uint64: the state of the simulator of a random bot, the seed of another"""
    simulator: np.ndarray[Any, Any]
    """uint64, shape (1,): scratch for settling ties"""


class MatchScratch(NamedTuple):
    """Room for playing a game."""

    states: Any
    """one state"""
    blank: Any
    """one that is blank"""
    turn: np.ndarray[Any, Any]
    """int16: room for the decisions of a turn"""
    out: np.ndarray[Any, Any]
    """int16: room for a list of decisions or outcomes"""
    weights: np.ndarray[Any, Any]
    """int16: the same for their weights"""


class GameLog(NamedTuple):
    """Whole games, one after another. Arrays of turns without room are not written."""

    totals: np.ndarray[Any, Any]
    """int32, shape (games, seats): final points"""
    turns: np.ndarray[Any, Any]
    """int64, shape (games,): how many turns were taken"""
    decisions: np.ndarray[Any, Any]
    """int64, shape (games,): of how many decisions they were made"""
    starts: Any
    """the state after set-up of each game, where turns are written"""
    seats: np.ndarray[Any, Any]
    """int8, by turn: who took it"""
    choices_end: np.ndarray[Any, Any]
    """int64, by turn: where its decisions end in ``choices``; they begin where those of the turn before end"""
    outcomes_end: np.ndarray[Any, Any]
    """int64, by turn: the same for ``outcomes``"""
    after: Any
    """by turn: the state after what chance then did"""
    choices: np.ndarray[Any, Any]
    """int16: the decisions of all turns"""
    outcomes: np.ndarray[Any, Any]
    """int16: the outcomes of chance after all turns; those of set-up are left out"""
