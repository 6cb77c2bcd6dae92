"""A hint for the seat on turn: the best turn that the master's search finds in a short time, and what is true of it.

It is made from what the seat knows and from nothing else, and with a budget of playouts alone the same view gives the
same hint.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict

from ..bots.search.endings import Solver
from ..bots.search.tree_search import seed_for
from ..core.game import Terms
from ..core.position import Position, View
from ..core.states import copied
from .analysis.searcher import PLAYOUTS_AT_MOST, Searcher
from .documents import OptionDocument
from .puzzles.themes import themes_of

SECONDS = 0.95
"""As long as ``master`` thinks about a turn."""
_FOR_THE_END = 0.5
"""The part of the time in which the rest of the game is tried to be solved exactly, as ``master`` tries."""
_LOOKS_A_SECOND, _LOOKS_A_PLAYOUT = 3_000_000, 200
"""How many positions are looked at for that: at most, and where the budget is playouts."""
_PLAYOUTS_AT_LEAST = 16
_TOOLS_KEPT = 4
"""Kinds of terms whose tools are kept."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a hint is sought: so many playouts at most, and ``seconds``; None is no limit of time."""

    seconds: float | None = SECONDS
    playouts: int = PLAYOUTS_AT_MOST


class Advice(BaseModel):
    """What a hint is made of."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    themes: list[str]
    """what is true of the best turn, as :mod:`.puzzles.themes` tells it, the one that says most first"""
    notation: str
    move: dict[str, Any]
    """as a record writes it"""
    share: float
    """of the win, of the seat on turn"""
    error: float
    """its standard error"""
    total: int
    """of the seat, before the turn"""
    total_after: int
    """after it, before chance acts"""
    is_exact: bool
    """whether the turn was not searched for but solved, as far as the end of the game"""


@dataclass(frozen=True, slots=True)
class _Tools:
    searcher: Searcher
    solver: Solver


class Adviser:
    """Finds the best turn of positions. One thread at a time may use it."""

    def __init__(self) -> None:
        self._tools: OrderedDict[Any, _Tools] = OrderedDict()

    def advise(self, view: View, budget: Budget) -> Advice:
        """Return what is found out about the seat on turn's best turn, from its own view at the start of the turn."""
        began, seconds = time.perf_counter(), budget.seconds
        tools, game, seat = self._tools_of(view.terms), view.game, int(view.state.seat)
        # What the seat does not know lies in it in the one canonical form, and every playout deals it anew.
        position = game.position_class(copied(view.states), view.terms)
        seed = seed_for(0, view)
        solved = tools.solver.solve(
            view.states,
            view.terms.array,
            has_hidden=game.has_hidden,
            positions=budget.playouts * _LOOKS_A_PLAYOUT if seconds is None else None,
            until=None if seconds is None else began + seconds * _FOR_THE_END,
        )
        until = None if seconds is None else began + seconds
        options = tools.searcher.search(position, None, budget.playouts, seed, until)
        # On a machine that is busy all the time may be gone before the first.
        options = options or tools.searcher.search(position, None, _PLAYOUTS_AT_LEAST, seed)
        options.sort(key=lambda option: (-option.visits, -option.share[seat]))
        if solved is not None:
            options = _led_by(tools.searcher, position, view, options, solved.decisions, seed)
        moves = [game.read_move(option.move) for option in options]
        results = [view.after(*game.decisions_of(view, move)) for move in moves]
        best = options[0]
        return Advice(
            themes=themes_of(view, moves, results, [option.score for option in options]),
            notation=best.notation,
            move=best.move,
            share=best.share[seat],
            error=best.error,
            total=view.total(seat),
            total_after=results[0].total(seat),
            is_exact=solved is not None,
        )

    def _tools_of(self, terms: Terms) -> _Tools:
        key = (terms.game.name, terms.players, str(terms.options.document()), terms.components.sha256)
        if key not in self._tools:
            solver = Solver(terms.game, terms.players, int(_LOOKS_A_SECOND * SECONDS * _FOR_THE_END))
            self._tools[key] = _Tools(Searcher(terms, PLAYOUTS_AT_MOST), solver)
            if len(self._tools) > _TOOLS_KEPT:
                self._tools.popitem(last=False)
        return self._tools[key]


def _led_by(
    searcher: Searcher,
    position: Position,
    view: View,
    options: Sequence[OptionDocument],
    decisions: Sequence[int],
    seed: int,
) -> list[OptionDocument]:
    """Return the turns that were weighed, one first: where the search has no figures for it, it is weighed as well."""
    after = view.after(*decisions)
    same = [option for option in options if _result(view, option) == after]
    best = same[0] if same else searcher.weigh(position, decisions, options[0].visits, seed)
    return [best, *(option for option in options if option not in same)]


def _result(view: View, option: OptionDocument) -> View:
    return view.after(*view.game.decisions_of(view, view.game.read_move(option.move)))
