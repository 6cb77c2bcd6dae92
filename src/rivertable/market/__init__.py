"""River Market: positions, moves, decks, pictures.

>>> from rivertable.market import Position
>>> position = Position.new(players=3, seed=1)
>>> position.phase
'mulligan'
"""

from .board import Booth, Breakdown, ScoredCard, SeatBoard
from .board import MarketPosition as Position
from .board import MarketView as View
from .game import GAME
from .moves.notation import Build, Done, Hire, Keep, MarketMove, Move, Pass, Redraw, Time
from .printed.components import MarketComponents
from .printed.deck import Card, Deck, DeckError

__all__ = [
    "GAME",
    "Booth",
    "Breakdown",
    "Build",
    "Card",
    "Deck",
    "DeckError",
    "Done",
    "Hire",
    "Keep",
    "MarketComponents",
    "MarketMove",
    "Move",
    "Pass",
    "Position",
    "Redraw",
    "ScoredCard",
    "SeatBoard",
    "Time",
    "View",
]
