"""The balance report: games played under one setting or two, and every figure of them as plain JSON."""

from __future__ import annotations

from typing import Any

from ..intervals import CONFIDENCE
from .comparing import Chosen, compare, compare_uses, measures
from .drama import drama_figures
from .game_arrays import Noted
from .playing import Play, note_settings, play_jobs
from .settings import Asked
from .whole_games import game_figures, part_figures, seat_figures
from .worth import comparisons, worth_figures

FORMAT = "rivertable-balance/1"


def figures(noted: Noted) -> dict[str, Any]:
    """Return all figures of one setting."""
    families = worth_figures(noted)
    return {
        "seats": seat_figures(noted),
        **game_figures(noted),
        "drama": drama_figures(noted),
        "parts": part_figures(noted),
        "comparisons": comparisons(families),
        "families": families,
    }


def balance(asked: Asked, play: Play = play_jobs) -> dict[str, Any]:
    """Play a setting, or two on the same deals, at each number of players, and return the report.

    Raises:
        OptionError, UnknownNameError: a setting or a bot does not exist.
        ArenaError: two settings know different things.
    """
    document = asked.head(FORMAT)
    count = len(asked.settings)
    wanted = [(setting, players) for players in asked.players for setting in asked.settings]
    noted = note_settings(asked, wanted, play)
    document["tables"] = [
        _table(players, noted[place * count : (place + 1) * count]) for place, players in enumerate(asked.players)
    ]
    return document


def _table(players: int, noted: list[Noted]) -> dict[str, Any]:
    table: dict[str, Any] = {"players": players, "settings": [figures(each) for each in noted]}
    if len(noted) == 2:
        first, second = noted
        chosen = Chosen(parts=tuple(part.id for part in first.part_things))
        count = sum(1 for _ in measures(first, chosen))
        table["differences"] = compare(first, second, chosen, 1 - (1 - CONFIDENCE) / count)
        table["uses"] = compare_uses(first, second)
    return table
