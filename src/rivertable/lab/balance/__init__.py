"""Balance: what many games say about seats, scores, length, drama and each thing used, and what a change changes."""

from .game_arrays import Noted, note_games
from .page import of_sweeps, report_page, standing_out, sweep_page
from .playing import play_jobs
from .report import balance
from .settings import Asked, Setting
from .sweep import sweep
from .varying import Variation, now_of, read_variation, values_of

__all__ = [
    "Asked",
    "Noted",
    "Setting",
    "Variation",
    "balance",
    "note_games",
    "now_of",
    "of_sweeps",
    "play_jobs",
    "read_variation",
    "report_page",
    "standing_out",
    "sweep",
    "sweep_page",
    "values_of",
]
