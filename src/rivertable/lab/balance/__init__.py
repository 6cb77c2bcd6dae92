"""Balance: what many games say about seats, scores, length, drama and each thing used, and what a change changes."""

from .noted import Noted, note_games
from .page import report_page
from .report import balance
from .settings import Asked, Setting

__all__ = ["Asked", "Noted", "Setting", "balance", "note_games", "report_page"]
