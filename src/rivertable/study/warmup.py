"""What a table needs compiled, task by task: the rules, its bots, and what reviews and hints need."""

from __future__ import annotations

from ..bots import warmup
from ..core.compiling.warmup import Task
from ..core.game import Game
from .analysis.evaluator import Eye
from .analysis.searcher import Searcher
from .review.luck import dealt


def _study(game: Game) -> None:
    """Look at a throw-away position as reviews do."""
    terms = game.make_terms(2)
    position = dealt(terms, 0, 1)
    turn = game.decisions_of(position, next(iter(position.moves())))
    Eye(terms).shares(position)
    Searcher(terms, 4).search(position, turn, 4, seed=1)


STUDY = Task("study", "reviews and hints", _study, seconds=1, after=warmup.SEARCH)
TASKS = (*warmup.TASKS, STUDY)
"""All that a table needs, in the order in which it is needed."""
