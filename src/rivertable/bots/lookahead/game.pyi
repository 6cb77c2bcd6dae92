"""A game's rules as looking ahead calls them.

This folder's other modules are the one implementation of search. They are loaded once a game, with the game's
:mod:`rivertable.core.engine.calls` in the place of this one: so compiled code calls compiled rules directly, and comes
from the cache in the next process.
"""

from ...core.engine.calls import *
