"""The game's rules as the search calls them: where they lie, each compiled once.

As parts of every function that calls them they would take most of the time of compiling.
"""

from __future__ import annotations

from ...core.compiling.addresses import call_by_address
from . import game

finish = call_by_address(game.finish)
forget = call_by_address(game.forget)
happen = call_by_address(game.happen)
list_first = call_by_address(game.list_first)
list_outcomes = call_by_address(game.list_outcomes)
list_sensible = call_by_address(game.list_sensible)
playout = call_by_address(game.playout)
project = call_by_address(game.project)
score = call_by_address(game.score)
take = call_by_address(game.take)
write_features = call_by_address(game.write_features)
