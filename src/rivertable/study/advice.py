"""A hint for the seat on turn: the best turn that the search of ``master`` finds, and what is true of it.

A hint depends on what the seat knows and on nothing else. With a budget of playouts alone, the same view gives the same
hint.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..bots.search.bots import POSITIONS_A_PLAYOUT, POSITIONS_A_SECOND, TIME_FOR_ENDINGS
from ..bots.search.choosing import seed_for
from ..bots.search.endings import Solver
from ..core.documents import Document
from ..core.game import Terms
from ..core.position import Position, View
from ..core.states import copied
from .documents import OptionDocument, StandardError, WinShare
from .evaluation import PLAYOUTS_AT_MOST, ByTerms, Searcher, view_after
from .puzzles.puzzle import themes_of

SECONDS = 0.95
"""The time of a turn of ``master``."""
_PLAYOUTS_AT_LEAST = 16


@dataclass(frozen=True, slots=True)
class Budget:
    """The limits of the search for a hint: ``playouts``, and ``seconds`` (None: no limit of time)."""

    seconds: float | None = SECONDS
    playouts: int = PLAYOUTS_AT_MOST


class Advice(Document):
    """The content of a hint."""

    themes: list[str]
    """what is true of the best turn (:func:`.puzzles.puzzle.themes_of`), the most telling first"""
    notation: str
    move: dict[str, Any]
    """as a record writes it"""
    win_share: WinShare
    """the win share of the seat on turn"""
    standard_error: StandardError
    """its standard error"""
    total: int
    """the seat's total before the turn"""
    total_after: int
    """after it, before chance acts"""
    is_exact: bool
    """whether the turn was solved to the end of the game, and not only searched"""


@dataclass(frozen=True, slots=True)
class _Tools:
    searcher: Searcher
    solver: Solver


class Adviser:
    """Finds the best turn of positions. One thread at a time may use it."""

    def __init__(self) -> None:
        self._tools = ByTerms(_tools_for)

    def advise(self, view: View, budget: Budget) -> Advice:
        """Return a hint for the seat on turn from its own view at the start of a turn."""
        began, seconds = time.perf_counter(), budget.seconds
        tools, game, seat = self._tools.get(view.terms), view.game, int(view.state.seat)
        # What the seat does not know is in its canonical form, and every playout deals it again.
        position = Position.from_states(copied(view.states), view.terms)
        seed = seed_for(0, view)
        solved = tools.solver.solve(
            view.states,
            view.terms.array,
            has_hidden=game.has_hidden,
            positions=budget.playouts * POSITIONS_A_PLAYOUT if seconds is None else None,
            until=None if seconds is None else began + seconds * TIME_FOR_ENDINGS,
        )
        until = None if seconds is None else began + seconds
        options = tools.searcher.search(position, None, budget.playouts, seed, until)
        # On a busy machine the time may be over before the first playout.
        options = options or tools.searcher.search(position, None, _PLAYOUTS_AT_LEAST, seed)
        options.sort(key=lambda option: (-option.visits, -option.win_share[seat]))
        if solved is not None:
            options = _led_by(tools.searcher, position, view, options, solved.decisions, seed)
        moves = [game.documents.read_move(option.move) for option in options]
        results = [view_after(view, option) for option in options]
        best = options[0]
        return Advice(
            themes=themes_of(view, moves, results, [option.score for option in options]),
            notation=best.notation,
            move=best.move,
            win_share=best.win_share[seat],
            standard_error=best.standard_error,
            total=view.total(seat),
            total_after=results[0].total(seat),
            is_exact=solved is not None,
        )


def _tools_for(terms: Terms) -> _Tools:
    solver = Solver(terms.game, terms.players, int(POSITIONS_A_SECOND * SECONDS * TIME_FOR_ENDINGS))
    return _Tools(Searcher(terms, PLAYOUTS_AT_MOST), solver)


def _led_by(
    searcher: Searcher,
    position: Position,
    view: View,
    options: Sequence[OptionDocument],
    decisions: Sequence[int],
    seed: int,
) -> list[OptionDocument]:
    """Return the options with one turn first, which is searched too if it is not among them."""
    after = view.after(*decisions)
    same = [option for option in options if view_after(view, option) == after]
    best = same[0] if same else searcher.weigh(position, decisions, options[0].visits, seed)
    return [best, *(option for option in options if option not in same)]
