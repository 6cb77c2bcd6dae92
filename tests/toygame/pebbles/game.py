"""Pebbles as the registry knows it."""

from __future__ import annotations

from rivertable.core.compiling.template import Kernel
from rivertable.core.game import Game
from rivertable.core.options import NumberOption, OptionSet

from . import documents, moves, pictures, printed
from .board import PebblesBoard, PebblesPosition, PebblesView
from .kernel import learning, primitives

GAME = Game(
    "pebbles",
    "Pebbles",
    players=range(2, 4),
    options=OptionSet(
        NumberOption("hand_size", "How many pebbles a hand begins with.", "P2", 2, 4),
        presets={"standard": {"hand_size": 3}},
    ),
    has_hidden=True,
    position_class=PebblesPosition,
    view_class=PebblesView,
    kernel=Kernel("pebbles", primitives),
    moves=moves,
    documents=documents,
    printed=printed,
    pictures=pictures,
    learning=learning,
    counting=moves,
)
PebblesBoard.game = GAME
