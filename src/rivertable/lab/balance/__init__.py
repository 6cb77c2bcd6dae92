"""Balance: what many games say about seats, scores, length, drama and each thing used, and what a change changes."""

from .arrays import GameArrays, join_games, stack_games
from .findings import grid_findings, metrics_tables, missed_targets, report_findings, sweep_findings
from .games import METRICS, play_jobs
from .grids import read_grid, sweep_grid
from .pages import grid_page, report_page, sweep_page
from .questions import Question, Setting, Variation, bot_words, now_of, read_variation, values_of
from .reports import balance, sweep

__all__ = [
    "METRICS",
    "GameArrays",
    "Question",
    "Setting",
    "Variation",
    "balance",
    "bot_words",
    "grid_findings",
    "grid_page",
    "join_games",
    "metrics_tables",
    "missed_targets",
    "now_of",
    "play_jobs",
    "read_grid",
    "read_variation",
    "report_findings",
    "report_page",
    "stack_games",
    "sweep",
    "sweep_findings",
    "sweep_grid",
    "sweep_page",
    "values_of",
]
