"""River Valley Glassworks: positions, moves, printed data, pictures.

>>> from rivertable.glassworks import Position
>>> position = Position.new(players=3, seed=1)
>>> position.seat
0
"""

from .board import Breakdown, Column, SeatBoard, Tile
from .game import GAME
from .moves.moves import Draw, GlassworksMove, Pass, Place
from .printed.components import GlassworksComponents
from .printed.pieces import Piece
from .view import GlassworksPosition as Position
from .view import GlassworksView as View

__all__ = [
    "GAME",
    "Breakdown",
    "Column",
    "Draw",
    "GlassworksComponents",
    "GlassworksMove",
    "Pass",
    "Piece",
    "Place",
    "Position",
    "SeatBoard",
    "Tile",
    "View",
]
