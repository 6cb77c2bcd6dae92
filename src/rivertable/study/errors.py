"""Refusals of studying games."""

from __future__ import annotations

from ..core.errors import RivertableError


class ReviewError(RivertableError, ValueError):
    """A game that cannot be reviewed, or not like this."""

    code = "no-review"


class AnalysisError(RivertableError, ValueError):
    """A request that the analysis service cannot do."""

    code = "no-analysis"


class PuzzleError(RivertableError, ValueError):
    """A file that holds no puzzles."""

    code = "no-puzzle"
