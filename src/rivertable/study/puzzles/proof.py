"""Whether one turn of a position is clearly best: a search, and then each turn that comes near weighed as well."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...core.position import Position, View
from ..analysis.searcher import Searcher, merged
from ..documents import OptionDocument

GAP, ERRORS = 0.07, 3.0
"""By what share of the win the best turn leads, and by how many standard errors of the lead.

A review marks every other turn a mistake, or worse.
"""
_HOPEFUL = 1.8
"""So many standard errors may become as many as asked for, with three times the playouts."""
_RIVALS = 3
"""So many other turns are weighed as well as the best, those that look most like it; then one must be second."""


def clearly_best(
    searcher: Searcher, position: Position, after: View, spare: Sequence[int], playouts: int, seed: int
) -> list[OptionDocument] | None:
    """Search, and return what is then known, the best and the second first, None where the best is not clear.

    ``after`` is the view after the turn that is to be best, ``spare`` another turn, for where no other was looked at.
    Where the lead is great enough but not certain, both turns get twice as many playouts more.
    """
    view = position.view(int(position.state.seat))
    best, *others = ranked(searcher.search(position, None, playouts, seed))
    if result_of_option(view, best) != after:
        return None
    others = others or [searcher.weigh(position, spare, best.descents, seed + 1)]
    for step in range(_RIVALS):
        _sort(view, others)
        if others[0].descents < best.descents // 2:
            others[0] = _again(position, others[0], searcher, best.descents, seed + 2 + step)
    _sort(view, others)
    if not _may_be_clear(view, best, others) or not _is_clear(view, best, others[0], _HOPEFUL):
        return None
    if not _is_clear(view, best, others[0]):
        best = _again(position, best, searcher, 2 * playouts, seed + 8)
        others[0] = _again(position, others[0], searcher, 2 * playouts, seed + 9)
        _sort(view, others)
    return [best, *others] if _is_clear(view, best, others[0]) and _may_be_clear(view, best, others) else None


def ranked(options: Sequence[OptionDocument]) -> list[OptionDocument]:
    """Return options in the order of how often they were taken, the best first."""
    return sorted(options, key=lambda option: -option.visits)


def lead(view: View, best: OptionDocument, other: OptionDocument) -> float:
    """Return by what share of the win a turn is ahead of another, for the seat on turn."""
    seat = int(view.state.seat)
    return best.share[seat] - other.share[seat]


def result_of_option(view: View, option: OptionDocument) -> View:
    """Return the view after a turn that was searched, before chance acts."""
    return view.after(*_decisions(view, option))


def _sort(view: View, others: list[OptionDocument]) -> None:
    others.sort(key=lambda option: -option.share[int(view.state.seat)])


def _again(position: Position, option: OptionDocument, searcher: Searcher, playouts: int, seed: int) -> OptionDocument:
    """Return what is known of a turn after so many more playouts."""
    view = position.view(int(position.state.seat))
    return merged([option], [searcher.weigh(position, _decisions(view, option), playouts, seed)])[0]


def _may_be_clear(view: View, best: OptionDocument, others: Sequence[OptionDocument]) -> bool:
    """Return whether the turn that comes nearest the best is known well enough, and is far enough behind."""
    return 4 * others[0].descents >= best.descents and lead(view, best, others[0]) >= GAP


def _is_clear(view: View, best: OptionDocument, other: OptionDocument, errors: float = ERRORS) -> bool:
    return lead(view, best, other) >= max(GAP, errors * float(np.hypot(best.error, other.error)))


def _decisions(view: View, option: OptionDocument) -> tuple[int, ...]:
    return view.game.decisions_of(view, view.game.read_move(option.move))
