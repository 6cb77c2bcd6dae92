"""The balance report: games played under one setting or two, and every figure of them as plain JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ...core.game import GAMES
from ..intervals import CONFIDENCE
from ..simulation import Job, WholeGame
from .comparing import Chosen, compare, compare_uses, measures
from .drama import drama_figures
from .noted import Noted, note_games
from .settings import Asked, Setting
from .whole_games import game_figures, part_figures, seat_figures
from .worth import comparisons, worth_figures

FORMAT = "rivertable-balance/1"

Play = Callable[[Job, int], Iterable[WholeGame]]
"""Plays so many games of a job, and gives them in the order of their numbers."""


def play_setting(asked: Asked, setting: Setting, players: int, play: Play) -> Noted:
    """Play all games of one setting at one number of players, and note them."""
    game = GAMES[asked.game]
    job = asked.job(setting, players)
    return note_games(play(job, asked.games), game.list_uses(setting.components), game.list_parts())


def figures(noted: Noted) -> dict[str, Any]:
    """Give all figures of one setting."""
    families = worth_figures(noted)
    return {
        "seats": seat_figures(noted),
        **game_figures(noted),
        "drama": drama_figures(noted),
        "parts": part_figures(noted),
        "comparisons": comparisons(families),
        "families": families,
    }


def balance(asked: Asked, play: Play) -> dict[str, Any]:
    """Play a setting, or two on the same deals, at each number of players; give the report.

    Raises:
        OptionError, UnknownNameError: a setting or a bot does not exist.
        ArenaError: two settings know different things.
    """
    document = asked.head(FORMAT)
    document["tables"] = [_table(asked, players, play) for players in asked.players]
    return document


def _table(asked: Asked, players: int, play: Play) -> dict[str, Any]:
    noted = [play_setting(asked, setting, players, play) for setting in asked.settings]
    table: dict[str, Any] = {"players": players, "settings": [figures(each) for each in noted]}
    if len(noted) == 2:
        first, second = noted
        chosen = Chosen(parts=tuple(part.id for part in first.part_things))
        count = sum(1 for _ in measures(first, chosen))
        table["differences"] = compare(first, second, chosen, 1 - (1 - CONFIDENCE) / count)
        table["uses"] = compare_uses(first, second)
    return table
