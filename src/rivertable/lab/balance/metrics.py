"""The tables of a game's own metrics as plain JSON, and which of their figures miss a target."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ...core.contract.metrics import Column, Metrics, Ratio, Row, Table, Target
from ..statistics import Interval, mean_interval
from .arrays import GameArrays, Numbers
from .figures import GAMES_AT_LEAST, decided_at, lead_changes

Document = dict[str, Any]

LATE = 2 / 3
"""The last third of a game begins here."""


def metrics_figures(metrics: Metrics, arrays: GameArrays, components: Any) -> Document:
    """Return all tables of games of one setting, and every figure that has a target."""
    assert arrays.counts is not None
    tables = (*metrics.tables(arrays.counts, arrays.wins, components), lead_table(arrays.by_turn, arrays.rounds))
    return {
        "tables": [_written(table) for table in tables],
        "targets": list(_compared(tables, metrics.TARGETS, arrays.players)),
    }


def missed(targets: Sequence[Document]) -> list[Document]:
    """Return the figures that miss their target."""
    return [each for each in targets if not each["is_met"]]


def lead_table(by_turn: Sequence[Numbers], by_round: Sequence[Numbers]) -> Table:
    """Return how often the lead changes, and when it is the winner's for good.

    Args:
        by_turn: by game, the points after every turn as they would be scored then, (turns, seats).
        by_round: by game, those after every round.
    """
    rows = []
    for name, words, games in (("", "after every turn", by_turn), ("rounds.", "after every round", by_round)):
        rows += [
            Row(f"{name}all", f"changes, looked at {words}", (_mean([lead_changes(each) for each in games]),)),
            Row(f"{name}late", f"changes in the last third, looked at {words}", (_mean(_late_changes(games)),)),
            Row(
                f"{name}decided",
                f"part of the game after which the winner leads to the end, looked at {words}",
                (_mean([decided_at(each) for each in games]),),
                is_share=True,
            ),
        ]
    sentence = "How often another player takes the sole lead, by points as they would be scored then."
    return Table("lead", "The lead", sentence, (Column("each", "a game"),), tuple(rows))


def _late_changes(games: Sequence[Numbers]) -> list[int]:
    return [lead_changes(each, int(len(each) * LATE)) for each in games]


def _mean(values: Sequence[float]) -> Ratio:
    return Ratio(np.array(values, dtype=float), np.ones(len(values)))


def figure_of(ratio: Ratio | None) -> dict[str, float | None] | None:
    """Return a ratio, without an interval where few games tell something; None where there is nothing to divide by."""
    if ratio is None or not ratio.below.any():
        return None
    above, below = (np.asarray(values, dtype=float) for values in (ratio.above, ratio.below))
    if np.count_nonzero(below) < GAMES_AT_LEAST:
        return Interval(float(above.sum() / below.sum()), None, None).rounded()
    return mean_interval(above, below).rounded()


def _written(table: Table) -> Document:
    return {
        "id": table.id,
        "title": table.title,
        "sentence": table.sentence,
        "columns": [{"id": each.id, "words": each.words, "is_share": each.is_share} for each in table.columns],
        "rows": [
            {
                "id": row.id,
                "words": row.words,
                "is_share": row.is_share,
                "figures": [figure_of(each) for each in row.figures],
            }
            for row in table.rows
        ],
    }


def _compared(tables: Sequence[Table], targets: Sequence[Target], players: int) -> Iterator[Document]:
    by_id = {table.id: table for table in tables}
    for target in targets:
        if target.players and players not in target.players:
            continue
        table = by_id[target.table]
        place = [column.id for column in table.columns].index(target.column)
        for row in table.rows:
            if target.row in (None, row.id) and (figure := figure_of(row.figures[place])) is not None:
                yield _judged(target, row, row.is_share or table.columns[place].is_share, figure)


def _judged(target: Target, row: Row, is_share: bool, figure: dict[str, float | None]) -> Document:
    """Return a figure beside its target: whether it meets it, and if not, whether its whole interval misses it."""
    least, most = target.at_least, target.at_most
    value, low, high = (figure[name] for name in ("value", "low", "high"))
    assert value is not None
    is_below, is_above = least is not None and value < least, most is not None and value > most
    is_clear = (is_below and high is not None and least is not None and high < least) or (
        is_above and low is not None and most is not None and low > most
    )
    return {
        "words": target.words,
        "table": target.table,
        "row": row.id,
        "row_words": row.words if target.row is None else "",
        "is_share": is_share,
        "at_least": least,
        "at_most": most,
        "figure": figure,
        "is_met": not (is_below or is_above),
        "is_clear": is_clear,
    }
