"""What compiled searches are called with that is the same for every game: one class for all of them.

Numba knows a tuple from Python by its fields. Two classes of equal fields would be taken for one another, and each call
with the second would look for its types anew, at a hundred times the cost.
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
    """as wide as the first layer"""
    middle: Floats
    """from the first layer to the second"""
    second: Floats
    """as wide as the second layer"""
    last: Floats
    """from the second layer to the outputs"""
    outputs: Floats
    """as many as outputs"""
    curves: Floats
    """one for each number of seats, by the number of seats: what shares that are told come to, so that they are
    what comes true (``benchmarks/study.py --part honesty``), see ``honest`` in the search; choices do without"""


class Judge(NamedTuple):
    """Scratch for judging one position."""

    places: np.ndarray[Any, np.dtype[np.int16]]
    amounts: Floats
    first: Floats
    second: Floats
    outputs: Floats


class Settings(NamedTuple):
    """How a search looks."""

    has_network: bool
    """whether turns and positions are judged by the network; else by a beginner's eye and random playouts"""
    curiosity: float
    """how much an edge's prior counts against what was found"""
    sharpness: float
    """the prior is exp(value * sharpness), made to add up to 1"""
    widening: float
    """an edge taken n times has at most 1 + widening * sqrt(n) nodes below it"""
    looked_at_most: int
    """different turns judged at the root, at most"""
    glanced_at_most: int
    """the same at every node below"""


class Manner(NamedTuple):
    """How self-play chooses its turns and what it learns from them."""

    playouts: int
    """of a search before each turn; 0: turns are judged at first sight"""
    sharpness: float
    """a turn is as likely as exp(value * sharpness)"""
    careless: float
    """the part of turns that is taken from all kept ones alike"""
    fading: float
    """how much what came later counts; 1: only what came in the end"""
