"""Balance: what many games say about seats, scores, length, drama and each thing used, and what a change changes."""

from .findings import metrics_tables, missed_targets, report_findings, sweep_findings
from .games import METRICS, GameArrays, play_jobs, stack_games
from .pages import report_page, sweep_page
from .questions import Question, Setting, Variation, now_of, read_variation, values_of
from .reports import balance, sweep

__all__ = [
    "METRICS",
    "GameArrays",
    "Question",
    "Setting",
    "Variation",
    "balance",
    "metrics_tables",
    "missed_targets",
    "now_of",
    "play_jobs",
    "read_variation",
    "report_findings",
    "report_page",
    "stack_games",
    "sweep",
    "sweep_findings",
    "sweep_page",
    "values_of",
]
