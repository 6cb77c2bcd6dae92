"""Two values varied at once: every value of one with every value of the other, on the same deals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from ...core.errors import OptionError
from ...core.game import Game
from ..statistics import CONFIDENCE
from .arrays import GameArrays
from .games import play_settings
from .questions import VALUES_AT_MOST, Question, Setting, Variation, read_variation
from .reports import SWEEP_FORMAT, Selection, compare, measures, selection_of


@dataclass(frozen=True)
class Grid:
    """What is varied at once.

    Attributes:
        down: the values of the rows.
        across: those of the columns.
        cells: the setting of each row and column.
    """

    down: Variation
    across: Variation
    cells: tuple[tuple[Setting, ...], ...]


def read_grid(texts: Sequence[str], game: Game, base: Setting) -> Grid:
    """Read two texts as :func:`~rivertable.lab.balance.questions.read_variation` does, and combine their values.

    Raises:
        OptionError: there are not two values, or too many combinations.
        UnknownNameError: the game has no such value or option.
        DataError: a game cannot be played with one of the combinations.
    """
    if len(texts) != 2:
        raise OptionError("A grid is of two values: give --vary NAME=… twice.")
    # A preset sets all options: what changes one of them comes after it.
    first, second = sorted(texts, key=lambda text: text.partition("=")[0].strip() != "preset")
    down, across = read_variation(first, game, base), read_variation(second, game, base)
    if down.value.name == across.value.name:
        raise OptionError("A grid is of two values that differ; {name} is given twice.", name=down.value.name)
    count = len(down.values) * len(across.values)
    if count > VALUES_AT_MOST:
        raise OptionError("{count} combinations are more than {most}.", count=count, most=VALUES_AT_MOST)
    cells = [
        tuple(
            replace(both.setting, words=f"{one.setting.words}, {both.setting.words}")
            for both in read_variation(second, game, one.setting).values
        )
        for one in down.values
    ]
    return Grid(down, across, tuple(cells))


def sweep_grid(
    question: Question,
    grid: Grid,
    processes: int | None = 1,
    on_game: Callable[[int], None] | None = None,
    cluster: str | None = None,
) -> dict[str, Any]:
    """Play the setting as it is, then every combination on the same deals, and return the report.

    Every combination is compared with the setting as it is, in pairs; the intervals of a number of players hold for all
    its differences at once (Bonferroni). ``on_game`` hears how many games there are, as they come. A Ray cluster plays
    where the address of one is given.

    Raises:
        OptionError, UnknownNameError: a setting or a bot does not exist.
        SimulationError: there is no such cluster.
    """
    document = question.head(SWEEP_FORMAT)
    base = question.settings[0]
    tried = [setting for row in grid.cells for setting in row if not setting.is_alike(base)]
    wanted = [(setting, players) for players in question.players for setting in (base, *tried)]
    found = iter(play_settings(question, wanted, processes, on_game, cluster))
    tables = []
    for players in question.players:
        now = next(found)
        rows = [[now if setting.is_alike(base) else next(found) for setting in row] for row in grid.cells]
        tables.append(_table(players, grid, base, now, rows))
    sides = {name: _side(side) for name, side in (("down", grid.down), ("across", grid.across))}
    return document | {"sweeps": [], "grid": {**sides, "tables": tables}}


def _side(variation: Variation) -> dict[str, Any]:
    return {
        **asdict(variation.value),
        "now": variation.now,
        "values": [varied.text for varied in variation.values],
    }


def _table(players: int, grid: Grid, base: Setting, now: GameArrays, rows: list[list[GameArrays]]) -> dict[str, Any]:
    """Return the measures of each combination at one number of players, against those of the setting as it is."""
    selections = selection_of(grid.down, now), selection_of(grid.across, now)
    selection = Selection(
        *(
            tuple(dict.fromkeys(name for each in selections for name in getattr(each, part)))
            for part in ("uses", "users", "parts")
        )
    )
    tried = sum(not setting.is_alike(base) for row in grid.cells for setting in row)
    count = len(list(measures(now, selection))) * tried
    confidence = 1 - (1 - CONFIDENCE) / max(count, 1)
    return {
        "players": players,
        "comparisons": count,
        "rows": [
            [
                {
                    "is_base": setting.is_alike(base),
                    "components": setting.components.sha256,
                    "measures": compare(now, each, selection, confidence),
                }
                for setting, each in zip(settings, played, strict=True)
            ]
            for settings, played in zip(grid.cells, rows, strict=True)
        ],
    }
