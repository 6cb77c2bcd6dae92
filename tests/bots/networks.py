"""A network of random weights, and what it says worked out by NumPy alone."""

from __future__ import annotations

from typing import Any

import numpy as np

from rivertable.bots.lookahead import lookahead
from rivertable.core.game import Game


def random_network(game: Game, seed: int) -> Any:
    """Return a network whose outputs differ enough between positions to order turns."""
    rng = np.random.default_rng(seed)
    network = lookahead(game).network.blank_network()
    for array in network[:-1]:
        array[:] = rng.normal(size=array.shape) * (0.3 if array.ndim == 2 else 0.1)
    network.curves[:] = np.cumsum(rng.uniform(0.01, 1, network.curves.shape), axis=1)
    return network


def inputs_of(game: Game, states: Any, terms: Any, seat: int) -> np.ndarray[Any, Any]:
    """Return the inputs of a position as one long vector."""
    rules = game.kernel.primitives
    layers = lookahead(game).network.new_layers()
    count = rules.write_features(states[0], terms[0], seat, layers.places, layers.amounts)
    assert 0 < count <= rules.LISTED_AT_MOST
    places = layers.places[:count]
    assert places.min() >= 0
    assert places.max() < rules.FEATURES
    vector = np.zeros(rules.FEATURES, np.float64)
    np.add.at(vector, places, layers.amounts[:count])
    return vector


def told_of(network: Any, game: Game, states: Any, terms: Any, seat: int) -> np.ndarray[Any, Any]:
    """Return the three outputs that tell of a seat: those of its place in turn order from the viewpoint."""
    rules = game.kernel.primitives
    view = int(rules.viewpoint(states[0], seat))
    place = (seat - view) % int(states[0].players)
    assert place < rules.SEATS_TOLD
    return outputs_of(network, inputs_of(game, states, terms, view))[3 * place : 3 * place + 3]


def outputs_of(network: Any, inputs: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Return the outputs of a network."""
    first = np.maximum(inputs @ network.inputs + network.first, 0)
    second = np.maximum(first @ network.middle + network.second, 0)
    outputs: np.ndarray[Any, Any] = second @ network.last + network.outputs
    return outputs
