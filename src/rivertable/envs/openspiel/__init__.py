"""The games for OpenSpiel, by the names ``rivertable_NAME``.

Needs the extra ``openspiel``. Importing this registers them; ``pyspiel.load_game("rivertable_NAME(players=3)")`` loads
one. What changed with each version stands on the page of the game's environment.
"""

from .table import CLASSES, TableGame, TableObserver, TableState

__all__ = ["CLASSES", "TableGame", "TableObserver", "TableState"]
