"""A game's rules as other compiled code calls them: the large ones where they lie, each compiled once.

As parts of every function that calls them they would take most of the time of compiling. Steps of many games at once
and random games contain them instead: there nothing may come between.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..compiling.kernel import call_by_address
from . import game, turns
from .game import CHOICES_AT_MOST as CHOICES_AT_MOST
from .game import FEATURES as FEATURES
from .game import LISTED_AT_MOST as LISTED_AT_MOST
from .game import NETWORK_WIDTH as NETWORK_WIDTH
from .game import OWN_TURNS_AHEAD as OWN_TURNS_AHEAD
from .game import SEATS_TOLD as SEATS_TOLD
from .game import STATE
from .game import TURN_AT_MOST as TURN_AT_MOST
from .game import conceal as conceal
from .game import deal_hidden as deal_hidden
from .game import is_decided as is_decided
from .game import is_inside as is_inside
from .game import is_over as is_over
from .game import start as start
from .game import viewpoint as viewpoint

canonicalize = call_by_address(game.canonicalize)
decisions = call_by_address(game.decisions)
happen = call_by_address(game.happen)
outcomes = call_by_address(game.outcomes)
project = call_by_address(game.project)
score = call_by_address(game.score)
sensible = call_by_address(game.sensible)
write_changing = call_by_address(game.write_changing)
write_features = call_by_address(game.write_features)
write_lasting = call_by_address(game.write_lasting)
write_observation = call_by_address(game.write_observation)
finish = call_by_address(turns.finish)
playout = call_by_address(turns.playout)
take = call_by_address(turns.take)


def new_states(count: int) -> np.ndarray[Any, Any]:
    """Return an array of ``count`` blank states."""
    return np.zeros(count, dtype=STATE)
