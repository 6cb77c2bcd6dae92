"""The games for OpenSpiel, by the names ``rivertable_glassworks`` and ``rivertable_market``.

Needs the extra ``openspiel``. Importing this registers them; ``pyspiel.load_game("rivertable_market(players=3)")``
loads one.

| version | change |
|---|---|
| 0 | the first |
"""

from .table import GlassworksTable, MarketTable, TableGame, TableObserver, TableState

__all__ = ["GlassworksTable", "MarketTable", "TableGame", "TableObserver", "TableState"]
