"""River Valley Glassworks as the registry knows it: every part of the game's folder under one name."""

from __future__ import annotations

from ..core.compiling.template import Kernel
from ..core.game import Game
from ..core.options import BooleanOption, OptionSet
from . import documents, measured, moves, pictures, rivals, rows, study, telling
from .board import GlassworksBoard, GlassworksPosition, GlassworksView
from .kernel import observation, primitives
from .printed import components

GAME = Game(
    "glassworks",
    "River Valley Glassworks",
    players=range(2, 6),
    options=OptionSet(
        BooleanOption("inventory_counts_overflow", "The inventory marker counts pieces in overflow too.", "G23"),
        BooleanOption("lake_draws_after_trigger", "The lake may be drawn from after the end is triggered.", "G32"),
        presets={
            "rulebook": {"inventory_counts_overflow": False, "lake_draws_after_trigger": True},
            "bga": {"inventory_counts_overflow": True, "lake_draws_after_trigger": False},
        },
    ),
    has_hidden=False,
    position_class=GlassworksPosition,
    view_class=GlassworksView,
    kernel=Kernel("glassworks", primitives),
    moves=moves,
    documents=documents,
    printed=components,
    pictures=pictures,
    learning=observation,
    counting=study,
    sheet=documents,
    study=study.STUDY,
    rows=rows,
    telling=telling,
    measured=measured.MEASURED,
    rivals=rivals.RIVALS,
)
GlassworksBoard.game = GAME
