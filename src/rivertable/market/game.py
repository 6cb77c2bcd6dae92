"""River Market as the registry knows it: every part of the game's folder under one name."""

from __future__ import annotations

from ..core.game import Game
from ..core.options import BooleanOption, NumberOption, OptionSet
from . import consequences, documents, measured, metrics, moves, pictures, rivals, rows, sheet, study, telling
from .board import MarketBoard, MarketPosition, MarketView
from .kernel import KERNEL, observation
from .printed import components

GAME = Game(
    "market",
    "River Market",
    players=range(2, 6),
    options=OptionSet(
        NumberOption(
            "later_seats_coins", "Each seat begins with this many Coins more than the seat before it.", "M23", 0, 2
        ),
        BooleanOption("later_seats_from_third", "The second seat begins with the same Coins as the first.", "M23"),
        BooleanOption(
            "equal_turns",
            "Once the end is triggered, the round is finished before the last two turns.",
            "M114",
        ),
        presets={"rulebook": {"later_seats_coins": 0, "later_seats_from_third": False, "equal_turns": False}},
    ),
    has_hidden=True,
    position_class=MarketPosition,
    view_class=MarketView,
    kernel=KERNEL,
    moves=moves,
    documents=documents,
    printed=components,
    pictures=pictures,
    learning=observation,
    counting=study,
    sheet=sheet,
    study=study.STUDY,
    metrics=metrics,
    rows=rows,
    telling=telling,
    measured=measured.MEASURED,
    rivals=rivals.RIVALS,
    consequences=consequences,
)
MarketBoard.game = GAME
