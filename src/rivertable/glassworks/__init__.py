"""River Valley Glassworks: positions, moves, printed data, pictures.

>>> from rivertable.glassworks import Position
>>> position = Position.new(players=3, seed=1)
>>> position.seat
0
"""

from .board import Breakdown, Column, SeatBoard, Tile
from .board import GlassworksPosition as Position
from .board import GlassworksView as View
from .game import GAME
from .moves.notation import Draw, GlassworksMove, Pass, Place
from .printed.components import GlassworksComponents
from .printed.pieces import Piece

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
