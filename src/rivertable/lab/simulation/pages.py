"""The documentation of the rows: every column with its type and meaning, written from the code."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...core.game import GAMES
from .schema import FORMAT, Column, game_columns, turn_columns


def write_columns() -> str:
    """Return the tables of the columns as Markdown."""
    common = [column for column in game_columns(next(iter(GAMES.values()))) if not _is_of_a_game(column)]
    lines = [f"This is version {FORMAT} of the columns.", "", "**A row a game**, in the folder `games`:", ""]
    lines += _table(common)
    lines += ["", "What the totals are made of comes between `totals` and `winners`; added up it is the total:", ""]
    for game in GAMES.values():
        own = [column for column in game_columns(game) if _is_of_a_game(column)]
        lines += [f"*{game.title}*", "", *_table(own), ""]
    return "\n".join([*lines, "**A row a turn**, in the folder `turns`:", "", *_table(turn_columns())])


def _is_of_a_game(column: Column) -> bool:
    return column.name.startswith("points_")


def _table(columns: Sequence[Column]) -> Iterable[str]:
    yield "| column | type | says |"
    yield "|---|---|---|"
    for column in columns:
        yield f"| `{column.name}` | {column.kind.replace('<', ' of ').replace('>', '')} | {column.sentence} |"
