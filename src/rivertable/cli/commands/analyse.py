"""``rivertable analyse``: the analysis service on standard input and output, for other people's programs."""

from __future__ import annotations

import sys

from ... import __version__
from ...core.game import GAMES
from ...study.analysis.service import Answer, Service
from ..shared.console import say_json
from ..shared.warming import warm_to_study


def analyse() -> None:
    """Answer requests for analysis: JSON, one object a line, until the input ends (docs: Analysis)."""
    for game in GAMES.values():
        warm_to_study(game)

    def answer(found: Answer) -> None:
        say_json(found.model_dump(mode="json"))
        sys.stdout.flush()

    Service(answer, __version__).run(sys.stdin)
